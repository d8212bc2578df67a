// Unsafe pointers: 'memchr' of the C library searches bytes.

import CCMark
import Text

/// Finds the places where a source may use GitHub's extensions of CommonMark. The check is quick,
/// so that a source without extensions costs little more than its parsing.
struct ExtendedSyntax {
  /// Whether text may be struck through.
  private(set) var hasTildes = false
  /// The lines that may separate the header of a table from its rows, in order.
  private(set) var delimiterLines: [Int] = []
  /// The lines that may begin a task of a list, in order.
  private(set) var taskLines: [Int] = []

  var isEmpty: Bool { !hasTildes && delimiterLines.isEmpty && taskLines.isEmpty }

  init(in source: Bytes) {
    hasTildes = source.count(ofAtMost: 2, UInt8(ascii: "~")) == 2
    let hasPipes = source.count(ofAtMost: 1, UInt8(ascii: "|")) == 1
    let hasBoxes = Self.hasBoxes(source)
    guard hasPipes || hasBoxes else { return }
    SourceLines.forEach(in: source) { number, line in
      if hasPipes, number > 1, TableRow.isDelimiter(line) { delimiterLines.append(number) }
      if hasBoxes, Self.beginsTask(line) { taskLines.append(number) }
    }
  }

  private static func hasBoxes(_ source: Bytes) -> Bool {
    var rest = source
    while let open = rest.index(ofFirst: UInt8(ascii: "[")) {
      rest = Bytes(rebasing: rest[open...])
      if box(rest) != nil { return true }
      rest = Bytes(rebasing: rest[1...])
    }
    return false
  }

  private static func beginsTask(_ line: Bytes) -> Bool {
    let (markers, first) = ParseCostGuard.prefix(of: line)
    guard markers > 0, first < line.count else { return false }
    let content = Bytes(rebasing: line[first...])
    return box(content) != nil && content[3...].contains { $0 > 0x20 }
  }

  /// Whether the box at the start of a text is marked; nil if there is none.
  static func box(_ text: Bytes) -> Bool? {
    guard text.count > 3, text[0] == UInt8(ascii: "["), text[2] == UInt8(ascii: "]"),
      text[3] == 0x20 || text[3] == 0x09
    else { return nil }
    switch text[1] {
    case 0x20: return false
    case UInt8(ascii: "x"), UInt8(ascii: "X"): return true
    default: return nil
    }
  }
}

extension Bytes {
  func index(ofFirst byte: UInt8) -> Int? {
    guard let baseAddress, let found = memchr(baseAddress, Int32(byte), count) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(baseAddress)
  }

  /// Counts a byte, up to `limit`.
  fileprivate func count(ofAtMost limit: Int, _ byte: UInt8) -> Int {
    var rest = self
    var found = 0
    while found < limit, let index = rest.index(ofFirst: byte) {
      found += 1
      rest = Bytes(rebasing: rest[(index + 1)...])
    }
    return found
  }
}

/// The lines of a source, as cmark counts them.
enum SourceLines {
  /// Calls `body` with the number of each line, from 1, and its content without the line end.
  static func forEach(in source: Bytes, _ body: (_ number: Int, _ line: Bytes) -> Void) {
    var start = 0
    if source.count >= 3, source[0] == 0xEF, source[1] == 0xBB, source[2] == 0xBF { start = 3 }
    var number = 1
    while start < source.count {
      var end = start
      while end < source.count, source[end] != 0x0A, source[end] != 0x0D { end &+= 1 }
      body(number, Bytes(rebasing: source[start..<end]))
      number += 1
      let isPair = end + 1 < source.count && source[end] == 0x0D && source[end + 1] == 0x0A
      start = end + (isPair ? 2 : 1)
    }
  }
}
