package import Text

/// A placeholder for a value or a component while cmark parses the text of a template: two
/// private-use characters. The parser never sees the values themselves.
package enum Token {
  /// The length of a token in bytes.
  package static let length = 8
  /// The number of possible tokens.
  package static let limit = 1 << 30

  package static func encode(_ index: Int) -> String {
    var sink = ByteSink()
    write(index, to: &sink)
    return sink.string
  }

  /// Writes the token for `index`, from 0 to `limit - 1`; nothing for other indices.
  package static func write(_ index: Int, to sink: inout ByteSink) {
    guard (0..<limit).contains(index) else { return }
    let high = index >> 15
    let low = index & 0x7FFF
    for (lead, bits) in [(0xF3B0, high), (0xF480, low)] {
      sink.write(byte: UInt8(truncatingIfNeeded: lead >> 8))
      sink.write(byte: UInt8(truncatingIfNeeded: lead & 0xFF | bits >> 12))
      sink.write(byte: UInt8(truncatingIfNeeded: 0x80 | bits >> 6 & 0x3F))
      sink.write(byte: UInt8(truncatingIfNeeded: 0x80 | bits & 0x3F))
    }
  }

  /// The index encoded by the token at `index`; nil if there is none.
  static func decode(_ bytes: Bytes, at index: Int) -> Int? {
    guard index >= 0, bytes.count - index >= length,
      let high = bits(bytes, at: index, lead: 0xF3, second: 0xB0),
      let low = bits(bytes, at: index + 4, lead: 0xF4, second: 0x80)
    else { return nil }
    return high << 15 | low
  }

  private static func bits(_ bytes: Bytes, at index: Int, lead: UInt8, second: UInt8) -> Int? {
    let next = bytes[index + 1]
    guard bytes[index] == lead, next & 0xF8 == second, bytes[index + 2] & 0xC0 == 0x80,
      bytes[index + 3] & 0xC0 == 0x80
    else { return nil }
    return Int(next & 0x07) << 12 | Int(bytes[index + 2] & 0x3F) << 6
      | Int(bytes[index + 3] & 0x3F)
  }

  /// The text of a template without the characters reserved for tokens.
  package static func cleaned(_ bytes: String) -> String {
    guard bytes.utf8.contains(where: { $0 == 0xF3 || $0 == 0xF4 }) else { return bytes }
    var scalars = String.UnicodeScalarView()
    for scalar in bytes.unicodeScalars {
      scalars.append(scalar.value >= 0xF_0000 ? "\u{FFFD}" : scalar)
    }
    return String(scalars)
  }

  /// The index of the token, if `bytes` consist of exactly one.
  static func only(_ bytes: Bytes?) -> Int? {
    guard let bytes, bytes.count == length else { return nil }
    return decode(bytes, at: 0)
  }

  /// Calls `text` with the bytes between tokens and `token` with each index, in order.
  @inline(__always)
  static func split(_ bytes: Bytes, text visit: (Bytes) -> Void, token: (Int) -> Void) {
    var start = 0
    var index = 0
    while index < bytes.count {
      guard bytes[index] == 0xF3, let found = decode(bytes, at: index) else {
        index &+= 1
        continue
      }
      if start < index { visit(Bytes(rebasing: bytes[start..<index])) }
      token(found)
      index += length
      start = index
    }
    if start < bytes.count { visit(Bytes(rebasing: bytes[start...])) }
  }
}
