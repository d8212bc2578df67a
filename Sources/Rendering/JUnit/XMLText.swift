// Unsafe pointers: texts are escaped without a copy.

import Diagnostics
import Text

/// Escapes texts for XML 1.0 in elements and attributes, so that a reader gets the same characters.
/// Characters that XML cannot hold become signs; hidden ones and commands to CI runners become
/// numbers.
enum XMLText {
  /// - Parameter inElement: Whether it is the text of an element, where a line feed stays.
  static func write(_ text: String, inElement: Bool = false, to sink: inout ByteSink) {
    text.withBytes { write($0, inElement, to: &sink) }
  }

  private static func write(
    _ text: UnsafeBufferPointer<UInt8>, _ inElement: Bool, to sink: inout ByteSink
  ) {
    var start = 0
    var index = 0
    while index < text.count {
      var length = 1
      let replacement: String?
      switch text[index] {
      case UInt8(ascii: "&"): replacement = "&amp;"
      case UInt8(ascii: "<"): replacement = "&lt;"
      // Escaped everywhere because of "]]>".
      case UInt8(ascii: ">"): replacement = "&gt;"
      case UInt8(ascii: "\""): replacement = "&quot;"
      case 0x09 where inElement, 0x0A where inElement: replacement = nil
      // Readers turn them into spaces or line feeds otherwise.
      case 0x09, 0x0A, 0x0D: replacement = "&#\(text[index]);"
      case UInt8(ascii: "#") where RunnerCommands.isMark(at: index, in: text):
        replacement = "&#35;"
      case 0x20..<0x7F: replacement = nil
      default:
        switch HiddenCharacters.look(at: index, in: text) {
        case .passes(let count):
          replacement = nil
          length = count
        case .shown(let scalar, let count):
          replacement = Self.text(of: scalar)
          length = count
        }
      }
      if let replacement {
        sink.write(UnsafeBufferPointer(rebasing: text[start..<index]))
        sink.write(replacement)
        start = index + length
      }
      index += length
    }
    sink.write(UnsafeBufferPointer(rebasing: text[start..<text.count]))
  }

  private static func text(of scalar: UInt32) -> String {
    let isAllowed = scalar >= 0x20 && scalar != 0xFFFE && scalar != 0xFFFF
    return isAllowed ? "&#\(scalar);" : HiddenCharacters.sign(of: scalar)
  }
}
