/// Words that a reader may meet as keys or values, to be recognised by their bytes without making
/// a string of them.
package struct KeyTable: Sendable {
  package let words: [String]
  /// For each word the first eight bytes and the length, mixed into one number.
  private let signatures: [UInt64]
  private let tails: [[UInt8]]

  package init(_ words: [String]) {
    self.words = words
    signatures = words.map { word in
      let first = word.utf8.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
      return Self.signature(first, count: word.utf8.count)
    }
    tails = words.map { Array($0.utf8.dropFirst(8)) }
  }

  @inline(__always)
  private static func signature(_ first: UInt64, count: Int) -> UInt64 {
    first ^ UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15
  }

  /// `start` has at least eight readable bytes, whatever `count` is.
  fileprivate func index(of start: UnsafeMutablePointer<UInt8>, count: Int) -> Int? {
    var first = start.word(at: 0)
    if count < 8 { first &= (1 << UInt64(count * 8)) &- 1 }
    let wanted = Self.signature(first, count: count)
    for index in signatures.indices where signatures[index] == wanted {
      let rest = UnsafeBufferPointer(start: start + min(count, 8), count: max(0, count - 8))
      if rest.elementsEqual(tails[index]) { return index }
    }
    return nil
  }
}

extension JSONReader {
  /// Which of the table's words `text` is.
  package func textIndex(in table: KeyTable) -> Int? {
    table.index(of: base + textStart, count: textCount)
  }
}
