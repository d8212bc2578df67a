import Diagnostics
internal import Platform

/// Reading a long array of objects on several threads. It is cut where an element seems to begin as the
/// first one does. Reading proves each cut: where a part begins with an element and holds whole ones, the
/// next part begins with one, too.
extension JSONReader {
  /// Ranges of the window that seem to hold whole elements, the first one from here. Few or none where
  /// not much is left.
  package mutating func parts(of size: Int, count: Int) -> [Range<Int>] {
    guard !hasFailed, peeked == nil, base[cursor] == UInt8(ascii: "{") else { return [] }
    reserve(min(size * count, source.expectedCount.map { max($0 - offset, 0) } ?? .max))
    ensure(size * count)
    guard let head = headOfElement else { return [] }
    var parts: [Range<Int>] = []
    var start = cursor
    while parts.count < count, start + size < end,
      let cut = cut(from: start + size, before: head)
    {
      parts.append(start..<cut.end)
      start = cut.start
    }
    return parts
  }

  /// How many containers are open.
  package var depth: Int { containers.count }

  /// The position of the next element.
  package var elementPosition: Position { position(at: cursor) }

  /// Begins a part of an array that another reader has opened.
  package mutating func beginPart(_ text: UnsafeBufferPointer<UInt8>, depth: Int) {
    begin(text, line: 1)
    containers = Array(
      repeating: Container(isObject: false, opened: Position(line: 1, column: 1)), count: depth)
  }

  /// Moves to the next element of a part; false at its end.
  package mutating func nextElementOfPart() -> Bool {
    hasNextValue() && nextElement()
  }

  /// The number of line ends in a part that has been read, and the beginning of its last line; nil if
  /// it is no part, or not without problems.
  package func endOfPart(depth: Int) -> (lines: Int, lineStart: Int)? {
    guard !hasFailed, log.isEmpty, peeked == nil, isAtEnd, containers.count == depth else {
      return nil
    }
    return (line - 1, lineStart)
  }

  /// Moves behind a part that another reader has read, to the next element.
  package mutating func pass(_ part: Range<Int>, to end: (lines: Int, lineStart: Int)) -> Bool {
    lineStart = end.lines > 0 ? part.lowerBound + end.lineStart : lineStart + end.lineStart
    line += end.lines
    cursor = part.upperBound
    finishItem()
    return nextElement()
  }

  /// The beginning of the next element up to the end of its first key.
  private var headOfElement: Range<Int>? {
    let most = min(cursor + 64, end)
    guard let colon = (cursor..<most).first(where: { base[$0] == UInt8(ascii: ":") }) else {
      return nil
    }
    return cursor..<colon + 1
  }

  /// Where an object with this head begins behind another one, and where that one ends.
  private func cut(from index: Int, before head: Range<Int>) -> (end: Int, start: Int)? {
    var index = index
    while index + head.count < end,
      let found = memchr(base + index, Int32(UInt8(ascii: "{")), end - head.count - index)
    {
      let start = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - UnsafePointer(base)
      if memcmp(base + start, base + head.lowerBound, head.count) == 0 {
        let comma = lastOfText(before: start)
        let brace = base[comma] == UInt8(ascii: ",") ? lastOfText(before: comma) : comma
        if base[brace] == UInt8(ascii: "}") { return (brace + 1, start) }
      }
      index = start + 1
    }
    return nil
  }

  /// The index of the last byte before another one that is no white space.
  private func lastOfText(before index: Int) -> Int {
    var last = index - 1
    while last > cursor, base[last] <= 0x20 { last -= 1 }
    return last
  }
}
