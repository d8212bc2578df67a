import ImportSupport
import TestSupport
import Testing

@testable import ToolReports

/// What programs write for terminals, as text.
@Suite struct TerminalTextTests {
  @Test(arguments: [
    "\u{1B}[31mred\u{1B}[0m", "\u{1B}[1;38;5;196mred\u{1B}[m", "\u{9B}31mred\u{9B}0m",
    "\u{1B}]0;title\u{7}red", "\u{1B}]8;;https://h/\u{1B}\\red\u{1B}]8;;\u{1B}\\",
    "\u{1B}(Bred\u{1B})0", "\u{1B}[2Kred\u{1B}[?25h", "#x1B[31mred#x1B[0m", "\\x1b[31mred\\x1b[0m",
    "[NON-XML-CHAR-0x1B][31mred[NON-XML-CHAR-0x1B][0m",
    "&#27;[31mred&#x1B;[0m", "\u{241B}[31mred\u{241B}[0m", "10 %\r50 %\rred\u{1B}[K",
    "blue\rred \u{1B}[K",
  ])
  func escapesGoAndTheLastTextOfALineStays(text: String) {
    #expect(TerminalText.plain(text).trimmingSpaces == "red")
  }

  @Test(arguments: [
    "a [0m b", "printf '\\033[31m'", "C:\\x1bin", "#x1B", "\u{1B}", "\u{1B}[",
    "[NON-XML-CHAR-0x1C][0m", "a\tb",
  ])
  func otherTextsStay(text: String) {
    #expect(TerminalText.plain(text) == text)
  }

  @Test func lineEndsOfWindowsAreLineEnds() {
    #expect(TerminalText.plain("a\r\nb\r\n") == "a\nb\n")
  }

  @Test(
    .enabled(if: FuzzScale.isThorough),
    arguments: ["\u{1B}[", "\\x1b[", "#x1B[1", "\r", "a\r", "\u{1B}(", "\u{1B}[1;"])
  func takesLinearTime(part: String) {
    let ratio = growth { count in
      _ = TerminalText.plain(String(repeating: part, count: count / 4))
    }
    #expect(ratio < 40, "\(part)")
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
