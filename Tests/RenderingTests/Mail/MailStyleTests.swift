import Composing
import Diagnostics
import JSON
import Markup
import Model
import Testing
import Text

@testable import Rendering

/// The style sheet that is written into elements.
@Suite struct MailStyleTests {
  private func style(
    _ css: String, theme: String = "horizon", isRightToLeft: Bool = false
  ) throws -> (MailStyle, [Diagnostic]) {
    var problems: [Diagnostic] = []
    var files = ["Templates/default/mail/inline.css": css]
    for path in AssetStore().paths(under: "Templates/default/mail/") where path.hasSuffix(".css") {
      files[path] = ""
    }
    let store = overlay(files)
    let tokens = try #require(Theme(theme, in: store, problems: &problems)).tokens
    let style = MailStyle(
      template: "default", in: store, tokens: tokens, isRightToLeft: isRightToLeft,
      problems: &problems)
    return (style, problems)
  }

  @Test func classesOverrideElementsAndLaterRulesEarlierOnes() throws {
    let (style, problems) = try style(
      ".a.b { color: #000001 }\n.a { color: #000002; margin: 0 }\np { color: #000003; padding: 0 }\n"
        + ".b { margin: 1px }")
    #expect(problems == [])
    #expect(style.declarations(for: "p", []) == "color:#000003;padding:0")
    #expect(style.declarations(for: "p", ["a"]) == "padding:0;color:#000002;margin:0")
    #expect(style.declarations(for: "td", ["b", "a"]) == "margin:1px;color:#000001")
    #expect(style.declarations(for: "td", ["c"]) == "")
  }

  @Test func tokensAreResolvedForMailPrograms() throws {
    let (style, _) = try style(
      "p { color: var(--color-link); padding: var(--space-m); font-family: var(--font-family-text) }"
    )
    let text = style.declarations(for: "p", [])
    #expect(text.contains("color:#0056bd") && text.contains("padding:12px"))
    #expect(text.contains("'Segoe UI'") && !text.contains("\"") && !text.contains("var("))
  }

  @Test func theDarkSchemeIsDerived() throws {
    let (style, _) = try style(
      ".a { color: var(--color-link); margin: 0 }\n.b { background-color: var(--color-canvas) }")
    #expect(
      style.sheet == "@media (prefers-color-scheme:dark){.a{color:#7cb8ff!important}"
        + ".b{background-color:#10151a!important}}[data-ogsc] .a{color:#7cb8ff!important}"
        + "[data-ogsb] .b{background-color:#10151a!important}")
    #expect(style.usesClass("a") && !style.usesClass("c"))
  }

  @Test func sidesFollowTheTextDirection() throws {
    let css = "ul { padding-inline-start: 1px; border-inline-end: 2px solid; text-align: start }"
    #expect(
      try style(css).0.declarations(for: "ul", [])
        == "padding-left:1px;border-right:2px solid;text-align:left")
    #expect(
      try style(css, isRightToLeft: true).0.declarations(for: "ul", [])
        == "padding-right:1px;border-left:2px solid;text-align:right")
  }

  @Test func lineHeightsAreExactInOutlook() throws {
    let (style, _) = try style(
      "p { font-size: 15px; line-height: 22px }\ntd { font-size: 1px; line-height: 1px }")
    #expect(
      style.declarations(for: "p", [])
        == "font-size:15px;mso-line-height-rule:exactly;line-height:22px")
    #expect(style.declarations(for: "td", []) == "font-size:1px;line-height:1px")
  }

  @Test(arguments: [
    ("#abc", "#aabbcc"), ("#a0b1c2", "#a0b1c2"), ("#00000080", "#7f7f7f"), ("#0008", "#777777"),
    ("#ffffff00", "#ffffff"), ("#112233ff", "#112233"),
  ])
  func coloursInMailHaveSixDigits(written: String, seen: String) {
    #expect(HexColor(written, over: "#ffffff").hex == seen)
  }

  @Test(arguments: [
    ("p {\n  color: var(--color-lnk);\n}", "unknown-token", 2),
    ("p {}\n@media print { p { color: red } }", "mail-style", 2),
    (".a > p { margin: 0 }", "mail-style", 1), ("a:hover { margin: 0 }", "mail-style", 1),
    ("p { background: url(x.png) }", "unsafe-style", 1), ("\n\n</style>", "unsafe-style", 3),
    ("p { margin }", "mail-style", 1), ("* { margin: 0 }", "mail-style", 1),
  ])
  func invalidMailRulesAreReportedAtTheirLocation(css: String, id: String, line: Int) throws {
    let (_, problems) = try style(css)
    #expect(problems.contains { $0.id == id && $0.location?.line == line }, "\(problems)")
  }

  @Test(arguments: [
    "<p style=\"margin:0\">x</p>", "<p style=\"{{title}}\">x</p>", "<p class={{title}}>x</p>",
    "<style>p{}</style>", "<a href=\"x/{{url}}\">x</a>",
  ])
  func mailComponentsWithStyleAttributesAreRefused(component: String) throws {
    let found = problems(
      rendering: try report(dataset([message(.error, "x"), message(.error, "y")])), to: .mail,
      with: ["Templates/default/components/body.mail": component])
    #expect(found.contains { $0.severity == .error })
  }

  @Test func aMailNeedsAShell() throws {
    let found = problems(
      rendering: try report(dataset()), to: .mail,
      with: ["Templates/default/mail/shell.html": "<p>x</p>"])
    #expect(found.map(\.id) == ["no-shell"])
  }

  @Test func mailHTMLIsWrittenAlikeInPiecesOfAnySize() throws {
    let (style, _) = try style("p { margin: 0 }\n.a { color: #000000 }")
    let html = "<p class=\"a b\" dir=\"auto\">\u{201C}a\u{1F600}\u{201D} &lt;<br>\n<!-- <p> --></p>"
    let whole = MailWriter.finished(Array(html.utf8), style)
    #expect(
      whole == "<p dir=\"auto\" style=\"margin:0;color:#000000\">&#8220;a&#128512;&#8221; &lt;"
        + "<br>\n<!-- <p> --></p>")
    for length in 1...7 {
      let writer = MailWriter(style)
      var rest = Array(html.utf8)[...]
      while !rest.isEmpty {
        var sink = ByteSink()
        sink.bytes = Array(rest.prefix(length))
        writer.convert(&sink)
        rest = rest.dropFirst(length)
      }
      writer.finish()
      #expect(writer.out.string == whole, "\(length)")
    }
  }
}
