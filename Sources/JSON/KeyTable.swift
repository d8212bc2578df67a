/// A set of keys or values that a reader recognizes by their bytes, without creating a string.
///
/// Tables are static: their memory is never freed, and using one needs no reference counting.
package struct KeyTable: @unchecked Sendable {
  private struct Word {
    /// A mix of the first eight bytes and the length.
    var signature: UInt64
    var count: Int
    /// The bytes of the word, padded with zeros to eight.
    var bytes: UnsafePointer<UInt8>
  }

  private let table: UnsafePointer<Word>
  package let count: Int

  package init(_ words: [String]) {
    let table = UnsafeMutablePointer<Word>.allocate(capacity: max(words.count, 1))
    for (index, word) in words.enumerated() {
      let count = word.utf8.count
      let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: count + 8)
      bytes.initialize(repeating: 0, count: count + 8)
      for (offset, byte) in word.utf8.enumerated() { bytes[offset] = byte }
      let signature = Self.signature(bytes, count: count)
      (table + index).initialize(
        to: Word(signature: signature, count: count, bytes: UnsafePointer(bytes)))
    }
    self.table = UnsafePointer(table)
    count = words.count
  }

  /// The words in order.
  package var words: [String] {
    (0..<count).map {
      String(
        decoding: UnsafeBufferPointer(start: table[$0].bytes, count: table[$0].count), as: UTF8.self
      )
    }
  }

  @inline(__always)
  private static func signature(_ start: UnsafeMutablePointer<UInt8>, count: Int) -> UInt64 {
    var first = start.word(at: 0)
    if count < 8 { first &= (1 << UInt64(count * 8)) &- 1 }
    return first ^ UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15
  }

  /// The index of the word at `start`, of which at least eight bytes must be readable.
  fileprivate func index(of start: UnsafeMutablePointer<UInt8>, count: Int) -> Int? {
    let wanted = Self.signature(start, count: count)
    var index = 0
    while index < self.count {
      if table[index].signature == wanted, table[index].count == count,
        count <= 8 || hasTail(start, of: table[index])
      {
        return index
      }
      index += 1
    }
    return nil
  }

  private func hasTail(_ start: UnsafeMutablePointer<UInt8>, of word: Word) -> Bool {
    for offset in 8..<word.count where start[offset] != word.bytes[offset] { return false }
    return true
  }
}

extension JSONReader {
  /// The index of `text` in the table; nil if it is not in it.
  package func textIndex(in table: KeyTable) -> Int? {
    table.index(of: base + textStart, count: textCount)
  }
}
