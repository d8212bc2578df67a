import Text

/// The numbers of a table, by row and column.
struct TableNumbers {
  struct Cell {
    var row: String
    /// The title of the column, and the same without a unit in brackets.
    var column: String
    var columnWithoutUnit: String
    var number: Double
    /// The number as written.
    var text: String
    var unit: String?
  }

  let cells: [Cell]

  /// A column has numbers if each cell that is not empty is a number, all with the same unit.
  init(_ table: MarkdownTable) {
    let names = Self.names(of: table)
    var cells: [Cell] = []
    for column in table.header.indices.dropFirst() where !table.header[column].isEmpty {
      guard let numbers = Self.numbers(in: column, of: table) else { continue }
      let (title, unit) = Self.parts(ofTitle: table.header[column])
      for (row, number) in zip(names, numbers) {
        guard let number else { continue }
        cells.append(
          Cell(
            row: row, column: table.header[column], columnWithoutUnit: title,
            number: number.number, text: number.text, unit: number.unit ?? unit))
      }
    }
    self.cells = cells
  }

  /// The names of the rows: the first column if it has different texts, else the next one that has,
  /// such as the places of `df`.
  private static func names(of table: MarkdownTable) -> [String] {
    let columns = table.header.indices.map { index in
      table.rows.map { $0.indices.contains(index) ? $0[index] : "" }
    }
    let unique = columns.indices.first { index in
      !columns[index].contains("") && Set(columns[index]).count == columns[index].count
        && (index == 0 || columns[index].allSatisfy { parse($0) == nil })
    }
    guard let named = columns.isEmpty ? nil : columns[unique ?? 0] else { return [] }
    // A row without a name of its own belongs to the last one above it.
    var last = ""
    return named.enumerated().map { index, name in
      if !name.isEmpty { last = name }
      return last.isEmpty ? String(index + 1) : last
    }
  }

  private typealias Number = (number: Double, text: String, unit: String?)

  /// The numbers of a column; nil if it has other texts.
  private static func numbers(in column: Int, of table: MarkdownTable) -> [Number?]? {
    var numbers: [Number?] = []
    var unit: String??
    for row in table.rows {
      let cell = row.indices.contains(column) ? row[column] : ""
      if cell.allSatisfy({ "-\u{2013}\u{2014}".contains($0) }) {
        numbers.append(nil)
        continue
      }
      guard let number = parse(cell), unit.map({ $0 == number.unit }) ?? true else { return nil }
      unit = .some(number.unit)
      numbers.append(number)
    }
    return unit == nil ? nil : numbers
  }

  /// Reads `94 %`, `-1.5` or `120ms`. `1,234` is no number: the comma may be either sign.
  private static func parse(_ cell: String) -> Number? {
    let sign = cell.first == "\u{2212}" || cell.first == "-" ? "-" : ""
    let rest = cell.dropFirst(sign.isEmpty && cell.first != "+" ? 0 : 1)
    let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let first = digits.first, first != ".", digits.last != ".",
      let number = Double(sign + digits), number.isFinite
    else { return nil }
    let unit = rest.dropFirst(digits.count).trimmed
    guard unit.count <= 12,
      !unit.contains(where: { $0.isNumber || $0.isWhitespace || ",:'".contains($0) })
    else { return nil }
    return (number, sign + digits, unit.isEmpty ? nil : unit)
  }

  /// "p95" and "ms" of "p95 (ms)" or "p95 [ms]".
  private static func parts(ofTitle title: String) -> (title: String, unit: String?) {
    for (open, close) in [("(", ")"), ("[", "]")] as [(Character, Character)] {
      guard title.last == close, let start = title.lastIndex(of: open), start > title.startIndex
      else { continue }
      let unit = title[title.index(after: start)...].dropLast()
      guard !unit.isEmpty, unit.count <= 12, !unit.contains(" ") else { continue }
      return (title[..<start].trimmed, String(unit))
    }
    return (title, nil)
  }
}
