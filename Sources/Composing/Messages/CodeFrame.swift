internal import Basics
internal import Diagnostics
package import Model

/// The lines of source around a place in columns of equal width: with their numbers, the own line
/// marked, and a caret below the column (V4).
package struct CodeFrame: Sendable {
  /// How many lines are shown above and below the own one.
  private let reach: Int
  private let columns: Int
  private let isAscii: Bool

  /// Lines are not cut shorter than this, whatever their numbers take.
  private static let leastColumns = 20

  package init(reach: Int, columns: Int, isAscii: Bool = false) {
    (self.reach, self.columns, self.isAscii) = (reach, columns, isAscii)
  }

  /// The frame of a message as a log; nil if its lines are not known, or if its details show the own
  /// one already.
  package func text(of message: Message) -> String? {
    guard let location = message.location, let own = location.line, own > 0,
      let context = location.context
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
    // A place far to the right is shown with half a line before it.
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

  /// The lines with their numbers, without blank ones at both ends; none if all are blank.
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

  /// What is seen of a line from a column on.
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
      // Half of a wide character is blank.
      let gap = String(repeating: " ", count: max(column - first, 0))
      text = text.isEmpty ? "" : mark + gap + rest
    }
    let short = text.truncated(toColumns: columns)
    guard isAscii, short != text else { return short }
    return text.truncated(toColumns: columns - 2).dropLast() + mark
  }

  // MARK: Details

  /// The own line, or the first other one where that is blank.
  private static func telling(_ lines: [Line], _ own: Int) -> String {
    let line = lines.first { $0.number == own && !isBlank($0.text) }
    return (line ?? lines.first { !isBlank($0.text) })?.text ?? ""
  }

  /// Whether details have a line, behind its number or alone. White space is ignored.
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

  /// Digits, `|`, `│`, `>` and `:` stand before lines of source.
  private static func isPartOfMargin(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), 0xE2, 0x94, 0x82, UInt8(ascii: "|"),
      UInt8(ascii: ">"), UInt8(ascii: ":"):
      true
    default: false
    }
  }
}

/// Lines of source as they are seen in columns of equal width.
private enum SourceColumns {
  private static let tabStop = 4

  /// A line with spaces in place of tabs, and signs for what is hidden.
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

  /// The column, from 0, in which the character with a number begins. Characters are counted from 1
  /// as scalars, as most tools do; one behind the last is the end. nil if the line is shorter.
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
