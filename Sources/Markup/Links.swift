// Unsafe pointers: addresses are scanned in place, without a copy.

import Diagnostics
internal import Text

/// Decides which web addresses of untrusted origin become links.
package enum Links {
  /// Whether `address` may become a link: `http:` or `https:` with a host, `mailto:`, or relative.
  /// Rejects an address that a browser or mail client could decode to another scheme.
  package static func isAllowed(_ address: String) -> Bool {
    return address.withBytes { isAllowed($0) }
  }

  static func isAllowed(_ address: Bytes) -> Bool {
    guard let first = address.first, !hasForbidden(address) else { return false }
    let head = Bytes(rebasing: address.prefix { !isDelimiter($0) })
    if let colon = head.firstIndex(of: UInt8(ascii: ":")) {
      let rest = Bytes(rebasing: address[(colon + 1)...])
      return isAllowed(scheme: Bytes(rebasing: head[..<colon]), rest: rest)
    }
    // `//host` leaves the site; browsers treat more than two slashes alike.
    if first == UInt8(ascii: "/"), address.count > 1, address[1] == UInt8(ascii: "/") {
      return false
    }
    return !mayHideScheme(head)
  }

  /// Whether there is a control character, white space or a backslash. Browsers drop these or treat them
  /// as a slash. Reads eight bytes at a time.
  private static func hasForbidden(_ address: Bytes) -> Bool {
    let raw = UnsafeRawBufferPointer(address)
    var index = 0
    while index &+ 8 <= address.count {
      let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if forbidden(word) != 0 { return true }
      index &+= 8
    }
    while index < address.count {
      let byte = address[index]
      if byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: "\\") { return true }
      index &+= 1
    }
    return false
  }

  /// Sets the top bit of each forbidden byte. A sum of two 7-bit numbers sets the top bit of its
  /// own byte only.
  @inline(__always)
  private static func forbidden(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    let low = word & ~tops
    let isVisible = low &+ ones &* 0x5F
    let isDelete = low &+ ones
    let differs = (low ^ ones &* 0x5C) &+ ones &* 0x7F
    return (~(isVisible & differs) | isDelete) & ~word & tops
  }

  @inline(__always)
  private static func isDelimiter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }

  private static func isAllowed(scheme: Bytes, rest: Bytes) -> Bool {
    if isEqual(scheme, "https") || isEqual(scheme, "http") {
      guard rest.count > 2, rest[0] == UInt8(ascii: "/"), rest[1] == UInt8(ascii: "/") else {
        return false
      }
      return !isDelimiter(rest[2])
    }
    guard isEqual(scheme, "mailto") else { return false }
    // An encoded line end could start another mail header.
    let text = String(decoding: rest, as: UTF8.self).lowercased()
    return !rest.isEmpty && !rest.starts(with: "//".utf8) && !text.contains("%0a")
      && !text.contains("%0d")
  }

  /// Whether bytes equal a lower-case word, ignoring case.
  private static func isEqual(_ bytes: Bytes, _ word: StaticString) -> Bool {
    guard bytes.count == word.utf8CodeUnitCount else { return false }
    for index in bytes.indices where bytes[index] | 0x20 != word.utf8Start[index] { return false }
    return true
  }

  /// Whether decoding or normalizing could add a colon to the first segment of a relative address:
  /// by entities, percent escapes or Unicode forms.
  private static func mayHideScheme(_ head: Bytes) -> Bool {
    if head.contains(UInt8(ascii: "&")) { return true }
    // A quick check for most addresses.
    if head.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "%") }) { return false }
    var text = String(decoding: head, as: UTF8.self)
    if text.unicodeScalars.contains(where: isSuspicious) { return true }
    for _ in 0..<4 where text.utf8.contains(UInt8(ascii: "%")) {
      let decoded = PercentEncoding.decoded(text)
      if decoded == text { break }
      text = decoded
      let hides = text.unicodeScalars.contains {
        // A space is allowed within a name, but not at its start.
        $0 == ":" || $0 == "\\" || $0.value < 0x20 || $0.value == 0x7F || isSuspicious($0)
      }
      if hides || text.utf8.contains(UInt8(ascii: "&")) || text.hasPrefix(" ")
        || text.hasPrefix("//")
      {
        return true
      }
    }
    return text.utf8.contains(UInt8(ascii: "%")) && PercentEncoding.decoded(text) != text
  }

  /// Whether the character looks like a colon or is invisible.
  private static func isSuspicious(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x80...0xA0, 0xAD, 0x2D0, 0x589, 0x5C3, 0x703...0x704, 0x1680, 0x1803, 0x1809, 0x180E,
      0x2000...0x200F, 0x2028...0x202F, 0x205A, 0x205F...0x206F, 0x2215, 0x2236, 0x2044, 0x3000,
      0xA4FD, 0xA789, 0xFE00...0xFE0F, 0xFE13, 0xFE55, 0xFE68, 0xFEFF, 0xFF0F, 0xFF1A, 0xFF3C,
      0xFFF0...0xFFFF, 0xE0000...0xE0FFF, 0xF0000...:
      return true
    default: return false
    }
  }
}
