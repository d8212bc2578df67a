/// Makes text of unknown origin safe to show in a terminal or a log: no character can move the
/// cursor, change a colour or the text direction, or be invisible.
package enum VisibleText {
  /// `text` with each hidden character replaced by its sign (␛, ␊, ⟨U+202E⟩).
  package static func of(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    return text.withBytes { of($0) }
  }

  private static func of(_ bytes: HiddenCharacters.Bytes) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      switch HiddenCharacters.look(at: index, in: bytes) {
      case .passes(let count):
        result += bytes[index..<(index + count)]
        index += count
      case .shown(let scalar, let count):
        result += HiddenCharacters.sign(of: scalar).utf8
        index += count
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The beginning of `text`, made visible, in single quotes.
  package static func quoted(_ text: String, limit: Int = 60) -> String {
    let scalars = text.unicodeScalars
    let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex)
    let cut = end ?? scalars.endIndex
    return "'" + of(String(scalars[..<cut])) + (cut == scalars.endIndex ? "'" : "…'")
  }

  /// The name of a character in a message: its picture if it has one, and its number.
  package static func name(of scalar: Unicode.Scalar) -> String {
    let number = HiddenCharacters.number(of: scalar.value)
    return switch scalar.value {
    case 0x00: "NUL (U+0000)"
    case 0x09: "tab (U+0009)"
    case 0x0A: "line feed (U+000A)"
    case 0x0D: "carriage return (U+000D)"
    case 0x1B: "escape (U+001B)"
    case 0x20: "space"
    case 0x21..<0x7F: "'\(scalar)'"
    default: HiddenCharacters.contains(scalar) ? number : "'\(scalar)' (\(number))"
    }
  }
}
