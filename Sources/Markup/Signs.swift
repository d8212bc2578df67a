import Basics

/// Characters of a value that no output may hold as they are: control characters and overrides of
/// direction are shown as visible signs, and so are the private-use characters that tokens are made
/// of (GUIDELINES, "Values everywhere").
enum Signs {
  /// What stands at a byte that may begin such a character.
  enum Finding {
    /// Nothing of the kind: a character of this many bytes that passes.
    case passes(count: Int)
    /// A character of this many bytes that is shown by a sign.
    case shown(scalar: UInt32, count: Int)
  }

  /// What `words` hold at `index`, where a byte below 0x20, 0x7F or a non-ASCII byte stands.
  @inline(__always)
  static func look(at index: Int, in words: Bytes) -> Finding {
    let first = words[index]
    let left = words.count - index
    switch first {
    case 0x00..<0x20, 0x7F:
      return .shown(scalar: UInt32(first), count: 1)
    case 0xC2 where left >= 2 && words[index + 1] < 0xA0:
      return .shown(scalar: UInt32(words[index + 1]), count: 2)
    case 0xD8 where left >= 2 && words[index + 1] == 0x9C:
      return .shown(scalar: 0x061C, count: 2)
    case 0xE2 where left >= 3 && words[index + 1] == 0x80 && isDirection(words[index + 2]):
      return .shown(scalar: 0x2000 | UInt32(words[index + 2] & 0x3F), count: 3)
    case 0xE2
    where left >= 3 && words[index + 1] == 0x81 && (0xA6...0xA9).contains(words[index + 2]):
      return .shown(scalar: 0x2040 | UInt32(words[index + 2] & 0x3F), count: 3)
    case 0xEF where left >= 3 && words[index + 1] == 0xBB && words[index + 2] == 0xBF:
      return .shown(scalar: 0xFEFF, count: 3)
    case 0xF3 where left >= 4 && words[index + 1] >= 0xB0,
      0xF4 where left >= 4:
      let low = UInt32(words[index + 2] & 0x3F) << 6 | UInt32(words[index + 3] & 0x3F)
      return .shown(
        scalar: UInt32(first & 0x07) << 18 | UInt32(words[index + 1] & 0x3F) << 12 | low,
        count: 4)
    case 0xF0...: return .passes(count: min(left, 4))
    case 0xE0...: return .passes(count: min(left, 3))
    case 0xC0...: return .passes(count: min(left, 2))
    default: return .passes(count: 1)
    }
  }

  /// U+200E and U+200F mark a direction, U+2028 and U+2029 break lines, U+202A to U+202E turn them.
  @inline(__always)
  private static func isDirection(_ last: UInt8) -> Bool {
    (0xA8...0xAE).contains(last) || last == 0x8E || last == 0x8F
  }

  /// Writes the sign that stands for `scalar`.
  static func write(_ scalar: UInt32, to sink: inout ByteSink) {
    switch scalar {
    case 0x00..<0x20:
      sink.write(byte: 0xE2)
      sink.write(byte: 0x90)
      sink.write(byte: 0x80 | UInt8(truncatingIfNeeded: scalar))
    case 0x7F: sink.write("␡")
    default:
      sink.write("⟨U+")
      for shift in [20, 16, 12, 8, 4, 0] as [UInt32] where shift < 16 || scalar >> shift > 0 {
        let digit = UInt8(truncatingIfNeeded: (scalar >> shift) & 0xF)
        sink.write(byte: digit < 10 ? 0x30 &+ digit : 0x37 &+ digit)
      }
      sink.write("⟩")
    }
  }
}
