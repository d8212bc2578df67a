internal import Basics
internal import Diagnostics
internal import JSON

/// Reads the rows of a table as objects of their cells.
enum FormatTableReading {
  /// The names of the columns in the beginning of a table.
  static func header(_ head: [UInt8], _ delimiter: UInt8?) -> [String] {
    let dialect = dialect(head, delimiter)
    var reader = CSVReader(
      file: "", source: ByteSource(bytes: Array(head.prefix(CSVColumns.longestHeader))),
      log: DiagnosticLog(), dialect)
    return reader.next() ?? []
  }

  static func dialect(_ head: [UInt8], _ delimiter: UInt8?) -> CSVDialect {
    CSVDialect(head, TableMapping(), delimiter: delimiter)
  }

  static func read(_ reader: inout CSVReader, _ reading: inout FormatReading) {
    guard let header = reader.next() else { return }
    let names = header.map(FormatTableRow.normalized)
    while let row = reader.next() {
      if row.count != header.count {
        reader.report(
          .warning, "ragged-row", "the row has \(row.count) cells, the header \(header.count)")
      }
      let location = SourceLocation(file: reader.file, line: reader.rowLine, column: 1)
      var members: [JSONValue.Member] = []
      for (name, cell) in zip(names, row) where !cell.isEmpty {
        members.append(
          JSONValue.Member(
            key: name, keyLocation: location, value: JSONValue(.string(cell), at: location)))
      }
      reading.takeRecord(JSONValue(.object(members), at: location))
    }
  }
}
