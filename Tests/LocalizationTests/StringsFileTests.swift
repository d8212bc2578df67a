import Foundation
import JSON
import Localization
import Testing
import Text
import Time
import TimeSupport

@Suite struct StringsFileTests {
  static let tags = [
    "ar", "cs", "de", "en", "es", "fr", "he", "id", "it", "ja", "ko", "nl", "pl", "pt-br", "ru",
    "tr", "uk", "vi", "zh-hans", "zh-hant",
  ]
  /// The nouns that a phrase with a count may have forms for, under a key such as `new.error`.
  private static let nouns: Set = [
    "error", "warning", "success", "information", "neutral", "messages", "tests", "runs",
  ]

  /// The key without its noun.
  private func base(_ key: String) -> String {
    let parts = key.split(separator: ".")
    return parts.count == 2 && Self.nouns.contains(String(parts[1])) ? String(parts[0]) : key
  }

  private func placeholders(_ text: String) -> Set<String> {
    var names: Set<String> = []
    for piece in text.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
      names.insert(String(piece.prefix { $0 != "}" }))
    }
    return names
  }

  private func keys(_ json: JSONValue?) -> Set<String> {
    Set((json?.members ?? []).map(\.key))
  }

  @Test(arguments: tags) func readsWithoutAFinding(tag: String) throws {
    let (facts, wrong) = Locale.read(try facts(tag))
    #expect(wrong == [])
    let (locale, diagnostics) = Locale.read(try strings(tag), fallback: facts)
    #expect(diagnostics == [])
    #expect(locale.tag.lowercased() == tag)
    #expect(locale.isRightToLeft == ["ar", "he"].contains(tag))
  }

  @Test(arguments: tags) func hasEnglishsKeysAndPlaceholders(tag: String) throws {
    let (english, other) = (try strings("en"), try strings(tag))
    let (englishFacts, otherFacts) = (try facts("en"), try facts(tag))
    // What joins a list is a fact, but Arabic has a word of its own for it.
    #expect(keys(other["strings"]).subtracting(["listSeparator"]) == keys(english["strings"]))
    // Forms that agree with a noun are optional.
    #expect(Set(keys(other["counts"]).map(base)) == keys(english["counts"]))
    #expect(keys(english["counts"]).isSubset(of: keys(other["counts"])))
    #expect(keys(other["patterns"]).isSubset(of: keys(englishFacts["patterns"])))
    for part in ["patterns", "calendar", "numbers", "units", "strings"] {
      #expect(keys(otherFacts[part]) == keys(englishFacts[part]), "\(part)")
    }
    let phrases = [
      (english["strings"], other["strings"]), (englishFacts["patterns"], otherFacts["patterns"]),
    ]
    for (english, other) in phrases {
      for member in english?.members ?? [] {
        let words = other?[member.key]?.string ?? ""
        #expect(placeholders(words) == placeholders(member.value.string ?? ""), "\(member.key)")
        #expect(words.isEmpty == (member.key == "statusNone"), "\(member.key)")
      }
    }
  }

  /// English is what datasets hold.
  @Test(arguments: tags.filter { $0 != "en" }) func hasTheReasonsOfGermanWithTheirPlaceholders(
    tag: String
  ) throws {
    let (german, other) = (try strings("de")["reasons"], try strings(tag)["reasons"])
    #expect(keys(other) == keys(german) && !keys(german).isEmpty)
    for member in other?.members ?? [] {
      #expect(placeholders(member.value.string ?? "") == placeholders(member.key), "\(member.key)")
    }
  }

  @Test(arguments: tags) func hasEveryPluralFormThatItsRulesYield(tag: String) throws {
    let json = try strings(tag)
    let english = try strings("en")["counts"]
    let wanted = Set(try locale(tag).plurals.categories.map(\.rawValue))
    for member in json["counts"]?.members ?? [] {
      #expect(keys(member.value) == wanted, "\(member.key)")
      let values = placeholders(english?[base(member.key)]?["other"]?.string ?? "")
      for form in member.value.members {
        let found = placeholders(form.value.string ?? "")
        #expect(found.union(["count"]) == values, "\(member.key)")
        // A form that holds for more than one number has to say which.
        if ["few", "many", "other"].contains(form.key) {
          #expect(found == values, "\(member.key)")
        }
      }
    }
  }

  @Test(arguments: tags) func tellsWordsOfAKindApart(tag: String) throws {
    let locale = try locale(tag)
    for kind in [
      ["tensePast", "tenseCurrent", "tenseFuture"],
      ["urgencyError", "urgencyWarning", "urgencySuccess", "urgencyInformation", "urgencyNeutral"],
      ["statusOpen", "statusInProgress", "statusCompleted"],
      ["milestoneStart", "milestoneEnd"], ["changeNew", "changeStill", "changeFixed"],
    ] {
      let words = kind.map { locale.string(named: $0).lowercased() }
      for (index, word) in words.enumerated() {
        for (other, text) in words.enumerated() where other != index {
          #expect(!text.contains(word), "\(kind[index])")
        }
      }
    }
  }

  /// CLDR's facts, written down independently of the files, for en_GB, de_DE, fr_FR, es_ES, pl_PL, he_IL, ja_JP and
  /// en_US: the skeleton yMMMd, the short time, the full date, the first day of a week, and how many
  /// days of it a year's first week has at least.
  @Test(arguments: [
    ("en", "20 Nov 2026", "15:05", "Friday, 20 November 2026", Weekday.monday, 4),
    ("de", "20. Nov. 2026", "15:05", "Freitag, 20. November 2026", Weekday.monday, 4),
    ("fr", "20 nov. 2026", "15:05", "vendredi 20 novembre 2026", Weekday.monday, 4),
    ("es", "20 nov 2026", "15:05", "viernes, 20 de noviembre de 2026", Weekday.monday, 4),
    ("pl", "20 lis 2026", "15:05", "piątek, 20 listopada 2026", Weekday.monday, 4),
    ("he", "20 בנוב׳ 2026", "15:05", "יום שישי, 20 בנובמבר 2026", Weekday.sunday, 1),
    ("ja", "2026年11月20日", "15:05", "2026年11月20日金曜日", Weekday.sunday, 1),
    ("en-us", "Nov 20, 2026", "3:05\u{202F}PM", "Friday, November 20, 2026", Weekday.sunday, 1),
  ])
  func hasTheDatesAndWeeksOfCLDR(
    tag: String, date: String, time: String, day: String, first: Weekday, minimal: Int
  ) throws {
    let locale = try locale(tag)
    let moment = CivilDateTime(seconds: instant("2026-11-20T15:05:00Z").seconds)
    #expect(locale.pattern(.date).format(moment, locale: locale) == date)
    #expect(locale.pattern(.time).format(moment, locale: locale) == time)
    #expect(locale.pattern(.dayHeader).format(moment, locale: locale) == day)
    #expect(locale.weeks.firstWeekday == first && locale.weeks.minimalDays == minimal)
  }

  @Test(arguments: [
    ("de", "MEZ", "MESZ"), ("en", "CET", "CEST"), ("es", "CET", "CEST"), ("pl", "CET", "CEST"),
    ("fr", "CET", "CEST"), ("en-us", "CET", "CEST"),
  ])
  func callsZonesAsCLDRDoes(tag: String, winter: String, summer: String) throws {
    let locale = try locale(tag)
    let berlin = try zone("Europe/Berlin")
    let pattern = try DatePattern("z")
    #expect(pattern.format(instant("2026-01-20T12:00:00Z"), in: berlin, locale: locale) == winter)
    #expect(pattern.format(instant("2026-07-20T12:00:00Z"), in: berlin, locale: locale) == summer)
  }

  @Test(arguments: tags) func joinsLabelsAsItsPatternDoes(tag: String) throws {
    let locale = try locale(tag)
    let isWide = ["ja", "zh-hans", "zh-hant"].contains(tag)
    let separator = isWide ? "：" : tag == "fr" ? "\u{A0}: " : ": "
    #expect(locale.string(named: "labelSeparator") == separator)
    #expect(locale.string(named: "labelEnd") == (isWide ? "：" : String(separator.dropLast())))
    #expect(locale.string(.labelWithValue, ["label": "a", "value": "b"]) == "a\(separator)b")
    for key in locale.stringKeys where tag == "fr" {
      // A colon, a question mark and the like never stand alone on the next line.
      #expect(locale.string(named: key).firstMatch(of: /[ ][:;!?»]/) == nil, "\(key)")
    }
  }

  @Test func theFactsOfAllLanguagesAreOfOneVersionOfCLDR() throws {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: stringsFolder.appendingPathComponent("facts").path)
    #expect(Set(names).isSuperset(of: (Self.tags + ["en-us", "parents"]).map { "\($0).json" }))
    let versions = try names.map { name in
      let source = try facts(String(name.dropLast(5)))["source"]?.string ?? ""
      #expect(source.hasPrefix("CLDR "), "\(name)")
      return source.prefix { !",;".contains($0) }
    }
    #expect(Set(versions).count == 1)
  }

  /// CLDR's signs, written down independently of the files.
  @Test(arguments: [
    ("en", "66.6%", "1.2 MB"), ("de", "66,6\u{A0}%", "1,2 MB"),
    ("fr", "66,6\u{A0}%", "1,2\u{202F}Mo"),
    ("es", "66,6\u{A0}%", "1,2 MB"), ("pl", "66,6%", "1,2 MB"), ("ja", "66.6%", "1.2 MB"),
    ("he", "66.6%", "1.2 MB"), ("ar", "66.6%", "1.2 م.ب"),
  ])
  func writesNumbersAsCLDRDoes(tag: String, percent: String, size: String) throws {
    let locale = try locale(tag)
    #expect(locale.percent("66.6") == percent)
    #expect(locale.size(bytes: 1_234_567) == size)
  }

  @Test func everyKeyThatTheProgramAsksForHasAPhrase() throws {
    let (words, facts) = (try strings("en"), try facts("en"))
    let joining: Set = ["range", "todayTime", "dateAndTime"]
    let phrases = keys(words["strings"]).union(keys(facts["strings"])).union(joining)
    #expect(Set(StringKey.allCases.map(\.rawValue)).subtracting(phrases) == [])
    #expect(Set(CountKey.allCases.map(\.rawValue)) == keys(words["counts"]))
    #expect(
      Set(PatternKey.allCases.map(\.rawValue)) == keys(facts["patterns"]).subtracting(joining))
  }

  /// A phrase is asked for by the program, by its typed key, or by a template, by name.
  @Test func everyPhraseIsAskedForSomewhere() throws {
    let templates = stringsFolder.deletingLastPathComponent().appendingPathComponent("default")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: templates.path)
    var asked = Set(StringKey.allCases.map(\.rawValue))
    for path in paths {
      let file = templates.appendingPathComponent(path)
      guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
      asked.formUnion(text.matches(of: /strings\.(\w+)/).map { String($0.1) })
    }
    #expect(keys(try strings("en")["strings"]).subtracting(asked) == [])
  }

  @Test(arguments: tags) func speaksWithoutBlame(tag: String) throws {
    guard tag == "en" else { return }
    let locale = try locale(tag)
    for key in locale.stringKeys {
      let words = locale.string(named: key).lowercased().split { !$0.isLetter }
      #expect(Set(words).isDisjoint(with: ["you", "your", "me", "my"]), "\(key)")
    }
  }
}
