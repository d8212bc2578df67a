internal import JSON
internal import Platform

/// Shares the storage of frequent strings (categories, files). A fixed-size cache, not a set.
struct StringCache: Sendable {
  private struct Entry {
    var string = ""
    var count = 0
    /// All bytes of a string of at most eight.
    var word: UInt64 = 0
  }

  private var entries: [Entry]
  private let mask: Int

  /// `capacity` is a power of two.
  init(capacity: Int) {
    entries = Array(repeating: Entry(), count: capacity)
    mask = capacity - 1
  }

  /// The string that the reader has just read, and whether it was not in the cache.
  mutating func string(of reader: inout JSONReader) -> (string: String, isNew: Bool) {
    let bytes = reader.text
    guard let start = bytes.baseAddress, bytes.count > 0 else { return ("", false) }
    let (hash, last) = Self.hash(UnsafeRawPointer(start), bytes.count)
    let slot = Int(truncatingIfNeeded: hash >> 40) & mask
    if entries[slot].count == bytes.count {
      let isKnown =
        bytes.count <= 8
        ? entries[slot].word == last
        : entries[slot].string.utf8.withContiguousStorageIfAvailable { known in
          known.count == bytes.count
            && known.baseAddress.map { memcmp($0, start, bytes.count) } == 0
        } ?? false
      if isKnown { return (entries[slot].string, false) }
    }
    let string = reader.textString
    entries[slot] = Entry(string: string, count: bytes.count, word: bytes.count <= 8 ? last : 0)
    return (string, true)
  }

  /// The hash of bytes, and their last word: the last eight of them, or all that there are.
  private static func hash(_ start: UnsafeRawPointer, _ count: Int) -> (UInt64, last: UInt64) {
    let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    var hash = UInt64(truncatingIfNeeded: count)
    var index = 0
    while index + 8 < count {
      hash = (hash ^ start.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &* factor
      hash ^= hash >> 29
      index += 8
    }
    var last: UInt64 = 0
    if count >= 8 {
      last = start.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
    } else {
      for index in 0..<count {
        last = last << 8 | UInt64(start.load(fromByteOffset: index, as: UInt8.self))
      }
    }
    hash = (hash ^ last) &* factor
    return (hash ^ hash >> 29, last)
  }
}
