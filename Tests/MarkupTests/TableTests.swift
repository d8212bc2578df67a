import TestSupport
import Testing
import Text

@testable import Markup

@Suite("Tables")
struct TableTests {
  private static let simple = "| a | b |\n| --- | --- |\n| c | d |"

  @Test func aTableHasAHeaderWithScopeAndABody() {
    #expect(
      html(Self.simple) == """
        <table class="grid" dir="auto">
        <thead>
        <tr><th scope="col">a</th><th scope="col">b</th></tr>
        </thead>
        <tbody>
        <tr><td>c</td><td>d</td></tr>
        </tbody></table>

        """)
  }

  @Test func alignmentsAreClassesAndPipesAtTheEdgesOptional() {
    let shown = html("left | mid | right\n:- | :-: | -:\n1 | 2 | 3")
    #expect(shown.contains("<th scope=\"col\" class=\"to-left\">left</th>"))
    #expect(shown.contains("<td class=\"to-center\">2</td><td class=\"to-right\">3</td>"))
    #expect(!shown.contains("style="))
  }

  @Test func aPipeBehindABackslashBelongsToItsCellInCodeToo() {
    let shown = html("| f\\|oo |\n| ------ |\n| `\\|` and **b \\| c** |\n")
    #expect(shown.contains("<th scope=\"col\">f|oo</th>"))
    #expect(shown.contains("<td><code>|</code> and <strong>b | c</strong></td>"))
  }

  @Test func aPipeInCodeWithoutABackslashSplitsTheCell() {
    #expect(html("| a | b |\n|-|-|\n| `x | y` |").contains("<tr><td>`x</td><td>y`</td></tr>"))
  }

  @Test func aTableEndsAtABlankLineOrAnotherBlock() {
    let shown = html("| a |\n|---|\n| b |\n> quote\n\nafter")
    #expect(shown.contains("<td>b</td></tr>\n</tbody></table>\n<blockquote"))
    #expect(html("| a | b |\n|---|---|\n| c | d |\nbar\n\nbar").contains("<tr><td>bar</td></tr>"))
  }

  @Test func aHeaderWithAnotherNumberOfCellsIsNoTable() {
    let shown = html("| abc | def |\n| --- |\n| bar |")
    #expect(!shown.contains("<table"))
    #expect(shown.contains("| abc | def |"))
  }

  @Test func missingCellsAreLeftOutAndThoseTooManyIgnored() {
    let shown = html("| a | b |\n|---|---|\n| c |\n| d | e | f |")
    #expect(shown.contains("<tr><td>c</td></tr>\n<tr><td>d</td><td>e</td></tr>"))
  }

  @Test func aTableMayHaveNoBody() {
    #expect(html("| a | b |\n|---|---|").hasSuffix("</tr>\n</thead>\n</table>\n"))
  }

  @Test func textAboveTheHeaderStaysAParagraph() {
    let shown = html("One *two*\nthree\n| a |\n|---|\n| b |")
    #expect(shown.hasPrefix("<p dir=\"auto\">One <em>two</em>\nthree</p>\n<table"))
  }

  @Test func aTableStandsInQuotesAndLists() {
    let quoted = html("> | a | b |\n> |---|---|\n> | *c* | d |")
    #expect(quoted.hasPrefix("<blockquote dir=\"auto\">\n<table class=\"grid\">"))
    #expect(quoted.contains("<td><em>c</em></td><td>d</td>"))
    let listed = html("- item\n\n  | a | b |\n  |---|---|\n  | c | d |\n- next")
    #expect(listed.contains("<p>item</p>\n<table class=\"grid\">"))
    #expect(listed.contains("<td>c</td><td>d</td>"))
    #expect(html("- | a |\n  |---|\n  | b |").contains("<li><table"))
  }

  @Test func dashesBelowATableAreARule() {
    let shown = html("| a |\n|---|\n| b |\n---")
    #expect(shown.contains("<tr><td>b</td></tr>\n</tbody></table>\n<hr>"))
  }

  @Test func cellsHoldInlineContentOnly() {
    let shown = html("| # a | - b |\n|---|---|\n| > c | 1. d |\n|     e | ``` |")
    for text in ["# a", "- b", "&gt; c", "1. d", "e", "```"] {
      #expect(shown.contains(">\(text)</t"), "\(text)")
    }
  }

  @Test func linksInCellsFindTheirDefinitions() {
    let shown = html("| a |\n|---|\n| [x] and [y](b) |\n\n[x]: https://example.org/")
    #expect(shown.contains("<a href=\"https://example.org/\">x</a> and <a href=\"b\">y</a>"))
  }

  @Test func aWideTableScrollsInABoxForTheKeyboard() {
    let wide = "| \(String(repeating: "w", count: 40)) |\n|---|\n| b |"
    #expect(html(wide).hasPrefix("<div class=\"wide\" tabindex=\"0\"><table"))
    #expect(html(wide).hasSuffix("</table></div>\n"))
    #expect(!html(Self.simple).contains("tabindex"))
  }

  @Test func anEmptyHeaderIsNoHeader() {
    #expect(html("| | b |\n|---|---|\n| c | d |").contains("<tr><td></td><th scope=\"col\">b</th>"))
  }

  @Test func htmlAndSchemesInCellsAreText() {
    let shown = html("| <b> | [x](javascript:alert) |\n|---|---|\n| <script> | \u{202E} |")
    #expect(HTMLChecker.problem(in: shown) == nil)
    #expect(!shown.contains("<b>") && !shown.contains("javascript"))
  }

  // MARK: Other targets

  @Test func markdownKeepsTablesWithTheirPipesEscaped() {
    #expect(
      markdown("a | b\n:-|-:\n`x\\|y` | 1 \\| 2\n| # | *z*") == """
        | a | b |
        | :-- | --: |
        | <code>x&#124;y</code> | 1 &#124; 2 |
        | \\# | *z* |

        """)
    #expect(markdown("> | a |\n> |---|\n> | b |") == "> | a |\n> | --- |\n> | b |\n")
    #expect(markdown("- | a |\n  |---|\n  | b |") == "- | a |\n  | --- |\n  | b |\n")
  }

  @Test func markdownOfATableIsTheSameTable() {
    for source in [
      Self.simple, "a | b\n:-|-:\n`x` | 1 \\| 2", "> | a |\n> |---|\n> | [l](https://e.org) |",
      "1. x\n\n   | a |\n   |---|\n   | **b** ~~c~~ |\n",
    ] {
      #expect(Structure.of(markdown(source), base: nil) == Structure.of(source, base: nil))
    }
  }

  @Test func textAlignsColumns() {
    #expect(
      text("| Name | Count | Mid |\n|---|--:|:-:|\n| alpha | 7 | x |\n| b | 1234 |") == """
        ¤Name   Count  Mid
        ¤-----  -----  ---
        ¤alpha      7   x
        ¤b       1234

        """)
    #expect(text("> | a |\n> |---|\n> | b |") == "¤> a\n¤> -\n¤> b\n")
  }

  @Test func textListsTheRowsOfATableThatIsTooWide() {
    let long = String(repeating: "long ", count: 8)
    let source = "| Name | Value |\n|---|---|\n| one | \(long) |\n| two | 2 |"
    #expect(
      text(source, columns: 30) == """
        - ⇥Name: one
          ⇥Value: long long long long long long long long
        - ⇥Name: two
          ⇥Value: 2

        """)
  }

  @Test func aLineNamesTheCellsOfATable() {
    #expect(RichText.line(Self.simple).text == "a b c d")
    #expect(markdown(Self.simple, as: .cell) == "a  b<br>c  d")
  }

  // MARK: Hostile tables

  @Test(.timeLimit(.minutes(20)))
  func hostileTablesTakeLinearTimeAndRoom() {
    func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
    for source in [
      many("|a", 20_000) + "\n" + many("|-", 20_000) + "\n" + many("|\n", 20_000),
      "|a|\n|-|\n" + many("|b|\n", 40_000), many("|-|\n", 40_000), many("|\n-|\n", 40_000),
      many("|a|b\n|-|\n", 20_000),
      many("a|b\n-|-\n\n", 20_000), "a|b\n-|-\n" + many("\\|", 40_000),
      "a|b\n-|-\n" + many("`|", 40_000), "a|b\n-|-\n" + many("[x]|", 30_000) + "\n\n[x]: y",
      many("> ", 50) + "a|b\n" + many(many("> ", 50) + "-|-\n", 1_000),
      many("~", 100_000), many("~a ", 40_000), many("a~ ~~b", 30_000), many("~~*a ", 20_000),
      many("- [ ] a\n", 20_000), many("\\~", 50_000),
    ] {
      let clock = CPUClock()
      let shown = html(source)
      #expect(shown.utf8.count < 40 * source.utf8.count + 4_096)
      _ = markdown(source)
      #expect(text(source, columns: 40).utf8.count < 60 * source.utf8.count)
      #expect(clock.seconds < 30)
    }
  }

  @Test func brokenTablesStaySafe() {
    var dice = SystemRandomNumberGenerator()
    let parts = [
      "|", "\n", "-", "|-|-|\n", ":-:", "`", "\\", "a", "> ", "- ", "~~", "[x] ", "<b>", " ",
    ]
    for _ in 0..<3_000 {
      let source =
        "a|b\n-|-\n"
        + (0..<Int.random(in: 0..<24, using: &dice))
        .map { _ in parts[Int.random(in: 0..<parts.count, using: &dice)] }.joined()
      let problem = HTMLChecker.problem(in: html(source))
      #expect(problem == nil, "\(problem ?? "") in \(source.debugDescription)")
      _ = (markdown(source), text(source, columns: 20), RichText.line(source))
    }
  }
}
