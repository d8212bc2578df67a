import Testing
import Text

@testable import Markup

@Suite("Strikethrough and tasks")
struct StrikethroughTests {
  @Test func oneOrTwoTildesStrikeThrough() {
    #expect(
      html("~~Hi~~ Hello, ~there~ world!")
        == "<p dir=\"auto\"><del>Hi</del> Hello, <del>there</del> world!</p>\n")
  }

  @Test func threeTildesAndTildesOfDifferentNumberAreText() {
    for source in ["will ~~~not~~~ strike", "a ~~b~ c", "~ a ~", "~~ a~~ b", "x ~~", "~5 s"] {
      #expect(!html(source).contains("<del>"), "\(source)")
      #expect(html(source).contains(source), "\(source)")
    }
  }

  @Test func aNewParagraphEndsWhatIsStruckThrough() {
    #expect(!html("This ~~has a\n\nnew paragraph~~.").contains("<del>"))
  }

  @Test func aSingleTildeInAWordIsText() {
    for source in ["1.0~rc1 and 2.0~rc2", "C:/PROGRA~1 and C:/DOCUME~1", "~/a and ~/b"] {
      #expect(html(source) == "<p dir=\"auto\">\(source)</p>\n", "\(source)")
    }
  }

  @Test func deletionsNestWithOtherMarks() {
    #expect(html("~~**a** b~~") == "<p dir=\"auto\"><del><strong>a</strong> b</del></p>\n")
    #expect(html("*a ~~b~~*") == "<p dir=\"auto\"><em>a <del>b</del></em></p>\n")
    #expect(html("~~a ~b~ c~~") == "<p dir=\"auto\"><del>a <del>b</del> c</del></p>\n")
    #expect(html("~~a `~~` b~~") == "<p dir=\"auto\"><del>a <code>~~</code> b</del></p>\n")
  }

  @Test func aTildeBehindABackslashIsText() {
    #expect(html("\\~~a~~ \\~b~") == "<p dir=\"auto\">~~a~~ ~b~</p>\n")
    #expect(html("`\\~` ~~a~~").contains("<code>\\~</code> <del>a</del>"))
    #expect(html("[a](b\\~c) ~~d~~").contains("<a href=\"b~c\">"))
  }

  @Test func otherTargetsKeepWhatIsStruckThrough() {
    #expect(markdown("a ~~b~~ c") == "a <del>b</del> c\n")
    #expect(text("a ~b~ c") == "a ~~b~~ c\n")
    #expect(RichText.line("~~a~~ b").text == "~~a~~ b")
  }

  // MARK: Tasks

  @Test func boxesAtTheStartOfItemsAreTasks() {
    #expect(
      html("- [ ] foo\n- [x] bar") == """
        <ul dir="auto">
        <li><span class="task">\u{2610}</span> foo
        </li>
        <li><span class="task">\u{2611}</span> bar
        </li>
        </ul>

        """)
    #expect(html("1. [X] *a*").contains("<span class=\"task\">\u{2611}</span> <em>a</em>"))
    #expect(html("> - [ ] a\n>   - [x] b").contains("\u{2611}</span> b"))
  }

  @Test func otherBoxesAreText() {
    for source in ["[ ] a", "- \\[ ] a", "- [x]a", "- [ ]", "- [y] a", "- a [ ] b"] {
      #expect(!html(source).contains("task"), "\(source)")
    }
    #expect(html("- [x] a\n\n[x]: y").contains("<a href=\"y\">x</a> a"))
  }

  @Test func otherTargetsKeepTasks() {
    #expect(markdown("- [ ] foo\n- [x] bar") == "- [ ] foo\n- [x] bar\n")
    #expect(text("- [ ] foo\n- [x] bar") == "- ⇥[ ] foo\n- ⇥[x] bar\n")
    #expect(RichText.line("- [x] bar").text == "[x] bar")
  }
}
