package import Basics

extension PlainWords {
  /// Writes `words` into HTML that stands in Markdown, such as a `<summary>`. A renderer may or may
  /// not read Markdown there, so every sign of either is written as an entity.
  package static func writeMarkdownHTML(_ words: String, to sink: inout ByteSink) {
    var line = ByteSink()
    writeText(words, to: &line)
    let bytes = line.bytes
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0x20
      switch byte {
      case UInt8(ascii: "@"), UInt8(ascii: "#"), UInt8(ascii: ":"), UInt8(ascii: "$"),
        UInt8(ascii: "."):
        // What GitHub finds in the finished text is broken up.
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
