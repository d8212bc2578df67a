import TestSupport
import Testing
import Text

@testable import Markup

/// Plain text and logs in the three languages.
@Suite("Plain text and logs")
struct PlainTests {
  private func html(
    _ source: String, _ format: TextFormat, placement: HTMLPlacement = .page(base: nil)
  ) -> String {
    var sink = ByteSink()
    RichText.writeHTML(source, in: format, placement: placement, to: &sink)
    return sink.string
  }

  private func markdown(_ source: String, _ format: TextFormat, prefix: String = "") -> String {
    var sink = ByteSink()
    RichText.writeMarkdown(source, in: format, prefix: prefix, base: nil, to: &sink)
    return sink.string
  }

  private func text(_ source: String, _ format: TextFormat) -> String {
    var sink = ByteSink()
    RichText.writeText(source, in: format, base: nil, to: &sink)
    return sink.string
  }

  private func structure(_ source: String, _ format: TextFormat) -> String {
    var structure = Structure()
    RichText.show(source, in: format, to: &structure)
    return structure.written
  }

  @Test func plainTextKeepsItsLinesAndParagraphs() {
    let source = "__init__ got *args\n# 1. <b>\n\n  \nsecond [a](b)\n"
    #expect(
      html(source, .plain) == """
        <p dir="auto">__init__ got *args<br>
        # 1. &lt;b&gt;</p>
        <p dir="auto">second [a](b)</p>

        """)
    #expect(
      markdown(source, .plain) == """
        \\_\\_init\\_\\_ got \\*args\\
        \\# 1. &lt;b>

        second \\[a\\](b)

        """)
    #expect(text(source, .plain) == "__init__ got *args\n# 1. <b>\n\nsecond [a](b)\n")
  }

  @Test func plainTextKeepsItsSpaces() {
    #expect(
      html("a  b\n  c\n\td e", .plain) == """
        <p dir="auto">a \u{A0}b<br>
        \u{A0}\u{A0}c<br>
        \u{A0}\u{A0}\u{A0}\u{A0}d e</p>

        """)
    #expect(RichText.line("  a\n   b", in: .plain).text == "a b")
  }

  @Test func addressesInPlainTextAreNoLinks() {
    let source = "https://a.example/ <https://b.example/> www.c.example"
    #expect(!html(source, .plain).contains("<a"))
    #expect(Structure.of(markdown(source, .plain), base: nil) == structure(source, .plain))
  }

  @Test func aLogIsOneBlockOfCode() {
    let source = "\n\n  at a.b(C.java:1)\n\n\tat d\n```\n  \n"
    #expect(
      html(source, .log) == """
        <pre dir="ltr" tabindex="0"><code>  at a.b(C.java:1)

        \tat d
        ```
          </code></pre>

        """)
    #expect(
      markdown(source, .log) == """
        ````
          at a.b(C.java:1)

        \tat d
        ```
          
        ````

        """)
    #expect(html("a  b", .log, placement: .mail(base: nil, isMixed: false)).contains("a&nbsp; b<"))
    #expect(html(" \n\n", .log) == "")
    #expect(html(" \n\n", .plain) == "")
  }

  // MARK: Untrusted text

  private static let hostile = [
    "<script>alert(1)</script>", "](javascript:alert(1))", "[a](javascript:alert(1))", "-->", "`",
    "```\n<b>\n```", "~~~\n<b>", "\u{202E}evil\u{2066}", "a\u{2028}b\u{2029}c\u{85}d", "\0",
    "\u{1B}",
    "\u{1B}[31mred", "a\rb", "<!-- x", "&lt;b&gt; &#60;", "<https://a.example>", "\\", "a\\",
    "    indented", "\tcode", "---\n===", "a\n===", "- a\n+ b\n* c\n1. d\n> e",
    "| a | b |\n|---|---|",
    "</code></pre><b>", "]]>", "\u{FEFF}a", "![x](y)", "[a]: b\n[a]", "::error::x", "##[error]x",
    "@someone #1 GH-2 $x$ :smile: www.a.example", String(repeating: "`", count: 100_000),
    String(repeating: "x", count: 100_000), String(repeating: "[", count: 50_000),
    String(repeating: "\n", count: 100_000) + "a", String(repeating: " ", count: 100_000) + "a",
    String(repeating: "\r", count: 100_000), "\u{F0000}\u{10FFFD}",
  ]

  @Test(
    .enabled(if: FuzzScale.isThorough), .timeLimit(.minutes(20)),
    arguments: TextFormat.allCases.dropFirst(), hostile)
  func hostileTextStaysText(format: TextFormat, source: String) {
    #expect(HTMLChecker.problem(in: html(source, format)) == nil)
    let elements: Set<Substring> = ["p", "br", "pre", "code", "table", "tr", "td", "span"]
    for place in [HTMLPlacement.page(base: nil), .mail(base: "https://b.example/", isMixed: true)] {
      let tags = html(source, format, placement: place).matches(of: /<\/?([^\s>]*)/).map(\.output.1)
      #expect(elements.isSuperset(of: tags))
    }
    let quoted = markdown(source, format, prefix: "> ")
    #expect(quoted.split(separator: "\n").dropFirst().allSatisfy { $0.first == ">" })
    #expect(Structure.of(markdown(source, format), base: nil) == structure(source, format))
    for scalar in text(source, format).unicodeScalars where scalar != "\n" && scalar.value != 2 {
      #expect(!(0..<0x20 ~= scalar.value) && scalar.value != 0x202E && scalar.value != 0x2028)
    }
  }

  @Test(arguments: [81, 256, 1_000])
  func rowsOfBackticksEndNoCode(count: Int) {
    let ticks = String(repeating: "`", count: count)
    let code = "a\n\(ticks)\n[x](https://a.example)"
    for written in [
      markdown(code, .log), markdown("~~~\n\(code)\n~~~", .markdown), TextFormat.log.markdown(code),
      markdown("`a\(ticks)b [x](https://a.example)`", .markdown),
    ] {
      #expect(!Structure.of(written, base: nil).contains("a<https"))
    }
  }

  @Test func randomTextStaysTextInEveryLanguage() {
    var dice = Dice(seed: 41)
    for _ in 0..<FuzzScale.rounds(4_000) {
      let given = RandomMarkdown.source(&dice)
      for format in [TextFormat.plain, .log] {
        let source = format == .log ? TerminalOutput.changed(given) ?? given : given
        let shown = structure(source, format)
        #expect(HTMLChecker.problem(in: html(source, format)) == nil)
        #expect(
          Structure.of(markdown(source, format), base: nil) == shown,
          "\(source.debugDescription) → \(markdown(source, format).debugDescription)")
        // The Markdown of a text that is cut says the same. Parsers drop a byte order mark.
        guard !shown.isEmpty, !source.unicodeScalars.contains("\u{FEFF}") else { continue }
        #expect(
          Structure.of(format.markdown(source), base: nil) == shown,
          "\(source.debugDescription) → \(format.markdown(source).debugDescription)")
      }
    }
  }
}
