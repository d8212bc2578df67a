import Composing
import Diagnostics
import Localization
import Model
import Preparing
import Testing
import Text

@testable import Rendering

@Suite struct PageScriptTests {
  private static let folder = "Templates/default/page/"

  /// A template whose scripts are these alone.
  private static func only(_ scripts: [String: String]) -> AssetStore {
    var files: [String: String] = [:]
    for path in AssetStore().paths(under: folder) where path.hasSuffix(".js") { files[path] = "" }
    for (name, text) in scripts { files[folder + name] = text }
    return overlay(files)
  }

  private static func page(_ scripts: [String: String]) throws -> String {
    let night = dataset([message(.error, "a"), message(.warning, "b", category: "c")])
    return try render(try report(night), to: .page, in: only(scripts))
  }

  @Test func noBuiltInScriptIsUnsafe() {
    let store = AssetStore()
    let paths = store.paths(under: "").filter { $0.hasSuffix(".js") }
    let scripts = paths.compactMap { store.file($0) }
    #expect(scripts.count > 2)
    #expect(scripts.compactMap { PageScript.danger(in: $0.text, of: $0.name) } == [])
  }

  private static func policy(of page: String) throws -> String {
    let tag = try PageReader.tags(of: page).first { $0["http-equiv"] != nil }
    return try #require(tag?["content"])
  }

  // MARK: What it is made of

  @Test func filesShareOneFunctionInTheOrderOfTheirNames() throws {
    let page = try Self.page([
      "20-b.js": "second();\n", "3-c.js": "third();", "10-a.js": "first();\n",
    ])
    #expect(
      try PageReader(page).script
        == "'use strict';{\nfirst();\nsecond();\nthird();\n}")
  }

  @Test(arguments: [
    ("// words\na();\n", "a();\n"), ("  // words\n\n\t a();\n   \n", "a();\n"),
    ("a(); // words\n", "a(); // words\n"), ("a()", "a()\n"),
    ("a(\n  'x  y',\n);\n", "a(\n'x  y',\n);\n"),
    ("a();\r\n  b();\rc();", "a();\nb();\nc();\n"),
    ("'http://a.example/';", "'http://a.example/';\n"),
    ("a = `  b  `;\n  c();\n", "a = `  b  `;\nc();\n"), ("// words\n", ""), ("", ""),
  ])
  func leavesOutWhatOnlyItsAuthorsRead(script: String, compact: String) {
    #expect(Compacted.script(script) == compact)
    #expect(Compacted.script(compact) == compact)
  }

  @Test(arguments: [
    "a = `\n  // part of the value\n\n  b`;\n", "a = `x\n  ${b}\n  y`;\n",
    "  indented();\na = `\n`;\n",
  ])
  func aLiteralOverSeveralLinesKeepsItsFileAsItIs(script: String) {
    #expect(Compacted.script(script) == script)
    #expect(Compacted.script(script.replacing("\n", with: "\r\n")) == script)
    #expect(Compacted.script(String(script.dropLast())) == script)
  }

  /// A parser of HTML sees every byte of the bundle as it was written by `bin/bundle`.
  @Test func theTemplatesOwnIsTheBundleAsItIs() throws {
    let bundle = try #require(AssetStore().file(Self.folder + "10-script.js")).text
    // The others are only in large pages, and in pages with pictures.
    #expect(AssetStore().paths(under: Self.folder).filter { $0.hasSuffix(".js") }.count == 3)
    let page = try render(try report(dataset([message(.error, "a")])), to: .page)
    #expect(try PageReader(page).script == "'use strict';{\n\(bundle)}")
    #expect(bundle.utf8.count > 10_000)
    #expect(bundle.utf8.allSatisfy { $0 < 0x7F && ($0 >= 0x20 || $0 == 0x0A) })
    for sign in ["</script", "<script", "<!--"] {
      #expect(!bundle.lowercased().contains(sign), "\(sign)")
    }
  }

  // MARK: What a page says of it

  @Test(arguments: [
    "a();\n", "a();\r\nb();\r\n", "a = '€ \u{1F600}';", "a = `\r\n  b\r`;\r\n",
    "if (a < b && c > d) e();\n",
  ])
  func thePolicyNamesWhatAParserSeesInTheElement(script: String) throws {
    let page = try Self.page(["10-a.js": script])
    let seen = try #require(try PageReader(page).script)
      .replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    let hash = Base64.encode(SHA256.digest(of: seen))
    #expect(try Self.policy(of: page).hasSuffix("; script-src 'sha256-\(hash)'"))
  }

  @Test(arguments: [[:], ["10-a.js": "// words\n\n"]])
  func aTemplateWithoutScriptMakesAPageWithoutOne(scripts: [String: String]) throws {
    let page = try Self.page(scripts)
    #expect(try PageReader(page).script == nil)
    let policy = try Self.policy(of: page)
    #expect(
      policy.hasPrefix(
        "default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-"))
    #expect(!policy.contains("script"))
    #expect(!page.contains("<script") && !page.contains("id=\"words\""))
  }

  @Test func thePolicyAllowsNothingElse() throws {
    let page = try Self.page(["10-a.js": "a();\n"])
    let parts = try Self.policy(of: page).split(separator: "; ")
    #expect(
      parts.map { $0.prefix { $0 != " " } } == [
        "default-src", "base-uri", "form-action", "style-src", "img-src", "script-src",
      ])
    #expect(parts.prefix(3).allSatisfy { $0.hasSuffix(" 'none'") })
    #expect(parts.contains("img-src data:"))
    #expect(parts.dropFirst().allSatisfy { $0.split(separator: " ").count == 2 })
  }

  @Test(arguments: [
    ("a();\n\nb('</script>');\n", 3, "'</script' ends the script"),
    ("// </SCRIPT >\n", 1, "'</script' ends the script"),
    ("a();\nb('<script');\n", 2, "'<script' hides the script's end"),
    ("a();\nb('<ScRiPt>');\n", 2, "'<script' hides the script's end"),
    ("a(b<!--c);\n", 1, "'<!--' hides the script's end"),
  ])
  func refusesWhatAParserWouldTakeForMarkup(script: String, line: Int, summary: String) throws {
    let file = Self.folder + "50-own.js"
    let found = problems(
      rendering: try report(dataset([message(.error, "a")])), to: .page, with: [file: script])
    #expect(found.map(\.id) == ["unsafe-script"])
    #expect(found.first?.severity == .error)
    #expect(found.first?.summary == summary)
    #expect(found.first?.location == SourceLocation(file: file, line: line))
  }

  // MARK: Its words

  @Test(arguments: ["en", "ar", "de", "es", "fr", "he", "ja", "pl"])
  func itsWordsStandInThePageInTheReportsLanguage(tag: String) throws {
    let night = dataset([message(.error, "a"), message(.warning, "b")])
    let page = try render(try report(night, locale: tag), to: .page)
    let words = try #require(try PageReader.tags(of: page).first { $0["id"] == "words" })
    let locale = try locale(tag)
    let own = try #require(AssetStore().file("Templates/default/components/words.page"))
    let count = own.text.matches(of: /\sdata-/).count
    #expect(count > 20 && words.attributes.count == count + 1)
    for (name, value) in words.attributes where name != "id" {
      let parts = name.dropFirst("data-".count).split(separator: "-")
      let key = parts.dropFirst().reduce(String(parts[0])) {
        $0 + $1.prefix(1).uppercased() + $1.dropFirst()
      }
      #expect(value == locale.string(named: key), "\(name)")
    }
  }
}
