import Basics
import Markup

/// Names of tests, files and functions as HTML with `<wbr>` where they may be broken: behind `.`, `/`, `_`
/// and `::`, and before the words of camelCase. Elsewhere a browser would cut into a word. Quoted code is
/// code, as in every title.
enum WordBreaks {
  static func html(_ text: String) -> String {
    var sink = ByteSink()
    QuotedCode.forEach(in: text) { piece, isCode in
      if isCode { sink.write("<code>") }
      write(Array(piece), to: &sink)
      if isCode { sink.write("</code>") }
    }
    return sink.string
  }

  private static func write(_ bytes: [UInt8], to sink: inout ByteSink) {
    var start = 0
    for index in bytes.indices.dropFirst() where isBreak(bytes, index) {
      HTMLEscaping.writeText(String(decoding: bytes[start..<index], as: UTF8.self), to: &sink)
      sink.write("<wbr>")
      start = index
    }
    HTMLEscaping.writeText(String(decoding: bytes[start...], as: UTF8.self), to: &sink)
  }

  /// Whether a name may be broken before a byte, which is not the first one.
  private static func isBreak(_ bytes: [UInt8], _ index: Int) -> Bool {
    let (before, byte) = (bytes[index - 1], bytes[index])
    guard isLetter(byte) || (0x30...0x39).contains(byte) else { return false }
    switch before {
    case UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "_"):
      return index > 1 && bytes[index - 2] > 0x20
    case UInt8(ascii: ":"):
      return index > 2 && bytes[index - 2] == before
    default:
      return (0x61...0x7A).contains(before) && (0x41...0x5A).contains(byte)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
