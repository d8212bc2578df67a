import Text

/// Tables and tasks. If only one line is available, each row is one line.
extension MarkdownWriter {
  /// Whether a pipe would end a cell.
  var isInCell: Bool { form == .cell || columns != nil }

  mutating func enterTable() {
    if form == .blocks { begin(.other) }
    columns = []
  }

  mutating func enterRow() {
    guard form == .blocks else { return begin(.paragraph) }
    // The line of the header has its prefix already.
    if columns?.isEmpty == false { writePrefix(isBlank: false) }
    sink.write("|")
  }

  mutating func exitRow(isHeader: Bool) {
    guard form == .blocks else { return }
    sink.write("\n")
    guard isHeader, let columns else { return }
    writePrefix(isBlank: false)
    sink.write("|")
    for alignment in columns {
      switch alignment {
      case .none: sink.write(" --- |")
      case .left: sink.write(" :-- |")
      case .center: sink.write(" :-: |")
      case .right: sink.write(" --: |")
      }
    }
    sink.write("\n")
  }

  mutating func enterCell(_ cell: TableCell) {
    if cell.isHeader { columns?.append(cell.alignment) }
    guard form == .blocks else {
      spaces = isLineStart ? 0 : 2
      return
    }
    sink.write(" ")
    // A cell contains only inline content.
    (isLineStart, spaces, pending) = (false, 0, nil)
  }

  mutating func exitCell() {
    guard form == .blocks else { return }
    (spaces, pending) = (0, nil)
    sink.write(" |")
  }

  mutating func task(isDone: Bool) {
    guard isNested, columns == nil else {
      return TextWriter.box(isDone: isDone).withUTF8Buffer { text($0) }
    }
    flush()
    sink.write(TextWriter.box(isDone: isDone))
    isLineStart = false
  }
}
