// Unsafe pointers: texts are scanned in place, without a copy.

/// The definition of hidden characters, which no output shows as they are. They move a cursor,
/// change the text direction, are invisible, or are not characters (docs/report-rules.md, "Values
/// everywhere"). Every target, diagnostic, header and published file uses this definition.
///
/// Hidden are control characters, line and paragraph separators, direction marks and overrides,
/// zero-width spaces and fillers, invisible operators, annotations, tags and noncharacters. Hidden
/// are also the two private-use planes, because `Markup.Token` uses one of them. Invisible
/// characters are allowed only if a script or an emoji needs them: a joiner after a letter of a
/// joining script or after an emoji, one variation selector after a character with variants, and
/// the tags of a flag.
package enum HiddenCharacters {
  package typealias Bytes = UnsafeBufferPointer<UInt8>

  package enum Finding {
    /// A number of bytes that can be copied.
    case passes(count: Int)
    /// A hidden character with its length in bytes; its sign replaces it.
    case shown(scalar: UInt32, count: Int)
  }

  /// Classifies the character that begins at `index` in UTF-8 text.
  @inline(__always)
  package static func look(at index: Int, in bytes: Bytes) -> Finding {
    let first = bytes[index]
    if mayBegin(first) { return lookClosely(at: index, in: bytes) }
    let length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    return .passes(count: min(length, bytes.count - index))
  }

  /// Whether a character with this first byte may be hidden.
  @inline(__always)
  package static func mayBegin(_ first: UInt8) -> Bool {
    switch first {
    case 0x00..<0x20, 0x7F, 0xC2, 0xD8, 0xE1, 0xE2, 0xE3, 0xEF, 0xF0...: true
    default: false
    }
  }

  /// The sign for a hidden character: the control picture (␛), otherwise the number (⟨U+202E⟩).
  package static func sign(of scalar: UInt32) -> String {
    if scalar < 0x20, let picture = Unicode.Scalar(0x2400 + scalar) { return String(picture) }
    if scalar == 0x7F { return "␡" }
    return "⟨\(number(of: scalar))⟩"
  }

  static func number(of scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Whether the character on its own is hidden.
  package static func contains(_ scalar: Unicode.Scalar) -> Bool {
    isHidden(scalar.value) || needsCompany(scalar.value)
  }

  private static func lookClosely(at index: Int, in bytes: Bytes) -> Finding {
    let (scalar, count) = character(at: index, in: bytes)
    if isHidden(scalar) { return .shown(scalar: scalar, count: count) }
    if needsCompany(scalar), !hasCompany(scalar, at: index, in: bytes) {
      return .shown(scalar: scalar, count: count)
    }
    if scalar == blackFlag { return .passes(count: count + tags(after: index + count, in: bytes)) }
    return .passes(count: count)
  }

  /// Whether the character is hidden in any context.
  private static func isHidden(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0..<0x20, 0x7F..<0xA0: true
    // Arabic letter mark, Hangul fillers, Khmer inherent vowels.
    case 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0: true
    case 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
    // Noncharacters.
    case 0xFDD0...0xFDEF: true
    case _ where scalar & 0xFFFE == 0xFFFE: true
    // Shorthand and musical format controls.
    case 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A: true
    // The tags plane without variation selectors; the private-use planes.
    case 0xE0000..<0xE0100, 0xE01F0...0xE0FFF, 0xF0000...: true
    default: false
    }
  }

  /// Whether the character is a joiner or a variation selector, allowed in some contexts.
  private static func needsCompany(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x200C, 0x200D, 0xFE00...0xFE0F, 0xE0100...0xE01EF: true
    default: false
    }
  }

  // MARK: Allowed invisible characters

  private static func hasCompany(_ scalar: UInt32, at index: Int, in bytes: Bytes) -> Bool {
    guard let (before, start) = character(before: index, in: bytes) else { return false }
    guard scalar == 0x200C || scalar == 0x200D else { return takesVariant(scalar, before) }
    guard before == 0xFE0F else { return joins(before) }
    return character(before: start, in: bytes).map { joins($0.scalar) } ?? false
  }

  private static func takesVariant(_ selector: UInt32, _ base: UInt32) -> Bool {
    switch base {
    // Keycap emoji, and the slashed zero.
    case 0x23, 0x2A, 0x30...0x39: selector < 0xE0100
    case 0..<0xA9: false
    // Ideographs, which also have ideographic variation sequences.
    case 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFD: true
    case _ where isHidden(base) || needsCompany(base): false
    default: selector < 0xE0100
    }
  }

  /// Whether a joiner is meaningful after `scalar`: a letter of a joining or stacking script, or an
  /// emoji.
  private static func joins(_ scalar: UInt32) -> Bool {
    switch scalar {
    case _ where isHidden(scalar) || needsCompany(scalar): false
    // Arabic to Myanmar, Khmer to Mongolian, Balinese to Vedic marks.
    case 0x0600...0x109F, 0x1700...0x18AF, 0x1900...0x1CFF: true
    case 0xA800...0xABFF, 0xFB50...0xFDFF, 0xFE70...0xFEFC: true
    case 0x10A00...0x11FFF, 0x16100...0x16FFF, 0x1E900...0x1E95F: true
    // Symbols with an emoji form, and emoji.
    case 0x2190...0x2BFF, 0x1F000...0x1FAFF: true
    default: false
    }
  }

  private static let blackFlag: UInt32 = 0x1F3F4

  /// The length in bytes of the tags of a subdivision flag: three to six letters or digits and an
  /// end tag.
  private static func tags(after start: Int, in bytes: Bytes) -> Int {
    var index = start
    var length = 0
    while index < bytes.count, length <= 6 {
      let (scalar, count) = character(at: index, in: bytes)
      index += count
      switch scalar {
      case 0xE0030...0xE0039, 0xE0061...0xE007A: length += 1
      case 0xE007F: return length >= 3 ? index - start : 0
      default: return 0
      }
    }
    return 0
  }

  // MARK: Bytes

  /// The character that begins at `index`; for invalid UTF-8 its first byte.
  private static func character(at index: Int, in bytes: Bytes) -> (scalar: UInt32, count: Int) {
    let first = bytes[index]
    let count = first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard count > 1, index + count <= bytes.count else {
      // A stray continuation byte is not a control character.
      return (first < 0x80 ? UInt32(first) : 0xFFFD, 1)
    }
    var scalar = UInt32(first) & (0x7F >> UInt32(count))
    for offset in 1..<count { scalar = scalar << 6 | UInt32(bytes[index + offset] & 0x3F) }
    return (scalar, count)
  }

  private static func character(before index: Int, in bytes: Bytes) -> (scalar: UInt32, start: Int)?
  {
    guard index > 0 else { return nil }
    var start = index - 1
    while start > 0, index - start < 4, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return (character(at: start, in: bytes).scalar, start)
  }
}
