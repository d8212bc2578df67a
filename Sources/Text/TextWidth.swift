/// Computes the width of text in terminal columns.
package enum TextWidth {
  /// The width of one line in columns. Control characters have none; values show them as signs.
  package static func columns(of text: String) -> Int {
    if let count = printableASCIICount(text) { return count }
    var total = 0
    for character in text { total += columns(of: character) }
    return total
  }

  /// The width of a grapheme cluster: an emoji, a base with marks, or (in Indic scripts) several
  /// letters.
  package static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.index(after: scalars.startIndex) == scalars.endIndex {
      return columns(of: first)
    }
    if isEmoji(scalars, first: first) { return 2 }
    return scalars.reduce(0) { $0 + columns(of: $1) }
  }

  package static func columns(of scalar: Unicode.Scalar) -> Int {
    let code = scalar.value
    if code < 0x7F { return code < 0x20 ? 0 : 1 }
    if code < 0xA0 { return 0 }
    if code < 0x300 { return 1 }
    if contains(code, WidthTables.joining) { return 0 }
    return code >= 0x1100 && contains(code, WidthTables.wide) ? 2 : 1
  }

  /// The number of bytes if all are printable ASCII; otherwise nil.
  private static func printableASCIICount(_ text: String) -> Int? {
    for byte in text.utf8 where byte < 0x20 || byte > 0x7E { return nil }
    return text.utf8.count
  }

  /// Whether the cluster is an emoji: a flag, a sequence with a joiner or a skin tone, or any
  /// character with the emoji variation selector (U+FE0F).
  private static func isEmoji(
    _ scalars: Character.UnicodeScalarView, first: Unicode.Scalar
  ) -> Bool {
    if 0x1F1E6...0x1F1FF ~= first.value { return true }
    guard first.properties.isEmoji else { return false }
    if first.properties.isEmojiPresentation { return true }
    return scalars.contains { scalar in
      switch scalar.value {
      case 0xFE0F, 0x1F3FB...0x1F3FF: true
      // Digits have the emoji property, too.
      case 0x200D: first.value > 0xFF
      default: false
      }
    }
  }

  private static func contains(_ code: UInt32, _ ranges: [UInt32]) -> Bool {
    // Binary search for the first range that does not end below the code.
    var low = 0
    var high = ranges.count / 2
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle * 2 + 1] < code { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count / 2 && ranges[low * 2] <= code
  }
}
