internal import Platform

/// Reading texts one after the other with one window, such as the lines of a log.
extension JSONReader {
  /// Creates a reader without a text: `begin` gives it one.
  package init(file: String, limits: Limits) {
    self.init(file: file, source: ByteSource(bytes: []), limits: limits, windowSize: 8 << 10)
  }

  /// Begins another text, which is held whole. What the last one said in `log` stays.
  ///
  /// - Parameter line: The number of the line in the file that the text begins with.
  package mutating func begin(_ text: UnsafeBufferPointer<UInt8>, line: Int) {
    if text.count > capacity {
      base.deallocate()
      capacity = text.count
      base = .allocate(capacity: capacity + Self.slack)
    }
    if let start = text.baseAddress { memcpy(base, start, text.count) }
    (base + text.count).initialize(repeating: 0, count: Self.slack)
    (cursor, end, passed, sourceHasEnded) = (0, text.count, 0, true)
    (self.line, lineStart) = (line, 0)
    containers.removeAll(keepingCapacity: true)
    unknownKeys = [:]
    (isAfterItem, lastItemWasString, awaitsColon) = (false, false, false)
    (peeked, hasFailed) = (nil, false)
  }

  /// Whether the text was read without an error that prevents reading on, and nothing stands behind
  /// its value.
  package mutating func hasReadText() -> Bool {
    guard !hasFailed, peeked == nil, containers.isEmpty else { return false }
    _ = skipSpace()
    return !hasFailed && isAtEnd
  }

  /// Whether another value follows the last one.
  package mutating func hasNextValue() -> Bool {
    guard !hasFailed else { return false }
    _ = skipSpace()
    return !hasFailed && !isAtEnd
  }

  /// Where `text` stands in a text that `begin` has begun.
  package var textRange: Range<Int> { textStart..<textStart + textCount }

  /// What stands at a `textRange` of the same text.
  package func bytes(at range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
  }
}
