import TestSupport
import Testing

@testable import ToolReports

/// The line that says why a test failed.
struct FailureCauseTests {
  private static let hostile = [
    String(repeating: "x", count: 1_000_000),
    String(repeating: "é", count: 500_000),
    String(repeating: "a: ", count: 300_000),
    String(repeating: "line\n", count: 100_000),
    String(repeating: "E   a:\n", count: 100_000),
    String(repeating: "Caused by: a.B: c ---> ", count: 10_000),
    String(repeating: "Caused by:\n1: ", count: 10_000),
    String(repeating: "thread 'a' panicked at ", count: 10_000),
    String(repeating: "thread 'a' panicked at a.rs:1:1:\n", count: 10_000),
    String(repeating: "Traceback (most recent call last):\n", count: 10_000),
    String(repeating: "Expected: \n", count: 10_000),
    String(repeating: "a_test.go:1: \n", count: 10_000),
    String(repeating: " ", count: 1_000_000), String(repeating: "\n", count: 100_000),
    String(repeating: "e\u{301}", count: 100_000), "Output:", "Output:\n", "\u{0}", "E   ", "#",
    "==",
    "assertion `", "thread 'panicked at ", "panicked at :1:1", "with expansion:", "Caused by",
    "Error Trace:\nError:", "Expected:", ":", "1) ", "at ", "Test method  threw exception: ",
  ]

  @Test(arguments: FailureExample.all)
  func oneLineSaysWhyATestFailed(_ example: FailureExample) {
    #expect(cause(example.text, example.details, example.title) == example.cause)
  }

  @Test func detailsStartAtTheFailure() {
    #expect(start("assert 3 == 4", "def test():\n>   assert f() == 4\nE   assert 3 == 4") == 2)
    #expect(start("no", "\tat a.B.c(B.java:3)\nCaused by: a.D: refused\n\tat a.E.f(E.java:4)") == 2)
    #expect(start(nil, "Output:\nplan\nfatal: no map") == 3)
    #expect(start("expected: 1, actual: 2", "at f (a.js:3:4)") == nil)
    let frames = String(repeating: "\tat shop.Cart.add(Cart.java:7)\n", count: 5_000)
    #expect(start("failed badly", frames + "Caused by: a.B: refused\n") == 5_001)
    let output = String(repeating: "plan\n", count: 9_000) + "fatal: no map\ndone\n"
    #expect(start(nil, frames + "Output:\n" + output) == 5_000 + 1 + 9_000 + 1)
  }

  @Test func longLineIsCutAfterAWord() throws {
    let line = try #require(cause(String(repeating: "nothing äh ", count: 40)))
    #expect(line.count <= 160)
    #expect(line.hasSuffix("äh…") || line.hasSuffix("nothing…"))
    let word = try #require(cause(String(repeating: "é", count: 5_000)))
    #expect(word == String(repeating: "é", count: 159) + "…")
  }

  @Test func whiteSpaceIsFolded() {
    #expect(cause("  no\u{A0}\u{2028}route \t to\u{0}host\r\n") == "no route to host")
  }

  @Test func longDetailsAreSearchedAtBothEnds() {
    let frames = String(repeating: "\tat shop.Cart.add(Cart.java:7)\n", count: 5_000)
    #expect(cause("failed badly", frames + "Caused by: a.B: refused\n") == "a.B: refused")
    #expect(cause(nil, "panic: refused\n" + frames) == "panic: refused")
  }

  /// Parts of texts in any order, cut anywhere.
  @Test func anyTextGivesOneShortLineOfItsOwnWords() {
    var random = SeededGenerator(7)
    let texts = FailureExample.all.flatMap { [$0.text ?? "", $0.details ?? ""] }
    for _ in 0..<FuzzScale.rounds(5_000) {
      let parts = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        let bytes = Array((texts.randomElement(using: &random) ?? "").utf8)
        let start = Int.random(in: 0...bytes.count, using: &random) / 2
        let end = Int.random(in: start...bytes.count, using: &random)
        return String(decoding: bytes[start..<end], as: UTF8.self)
      }
      let text = Bool.random(using: &random) ? parts[0] : nil
      expectLine(of: text, parts.dropFirst(text == nil ? 0 : 1).joined(separator: "\n"))
    }
  }

  @Test func hostileTextGivesOneShortLineOfItsOwnWords() {
    for text in Self.hostile {
      expectLine(of: text, nil)
      expectLine(of: nil, text)
      expectLine(of: text, text)
      expectLine(of: "a", "Output:\n" + text)
    }
  }

  private func expectLine(of text: String?, _ details: String?) {
    guard let line = cause(text, details) else { return }
    let whole = Array(((text ?? "") + "\n" + (details ?? "")).utf8)
    #expect(line.split(separator: " ").filter { !isWord($0, in: whole) }.isEmpty)
    #expect(!line.isEmpty && line.count <= 160 && !line.contains(where: \.isNewline))
    #expect(!line.contains("  ") && line.first != " " && line.last != " ")
  }

  /// Whether a word without the marks that join words occurs in a text, compared by bytes.
  private func isWord(_ word: Substring, in whole: [UInt8]) -> Bool {
    var word = word
    while let last = word.last, ",:…".contains(last) { word.removeLast() }
    let wanted = Array(word.utf8)
    guard let first = wanted.first else { return true }
    return whole.indices.contains { index in
      whole[index] == first && whole[index...].starts(with: wanted)
    }
  }

  private func cause(
    _ text: String?, _ details: String? = nil, _ title: String = "shop.Cart adds"
  ) -> String? {
    FailureCause(
      text: text, details: details, title: title, place: nil, outputHeading: "Output:")?.text
  }

  private func start(_ text: String?, _ details: String) -> Int? {
    FailureCause(
      text: text, details: details, title: "", place: nil, outputHeading: "Output:")?.start
  }
}
