/// A value inside a phrase of the program's own, such as a category's title in "Tests (3)". Between
/// isolates it keeps its direction to itself, and targets can tell its words from the program's.
package enum PhraseValue {
  private static let start: Unicode.Scalar = "\u{2068}"
  private static let end: Unicode.Scalar = "\u{2069}"

  /// The value between isolates, or as it is where nobody could tell the difference.
  package static func marked(_ value: String, inRightToLeft isRightToLeft: Bool) -> String {
    guard
      value.utf8.contains(where: { $0 >= 0x80 || $0 < 0x20 })
        || isForeign(value, inRightToLeft: isRightToLeft)
    else { return value }
    var marked = "\u{2068}"
    for scalar in value.unicodeScalars {
      switch scalar {
      // Its own isolates become signs, so that none of them ends these.
      case start: marked += "⟨U+2068⟩"
      case end: marked += "⟨U+2069⟩"
      case "\n", "\r": marked += " "
      default: marked.unicodeScalars.append(scalar)
      }
    }
    return marked + "\u{2069}"
  }

  /// A piece of a phrase: a marked value, or the words around it.
  package struct Piece {
    package var words: String
    package var isValue: Bool
  }

  package static func pieces(of phrase: String) -> [Piece] {
    // The isolates' first byte; most phrases have none.
    guard phrase.utf8.contains(0xE2) else { return [Piece(words: phrase, isValue: false)] }
    var pieces: [Piece] = []
    var words = ""
    func finish(isValue: Bool) {
      if !words.isEmpty { pieces.append(Piece(words: words, isValue: isValue)) }
      words = ""
    }
    for scalar in phrase.unicodeScalars {
      switch scalar {
      case start: finish(isValue: false)
      case end: finish(isValue: true)
      default: words.unicodeScalars.append(scalar)
      }
    }
    finish(isValue: false)
    return pieces
  }

  /// The phrase for a program.
  package static func unmarked(_ phrase: String) -> String {
    pieces(of: phrase).map(\.words).joined()
  }

  /// Whether words hold letters of the other direction.
  package static func isForeign(_ words: String, inRightToLeft isRightToLeft: Bool) -> Bool {
    if isRightToLeft {
      return words.utf8.contains { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
    }
    // Right-to-left letters begin at U+0590, whose first byte is 0xD6.
    guard words.utf8.contains(where: { $0 >= 0xD6 }) else { return false }
    return words.unicodeScalars.contains { isRightToLeftLetter($0.value) }
  }

  package static func isRightToLeftLetter(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      true
    default: false
    }
  }
}
