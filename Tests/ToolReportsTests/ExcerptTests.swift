import ImportSupport
import Testing

@testable import ToolReports

/// Long texts with their middle left out.
@Suite struct ExcerptTests {
  private func excerpt(_ text: String, limit: Int, piece: Int = .max) throws -> String {
    var excerpt = Excerpt(limit: limit, locale: try words())
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      excerpt.append(rest.prefix(piece))
      rest = rest.dropFirst(piece)
    }
    #expect(excerpt.count == text.utf8.count)
    return String(decoding: excerpt.bytes, as: UTF8.self)
  }

  private static let lines = (1...100).map { "line \($0)\n" }.joined()

  @Test func textsUpToTheLimitStay() throws {
    let count = Self.lines.utf8.count
    #expect(try excerpt(Self.lines, limit: count) == Self.lines)
    #expect(try excerpt("", limit: 10) == "")
    #expect(try excerpt(Self.lines, limit: count - 1) != Self.lines)
  }

  @Test func noLimitKeepsEverything() throws {
    #expect(try excerpt(Self.lines, limit: 0) == Self.lines)
  }

  @Test func wholeLinesOfBothEndsAreKept() throws {
    let text = try excerpt(Self.lines, limit: 80)
    let expected =
      "line 1\nline 2\n[… 722 B left out …]\n"
      + (94...100).map { "line \($0)\n" }.joined()
    #expect(text == expected)
  }

  @Test(arguments: [80, 81, 100, 333, 791]) func whatIsLeftOutIsCounted(limit: Int) throws {
    let text = try excerpt(Self.lines, limit: limit)
    let parts = text.split(separator: "\n", omittingEmptySubsequences: false)
    let sign = try #require(parts.first { $0.hasPrefix("[…") })
    let omitted = try #require(sign.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    // The sign's own line and the line end before it are no part of the text.
    let kept = text.utf8.count - sign.utf8.count - 2
    #expect(kept + omitted == Self.lines.utf8.count)
    #expect(kept <= limit)
    for part in parts where part != sign && !part.isEmpty {
      #expect(Self.lines.contains("\(part)\n"))
    }
  }

  @Test(arguments: [1, 2, 7, 64]) func piecesMakeNoDifference(piece: Int) throws {
    for text in [
      Self.lines, String(repeating: "ä€🙂", count: 200), String(repeating: "a b ", count: 300),
    ] {
      for limit in [40, 99, 400] {
        #expect(try excerpt(text, limit: limit, piece: piece) == excerpt(text, limit: limit))
      }
    }
  }

  @Test func charactersAreNotCutApart() throws {
    let text = String(repeating: "ä€🙂", count: 200)
    for limit in 20...60 {
      #expect(!(try excerpt(text, limit: limit)).contains("\u{FFFD}"))
    }
  }

  @Test func wordsOfALineAreNotCutApart() throws {
    let text = String(repeating: "ghp_0123456789012345678901234567890123456789 ", count: 100)
    for limit in 200...300 {
      let parts = try excerpt(text, limit: limit).split { $0 == " " || $0 == "\n" }
      #expect(
        parts.filter { $0.hasPrefix("ghp_") || $0.hasSuffix("9") }.allSatisfy { $0.count == 44 })
    }
  }

  @Test(arguments: [(1_500, "1.4 kB"), (12_345, "12 kB"), (1_234_567, "1.2 MB")])
  func sizesAreRounded(count: Int, expected: String) throws {
    let text = String(repeating: "a", count: count)
    #expect(try excerpt(text, limit: 40).contains("… \(expected) left out …"))
  }
}
