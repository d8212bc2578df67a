import Diagnostics
import Foundation
import JSON
import Preparing
import Testing

@testable import Rendering

@Suite struct TokenTests {
  private static func problems(_ source: String) throws -> [Diagnostic] {
    let (root, found) = JSONValue.parse(source, file: "tokens.json")
    #expect(found == [])
    var problems: [Diagnostic] = []
    _ = Tokens(try #require(root), problems: &problems)
    return problems
  }

  @Test(arguments: ["/*", "a */", "--/*--"]) func fontNamesCanNotBeginAComment(name: String) throws
  {
    let found = try Self.problems(
      #"{"font":{"family":{"text":{"$type":"fontFamily","$value":["\#(name)","serif"]}}}}"#)
    #expect(found.map(\.id) == ["token-value"])
    #expect(found.first?.location?.line == 1)
    #expect(found.first?.location.map { $0.column > 1 } == true)
  }

  @Test func styleSheetsUseExistingTokensOnly() throws {
    let store = AssetStore()
    let sheets = store.paths(under: "").filter { $0.hasSuffix(".css") }
      .compactMap { store.file($0) }
    #expect(sheets.count > 8)
    // Scripts set some variables: `setProperty('--width', …)`.
    let scripts = store.paths(under: "").filter { $0.hasSuffix(".js") }
      .compactMap { store.file($0) }
    let own = Set(
      sheets.flatMap { $0.text.matches(of: /(--[a-z-]+):/).map { String($0.1) } }
        + scripts.flatMap { $0.text.matches(of: /["'](--[a-z-]+)["']/).map { String($0.1) } })
    for theme in store.names(under: "Themes") {
      var problems: [Diagnostic] = []
      let tokens = try #require(Theme(theme, in: store, problems: &problems)).tokens
      let known = Set(tokens.light.map { "--" + $0.name }).union(own)
      for sheet in sheets {
        for use in sheet.text.matches(of: /var\((--[a-z0-9-]+)/) {
          #expect(known.contains(String(use.1)), "\(sheet.name) with \(theme)")
        }
      }
    }
  }

  /// Whether a token that no template uses is documented for authors.
  private static func isDocumented(_ token: String) throws -> Bool {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let words = try String(contentsOf: root.appending(path: "docs/themes.md"), encoding: .utf8)
    return words.contains("`\(token.replacing("-", with: "."))`")
  }

  @Test func everyThemeHasTheSameTokensAndAllAreUsedOrDocumented() throws {
    let store = AssetStore()
    let sheets = store.paths(under: "Templates/").filter { $0.hasSuffix(".css") }
    let uses = Set(
      sheets.compactMap { store.file($0)?.text }.flatMap {
        $0.matches(of: /var\(--([a-z0-9-]+)/).map { String($0.1) }
      })
    var expected: [String]?
    for theme in store.names(under: "Themes") {
      var problems: [Diagnostic] = []
      let tokens = try #require(Theme(theme, in: store, problems: &problems)).tokens
      let names = tokens.light.map(\.name)
      #expect(names == expected ?? names, "\(theme)")
      expected = names
      #expect(tokens.dark.allSatisfy { names.contains($0.name) })
      for name in names where !uses.contains(name) { #expect(try Self.isDocumented(name)) }
    }
  }

  @Test(arguments: [
    (##"{"color":{"$type":"color","light":{"a":{"$value":"red"}}}}"##, "token-value"),
    (##"{"color":{"$type":"color","light":{"a":{"$value":"#12345"}}}}"##, "token-value"),
    (##"{"color":{"$type":"color","light":{"a":{"$value":"#１"}}}}"##, "token-value"),
    (##"{"a":{"$type":"dimension","$value":"1px;color:red"}}"##, "token-value"),
    (##"{"a":{"$type":"dimension","$value":"calc(1px)"}}"##, "token-value"),
    (##"{"a":{"$type":"dimension","$value":"1.1"}}"##, "token-value"),
    (##"{"a":{"$type":"dimension","$value":{"value":1,"unit":"px}"}}}"##, "token-value"),
    (##"{"a":{"$type":"fontFamily","$value":["x\"y"]}}"##, "token-value"),
    (##"{"a":{"$type":"fontFamily","$value":"url(x)"}}"##, "token-value"),
    (##"{"a":{"$type":"fontFamily","$value":"</style>"}}"##, "token-value"),
    (##"{"a":{"$type":"number","$value":"/*"}}"##, "token-value"),
    (##"{"a":{"$type":"poem","$value":"x"}}"##, "token-value"),
    (##"{"a":{"$value":"1px"}}"##, "token-value"),
    (##"{"a}b":{"$type":"number","$value":1}}"##, "token-name"),
    (##"{"a":{"$type":"number","$value":"{b.c}"}}"##, "unknown-token"),
    (##"{"a":{"$type":"number","$value":"{a}"}}"##, "unknown-token"),
    (##"{"color":{"$type":"color","dark":{"a":{"$value":"#000000"}}}}"##, "dark-alone"),
  ])
  func aTokenErrorIsReportedOnceAtItsLine(source: String, id: String) throws {
    let problems = try Self.problems("\n" + source)
    #expect(problems.map(\.id) == [id])
    #expect(problems.first?.location?.line == 2)
    #expect((problems.first?.location?.column ?? 0) > 1)
  }

  @Test func allTokenErrorsAreReportedAtTheirLines() throws {
    let problems = try Self.problems(
      """
      { "a": { "$type": "number",
          "one": { "$value": "x" },
          "two": { "$value": 2 },
          "three": { "$value": "{a.four}" } } }
      """)
    #expect(problems.map { $0.location?.line } == [2, 4])
  }

  @Test func tokensBecomePropertiesOfTheirScheme() throws {
    let source = """
      { "color": { "$type": "color",
          "light": { "a": { "b": { "$value": "#ffffff" } }, "c": { "$value": "{color.light.a.b}" } },
          "dark": { "a": { "b": { "$value": "#000000" } } } },
        "font": { "$type": "fontFamily", "$value": ["Two Words", "serif", "3rd"] },
        "space": { "$type": "dimension", "$value": { "value": 0.5, "unit": "rem" } } }
      """
    var problems: [Diagnostic] = []
    let root = try #require(JSONValue.parse(source, file: "tokens.json").0)
    let tokens = Tokens(root, problems: &problems)
    #expect(problems == [])
    #expect(
      tokens.css
        == ":root{--color-a-b:#ffffff;--color-c:#ffffff;--font:\"Two Words\",serif,3rd;"
        + "--space:0.5rem}@media screen and (prefers-color-scheme:dark){:root{--color-a-b:#000000}}"
    )
    #expect(tokens.value("color-a-b", isDark: true) == "#000000")
    #expect(tokens.value("color-c", isDark: true) == "#ffffff")
  }
}
