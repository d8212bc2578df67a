import Model
import Testing

@testable import ToolReports

extension SourceText {
  fileprivate func context(_ line: Int) -> Message.Context? {
    lines(around: line).flatMap { Message.Context(text: $0) }
  }
}

@Suite struct SourceTextTests {
  private func file(_ text: String) -> SourceText {
    SourceText(file: Array(text.utf8), hiding: Redactor())
  }

  private let ten = (1...10).map { "line \($0)" }.joined(separator: "\n") + "\n"

  @Test func aFileGivesThreeLinesOnEachSideAndEmptyOnesBeyondItsEnds() {
    #expect(
      file(ten).context(5)?.lines
        == ["line 2", "line 3", "line 4", "line 5", "line 6", "line 7", "line 8"])
    #expect(file(ten).context(1)?.lines.prefix(4) == ["", "", "", "line 1"])
    #expect(file(ten).context(10)?.lines.suffix(4) == ["line 10", "", "", ""])
  }

  @Test(arguments: [-1, 0, 11, Int.max]) func aLineThatIsNotThereHasNoContext(line: Int) {
    #expect(file(ten).context(line) == nil)
    #expect(file("").context(line) == nil)
  }

  @Test func blankLinesAreNoContext() {
    #expect(file("\n \n\t\n").context(2) == nil)
    #expect(file("\n\n\nx").context(2)?.lines == ["", "", "", "", "", "x", ""])
  }

  @Test func aQuotationGivesAsManyLinesAboveAsBelow() {
    let quoted = SourceText(quoted: "a\nb\nc\nd", from: 20)
    #expect(quoted.context(20)?.lines == ["a"])
    #expect(quoted.context(21)?.lines == ["a", "b", "c"])
    #expect(quoted.context(23)?.lines == ["d"])
    #expect(quoted.context(24) == nil)
    #expect(SourceText(quoted: "a\nb", from: 1).context(1)?.lines == ["", "a", "b"])
  }

  @Test func lineEndsOfWindowsAndAByteOrderMarkAreNoText() {
    #expect(file("\u{FEFF}a\r\nb\r\n").context(1)?.lines == ["", "", "", "a", "b", "", ""])
    #expect(file("a\rb\n").context(1)?.lines[3] == "a b")
  }

  @Test func longLinesAreCutBetweenCharacters() throws {
    let line = try #require(file(String(repeating: "é", count: 9_999) + "\n").context(1))
    #expect(line.lines[3] == String(repeating: "é", count: 200))
    let odd = try #require(file("x" + String(repeating: "é", count: 999)).context(1))
    #expect(odd.lines[3].utf8.count == 399)
    #expect(!odd.lines[3].contains("\u{FFFD}"))
  }

  @Test func invalidBytesAreRepaired() {
    let text = SourceText(file: [0x61, 0xFF, 0x0A], hiding: Redactor())
    #expect(text.context(1)?.lines[3] == "a\u{FFFD}")
  }

  @Test func aKeyIsHiddenThoughItsLimitsAreFarAway() {
    let body = (0..<30).map { _ in String(repeating: "Ab3/", count: 16) }
    let key =
      ["-----BEGIN RSA PRIVATE", "KEY-----"].joined(separator: " ") + "\n"
      + body.joined(separator: "\n") + "\n"
      + ["-----END RSA PRIVATE", "KEY-----"].joined(separator: " ")
    let text = file("one\n\(key)\nlast = 1\n")
    #expect(text.hidesSecrets)
    #expect(text.context(16) == nil)
    // The lines behind it keep their numbers.
    #expect(text.context(34)?.lines[3] == "last = 1")
    #expect(text.context(2)?.lines[3].hasPrefix(Redactor.sign) == true)
  }
}
