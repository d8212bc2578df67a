import Diagnostics
import Model
import Testing

@testable import Rendering

/// Diagnostics for users' themes, styles and addresses.
@Suite struct OwnThemeTests {
  private func found(_ files: [String: String]) throws -> [Diagnostic] {
    let night = try report(dataset([message(.error, "One"), message(.warning, "Two")]))
    return problems(rendering: night, to: .page, with: files)
  }

  private func tokens(_ text: String) -> [String: String] {
    ["Themes/horizon/tokens.json": text]
  }

  private func mutedWords(in color: String) -> [String: String] {
    tokens(
      #"{"color": {"light": {"text": {"muted": {"$type": "color", "$value": "\#(color)"}}}}}"#)
  }

  @Test func tokensUsedByUserStylesOnlyAreAccepted() throws {
    let own = tokens(#"{"brand": {"edge": {"$type": "dimension", "$value": "3px"}}}"#)
    let unused = try found(own)
    #expect(unused.map(\.id) == ["unknown-token"])
    #expect(unused[0].summary == "no style uses 'brand-edge'")
    var used = own
    used["Themes/horizon/page.css"] = "main { border-width: var(--brand-edge); }"
    #expect(try found(used) == [])
  }

  @Test func undefinedVariablesAreReportedAtTheirLocation() throws {
    let style = """
      /* var(--in-a-comment) */
      :root { --own: 1px; --sized: var(--own); }
      main { color: var(--color-lnk); width: var(--wide, 3px);
        content: "var(--in-a-string)"; }
      """
    let problem = try #require(try found(["Themes/horizon/page.css": style]).first)
    #expect(problem.id == "undefined-variable")
    #expect(problem.summary == "undefined variable '--color-lnk'")
    #expect(problem.location?.line == 3)
    #expect(problem.location?.column == 19)
    #expect(problem.help == ["did you mean '--color-link'?"])
    #expect(try found(["Themes/horizon/page.css": style]).count == 1)
  }

  @Test func lowContrastIsReportedWithItsRatio() throws {
    let pale = mutedWords(in: "#999999")
    let problems = try found(pale).filter { $0.id == "low-contrast" }
    #expect(problems.count == 1)
    #expect(
      problems.contains {
        $0.summary.contains("'color-text-muted' on '")
          && ($0.summary + $0.help.joined()).contains("'color-surface'")
      })
    #expect(problems.allSatisfy { $0.severity == .warning && $0.location?.line == 1 })
    let dark = mutedWords(in: "#333333")
    #expect(try found(dark).filter { $0.id == "low-contrast" } == [])
  }

  @Test(arguments: ["9223372036854775808", "1e300", "-1", "0", "21.5"])
  func impossibleMinimumsOfContrastAreWarnings(minimum: String) throws {
    let pair =
      #"{"foreground": "text.muted", "background": ["surface"], "minimum": \#(minimum)}"#
    let problems = try found(
      tokens(#"{"$extensions": {"tidemark": {"pairs": [\#(pair)]}}}"#))
    #expect(problems.map(\.id) == ["bad-contrast"])
    #expect(problems.first?.severity == .warning && problems.first?.location?.line == 1)
  }

  @Test(arguments: [
    #"<img src="https://example.org/a.png" alt="">"#, #"<img alt="" src="{{url}}">"#,
    #"<video poster="a.png"></video>"#, #"<object data="x.svg"></object>"#,
    #"<img src="x{{logo}}">"#,
  ])
  func resourcesBlockedByThePolicyAreTemplateErrors(markup: String) throws {
    let problems = try found(["Templates/default/components/overview.page": markup])
    #expect(problems.map(\.id).contains("blocked-address"), "\(problems)")
    #expect(problems.contains { $0.help.contains { $0.contains("{{#logo}}") } })
  }

  @Test func componentsMayUseTheLogo() throws {
    let markup = #"{{#logo}}<img src="{{logo}}" alt="">{{/logo}}"#
    #expect(try found(["Templates/default/components/overview.page": markup]) == [])
  }
}
