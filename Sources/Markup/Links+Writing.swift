import Diagnostics
internal import Text

extension Links {
  /// The address with all disallowed characters percent-encoded. Visible letters of any script are
  /// kept, invisible characters are encoded.
  package static func normalized(_ address: String) -> String {
    return address.withBytes({ isNormal($0) }) ? address : address.withBytes { normalized($0) }
  }

  /// Whether an address is already normalized, as most are: allowed bytes and at most one fragment.
  private static func isNormal(_ address: Bytes) -> Bool {
    var hasFragment = false
    for byte in address where !isAddressByte(byte) {
      if hasFragment || byte != UInt8(ascii: "#") { return false }
      hasFragment = true
    }
    return true
  }

  static func normalized(_ address: Bytes) -> String {
    if isNormal(address) { return String(decoding: address, as: UTF8.self) }
    let authority = authorityRange(address)
    var result: [UInt8] = []
    result.reserveCapacity(address.count)
    var hasFragment = false
    var index = 0
    while index < address.count {
      let byte = address[index]
      var length = 1
      var passes = isAddressByte(byte)
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "]"): passes = authority.contains(index)
      case UInt8(ascii: "%"):
        passes =
          index + 2 < address.count && PercentEncoding.digit(address[index + 1]) != nil
          && PercentEncoding.digit(address[index + 2]) != nil
      case UInt8(ascii: "#"):
        passes = !hasFragment
        hasFragment = true
      case 0x80...:
        if case .passes(let count) = HiddenCharacters.look(at: index, in: address) {
          length = count
          // More than one character: a flag with its tags, which are invisible.
          passes = count <= 4 && !isInvisible(address, at: index, count: count)
        }
      default: break
      }
      for byte in address[index..<min(index + length, address.count)] {
        if passes {
          result.append(byte)
        } else {
          result += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 0xF)]
        }
      }
      index += length
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// A normalized address in ASCII, as mail requires: all other characters are percent-encoded.
  package static func inASCII(_ address: String) -> String {
    guard address.utf8.contains(where: { $0 >= 0x80 }) else { return address }
    var result: [UInt8] = []
    for byte in address.utf8 {
      result += byte < 0x80 ? [byte] : [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 0xF)]
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The range of the host in an absolute address.
  private static func authorityRange(_ address: Bytes) -> Range<Int> {
    guard let slash = address.firstIndex(of: UInt8(ascii: "/")), slash > 0,
      address[slash - 1] == UInt8(ascii: ":"), slash + 1 < address.count,
      address[slash + 1] == UInt8(ascii: "/")
    else { return 0..<0 }
    let start = slash + 2
    let end = address[start...].firstIndex { "/?#".utf8.contains($0) } ?? address.count
    return start..<end
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  /// Whether a byte can be part of an address: a letter, a digit, or one of a few signs.
  @inline(__always)
  private static func isAddressByte(_ byte: UInt8) -> Bool {
    let set = byte < 64 ? addressBytes.low : addressBytes.high
    return byte < 128 && set >> UInt64(byte & 63) & 1 == 1
  }

  /// These bytes as bits: `low` for bytes below 64, `high` for the next 64.
  private static let addressBytes: (low: UInt64, high: UInt64) = {
    let digits = "0123456789"
    let letters = "abcdefghijklmnopqrstuvwxyz"
    var bits: (low: UInt64, high: UInt64) = (0, 0)
    for byte in (digits + letters + letters.uppercased() + "-._~:/?@!$&'()*+,;=").utf8 {
      if byte < 64 { bits.low |= 1 << UInt64(byte) } else { bits.high |= 1 << UInt64(byte - 64) }
    }
    return bits
  }()

  /// Whether the character is a space, a joiner or a direction mark beyond ASCII.
  private static func isInvisible(_ address: Bytes, at index: Int, count: Int) -> Bool {
    let text = String(decoding: address[index..<index + count], as: UTF8.self)
    guard let scalar = text.unicodeScalars.first else { return true }
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format, .privateUse,
      .unassigned, .surrogate:
      return true
    default: return scalar.properties.isDefaultIgnorableCodePoint || scalar == "\u{FFFD}"
    }
  }
}
