package import Text

extension LiteralText {
  /// Writes `text` for HTML inside Markdown, such as a `<summary>`. As a renderer may parse
  /// Markdown there, the special characters of both are written as entities.
  package static func writeMarkdownHTML(_ text: String, to sink: inout ByteSink) {
    var line = ByteSink()
    writeText(text, to: &line)
    let bytes = line.bytes
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0x20
      switch byte {
      case UInt8(ascii: "@"), UInt8(ascii: "#"), UInt8(ascii: ":"), UInt8(ascii: "$"),
        UInt8(ascii: "."):
        // Breaks up patterns that GitHub links automatically.
        writeEntity(byte, to: &sink)
        if next != 0x20 && byte != UInt8(ascii: ".") || isAfterWWW(bytes, index) {
          sink.write("<!-- -->")
        }
      case UInt8(ascii: "-") where MarkdownEscaping.isDigit(next):
        writeEntity(byte, to: &sink)
        sink.write("<!-- -->")
      case 0x21...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: writeEntity(byte, to: &sink)
      default: sink.write(byte: byte)
      }
      index += 1
    }
  }

  private static func isAfterWWW(_ bytes: [UInt8], _ index: Int) -> Bool {
    index >= 3 && bytes[(index - 3)..<index].allSatisfy { $0 | 0x20 == UInt8(ascii: "w") }
  }

  private static func writeEntity(_ byte: UInt8, to sink: inout ByteSink) {
    sink.write("&#")
    sink.write(String(byte))
    sink.write(";")
  }
}
