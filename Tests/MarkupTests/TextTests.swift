import Testing

@Suite("Values as text")
struct TextTests {
  @Test func textDropsMarkupAndJoinsLines() {
    #expect(text("A *b* **c**\nd `e`") == "A b c d `e`\n")
  }

  @Test func listsAndQuotesHaveHangingIndentation() {
    #expect(text("- a\n- b\n  1. c") == "- ⇥a\n- ⇥b\n  1. ⇥c\n")
    #expect(text("- a\n\n  b\n- c") == "- ⇥a\n\n  ⇥b\n\n- ⇥c\n")
    #expect(text("> a\n>\n> - b") == "> ⇥a\n>\n> - ⇥b\n")
    #expect(text("- - a\n-") == "- - ⇥a\n- ⇥\n")
  }

  @Test func codeInTextKeepsItsLines() {
    #expect(text("a\n\n```\nb\n\n\tc\n```", prefix: "  ") == "  ⇥a\n\n¤      b\n¤\n¤          c\n")
  }

  @Test func linksInTextShowTheirAddress() {
    #expect(text("[a](https://b.example/c)") == "a <https://b.example/c>\n")
    #expect(text("<https://b.example/c> <d@e.example>") == "https://b.example/c d@e.example\n")
    #expect(text("![](https://b.example/c)") == "https://b.example/c\n")
    #expect(text("[a](c)", base: "https://b.example/") == "a <https://b.example/c>\n")
    #expect(text("[a](c)") == "a (c)\n")
    #expect(text("[a](data:c)") == "a\n")
  }

  @Test func hardLineBreaksAreKeptInText() {
    #expect(text("- a  \n  b") == "- ⇥a\n  ⇥b\n")
  }

  @Test func valuesCanNotContainTextMarks() {
    #expect(text("a\u{2}b&#9;c\u{3}") == "a␂b c␃\n")
  }
}
