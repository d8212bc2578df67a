import Localization
import TestSupport
import Testing

@testable import Composing

/// The expected and the actual value as lines of fixed width.
struct ValueComparisonTests {
  @Test func twoShortValuesAreAligned() throws {
    #expect(try text("200", "500") == "Expected: 200\nActual:   500")
    #expect(try text("", "500") == "Expected: \nActual:   500")
  }

  @Test func longValuesBeginShortlyBeforeTheirFirstDifference() throws {
    let same = String(repeating: "a", count: 1_000)
    let kept = String(repeating: "a", count: 20)
    #expect(try text(same + "b", same + "c") == "Expected: …\(kept)b\nActual:   …\(kept)c")
    let end = String(repeating: "z", count: 1_000)
    let shown = "b" + String(repeating: "z", count: 199)
    #expect(try text("b" + end, "c").hasPrefix("Expected: \(shown)…\nActual:   c"))
  }

  @Test func valuesOfSeveralLinesAreADifference() throws {
    #expect(
      try text("one\ntwo\nthree\n", "one\n2\nthree\nfour\n")
        == "- Expected\n+ Actual\n\n  one\n- two\n+ 2\n  three\n+ four")
  }

  @Test func equalLinesFarFromAChangeAreLeftOut() throws {
    let lines = (1...9).map { String($0) }
    #expect(
      try text(lines.joined(separator: "\n"), (lines + ["10"]).joined(separator: "\n"))
        == "- Expected\n+ Actual\n\n  …\n  8\n  9\n+ 10")
  }

  @Test func longDifferenceSaysThatItIsCut() throws {
    let many = (1...10_000).map { "line \($0)" }.joined(separator: "\n")
    let lines = try text(many, "x\ny").split(separator: "\n")
    #expect(lines.count < 70)
    #expect(lines.last?.hasPrefix("… and ") == true)
    let late = try text(many, many + "\nlast").split(separator: "\n")
    #expect(late.last == "… and 9,801 more")
  }

  /// The removed and the common lines are the expected value; the added and the common lines the
  /// actual one.
  @Test func aDifferenceHasBothValues() throws {
    var random = SeededGenerator(3)
    for _ in 0..<FuzzScale.rounds(500) {
      func value() -> [String] {
        (0..<Int.random(in: 2...5, using: &random)).map { _ in
          ["a", "b", "c"].randomElement(using: &random) ?? ""
        }
      }
      let (left, right) = (value(), value())
      let lines = try text(left.joined(separator: "\n"), right.joined(separator: "\n"))
        .split(separator: "\n", omittingEmptySubsequences: false).dropFirst(3)
      guard !lines.contains("  …") else { continue }
      #expect(lines.filter { !$0.hasPrefix("+") }.map { String($0.dropFirst(2)) } == left)
      #expect(lines.filter { !$0.hasPrefix("-") }.map { String($0.dropFirst(2)) } == right)
    }
  }

  private func text(_ expected: String, _ actual: String) throws -> String {
    ValueComparison.text(expected: expected, actual: actual, isAscii: false, try locale())
  }
}
