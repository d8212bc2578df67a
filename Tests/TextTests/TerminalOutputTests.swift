import TestSupport
import Testing

@testable import Text

/// What a terminal shows of a program's output.
@Suite struct TerminalOutputTests {
  private func shown(_ text: String) -> String {
    String(decoding: TerminalOutput.bytes(Array(text.utf8)), as: UTF8.self)
  }

  @Test(arguments: [
    ("\u{1B}[31mred\u{1B}[0m and \u{1B}[1;38;5;208mbold\u{1B}[m", "red and bold"),
    ("\u{9B}31mred\u{9B}0m", "red"), ("\u{1B}[?25lhidden cursor\u{1B}[?25h", "hidden cursor"),
    ("\u{1B}]0;title\u{7}after a bell", "after a bell"),
    ("\u{1B}]8;;https://a.example\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"),
    ("\u{9D}0;title\u{7}x", "x"), ("\u{1B}P1$r0m\u{1B}\\x", "x"),
    ("\u{1B}(B\u{1B})0\u{1B}#8text", "text"), ("\u{1B}7saved\u{1B}8\u{1B}=\u{1B}>", "saved"),
  ])
  func escapeSequencesAreRemoved(output: String, text: String) {
    #expect(shown(output) == text)
  }

  @Test(arguments: [
    "an escape \u{1B}", "\u{1B}\nafter it", "\u{1B}[31", "\u{1B}[3\u{1B}", "\u{1B}]no end",
    "\u{1B}]0;title\nnext line", "bell \u{7}, null \0, form feed \u{C}", "ä § · 中 \u{202E}",
  ])
  func whatIsNoSequenceStays(output: String) {
    #expect(shown(output) == output)
  }

  @Test(arguments: [
    ("10 %\r60 %\r100 %\nnext", "100 %\nnext"), ("abcdef\rxyz", "xyzdef"),
    ("long line\r\u{1B}[Kshort", "short"), ("long line\r\u{1B}[2K\u{1B}[Gshort", "short"),
    ("long line\u{1B}[1Gshort", "shortline"), ("100 %\r", "100 %"), ("a\r\nb\r\r\nc", "a\nb\nc"),
    ("ab\u{8}c", "ac"), ("wait |\u{8}/\u{8}-\u{8} \u{8}", "wait"), ("\u{8}\u{8}a", "a"),
    ("中文\rab", "ab文"), ("中文\ra", "a 文"), ("abcd\r中", "中cd"), ("a中\u{8}\u{8}bc", "abc"),
    ("e\u{301}x\rab", "ab"), ("done    \rok", "okne"), ("éa\rè", "èa"),
    ("\u{1B}[31mabc\u{1B}[0m\r\u{1B}[32mx", "xbc"),
    ("grep \u{1B}[01;31m\u{1B}[Kfound\u{1B}[m\u{1B}[K", "grep found"),
  ])
  func aLineShowsWhatWasWrittenLast(output: String, text: String) {
    #expect(shown(output) == text)
  }

  @Test func outputWithoutControlsIsNotCopied() {
    #expect(TerminalOutput.changed("plain\n\ttext\n") == nil)
    #expect(TerminalOutput.changed("a\rb") == "b")
  }

  @Test(
    .enabled(if: FuzzScale.isThorough),
    .timeLimit(.minutes(20)),
    arguments: [
      "\u{1B}", "\u{1B}]", "\u{1B}[", "\u{1B}[1;", "\r", "a\r", "\u{8}", "ab\u{8}", "\u{1B}[2K",
      "a\u{1B}[K", "中\u{8}", "\u{301}", "a\r\u{1B}[2Kb", "\u{1B}[99999G", "\u{9D}", "\r\u{301}",
    ])
  func hostileOutputTakesLinearTime(unit: String) {
    let text = "start\r" + String(repeating: unit, count: 50_000)
    let result = shown(text)
    #expect(result.utf8.count <= text.utf8.count)
    #expect(shown(String(repeating: "x", count: 50_000) + text).utf8.count <= 500_000)
  }
}
