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
    var member: Member
  }

  /// A key as most programs write it, `"title":`. Its bytes are in two words, which overlap.
  private struct Member {
    /// 0 for a key that is too long for two words.
    var count: Int
    var first: UInt64
    var last: UInt64
    /// Which bits of the words belong to the member.
    var mask: UInt64

    /// - Parameter length: How many bytes the key has.
    init(_ key: UnsafePointer<UInt8>, _ length: Int) {
      let length = length + 3
      guard length <= Self.longest else {
        (count, first, last, mask) = (0, 0, 0, .max)
        return
      }
      count = length
      mask = length < 8 ? (1 << UInt64(length * 8)) &- 1 : .max
      (first, last) = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.longest) {
        bytes in
        bytes.initialize(repeating: 0)
        bytes[0] = UInt8(ascii: "\"")
        for index in 0..<(length - 3) { bytes[1 + index] = key[index] }
        bytes[length - 2] = UInt8(ascii: "\"")
        bytes[length - 1] = UInt8(ascii: ":")
        let start = bytes.baseAddress!
        return (start.word(at: 0), start.word(at: max(length - 8, 0)))
      }
    }

    private static let longest = 16
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
        to: Word(
          signature: signature, count: count, bytes: UnsafePointer(bytes),
          member: Member(bytes, count)))
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

  /// The length of the key at an index with its quotation marks and the colon, if that is at `start`, of
  /// which sixteen bytes must be readable; 0 if it is not.
  @inline(__always)
  fileprivate func memberLength(_ index: Int, at start: UnsafeMutablePointer<UInt8>) -> Int {
    let member = table[index].member
    let differs =
      (start.word(at: 0) ^ member.first)
      | (start.word(at: max(member.count &- 8, 0)) ^ member.last)
    return differs & member.mask == 0 ? member.count : 0
  }

  private func hasTail(_ start: UnsafeMutablePointer<UInt8>, of word: Word) -> Bool {
    for offset in 8..<word.count where start[offset] != word.bytes[offset] { return false }
    return true
  }
}

extension JSONReader {
  /// The index of `text` in the table; nil if it is not in it. Mutating: for a function that
  /// only looks at the reader, the compiler would move all of it first.
  package mutating func textIndex(in table: KeyTable) -> Int? {
    table.index(of: base + textStart, count: textCount)
  }

  /// Moves behind the next key of the current object and its colon, if it is the one at an index of the
  /// table, without escapes and with nothing before the colon. Otherwise `nextKey` reads it, as if nothing
  /// had been tried.
  package mutating func takeKey(_ index: Int, of table: KeyTable) -> Bool {
    guard !hasFailed else { return false }
    if isAfterItem {
      guard base[cursor] == UInt8(ascii: ",") else { return false }
      cursor += 1
      isAfterItem = false
    }
    if base[cursor] <= 0x20 { _ = skipSpace() }
    guard cursor &+ 16 <= end else { return false }
    let length = table.memberLength(index, at: base + cursor)
    guard length > 0 else { return false }
    keyPosition = position(at: cursor)
    cursor += length
    return true
  }
}
