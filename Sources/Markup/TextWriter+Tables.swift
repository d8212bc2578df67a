import Text

/// A table with its collected cells. Each column is as wide as its widest cell.
struct TextTable {
  struct Cell {
    var text: String
    var width: Int
  }

  /// The text before the table.
  var outer: ByteSink
  var alignments: [TableRow.Alignment] = []
  private(set) var rows: [[Cell]] = []
  private(set) var widths: [Int] = []
  private var row: [Cell] = []

  init(outer: ByteSink) {
    self.outer = outer
  }

  mutating func append(_ text: String) {
    let width = TextWidth.columns(of: text)
    if row.count == widths.count { widths.append(0) }
    widths[row.count] = max(widths[row.count], width)
    row.append(Cell(text: text, width: width))
  }

  mutating func endRow() {
    rows.append(row)
    row = []
  }
}

/// Tables and tasks.
extension TextWriter {
  /// The mark on both sides of a deletion.
  static let strike: StaticString = "~~"
  /// The spaces between two columns.
  private static let gap = 2
  /// The length limit of a column's name that is repeated in each row.
  private static let longestName = 24

  static func box(isDone: Bool) -> StaticString { isDone ? "[x] " : "[ ] " }

  mutating func task(isDone: Bool) {
    flush()
    sink.write(Self.box(isDone: isDone))
    isLineStart = true
  }

  mutating func enterCell(_ cell: TableCell) {
    if cell.isHeader { table?.alignments.append(cell.alignment) }
    sink.bytes.removeAll(keepingCapacity: true)
    (isLineStart, spaces, breaksLine) = (true, 0, false)
  }

  mutating func exitCell() {
    table?.append(sink.string)
  }

  /// Writes the open table: as columns if they fit, else each row as a list of its cells after
  /// their columns' names.
  mutating func endTable() {
    guard let table else { return }
    self.table = nil
    sink = table.outer
    let width = table.widths.reduce(-Self.gap) { $0 + $1 + Self.gap }
    let margin = TextWidth.columns(of: String(decoding: prefix, as: UTF8.self))
    if width <= columns - margin {
      writeColumns(of: table)
    } else {
      writeRows(of: table)
    }
  }

  private mutating func writeColumns(of table: TextTable) {
    for (number, row) in table.rows.enumerated() {
      writeLine(row, table)
      guard number == 0 else { continue }
      let dashes = table.widths.map {
        TextTable.Cell(text: String(repeating: "-", count: max($0, 1)), width: $0)
      }
      writeLine(dashes, table)
    }
  }

  private mutating func writeLine(_ row: [TextTable.Cell], _ table: TextTable) {
    sink.write(byte: TextMark.whole)
    writePrefix()
    var gap = 0
    for (column, cell) in row.enumerated() {
      let room = table.widths[column] - cell.width
      var before = 0
      switch table.alignments[column] {
      case .none, .left: break
      case .center: before = room / 2
      case .right: before = room
      }
      gap += before
      if !cell.text.isEmpty {
        sink.write(String(repeating: " ", count: gap))
        sink.write(cell.text)
        gap = 0
      }
      gap += room - before + Self.gap
    }
    sink.write("\n")
  }

  private mutating func writeRows(of table: TextTable) {
    let names = (table.rows.first ?? []).map { String($0.text.prefix(Self.longestName)) }
    // A table may have only a header.
    let rows = table.rows.count > 1 ? table.rows.dropFirst() : table.rows[...]
    for row in rows {
      var marker = "- "
      for (column, cell) in row.enumerated() where !cell.text.isEmpty {
        writePrefix()
        sink.write(marker)
        sink.write(byte: TextMark.hanging)
        marker = "  "
        if !names[column].isEmpty, table.rows.count > 1 {
          sink.write(names[column])
          sink.write(": ")
        }
        sink.write(cell.text)
        sink.write("\n")
      }
    }
  }
}
