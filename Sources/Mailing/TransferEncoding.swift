import Text

/// The encodings that carry bytes through servers limited to lines of ASCII.
package enum TransferEncoding: String, Sendable {
  case quotedPrintable = "quoted-printable"
  case base64

  /// The maximum length of an encoded line.
  static let lineLimit = 76

  /// Encodes text in the shorter of the two encodings. Line ends become CRLF.
  static func encode(text: [UInt8]) -> (TransferEncoding, [UInt8]) {
    let quoted = quotedPrintable(text)
    // Base64 becomes shorter at about a quarter of non-ASCII letters.
    if quoted.count <= text.count * 5 / 4 { return (.quotedPrintable, quoted) }
    let based = base64(canonical(text))
    return quoted.count <= based.count ? (.quotedPrintable, quoted) : (.base64, based)
  }

  /// Encodes arbitrary bytes without loss.
  static func base64(_ bytes: [UInt8]) -> [UInt8] {
    var sink = ByteSink(reserving: base64Length(bytes.count))
    writeBase64(bytes, to: &sink)
    return sink.bytes
  }

  static func base64Length(_ count: Int) -> Int {
    Base64.length(of: count, lineLimit: lineLimit)
  }

  static func writeBase64(_ bytes: [UInt8], to sink: inout ByteSink) {
    Base64.write(bytes, lineLimit: lineLimit, to: &sink)
  }

  /// The text with CRLF at the end of every line, including the last.
  static func canonical(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count + text.count / 32)
    forEachLine(of: text) { line in
      result += line
      result += [0x0D, 0x0A]
    }
    return result
  }

  /// Calls `body` with each line, including a last line without a line end.
  private static func forEachLine(of text: [UInt8], _ body: (ArraySlice<UInt8>) -> Void) {
    var start = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte == 0x0A || byte == 0x0D {
        body(text[start..<index])
        if byte == 0x0D, index + 1 < text.count, text[index + 1] == 0x0A { index += 1 }
        start = index + 1
      }
      index += 1
    }
    if start < text.count { body(text[start...]) }
  }

  static func quotedPrintable(_ text: [UInt8]) -> [UInt8] {
    var sink = ByteSink(reserving: text.count + text.count / 8)
    forEachLine(of: text) { writeQuoted($0, to: &sink) }
    return sink.bytes
  }

  private static func writeQuoted(_ line: ArraySlice<UInt8>, to sink: inout ByteSink) {
    var length = 0
    var index = line.startIndex
    /// Whether `count` more bytes fit on the line, including the soft break unless it is the last
    /// piece.
    func need(_ count: Int, isLast: Bool) -> Bool {
      length + count <= (isLast ? lineLimit : lineLimit - 1)
    }
    while index < line.endIndex {
      // The bytes of one character stay on one line, for readers that decode line by line.
      var end = index + 1
      while end < line.endIndex, line[end] & 0xC0 == 0x80, end - index < 4 { end += 1 }
      let isLast = end == line.endIndex
      let isEscaped = end - index > 1 || mustEscape(line, index, at: length, isLast: isLast)
      let size = isEscaped ? (end - index) * 3 : 1
      if !need(size, isLast: isLast) {
        sink.write("=\r\n" as StaticString)
        length = 0
        // The first byte of a line may need escaping.
        continue
      }
      for byte in line[index..<end] {
        if isEscaped {
          sink.write(byte: UInt8(ascii: "="))
          sink.write(hexOf: byte)
        } else {
          sink.write(byte: byte)
        }
      }
      length += size
      index = end
    }
    sink.write("\r\n" as StaticString)
  }

  /// Whether the byte needs escaping: non-ASCII, white space at the end of a line (servers strip
  /// it), and at its start a full stop (it can end a message) or "From " (some servers change it).
  private static func mustEscape(
    _ line: ArraySlice<UInt8>, _ index: Int, at column: Int, isLast: Bool
  ) -> Bool {
    switch line[index] {
    case UInt8(ascii: "="), 0..<0x09, 0x0A..<0x20, 0x7F...: true
    case 0x20, 0x09: isLast
    case UInt8(ascii: "."): column == 0
    case UInt8(ascii: "F"): column == 0 && line[index...].starts(with: "From ".utf8)
    default: false
    }
  }
}
