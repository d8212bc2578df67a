internal import Diagnostics
import Markup
import Text

/// Writes names of tests, files and functions as HTML with `<wbr>` where they may break: after `.`,
/// `/` and `_` outside numbers, after `::`, and before the words of camelCase. Elsewhere a break
/// would divide a word. Quoted code becomes `<code>`, as in every title.
enum WordBreaks {
  /// The number of characters beyond which a word is long: it may be wider than a row.
  private static let longWord = 24

  /// - Parameter onlyInLongWords: leaves shorter words whole, which saves bytes in long lists.
  static func html(_ text: String, onlyInLongWords: Bool = false) -> String {
    var sink = ByteSink()
    QuotedCode.forEach(in: text) { piece, isCode in
      if isCode { sink.write("<code>") }
      write(Array(piece), onlyInLongWords: onlyInLongWords, to: &sink)
      if isCode { sink.write("</code>") }
    }
    return sink.string
  }

  /// Writes a path with its line: breaks before the name of the file, and in a long name. The line
  /// number stays beside the end of the name.
  static func html(place: String) -> String {
    guard hasLongWord(place), let slash = place.lastIndex(of: "/") else {
      return html(place, onlyInLongWords: true)
    }
    let name = place.index(after: slash)
    var sink = ByteSink()
    HTMLEscaping.writeText(String(place[..<name]), to: &sink)
    return sink.string + "<wbr>" + html(String(place[name...]), onlyInLongWords: true)
  }

  /// Whether the text has a long word. Spaces separate words.
  static func hasLongWord(_ text: String) -> Bool {
    return text.withBytes { bytes in
      var length = 0
      for byte in bytes {
        length = byte == 0x20 ? 0 : byte & 0xC0 == 0x80 ? length : length + 1
        if length > longWord { return true }
      }
      return false
    }
  }

  private static func write(
    _ bytes: [UInt8], onlyInLongWords: Bool, to sink: inout ByteSink
  ) {
    var start = 0
    var (end, isLong) = (0, true)
    for index in bytes.indices.dropFirst() where isBreak(bytes, index) {
      if onlyInLongWords {
        if index >= end { (end, isLong) = word(at: index, in: bytes) }
        guard isLong else { continue }
      }
      HTMLEscaping.writeText(String(decoding: bytes[start..<index], as: UTF8.self), to: &sink)
      sink.write("<wbr>")
      start = index
    }
    HTMLEscaping.writeText(String(decoding: bytes[start...], as: UTF8.self), to: &sink)
  }

  /// The end of the word at a byte, and whether it is long.
  private static func word(at index: Int, in bytes: [UInt8]) -> (end: Int, isLong: Bool) {
    let start = bytes[..<index].lastIndex(of: 0x20).map { $0 + 1 } ?? 0
    let end = bytes[index...].firstIndex(of: 0x20) ?? bytes.count
    return (end, bytes[start..<end].count(where: { $0 & 0xC0 != 0x80 }) > longWord)
  }

  /// Whether a name may break before the byte at `index`, which is not the first one.
  private static func isBreak(_ bytes: [UInt8], _ index: Int) -> Bool {
    let (before, byte) = (bytes[index - 1], bytes[index])
    guard isLetter(byte) || isDigit(byte) else { return false }
    switch before {
    case UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "_"):
      // Numbers, versions and dates are read as one word.
      return index > 1 && bytes[index - 2] > 0x20
        && !(isDigit(byte) && isDigit(bytes[index - 2]))
    case UInt8(ascii: ":"):
      return index > 2 && bytes[index - 2] == before
    default:
      return (0x61...0x7A).contains(before) && (0x41...0x5A).contains(byte)
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
