import Composing
import Diagnostics
import Model
import Testing

@testable import Rendering

/// The files of users and their limits.
@Suite struct AssetTests {
  private static let icon = "Templates/default/page/icons/error.svg"
  private static let sheet = "Themes/horizon/page.css"

  private func night() throws -> Report { try report(dataset([message(.error, "a")])) }

  @Test func aLayerOverridesSingleFiles() throws {
    let store = overlay([
      "Templates/default/components/run.page": "<p class=\"own\">{{asOf}}</p>\n",
      Self.sheet: ".own { color: var(--color-link) }",
      Self.icon: "<svg viewBox=\"0 0 8 8\"><circle cx=\"4\" cy=\"4\" r=\"3\"/></svg>",
    ])
    let page = try render(try night(), to: .page, in: store)
    #expect(page.contains("<p class=\"own\">As of"))
    #expect(page.contains(".own{color:var(--color-link)}"))
    #expect(page.contains("<symbol id=\"icon-error\" viewBox=\"0 0 8 8\"><circle"))
    #expect(page.contains("<symbol id=\"icon-warning\" viewBox=\"0 0 24 24\">"))
  }

  @Test func theStrongestLayerWins() {
    let store = AssetStore(over: [
      AssetStore.Layer(["tokens.json": "{}"], inTheme: "own", from: "mine"),
      AssetStore.Layer(["tokens.json": "[]", "page.css": "a{}"], inTheme: "own"),
    ])
    #expect(store.file("Themes/own/tokens.json")?.text == "{}")
    #expect(store.file("Themes/own/tokens.json")?.name == "mine/tokens.json")
    #expect(store.file("Themes/own/page.css")?.text == "a{}")
    #expect(store.names(under: "Themes").contains("own"))
    #expect(store.names(under: "Themes").contains("horizon"))
  }

