// Unsafe pointers: each value of a page is escaped here, without a copy.

import Diagnostics
package import Text

/// Escapes text for HTML.
package enum HTMLEscaping {
  /// Writes `text` as element content. Line feeds and tabs are kept, CRLF becomes LF, and hidden
  /// characters become signs.
  package static func writeText(_ text: UnsafeBufferPointer<UInt8>, to sink: inout ByteSink) {
    guard let start = text.baseAddress else { return }
    let count = text.count
    var written = 0
    var index = 0
    while true {
      index = firstOfInterest(in: text, from: index)
      guard index < count else { break }
      let byte = text[index]
      if byte == 0x0A || byte == 0x09 {
        index += 1
        continue
      }
      if byte == 0x0D, index + 1 < count, text[index + 1] == 0x0A {
        // CRLF counts as one line end, as in every target.
        sink.write(Bytes(start: start + written, count: index - written))
        index += 1
        written = index
        continue
      }
      var length = 1
      var sign: UInt32?
      if byte >= 0x80 || byte < 0x20 || byte == 0x7F {
        switch HiddenCharacters.look(at: index, in: text) {
        case .passes(let passed):
          index += passed
          continue
        case .shown(let scalar, let shown):
          sign = scalar
          length = shown
        }
      }
      sink.write(Bytes(start: start + written, count: index - written))
      switch byte {
      case _ where sign != nil: HiddenCharacterWriter.write(sign ?? 0, to: &sink)
      case UInt8(ascii: "&"): sink.write("&amp;")
      case UInt8(ascii: "<"): sink.write("&lt;")
      default: sink.write("&gt;")
      }
      index += length
      written = index
    }
    sink.write(Bytes(start: start + written, count: count - written))
  }

  /// Writes `text` as the value of a double-quoted attribute.
  package static func writeAttribute(
    _ text: UnsafeBufferPointer<UInt8>, to sink: inout ByteSink
  ) {
    var rest = text
    while let quote = rest.index(ofFirst: UInt8(ascii: "\"")) {
      writeText(Bytes(rebasing: rest[..<quote]), to: &sink)
      sink.write("&quot;")
      rest = Bytes(rebasing: rest[(quote + 1)...])
    }
    writeText(rest, to: &sink)
  }

  package static func writeText(_ text: String, to sink: inout ByteSink) {
    text.withBytes { writeText($0, to: &sink) }
  }

  package static func writeAttribute(_ text: String, to sink: inout ByteSink) {
    text.withBytes { writeAttribute($0, to: &sink) }
  }

  /// The index of the next control character, `&`, `<`, `>` or non-ASCII byte. Reads eight bytes at
  /// a time.
  @inline(__always)
  private static func firstOfInterest(in text: Bytes, from start: Int) -> Int {
    var index = start
    let count = text.count
    let raw = UnsafeRawBufferPointer(text)
    while index &+ 8 <= count {
      let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
      let mask = interest(word)
      if mask != 0 { return index &+ mask.trailingZeroBitCount >> 3 }
      index &+= 8
    }
    while index < count {
      let byte = text[index]
      if byte < 0x20 || byte >= 0x7F || byte == 0x26 || byte == 0x3C || byte == 0x3E {
        return index
      }
      index &+= 1
    }
    return count
  }

  /// Sets the top bit of each byte of interest; exact for the lowest such byte only.
  @inline(__always)
  private static func interest(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    // `<` and `>` differ by one bit.
    let angle = (word | (ones &* 0x02)) ^ (ones &* 0x3E)
    let ampersand = word ^ (ones &* 0x26)
    let delete = word ^ (ones &* 0x7F)
    let controls = (word &- (ones &* 0x20)) & ~word
    let zeros =
      ((angle &- ones) & ~angle) | ((ampersand &- ones) & ~ampersand)
      | ((delete &- ones) & ~delete)
    return (controls | zeros | word) & tops
  }
}
