import TestSupport
import Testing

@testable import Text

/// The colours of a program's output.
@Suite struct TerminalStyleTests {
  /// The text with the numbers of its styles in brackets.
  private func shown(_ text: String) -> String {
    let bytes = TerminalOutput.bytes(Array(text.utf8), keepsColors: true)
    return bytes.withUnsafeBufferPointer { bytes in
      var result = ""
      TerminalOutput.forEachSpan(in: bytes) { text, style in
        let text = String(decoding: text, as: UTF8.self)
        let numbers = style.numbers.map(String.init).joined(separator: " ")
        result += numbers.isEmpty ? text : "[\(numbers): \(text)]"
      }
      return result
    }
  }

  @Test(arguments: [
    ("\u{1B}[31mred\u{1B}[0m plain", "[31: red] plain"),
    ("\u{1B}[1;4;92mx\u{1B}[22;24;39my", "[1 4 92: x]y"), ("\u{9B}31mred\u{9B}m.", "[31: red]."),
    ("\u{1B}[3;2mx\u{1B}[23my\u{1B}[22mz", "[2 3: x][2: y]z"),
    ("\u{1B}[7mx\u{1B}[27my", "[7: x]y"), ("\u{1B}[31;7mx", "[41: x]"),
    ("\u{1B}[31;42;7mx", "[32 41: x]"), ("\u{1B}[42;7mx", "[32 7: x]"),
    ("\u{1B}[38;5;1mx\u{1B}[48;5;12my", "[31: x][31 104: y]"),
    ("\u{1B}[38;5;196mx\u{1B}[38;5;46my\u{1B}[38;5;244mz", "[91: x][92: y][90: z]"),
    ("\u{1B}[38;2;250;10;10mx\u{1B}[48;2;0;0;200my\u{1B}[49mz", "[91: x][91 44: y][91: z]"),
    ("\u{1B}[38:5:2mx", "[32: x]"),
    ("\u{1B}[38;5mx\u{1B}[38;9;1my\u{1B}[999999999999mz", "xyz"),
  ])
  func sequencesSelectStyles(output: String, text: String) {
    #expect(shown(output) == text)
  }

  @Test(arguments: [
    ("\u{1B}]8;;https://a.example\u{1B}\\\u{1B}[34mlink\u{1B}[0m\u{1B}]8;;\u{1B}\\", "[34: link]"),
    ("\u{1B}]0;title\u{7}\u{1B}[2J\u{1B}[?25l\u{1B}[31mx", "[31: x]"),
    ("\u{1B}[31m10 %\r60 %\r\u{1B}[32m100 %\n", "[32: 100 %]\n"),
    ("\u{1B}[31mabc\r\u{1B}[32mx", "[32: x][31: bc]"), ("a\u{1B}[31mb\u{8}\u{1B}[0mc", "ac"),
    ("\u{1B}[31mone\ntwo\u{1B}[0m", "[31: one]\n[31: two]"),
    ("\u{1B}[1mfound\u{1B}[K\u{1B}[m rest", "[1: found] rest"),
  ])
  func otherSequencesAndMovementsLeaveWhatIsSeen(output: String, text: String) {
    #expect(shown(output) == text)
  }

  @Test func whatIsSeenIsTheSameWithAndWithoutColors() {
    var dice = SystemRandomNumberGenerator()
    let parts = [
      "a", "中", " ", "\n", "\r", "\u{8}", "\u{1B}[31m", "\u{1B}[0m", "\u{1B}[K", "\u{1B}[2K",
      "\u{1B}[38;2;1;2;3m", "\u{1B}]0;t\u{7}", "\u{9B}7m", "1;2m",
    ]
    for _ in 0..<2_000 {
      let text = (0..<12).map { _ in parts[Int.random(in: 0..<parts.count, using: &dice)] }.joined()
      let source = Array(text.utf8)
      let colored = TerminalOutput.bytes(source, keepsColors: true)
      #expect(
        TerminalOutput.bytes(colored) == TerminalOutput.bytes(source), "\(text.debugDescription)")
      #expect(TerminalOutput.bytes(colored, keepsColors: true) == colored)
    }
  }

  @Test func textWithoutStylesIsNotColored() {
    #expect(TerminalOutput.colored("plain") == nil)
    #expect(TerminalOutput.colored("\u{1B}[2Jplain\u{1B}[0m") == nil)
    #expect(TerminalOutput.colored("\u{1B}[31mx") == "\u{1B}[0;31mx\u{1B}[0m")
  }

  @Test(
    .timeLimit(.minutes(20)),
    arguments: [
      "\u{1B}[31m", "\u{1B}[31ma", "\u{1B}[", "\u{1B}[1;", "\u{1B}[38;5;", "\r\u{1B}[32mx",
      "\u{1B}[7ma\u{8}", "a\r\u{1B}[2K\u{1B}[1mb", "1;1;1;1;",
    ])
  func hostileStylesTakeLinearTimeAndRoom(unit: String) {
    let source = Array(("\u{1B}[" + String(repeating: unit, count: 50_000)).utf8)
    let clock = CPUClock()
    let result = TerminalOutput.bytes(source, keepsColors: true)
    #expect(result.count < 4 * source.count + 64)
    #expect(clock.seconds < 60)
  }
}
