import Diagnostics
import Localization
import Testing

@testable import Rendering

@Suite struct StringsTests {
  @Test(arguments: [
    ("de", "de"), ("de-AT", "de"), ("de_CH", "de"), ("DE-at-1996", "de"), ("en", "en"),
    ("en-GB", "en"), ("he-IL", "he"), ("de_DE.UTF-8", "de"), ("en-US", "en-US"), ("en_us", "en-US"),
    ("EN-us-POSIX", "en-US"),
  ])
  func aRegionWithoutAFileUsesItsLanguage(tag: String, found: String) throws {
    #expect(try locale(tag).tag == found)
  }

  @Test(arguments: ["ed", "dee", "xx-YY", "tlh", "vo"])
  func anUnknownLocaleIsEnglishWithAWarningThatListsTheKnownOnes(tag: String) {
    let (locale, problems) = Strings.locale(tag, in: AssetStore())
    #expect(locale?.tag == "en")
    #expect(problems.map(\.id) == ["unknown-locale"])
    #expect(problems.map(\.severity) == [.warning])
    #expect(problems.first?.help.last?.hasPrefix("known: ar, cs, de, en, en-us") == true)
  }

  @Test(arguments: ["", "-", "d", "de-", "../en", "de/../en", "\u{0}", "12", "a language"])
  func aMalformedLocaleIsAnError(tag: String) {
    let (locale, problems) = Strings.locale(tag, in: AssetStore())
    #expect(locale == nil)
    #expect(problems.map(\.id) == ["unknown-locale"])
    #expect(problems.map(\.severity) == [.error])
    #expect(problems.first?.help.first?.contains("such as 'de-AT'") == true)
  }

  /// The facts of a language are not enough to write a report in it.
  @Test func aLanguageWithoutWordsIsNotListed() {
    let tags = Strings.tags(in: AssetStore())
    #expect(tags.contains("en-us") && !tags.contains("parents"))
    for tag in tags where tag != "en-us" {
      #expect(AssetStore().file("Templates/strings/\(tag).json") != nil, "\(tag)")
    }
  }

  /// CLDR's parents: the script of a region, and the only region of a language.
  @Test(arguments: [
    ("zh", "Hans"), ("zh-CN", "Hans"), ("zh_SG", "Hans"), ("zh-Hans-HK", "Hans"), ("zh-TW", "Hant"),
    ("zh-HK", "Hant"), ("zh-Hant", "Hant"), ("zh-Hant-MO", "Hant"), ("pt", "Brasil"),
    ("pt-BR", "Brasil"), ("pt-PT", "Brasil"), ("pt_AO", "Brasil"),
  ])
  func aTagUsesTheWordsOfItsParent(tag: String, found: String) {
    let files = ["zh-hans": "Hans", "zh-hant": "Hant", "pt-br": "Brasil"].map { name, word in
      ("Templates/strings/\(name).json", #"{ "strings": { "timeline": "\#(word)" } }"#)
    }
    let store = overlay(Dictionary(uniqueKeysWithValues: files))
    let (locale, problems) = Strings.locale(tag, in: store)
    #expect(problems == [])
    #expect(locale?.string(.timeline) == found)
  }

  /// A script has no words of another script.
  @Test func aScriptKeepsItsOwnWords() {
    let store = overlay([
      "Templates/strings/zh-hans.json": #"{ "strings": { "timeline": "Hans" } }"#
    ])
    #expect(Strings.locale("zh-TW", in: store).0?.string(.timeline) == "時間軸")
    #expect(Strings.locale("zh-TW", in: store).0?.tag == "zh-Hant")
  }

  @Test(.timeLimit(.minutes(20))) func veryLongLanguageTagsAreRefused() {
    let (found, problems) = Strings.locale(
      String(repeating: "a-", count: 500_000), in: AssetStore())
    #expect(found == nil)
    #expect(problems.map(\.id) == ["unknown-locale"])
    #expect(
      problems.first?.help.first?.hasSuffix("and at most 100 characters") == true)
    #expect(problems.first.map { $0.summary.utf8.count < 200 } == true)
  }

  @Test func aRegionsFileFallsBackToItsLanguage() throws {
    let store = overlay([
      "Templates/strings/de-at.json": #"{ "locale": "de-AT", "strings": { "today": "Heit" } }"#,
      "Templates/strings/he-il.json": #"{ "locale": "he-IL" }"#,
    ])
    let austrian = try #require(Strings.locale("de-AT", in: store).0)
    #expect(austrian.tag == "de-AT" && austrian.string(.today) == "Heit")
    #expect(austrian.string(.messages) == "Meldungen")
    #expect(austrian.count(.error, 2) == "2 Fehler")
    let american = try #require(Strings.locale("en-US", in: AssetStore()).0)
    #expect(american.string(.messages) == "Messages" && american.count(.error, 1) == "1 error")
    #expect(try #require(Strings.locale("he-IL", in: store).0).isRightToLeft)
  }

  @Test func aMisspelledLocaleHasASuggestion() {
    let (_, problems) = Strings.locale("dee", in: AssetStore())
    #expect(problems.first?.help.first == "did you mean 'de'?")
  }

  @Test func aUsersStringsFileFallsBackToEnglish() throws {
    let store = overlay([
      "Templates/strings/nb.json":
        #"{ "tag": "nb", "name": "norsk bokmål", "strings": { "timeline": "Tidslinje" } }"#
    ])
    let (locale, _) = Strings.locale("nb-NO", in: store)
    #expect(locale?.string(.timeline) == "Tidslinje")
    #expect(locale?.string(.messages) == "Messages")
    #expect(Strings.tags(in: store).contains("nb"))
  }

  @Test func aUsersStringsFileChangesOnePhraseOfABuiltInLanguage() throws {
    let path = "Templates/strings/de.json"
    let store = overlay([path: #"{ "strings": { "timeline": "Ablauf" } }"#])
    let (locale, problems) = Strings.locale("de", in: store)
    #expect(problems == [])
    #expect(locale?.string(.timeline) == "Ablauf" && locale?.string(.messages) == "Meldungen")
    #expect(locale?.count(.error, 2) == "2 Fehler")
    let builtIn = try #require(AssetStore().file(path)).text
    let (copied, none) = Strings.locale("de", in: overlay([path: builtIn]))
    #expect(none == [] && copied?.string(.timeline) == "Zeitachse")
  }

  @Test func whatIsWrongInAUsersStringsFileIsReported() {
    for (text, id) in [
      (#"{ "strings": { "timeline": 1 } }"#, "wrong-type"),
      (#"{ "patterns": { "date": "q" } }"#, "malformed-pattern"), ("{", "truncated-file"),
    ] {
      let (locale, problems) = Strings.locale(
        "de", in: overlay(["Templates/strings/de.json": text]))
      #expect(locale?.string(.timeline) == "Zeitachse")
      #expect(problems.first?.id == id)
      #expect(problems.first?.location?.file.hasSuffix("strings/de.json") == true)
    }
  }

  /// English stands behind every language, with what a user changes in it.
  @Test func aUsersEnglishPhraseShowsWhereALanguageHasNone() {
    let store = overlay([
      "Templates/strings/en.json": #"{ "strings": { "own": "Mine", "timeline": "Course" } }"#
    ])
    let (locale, _) = Strings.locale("de", in: store)
    #expect(locale?.string(named: "own") == "Mine")
    #expect(locale?.string(.timeline) == "Zeitachse")
  }
}
