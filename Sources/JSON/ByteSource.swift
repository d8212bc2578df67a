// Unsafe pointers: sources fill memory of the reader.

/// A source of bytes. `fill` writes to a buffer and returns the number of bytes, 0 at the end, or a
/// negative `errno`.
package struct ByteSource {
  package let fill: (UnsafeMutableRawBufferPointer) -> Int
  /// The expected number of bytes, if known; a hint only.
  package let expectedCount: Int?

  package init(
    expectedCount: Int? = nil, fill: @escaping (UnsafeMutableRawBufferPointer) -> Int
  ) {
    self.expectedCount = expectedCount
    self.fill = fill
  }

  /// A source for bytes in memory, delivered in pieces of `piece` bytes.
  package init(bytes: [UInt8], piece: Int = .max) {
    var offset = 0
    self.init(expectedCount: bytes.count) { buffer in
      let count = min(buffer.count, bytes.count - offset, piece)
      guard count > 0 else { return 0 }
      buffer.copyBytes(from: bytes[offset..<offset + count])
      offset += count
      return count
    }
  }

  /// At most `count` bytes from the start, and a source that yields all bytes including these.
  package func peeking(_ count: Int) -> (head: [UInt8], source: ByteSource) {
    var head = [UInt8](repeating: 0, count: count)
    var filled = 0
    var last = 1
    while filled < count, last > 0 {
      last = head.withUnsafeMutableBytes { bytes in
        fill(UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]))
      }
      filled += max(last, 0)
    }
    head.removeLast(count - filled)
    let again = ByteSource(bytes: head)
    let whole = self
    let end = last
    let source = ByteSource(expectedCount: expectedCount) { buffer in
      let given = again.fill(buffer)
      if given > 0 { return given }
      return end > 0 ? whole.fill(buffer) : end
    }
    return (head, source)
  }
}
