import Testing

@testable import Text

/// Tables of Markdown as texts.
struct MarkdownTableTests {
  @Test func aTableHasItsTextsWithoutMarks() {
    let tables = MarkdownTable.all(
      in: """
        The disks:

        | Mount | **Use%** | `n` |
        |:------|---------:|-----|
        | `/a\\|b` | **94 %** | [3](https://a.example/) |
        | _x_ | 5\\% | 1 | more |
        | y |
        end

        a | b
        - | -
        1 | 2
        """)
    #expect(tables.map(\.header) == [["Mount", "Use%", "n"], ["a", "b"]])
    #expect(
      tables.map(\.rows) == [
        [["/a|b", "94 %", "3"], ["x", "5%", "1"], ["y"]], [["1", "2"]],
      ])
  }

  @Test(arguments: [
    "", "a | b", "a | b\n1 | 2", "> a | b\n> - | -\n> 1 | 2", "    a | b\n    - | -\n    1 | 2",
    "```\na | b\n- | -\n1 | 2\n```", "~~~~ text\n~~~\na | b\n- | -\n1 | 2\n~~~~",
    "a | b\n- |\n1 | 2",
    "a | b\n\n- | -\n1 | 2",
  ])
  func anythingElseIsNoTable(text: String) {
    #expect(MarkdownTable.all(in: text).isEmpty)
  }

  @Test func aTableFollowsCodeAndWindowsLineEnds() {
    let tables = MarkdownTable.all(in: "```sh\nx | y\n````\r\na | b\r\n- | -\r\n1 | 2\r\n")
    #expect(tables.map(\.rows) == [[["1", "2"]]])
  }
}
