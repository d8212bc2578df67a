internal import JSON
internal import Platform

/// Shares the storage of frequent strings (categories, files). A fixed-size cache, not a set.
struct StringCache: Sendable {
  private var entries: [String]
  private let mask: Int

  /// `capacity` is a power of two.
  init(capacity: Int) {
    entries = Array(repeating: "", count: capacity)
    mask = capacity - 1
  }

  /// The string that the reader has just read, and whether it was not in the cache.
  mutating func string(of reader: inout JSONReader) -> (string: String, isNew: Bool) {
    let bytes = reader.text
    guard let start = bytes.baseAddress, bytes.count > 0 else { return ("", false) }
    var hash = UInt64(truncatingIfNeeded: bytes.count)
    for index in stride(from: 0, to: bytes.count - 7, by: 8) {
      let word = UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self)
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    for byte in bytes[(bytes.count & ~7)...] {
      hash = (hash ^ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15
    }
    let slot = Int(truncatingIfNeeded: hash >> 40) & mask
    let isKnown =
      entries[slot].utf8.withContiguousStorageIfAvailable { known in
        known.count == bytes.count && known.baseAddress.map { memcmp($0, start, bytes.count) } == 0
      } ?? false
    if isKnown { return (entries[slot], false) }
    let string = reader.heldText()
    entries[slot] = string
    return (string, true)
  }
}
