/// Locations in files of UTF-8 text.
package enum TextFile {
  /// The line and the column of a byte.
  package static func location(
    ofByte offset: Int, in bytes: some Collection<UInt8>, file: String
  ) -> SourceLocation {
    var (line, column) = (1, 1)
    for byte in bytes.prefix(offset) {
      if byte == 0x0A {
        (line, column) = (line + 1, 1)
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return SourceLocation(file: file, line: line, column: column)
  }

  /// The diagnostic for the first byte of a file that is not UTF-8.
  package static func notUTF8(_ bytes: [UInt8], file: String) -> Diagnostic {
    let length = validLength(of: bytes)
    var which = ""
    if length < bytes.count {
      which = ": byte \(length + 1) is 0x" + String(bytes[length], radix: 16, uppercase: true)
    }
    return Diagnostic(
      .error, "invalid-utf8", "the file is not UTF-8 text\(which)",
      at: location(ofByte: length, in: bytes, file: file), help: ["save the file as UTF-8"])
  }

  /// The number of bytes before the first invalid byte.
  private static func validLength(of bytes: [UInt8]) -> Int {
    var iterator = bytes.makeIterator()
    var decoder = UTF8()
    var length = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      length += UTF8.width(scalar)
    }
    return length
  }
}
