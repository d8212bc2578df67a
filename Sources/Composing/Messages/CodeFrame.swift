internal import Diagnostics
package import Model
internal import Text

/// The source lines around a place (see "Lines of source"), in columns of equal width. They have
/// numbers, a mark on the place's line, and a caret below the column.
package struct CodeFrame: Sendable {
  /// The number of lines shown above and below the place.
  private let reach: Int
  private let columns: Int
  private let isAscii: Bool

  /// The smallest width of a line next to wide line numbers.
  private static let leastColumns = 20

  package init(reach: Int, columns: Int, isAscii: Bool = false) {
    (self.reach, self.columns, self.isAscii) = (reach, columns, isAscii)
  }

  /// The frame of a message as a log; nil if its lines are unknown, or if its details already show
  /// the place's line.
  package func text(of message: Message) -> String? {
    text(of: message.location, in: message)
  }

  /// The same for the place of the test.
  package func textOfTest(_ message: Message) -> String? {
    text(of: message.testLocation, in: message)
  }

  private func text(of location: Message.Location?, in message: Message) -> String? {
    guard let location, let own = location.line, own > 0, let context = location.context
    else { return nil }
    let lines = numbered(context.lines, around: own)
    guard let last = lines.last, !Self.shows(message.details, Self.telling(lines, own)) else {
      return nil
    }
    let digits = String(last.number).utf8.count
    let room = max(columns - digits - 5, Self.leastColumns)
    let caret = lines.first { $0.number == own }.flatMap { line in
      location.column.flatMap { SourceColumns.column($0, in: line.text) }
    }
    // For a place far to the right, the caret is in the middle.
    let start = caret.map { $0 < room ? 0 : $0 - room / 2 } ?? 0
    var output: [String] = []
    for (number, text) in lines {
      let mark = number == own ? "> " : "  "
      let shown = cut(SourceColumns.shown(text), from: start, to: room)
      output.append(
        mark + String(repeating: " ", count: max(digits - String(number).utf8.count, 0))
          + "\(number) |" + (shown.isEmpty ? "" : " " + shown))
      if number == own, let caret {
        output.append(
          String(repeating: " ", count: digits + 3) + "| "
            + String(repeating: " ", count: caret - start) + "^")
      }
    }
    return output.joined(separator: "\n")
  }

  private typealias Line = (number: Int, text: String)

  /// The lines with their numbers, without blank lines at both ends; none if all are blank.
  private func numbered(_ lines: [String], around own: Int) -> [Line] {
    let middle = lines.count / 2
    var shown: [Line] = lines.enumerated().compactMap { index, text in
      let distance = index - middle
      let (number, isOver) = own.addingReportingOverflow(distance)
      return abs(distance) <= reach && !isOver && number > 0 ? (number, text) : nil
    }
    guard shown.contains(where: { !Self.isBlank($0.text) }) else { return [] }
    while let first = shown.first, first.number < own, Self.isBlank(first.text) {
      shown.removeFirst()
    }
    while let last = shown.last, last.number > own, Self.isBlank(last.text) { shown.removeLast() }
    return shown
  }

  private static func isBlank(_ text: String) -> Bool { text.utf8.allSatisfy { $0 <= 0x20 } }

  /// The visible part of a line, from a column.
  private func cut(_ text: String, from start: Int, to columns: Int) -> String {
    let mark = isAscii ? "..." : "…"
    var text = text
    if start > 0 {
      let first = start + TextWidth.columns(of: mark)
      var column = 0
      let rest = text.drop { character in
        guard column < first else { return false }
        column += TextWidth.columns(of: character)
        return true
      }
      // Half of a wide character becomes a space.
      let gap = String(repeating: " ", count: max(column - first, 0))
      text = text.isEmpty ? "" : mark + gap + rest
    }
    let short = text.truncated(toColumns: columns)
    guard isAscii, short != text else { return short }
    return text.truncated(toColumns: columns - 2).dropLast() + mark
  }

  // MARK: Details

  /// The place's line, or the first other line if it is blank.
  private static func telling(_ lines: [Line], _ own: Int) -> String {
    let line = lines.first { $0.number == own && !isBlank($0.text) }
    return (line ?? lines.first { !isBlank($0.text) })?.text ?? ""
  }

  /// Whether details contain a line, alone or after its number. White space is ignored.
  private static func shows(_ details: String?, _ line: String) -> Bool {
    guard let details else { return false }
    let text = line.utf8.filter { $0 > 0x20 }
    return details.utf8.split(separator: 0x0A).contains { candidate in
      guard candidate.count >= text.count else { return false }
      let bytes = candidate.filter { $0 > 0x20 }
      return bytes.suffix(text.count).elementsEqual(text)
        && bytes.dropLast(text.count).allSatisfy(isPartOfMargin)
    }
  }

  /// Digits, `|`, `│`, `>` and `:` can precede source lines.
  private static func isPartOfMargin(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), 0xE2, 0x94, 0x82, UInt8(ascii: "|"),
      UInt8(ascii: ">"), UInt8(ascii: ":"):
      true
    default: false
    }
  }
}

/// Source lines as displayed in columns of equal width.
private enum SourceColumns {
  private static let tabStop = 4

  /// A line with spaces for tabs, and signs for hidden characters.
  static func shown(_ line: String) -> String {
    if line.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return line }
    var text = ""
    var column = 0
    for character in line {
      let shown = shown(character, at: column)
      text += shown
      column += TextWidth.columns(of: shown)
    }
    return text
  }

  private static func shown(_ character: Character, at column: Int) -> String {
    character == "\t"
      ? String(repeating: " ", count: tabStop - column % tabStop)
      : VisibleText.of(String(character))
  }

  /// The column, from 0, where the character with a number begins. Characters are counted from 1 as
  /// scalars, as most tools do. The number after the last character is the end of the line. nil if
  /// the line is shorter.
  static func column(_ number: Int, in line: String) -> Int? {
    guard number > 0 else { return nil }
    var (scalars, column) = (0, 0)
    for character in line {
      scalars += character.unicodeScalars.count
      if number <= scalars { return column }
      column += TextWidth.columns(of: shown(character, at: column))
    }
    return number == scalars + 1 ? column : nil
  }
}