  @Test func aThemeErrorIsReportedAtItsLineAndMakesNoPage() throws {
    let tokens =
      "{\n  \"color\": { \"$type\": \"color\",\n    \"light\": { \"canvas\": { \"$value\": 5 } } } }"
    let found = problems(
      rendering: try night(), to: .page, with: ["Themes/horizon/tokens.json": tokens])
    #expect(found.map(\.id) == ["token-value"])
    #expect(
      found.first?.location
        == SourceLocation(file: "Themes/horizon/tokens.json", line: 3, column: 38))
  }

  @Test(arguments: [
    "a{}\n</STYLE>", "a{}\na{background:URL(x)}", "a{}\n@Import 'x';", "a{}\na{content:\"<!--\"}",
    "a{}\na{background:image-set('http://a.example/b' 1x)}", "a{}\na{background:\\75rl(x)}",
    "a{}\n@\\69mport 'x';",
  ])
  func unsafeStylesAreRefused(css: String) throws {
    let found = problems(rendering: try night(), to: .page, with: [Self.sheet: css])
    #expect(found.map(\.id) == ["unsafe-style"])
    #expect(found.first?.location?.file == Self.sheet)
    #expect(found.first?.location?.line == 2)
    let own = problems(
      rendering: try night(), to: .page, with: ["Templates/default/page/99-own.css": css])
    #expect(own.map(\.id) == ["unsafe-style"])
  }

  @Test(arguments: [
    ("a{}\n.b{color:red", 2, 3), ("a{}\n b{c:\"x\n}", 2, 6), ("é/* open\n}", 1, 2), ("a{}}", 1, 4),
    ("@media (x{a{}}", 1, 8), ("a{b:c)}", 1, 2), ("a{b:'\\'}", 1, 5),
  ])
  func unbalancedStylesAreReportedAtTheirLocation(css: String, line: Int, column: Int) throws {
    for sheet in [Self.sheet, "Templates/default/page/99-own.css"] {
      let found = problems(rendering: try night(), to: .page, with: [sheet: css])
      #expect(found.map(\.id) == ["unbalanced-style"])
      #expect(found.first?.location == SourceLocation(file: sheet, line: line, column: column))
    }
  }

  @Test func bracesInCommentsAndStringsAreIgnored() throws {
    let css = "/* { \" */ a::before{content:\"{ /* \\\" (\"} b[c='}']{} .d\\{{}"
    #expect(problems(rendering: try night(), to: .page, with: [Self.sheet: css]) == [])
  }

  @Test func compactingACommentKeepsTokensSeparate() throws {
    let css = "a{background:u/* */rl(x)}@im/**/port 'x';</st/**/yle>"
    let page = try render(try night(), to: .page, in: overlay([Self.sheet: css]))
    #expect(!page.contains("url(") && !page.contains("@import"))
    #expect(page.components(of: "</style>") == 1)
  }

  @Test func aPageHasOnlyThoseIconsForEntriesThatItsEntriesName() throws {
    func symbols(_ icons: [String], _ files: [String: String] = [:]) throws -> [String] {
      let entries = icons.map { icon in
        var entry = TimelineEntry(when: .point(hours(1)), title: icon)
        entry.icon = icon
        return entry
      }
      let night = dataset([message(.error, "a")], entries: entries)
      let page = try render(try report(night), to: .page, in: overlay(files))
      return page.split(separator: "<symbol id=\"icon-").dropFirst()
        .map { String($0.prefix { $0 != "\"" }) }
    }
    let general = try symbols(["error"])
    #expect(general.contains("chevron") && general.contains("warning"))
    #expect(try Set(symbols(["bug", "own", "bug"])) == Set(general + ["bug"]))
    let own = "<svg viewBox=\"0 0 8 8\"><path d=\"\"/></svg>"
    let files = ["Themes/horizon/icons/own.svg": own, "Themes/horizon/icons/bug.svg": own]
    #expect(try Set(symbols(["own"], files)) == Set(general + ["own"]))
  }

  @Test(arguments: [
    "<svg viewBox=\"0 0 1 1\"><script>alert(1)</script></svg>",
    "<svg viewBox=\"0 0 1 1\"><path d=\"\"\nonload=\"alert(1)\"/></svg>",
    "<svg viewBox=\"0 0 1 1\"><path onclick=\"alert(1)\"/></svg>",
    "<svg viewBox=\"0 0 1 1\"><path/onclick=\"alert(1)\"/></svg>",
    "<svg viewBox=\"0 0 1 1\"><style>a{}</style></svg>",
    "<svg viewBox=\"0 0 1 1\"><path style=\"fill:red\"/></svg>",
    "<svg viewBox=\"0 0 1 1\"><use href=\"#icon-x\"/></svg>",
    "<svg viewBox=\"0 0 1 1\"><image href=\"http://a.example/\"/></svg>",
    "<svg viewBox=\"0 0 1 1\"><path fill=\"url(http://a.example/)\"/></svg>",
    "<svg viewBox=\"0 0 1 1\"></symbol><img src=x></svg>",
    "<svg viewBox=\"0 0 1 1\"><g><path d=\"\"/></svg>",
    "<svg viewBox=\"0 0 1 1\"><path d=\"></svg>",
    "<svg viewBox=\"0 0 1 1\"><!-- x --></svg>",
    "<svg viewBox=\"0 0 1 1&quot;\"><path d=\"\"/></svg>",
    "<svg viewBox=\"0 0 1 1\">words</svg>", "<svg><path d=\"\"/></svg>", "<html></html>", "",
  ])
  func iconsWithOtherContentThanShapesAreRefused(icon: String) throws {
    let found = problems(rendering: try night(), to: .page, with: [Self.icon: icon])
    #expect(found.map(\.id) == ["unsafe-icon"])
    #expect(found.first?.location?.file == Self.icon)
  }
}

extension String {
  func components(of part: String) -> Int {
    split(separator: part, omittingEmptySubsequences: false).count - 1
  }
}
