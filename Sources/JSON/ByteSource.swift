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
}
