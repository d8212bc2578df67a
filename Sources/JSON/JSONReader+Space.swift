// Unsafe pointers: eight bytes are compared at once.

// Reads through pointers, since each byte of an input passes here.

extension JSONReader {
  /// A fast path of `skipSpace` for places that often have no space.
  @inline(__always)
  mutating func nextByte() -> UInt8 {
    let byte = base[cursor]
    return byte > 0x20 && byte < 0x80 && byte != UInt8(ascii: "/") ? byte : skipSpace()
  }

  /// Skips white space and comments. Returns the next byte, 0 at the end (see `isAtEnd`).
  mutating func skipSpace() -> UInt8 {
    while true {
      let byte = skipPlainSpace()
      switch byte {
      case 0:
        guard cursor == end, !sourceHasEnded else { return 0 }
        _ = refill(keeping: cursor)
      case 0x0D:
        ensure(2)
        cursor += base[cursor + 1] == 0x0A ? 2 : 1
        startLine()
      case UInt8(ascii: "/"):
        ensure(2)
        if base[cursor + 1] == UInt8(ascii: "/") {
          skipLineComment()
        } else if base[cursor + 1] == UInt8(ascii: "*") {
          skipBlockComment()
        } else {
          return byte
        }
      case 0x80...:
        ensure(3)
        let length = unicodeSpaceLength(at: cursor)
        guard length > 0 else { return byte }
        cursor += length
        lineStart += length - 1
      default:
        return byte
      }
    }
  }

  /// Skips ASCII white space except CR. Returns the next byte, 0 at the end of the window.
  private mutating func skipPlainSpace() -> UInt8 {
    let base = base
    var index = cursor
    while true {
      let byte = base[index]
      if byte > 0x20 {
        cursor = index
        return byte
      }
      switch byte {
      case 0x20:
        index += 1
        while base.word(at: index) == 0x2020_2020_2020_2020 { index += 8 }
      case 0x0A:
        index += 1
        line += 1
        lineStart = index
      case 0x09, 0x0B, 0x0C:
        index += 1
      default:
        cursor = index
        return byte
      }
    }
  }

  mutating func startLine() {
    line += 1
    lineStart = cursor
  }

  private mutating func skipLineComment() {
    while true {
      let byte = base[cursor]
      if byte == 0x0A || byte == 0x0D { return }
      if byte == 0, cursor == end {
        if sourceHasEnded { return }
        _ = refill(keeping: cursor)
        continue
      }
      // JSON5 has two more line ends: U+2028 and U+2029.
      if byte == 0xE2 {
        ensure(3)
        if base[cursor + 1] == 0x80, 0xA8...0xA9 ~= base[cursor + 2] { return }
      }
      passCommentByte(byte)
    }
  }

  private mutating func skipBlockComment() {
    let opened = position(at: cursor)
    cursor += 2
    while true {
      ensure(2)
      let byte = base[cursor]
      if byte == UInt8(ascii: "*"), base[cursor + 1] == UInt8(ascii: "/") {
        cursor += 2
        return
      }
      if byte == 0, cursor == end {
        return failTruncated(inside: "comment", opened: opened)
      }
      if byte == 0x0A || byte == 0x0D {
        cursor += byte == 0x0D && base[cursor + 1] == 0x0A ? 2 : 1
        startLine()
      } else {
        passCommentByte(byte)
      }
    }
  }

  private mutating func passCommentByte(_ byte: UInt8) {
    cursor += 1
    if byte & 0xC0 == 0x80 { lineStart += 1 }
  }

  /// The length in bytes of a non-ASCII space of JSON5; 0 for other characters.
  func unicodeSpaceLength(at index: Int) -> Int {
    let (a, b, c) = (base[index], base[index + 1], base[index + 2])
    switch (a, b, c) {
    case (0xC2, 0xA0, _): return 2
    case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9),
      (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80), (0xEF, 0xBB, 0xBF):
      return 3
    default: return 0
    }
  }
}

extension UnsafeMutablePointer<UInt8> {
  /// The eight bytes at any offset, in little-endian order.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    UInt64(
      littleEndian: UnsafeRawPointer(self + index).loadUnaligned(as: UInt64.self))
  }
}
