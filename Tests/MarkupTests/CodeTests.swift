import TestSupport
import Testing
import Text

@testable import Markup

@Suite("Code, logs and quoted code")
struct CodeTests {
  private func log(_ source: String, placement: HTMLPlacement = .page(base: nil)) -> String {
    var sink = ByteSink()
    RichText.writeHTML(source, in: .log, placement: placement, to: &sink)
    return sink.string
  }

  // MARK: Colours

  @Test func coloursOfLogsAreClasses() {
    #expect(
      log("\u{1B}[1;31mFAIL\u{1B}[0m a<b")
        == "<pre dir=\"ltr\" tabindex=\"0\"><code><span class=\"a1 a31\">FAIL</span> a&lt;b</code></pre>\n"
    )
    #expect(
      log("\u{1B}[42mok\u{1B}[0m\nx", placement: .mail(base: nil, isMixed: false))
        .contains("<span class=\"word success\">ok</span><br>\nx</td>"))
  }

  @Test func coloursOfCodeInMarkdownAreClasses() {
    let shown = html("```console\n\u{1B}[32mPASS\u{1B}[0m\u{1B}]0;title\u{7}\n```")
    #expect(shown.contains("<code><span class=\"a32\">PASS</span>\n</code>"))
  }

  @Test func otherTargetsShowLogsWithoutColours() {
    let source = "```\n\u{1B}[32mPASS\u{1B}[0m\n```"
    #expect(markdown(source) == "```\nPASS\n```\n")
    #expect(text(source) == "¤    PASS\n")
    #expect(RichText.line(source).text == "PASS")
  }

  @Test func brokenSequencesAreShownAsSigns() {
    #expect(log("\u{1B}[31").contains("<code>␛[31</code>"))
    #expect(log("\u{1B}[31mred\u{1B}").contains("<span class=\"a31\">red␛</span>"))
  }

  @Test func sequencesInTextAreNoMarkup() {
    #expect(html("\u{1B}[31mred") == "<p dir=\"auto\">␛[31mred</p>\n")
  }

  // MARK: Diffs and frames

  @Test func linesOfADiffAreMarkedAndKeepTheirSigns() {
    let source = "```diff\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n same\n-<old>\n+new\n--- -x\n```"
    #expect(
      html(source).contains(
        """
        <code>--- a/x
        +++ b/x
        <span class="hunk">@@ -1 +1 @@</span>
         same
        <span class="del">-&lt;old&gt;</span>
        <span class="ins">+new</span>
        <span class="del">--- -x</span>
        </code>
        """))
  }

  @Test func otherLanguagesAreNoDiffs() {
    #expect(!html("```c\n-x\n```").contains("<span"))
    #expect(html("```Patch a\n-x\n```").contains("<span class=\"del\">"))
  }

  @Test func theLineOfAFrameIsMarked() {
    let shown = html("```frame\n  1 | a\n> 2 | b\n    | ^\n```")
    #expect(shown.contains("<code>  1 | a\n<mark>&gt; 2 | b</mark>\n    | ^\n</code>"))
  }

  // MARK: Quoted code

  private func pieces(_ text: String) -> String {
    var result = ""
    QuotedCode.forEach(in: text) { piece, isCode in
      let piece = String(decoding: piece, as: UTF8.self)
      result += isCode ? "[\(piece)]" : piece
    }
    return result
  }

  @Test(arguments: [
    ("unused variable: `x`", "unused variable: [x]"),
    ("expected `;`, found `}`", "expected [;], found [}]"),
    ("``a`b`` and `let x = 1`", "[a`b] and [let x = 1]"),
    ("(`a`)", "([a])"), ("`a`", "[a]"), ("no code", "no code"), ("", ""),
    ("undefined reference to `foo'", "undefined reference to `foo'"),
    ("`foo' and `bar'", "`foo' and `bar'"), ("`foo' and `bar`", "`foo' and [bar]"),
    ("a`b`c", "a`b`c"), ("` a `", "` a `"), ("``` x ```", "``` x ```"), ("``", "``"),
    ("`a", "`a"), ("é`a`", "é`a`"),
  ])
  func backticksAroundWordsAreCode(text: String, shown: String) {
    #expect(pieces(text) == shown)
  }

  @Test(.timeLimit(.minutes(20)), arguments: ["`", "` ", " `a", "`a`", "``a`"])
  func hostileBackticksTakeLinearTime(unit: String) {
    let text = String(repeating: unit, count: 100_000)
    let clock = CPUClock()
    var count = 0
    QuotedCode.forEach(in: text) { piece, _ in count += piece.count }
    #expect(count <= text.utf8.count)
    #expect(clock.seconds < 30)
  }

  @Test func quotedCodeIsCodeInMarkdown() {
    var sink = ByteSink()
    LiteralText.writeMarkdown(
      "use `a_b` *not* `c|d` or `e", as: .cell, quotesCode: true, to: &sink)
    #expect(sink.string == "use `a_b` \\*not\\* <code>c&#124;d</code> or \\`e")
  }
}
