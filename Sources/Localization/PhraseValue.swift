internal import Diagnostics

/// A value inside a phrase of the interface, such as a category's title in "Tests (3)". Isolates
/// keep its text direction separate, and let targets distinguish it from the interface's own text.
package enum PhraseValue {
  private static let start: Unicode.Scalar = "\u{2068}"
  private static let end: Unicode.Scalar = "\u{2069}"

  /// The value between isolates, or unchanged if they would make no difference.
  package static func marked(_ value: String, inRightToLeft isRightToLeft: Bool) -> String {
    guard
      value.utf8.contains(where: { $0 >= 0x80 || $0 < 0x20 })
        || isForeign(value, inRightToLeft: isRightToLeft)
    else { return value }
    var marked = "\u{2068}"
    for scalar in value.unicodeScalars {
      switch scalar {
      // Isolates of the value become signs, so that they can't end the outer ones.
      case start: marked += "⟨U+2068⟩"
      case end: marked += "⟨U+2069⟩"
      case "\n", "\r": marked += " "
      default: marked.unicodeScalars.append(scalar)
      }
    }
    return marked + "\u{2069}"
  }

  /// A part of a phrase: a marked value, or the text around it.
  package struct Piece {
    package var text: String
    package var isValue: Bool
  }

  package static func pieces(of phrase: String) -> [Piece] {
    // The first byte of an isolate, which most phrases lack.
    guard phrase.utf8.contains(0xE2) else { return [Piece(text: phrase, isValue: false)] }
    var pieces: [Piece] = []
    var text = ""
    func finish(isValue: Bool) {
      if !text.isEmpty { pieces.append(Piece(text: text, isValue: isValue)) }
      text = ""
    }
    for scalar in phrase.unicodeScalars {
      switch scalar {
      case start: finish(isValue: false)
      case end: finish(isValue: true)
      default: text.unicodeScalars.append(scalar)
      }
    }
    finish(isValue: false)
    return pieces
  }

  /// The phrase without isolates.
  package static func unmarked(_ phrase: String) -> String {
    pieces(of: phrase).map(\.text).joined()
  }

  /// Whether text has letters of the other direction.
  package static func isForeign(_ text: String, inRightToLeft isRightToLeft: Bool) -> Bool {
    if isRightToLeft {
      return text.utf8.contains { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
    }
    // Right-to-left letters begin at U+0590, which UTF-8 encodes as 0xD6 0x90.
    guard text.withBytes({ $0.contains { $0 >= 0xD6 } }) else { return false }
    return text.unicodeScalars.contains { isRightToLeftLetter($0.value) }
  }

  package static func isRightToLeftLetter(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      true
    default: false
    }
  }
}
