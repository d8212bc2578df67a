// Unsafe pointers: bytes of an input are decoded in place.

/// Converts a text from another encoding to UTF-8, piece by piece.
package struct TextDecoder: Sendable {
  enum Encoding: String, Sendable, Hashable, CaseIterable {
    case utf8, utf16LittleEndian, utf16BigEndian, latin1, latin9, windows1252
  }

  let encoding: Encoding
  /// The first byte of a UTF-16 unit, and the first unit of a surrogate pair.
  private var halfUnit: UInt8?
  private var highSurrogate: UInt16?

  init(_ encoding: Encoding) {
    self.encoding = encoding
  }

  /// The text in UTF-8 of a file in another encoding: UTF-16 with a byte order mark, or else
  /// Windows-1252; nil for a file that is no text.
  package static func text(of bytes: [UInt8]) -> [UInt8]? {
    let encoding: Encoding
    var content = bytes[...]
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      encoding = bytes[0] == 0xFF ? .utf16LittleEndian : .utf16BigEndian
      content = content.dropFirst(2)
    } else {
      // Control characters other than tab, line ends, form feed and escape.
      let isBinary = bytes.contains { $0 < 0x20 && !(0x09...0x0D ~= $0) && $0 != 0x1B }
      if isBinary { return nil }
      encoding = .windows1252
    }
    var decoder = TextDecoder(encoding)
    var text: [UInt8] = []
    content.withUnsafeBytes { decoder.decode($0, into: &text) }
    decoder.finish(into: &text)
    return text
  }

  /// The encoding that an XML declaration names; nil if it is not supported.
  static func named(_ name: String) -> Encoding? {
    switch name.lowercased() {
    // The declaration was readable as ASCII, so the text is not UTF-16, even if it declares so.
    case "utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf-16le", "utf-16be", "unicode": .utf8
    case "iso-8859-1", "latin1", "latin-1": .latin1
    case "iso-8859-15", "latin-9", "latin9": .latin9
    case "windows-1252", "cp1252": .windows1252
    default: nil
    }
  }

  mutating func decode(_ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) {
    switch encoding {
    case .utf8: output.append(contentsOf: bytes)
    case .utf16LittleEndian, .utf16BigEndian: decodeUnits(bytes, into: &output)
    case .latin1, .latin9, .windows1252:
      for byte in bytes { Self.append(scalar(of: byte), to: &output) }
    }
  }

  /// Ends the text. Writes U+FFFD for half a character.
  mutating func finish(into output: inout [UInt8]) {
    if halfUnit != nil || highSurrogate != nil { Self.append(0xFFFD, to: &output) }
    (halfUnit, highSurrogate) = (nil, nil)
  }

  private mutating func decodeUnits(_ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) {
    for byte in bytes {
      guard let first = halfUnit else {
        halfUnit = byte
        continue
      }
      halfUnit = nil
      let (low, high) = encoding == .utf16LittleEndian ? (first, byte) : (byte, first)
      decodeUnit(UInt16(high) << 8 | UInt16(low), into: &output)
    }
  }

  private mutating func decodeUnit(_ unit: UInt16, into output: inout [UInt8]) {
    if let high = highSurrogate {
      highSurrogate = nil
      if 0xDC00...0xDFFF ~= unit {
        let scalar = 0x1_0000 + (UInt32(high - 0xD800) << 10 | UInt32(unit - 0xDC00))
        Self.append(scalar, to: &output)
        return
      }
      Self.append(0xFFFD, to: &output)
    }
    switch unit {
    case 0xD800...0xDBFF: highSurrogate = unit
    case 0xDC00...0xDFFF: Self.append(0xFFFD, to: &output)
    default: Self.append(UInt32(unit), to: &output)
    }
  }

  private func scalar(of byte: UInt8) -> UInt32 {
    switch encoding {
    case .windows1252 where 0x80...0x9F ~= byte: Self.windows[Int(byte) - 0x80]
    case .latin9: Self.latin9[byte] ?? UInt32(byte)
    default: UInt32(byte)
    }
  }

  /// 0x80 to 0x9F of windows-1252. Unassigned bytes remain control characters.
  private static let windows: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]
  /// The differences of ISO-8859-15 from ISO-8859-1.
  private static let latin9: [UInt8: UInt32] = [
    0xA4: 0x20AC, 0xA6: 0x0160, 0xA8: 0x0161, 0xB4: 0x017D, 0xB8: 0x017E, 0xBC: 0x0152,
    0xBD: 0x0153, 0xBE: 0x0178,
  ]

  private static func append(_ scalar: UInt32, to output: inout [UInt8]) {
    guard scalar >= 0x80, let scalar = Unicode.Scalar(scalar) else {
      output.append(UInt8(truncatingIfNeeded: scalar))
      return
    }
    output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }
}
