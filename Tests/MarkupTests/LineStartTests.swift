import Markup
import Testing
import Text

@Suite("Where a line starts") struct LineStartTests {
  private func written(_ words: String, after start: String) -> String {
    var sink = ByteSink()
    sink.write(start)
    LiteralText.writeMarkdown(words, as: .cell, to: &sink)
    return sink.string
  }

  @Test(arguments: ["Coverage: **", "- **✖ Error: ", "first\n- a "])
  func aValueAfterTextOnItsLineNeedsFewerEscapes(start: String) {
    for words in ["83.4 %", "1. first", "- dash", ") x"] {
      #expect(written(words, after: start) == start + words)
    }
  }

  @Test func aValueCanNotBecomeARunnerCommand() {
    #expect(written("::x", after: "") == "\\::x")
    #expect(written("::x", after: "words ") == "words ::x")
  }

  @Test(arguments: ["", "- ", "> ", "words\n", "1"])
  func aValueCanNotStartAList(start: String) {
    #expect(written("1. first", after: start) == start + "1\\. first")
    #expect(written("2)", after: start) == start + "2\\)")
    #expect(written(". x", after: start) == start + "\\. x")
    #expect(written("1.2.3", after: start) == start + "1.2.3")
  }
}
