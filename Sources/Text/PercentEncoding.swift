/// Percent-encoding of addresses: `%20` for a space.
package enum PercentEncoding {
  /// Decodes an address. A percent sign without two hexadecimal digits is kept.
  ///
  /// - Parameter keepsZero: Whether `%00` is kept as well, because a path can't contain a NUL.
  package static func decoded(
    _ address: some Collection<UInt8>, keepsZero: Bool = false
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(address.count)
    var rest = address[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = value(rest.prefix(2)), value != 0 || !keepsZero {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  package static func decoded(_ address: String, keepsZero: Bool = false) -> String {
    guard address.utf8.contains(UInt8(ascii: "%")) else { return address }
    return String(decoding: decoded(address.utf8, keepsZero: keepsZero), as: UTF8.self)
  }

  /// Encodes a path for use in an address; slashes are kept.
  package static func encoded(path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(path.utf8.count)
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.append(byte)
      default:
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func value(_ digits: some Collection<UInt8>) -> UInt8? {
    guard digits.count == 2 else { return nil }
    var value: UInt8 = 0
    for byte in digits {
      guard let digit = digit(byte) else { return nil }
      value = value << 4 | digit
    }
    return value
  }

  /// The value of a hexadecimal digit; nil for any other byte.
  package static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
