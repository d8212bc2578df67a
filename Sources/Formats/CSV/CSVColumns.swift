internal import Diagnostics
internal import JSON
internal import Model
internal import ToolReports

/// The columns of a table, by field.
struct CSVColumns {
  typealias ColumnField = TableMapping.ColumnField

  static let longestHeader = 64 << 10

  let header: [String]
  private var indices: [ColumnField: Int] = [:]
  /// The fields with a requested column that the table does not have.
  private(set) var missing: [(field: ColumnField, names: [String])] = []
  /// Whether the column for the urgency has states: OK, CRIT.
  private(set) var hasStates = false

  /// The known column names of each field, the best first, in lower case and without white space.
  private static let names: [ColumnField: [String]] = [
    .urgency: ["urgency", "severity", "level", "priority", "risk", "type", "status"],
    .title: ["title", "name", "summary", "message", "check", "rule", "vulnerability"],
    .text: ["text", "description", "details", "recommendation"],
    .file: ["file", "path", "filename", "resource"],
    .line: ["line"], .column: ["column"],
    .category: ["category", "group", "suite", "component", "tool"],
    .rule: ["rule"],
    .time: ["time", "date", "timestamp"],
    .url: ["url", "link", "reference"],
    .fingerprint: ["fingerprint", "id", "key"],
  ]

  /// - Parameter rows: Some rows of the table. Their words show a column of states, if no other
  ///   column is known.
  init(_ header: [String], _ mapping: TableMapping, rows: [[String]] = []) {
    self.header = header
    var known: [String: Int] = [:]
    for (index, name) in header.enumerated() {
      let name = Self.normalized(name)
      known[name] = known[name] ?? index
    }
    for field in ColumnField.allCases {
      guard let names = mapping.columns[field] else { continue }
      let exact = names.lazy.compactMap { header.firstIndex(of: $0) }.first
      guard let index = exact ?? names.lazy.compactMap({ known[Self.normalized($0)] }).first
      else {
        missing.append((field, names))
        continue
      }
      indices[field] = index
    }
    let mapped = Set(indices.values)
    for field in ColumnField.allCases where mapping.columns[field] == nil {
      indices[field] = Self.names[field]?.lazy.compactMap { known[$0] }
        .first { !mapped.contains($0) }
    }
    // A table without a better column uses the rule as the title.
    if indices[.rule] == indices[.title] { indices[.rule] = nil }
    if !isComplete, missing.isEmpty, let states = StateColumn(header: header, rows: rows) {
      hasStates = true
      if mapping.columns[.urgency] == nil { indices[.urgency] = states.state }
      if mapping.columns[.title] == nil { indices[.title] = states.name }
    }
    if let index = indices[.urgency], StateColumn.isTitle(header[index]) { hasStates = true }
  }

  /// Finds the columns in the header of a text; nil without a column for the severity or the title.
  init?(recognizedIn head: [UInt8]) {
    guard !head.prefix(1_024).contains(0) else { return nil }
    let columns = CSVDialect(head, TableMapping()).columns
    guard let columns, columns.isComplete else { return nil }
    self = columns
  }

  private static func normalized(_ name: String) -> String {
    name.lowercased().filter { !$0.isWhitespace && $0 != "_" }
  }

  var isComplete: Bool { indices[.urgency] != nil && indices[.title] != nil }

  func index(of field: ColumnField) -> Int? { indices[field] }

  /// The columns that no field uses.
  var others: [Int] {
    let used = Set(indices.values)
    return header.indices.filter { !used.contains($0) }
  }
}

/// The delimiter between the cells of a table.
struct CSVDialect {
  private(set) var delimiter = UInt8(ascii: ",")
  /// Whether the first line is a mark such as `sep=;`, as in Excel.
  private(set) var hasMark = false
  /// The columns according to the beginning of the text.
  private(set) var columns: CSVColumns?

  /// Finds the delimiter of the first line: the one that gives a complete header, else the one that
  /// gives the most columns.
  ///
  /// - Parameter delimiter: The delimiter, if it is known.
  init(_ head: [UInt8], _ mapping: TableMapping, delimiter known: UInt8? = nil) {
    let head = Array(head.prefix(CSVColumns.longestHeader))
    if head.count > 5, head.starts(with: "sep=".utf8), head[5] == 0x0A || head[5] == 0x0D {
      (delimiter, hasMark) = (head[4], true)
      columns = Self.header(head, self, mapping)
      return
    }
    if let known {
      delimiter = known
      columns = Self.header(head, self, mapping)
      return
    }
    for candidate in ",;\t|".utf8 {
      var dialect = self
      dialect.delimiter = candidate
      guard let found = Self.header(head, dialect, mapping), found.header.count > 1 else {
        continue
      }
      func rank(_ columns: CSVColumns) -> (Int, Int) {
        (columns.isComplete ? 1 : 0, columns.header.count)
      }
      if columns.map({ rank($0) < rank(found) }) ?? true {
        (delimiter, columns) = (candidate, found)
      }
    }
  }

  /// The most rows that show a column of states.
  private static let mostRows = 50

  private static func header(
    _ head: [UInt8], _ dialect: CSVDialect, _ mapping: TableMapping
  ) -> CSVColumns? {
    var reader = CSVReader(file: "", source: .init(bytes: head), log: DiagnosticLog(), dialect)
    guard let header = reader.next() else { return nil }
    let columns = CSVColumns(header, mapping)
    if columns.isComplete || header.count < 2 { return columns }
    var rows: [[String]] = []
    while rows.count < mostRows, let row = reader.next() { rows.append(row) }
    // The last row of a long text may be cut off.
    if rows.count < mostRows, rows.count > 1, head.last != 0x0A { rows.removeLast() }
    return CSVColumns(header, mapping, rows: rows)
  }
}
