import Markup
import Testing
import Text

/// Resolves tokens for tests: values to their text, blocks to their lines.
struct Words: TokenResolver {
  var target = DocumentTarget.html
  var values: [Int: String] = [:]
  var blocks: [Int: String] = [:]

  func isBlock(_ token: Int) -> Bool { blocks[token] != nil }
  func hasContent(_ token: Int) -> Bool { blocks[token] != "" }
  func text(of token: Int) -> String { values[token] ?? "" }

  func writeText(_ token: Int, to sink: inout ByteSink) {
    switch target {
    case .html, .mail: HTMLEscaping.writeText(text(of: token), to: &sink)
    case .markdown: LiteralText.writeMarkdown(text(of: token), to: &sink)
    case .text: LiteralText.writeText(text(of: token), to: &sink)
    }
  }

  func writeBlock(_ token: Int, to sink: inout ByteSink) { sink.write(blocks[token] ?? "") }

  mutating func beginPart(_ number: Int, to sink: inout ByteSink) {
    if target == .html { sink.write("<\(number)>\n") }
  }

  func endPart(_ number: Int, to sink: inout ByteSink) {
    if target == .html { sink.write("</\(number)>\n") }
  }
}

private let a = Token.encode(0)
private let b = Token.encode(32767)
private let c = Token.encode(32768)

@Suite("Documents of templates")
struct DocumentTests {
  func written(
    _ source: String, as target: DocumentTarget, values: [Int: String] = [:],
    blocks: [Int: String] = [:]
  ) -> String {
    var words = Words(target: target, values: values, blocks: blocks)
    var sink = ByteSink()
    TemplateDocument(parsing: source).write(as: target, resolver: &words, to: &sink)
    return sink.string
  }

  @Test func tokensAreResolvedForTheirContext() {
    let source = "# \(a)\n\n*\(a)* `\(a)` [\(a)](\(b)/\(a) \"\(a)\")\n\n```\n\(a)\n```\n"
    let values = [0: "<\"*_", 32767: "https://x.example"]
    #expect(
      written(source, as: .html, values: values)
        == """
        <0>
        <h1 dir="auto">&lt;"*_</h1>
        <p dir="auto"><em>&lt;"*_</em> <code>&lt;"*_</code> \
        <a href="https://x.example/%3C%22*_" title="&lt;&quot;*_">&lt;"*_</a></p>
        <pre dir="ltr" tabindex="0"><code>&lt;"*_
        </code></pre>
        </0>

        """)
    #expect(
      written(source, as: .markdown, values: values)
        == """
        # &lt;"\\*\\_

        <em>&lt;"\\*\\_</em> `<"*_` [&lt;"\\*\\_](https://x.example/%3C%22*_ "&lt;&quot;\\*\\_")

        ```
        <"*_
        ```

        """)
  }

  @Test func unsafeLinkDestinationsFromValuesAreDropped() {
    #expect(
      written("[x](\(a))", as: .html, values: [0: "javascript:alert(1)"])
        == "<0>\n<p dir=\"auto\">x</p>\n</0>\n")
    #expect(
      written("[x](java\(a))", as: .html, values: [0: "script:alert(1)"])
        == "<0>\n<p dir=\"auto\">x</p>\n</0>\n")
  }

  @Test func aBlockTokenReplacesItsParagraph() {
    let source = "# T\n\n\(a)\n\n\(b)\n\n## M\n\n\(c)\n"
    let blocks = [0: "<run>\n", 32767: "", 32768: "<list>\n"]
    #expect(
      written(source, as: .html, blocks: blocks)
        == """
        <0>
        <h1 dir="auto">T</h1>
        <run>
        </0>
        <1>
        <h2 id="part-1" dir="auto">M</h2>
        <list>
        </1>

        """)
    #expect(
      written(source, as: .markdown, blocks: blocks) == "# T\n\n<run>\n\n## M\n\n<list>\n")
    #expect(
      written(source, as: .text, blocks: blocks)
        == "T\n\u{3}=\n\n<run>\n\nM\n\u{3}-\n\n<list>\n")
  }

  @Test func authorsOfTemplatesMayUseGitHubExtensions() {
    let source = """
      | a | b |
      | - | - |
      | \(a) | ~~c~~ @octocat #12 |

      - [x] done

      > [!NOTE]
      > Read this[^1].

      """
    #expect(
      written(source, as: .markdown, values: [0: "x|y"])
        == source.replacing(a, with: "x\\|y").replacing("| - | - |", with: "| --- | --- |"))
  }

  @Test func documentFindingsAreReported() {
    func kinds(_ source: String) -> [String] {
      TemplateDocument(parsing: source).findings { $0 == 0 || $0 == 32767 }
        .map { "\($0.line) \($0.kind.rawValue)" }
    }
    #expect(kinds("x\n\n\(a)\n\ny") == [])
    #expect(kinds("x\n\n<\(c)>") == ["3 tag-in-angle-brackets"])
    #expect(kinds("\(a)\n---") == ["1 component-underlined"])
    #expect(kinds("# \(a)") == ["1 component-in-heading"])
    #expect(kinds("x\n\n\(a)\n\(b)") == ["3 component-in-paragraph", "4 component-in-paragraph"])
    #expect(kinds("- \(a)") == ["1 component-in-container"])
    #expect(kinds("x *\(a)*") == ["1 component-in-mark"])
    #expect(kinds("`\(a)`") == ["1 component-in-code"])
    #expect(kinds("<div>\n\nx <b>y</b>") == ["1 raw-html", "3 raw-html", "3 raw-html"])
    #expect(kinds("![x](y)") == ["1 image"])
  }

  @Test func charactersOfTokensAreRemovedFromTemplates() {
    #expect(Token.cleaned("a\(a)b") == "a\u{FFFD}\u{FFFD}b")
  }

  @Test func tokensOfAllIndicesHaveTheSameLength() {
    for index in [0, 1, 0x7FFF, 0x8000, Token.limit - 1] {
      #expect(Token.encode(index).utf8.count == Token.length)
      #expect(written(Token.encode(index), as: .text, values: [index: "x"]) == "x\n")
    }
  }
}
