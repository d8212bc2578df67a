// Unsafe pointers: lines of a log are read in place, without a copy.

internal import Platform

/// Reads several texts with one window, such as the lines of a log.
extension JSONReader {
  /// Creates a reader without a text; `begin` provides one.
  package init(file: String, limits: Limits) {
    self.init(file: file, source: ByteSource(bytes: []), limits: limits, windowSize: 8 << 10)
  }

  /// Starts another text and copies it into the window. Keeps the diagnostics in `log`.
  ///
  /// - Parameter line: The line of the file in which the text begins.
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

  /// Whether the text was read without an error that stops the reader, and nothing follows its
  /// value.
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

  /// The range of `text` in the text that was passed to `begin`.
  package var textRange: Range<Int> { textStart..<textStart + textCount }

  /// The bytes in a `textRange` of the same text.
  package func bytes(at range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
  }
}
