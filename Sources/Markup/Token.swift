package import Basics

/// What stands in a document for a value or a component while cmark reads the words of the
/// document's author: two private-use characters. No value gets near the parser.
package enum Token {
  /// How many bytes each takes.
  package static let length = 8
  /// How many there can be.
  package static let limit = 1 << 30

  package static func encode(_ index: Int) -> String {
    var sink = ByteSink()
    write(index, to: &sink)
    return sink.string
  }

  /// Writes the token of `index`, from 0 to `limit - 1`; nothing for any other.
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

  /// The index of the token that begins at `index`.
  static func decode(_ words: Bytes, at index: Int) -> Int? {
    guard index >= 0, words.count - index >= length,
      let high = bits(words, at: index, lead: 0xF3, second: 0xB0),
      let low = bits(words, at: index + 4, lead: 0xF4, second: 0x80)
    else { return nil }
    return high << 15 | low
  }

  private static func bits(_ words: Bytes, at index: Int, lead: UInt8, second: UInt8) -> Int? {
    let next = words[index + 1]
    guard words[index] == lead, next & 0xF8 == second, words[index + 2] & 0xC0 == 0x80,
      words[index + 3] & 0xC0 == 0x80
    else { return nil }
    return Int(next & 0x07) << 12 | Int(words[index + 2] & 0x3F) << 6
      | Int(words[index + 3] & 0x3F)
  }

  /// The words of a template's author without characters that tokens are made of.
  package static func cleaned(_ words: String) -> String {
    guard words.utf8.contains(where: { $0 == 0xF3 || $0 == 0xF4 }) else { return words }
    var scalars = String.UnicodeScalarView()
    for scalar in words.unicodeScalars {
      scalars.append(scalar.value >= 0xF_0000 ? "\u{FFFD}" : scalar)
    }
    return String(scalars)
  }

  /// The token that `words` are, if they are one and nothing else.
  static func only(_ words: Bytes?) -> Int? {
    guard let words, words.count == length else { return nil }
    return decode(words, at: 0)
  }

  /// The words between tokens, and the tokens, in order.
  @inline(__always)
  static func split(_ words: Bytes, words visit: (Bytes) -> Void, token: (Int) -> Void) {
    var start = 0
    var index = 0
    while index < words.count {
      guard words[index] == 0xF3, let found = decode(words, at: index) else {
        index &+= 1
        continue
      }
      if start < index { visit(Bytes(rebasing: words[start..<index])) }
      token(found)
      index += length
      start = index
    }
    if start < words.count { visit(Bytes(rebasing: words[start...])) }
  }
}
