internal import Diagnostics
internal import JSON
internal import ToolReports
internal import XML

/// Reads a report from its bytes.
extension FormatReading {
  /// - Parameter head: The beginning of the report.
  func read(
    _ source: ByteSource, _ head: [UInt8], _ log: consuming DiagnosticLog
  ) -> (FormatReport, DiagnosticLog) {
    var reading = self
    let (context, variant) = (output.context, output.variant)
    switch variant.kind {
    case .json:
      var reader = JSONReader(file: context.path, source: source, log: log, limits: .ofReports)
      reading.read(&reader)
      return reading.end(reader.log, hasFailed: reader.hasFailed, showsEnd: true)
    case .xml:
      var reader = XMLReader(file: context.path, source: source, log: log)
      reading.read(&reader)
      let hasFailed = reader.hasFailed
      return reading.end(reader.finish(), hasFailed: hasFailed, showsEnd: true)
    case .jsonLines:
      var reader = JSONLineReader(LineReader(file: context.path, source: source, log: log))
      reading.read(&reader)
      return reading.end(reader)
    case .table:
      let columns = columns(head)
      let dialect = columns?.dialect ?? CSVDialect(head, TableMapping())
      var reader = CSVReader(file: context.path, source: source, log: log, dialect)
      reading.read(&reader, columns)
      return reading.end(reader.log, hasFailed: reader.hasFailed, showsEnd: false)
    case .lines:
      var lines = LineReader(file: context.path, source: source, log: log)
      reading.read(&lines)
      return reading.end(lines.finish(), hasFailed: false, showsEnd: false)
    }
  }

  private func columns(_ head: [UInt8]) -> FormatColumns? {
    guard case .columns(let wanted)? = output.variant.recognition else { return nil }
    return FormatColumns(wanted, in: head, output.variant.delimiter)
  }

  /// Reads the rows of a table as objects of their cells.
  private mutating func read(_ reader: inout CSVReader, _ columns: FormatColumns?) {
    for _ in 0..<(columns?.rowsAbove ?? 0) { _ = reader.next() }
    guard let header = reader.next() else { return }
    let names = header.map(FormatColumns.normalized)
    if columns == nil { reportColumns(names, &reader) }
    while let row = reader.next() {
      if row.count != header.count {
        reader.report(
          .warning, "ragged-row", "the row has \(row.count) cells, the header \(header.count)")
        if row.dropFirst(header.count).contains(where: { !$0.isEmpty }) {
          noteUnread(row.joined(separator: ", "), line: reader.rowLine)
        }
      }
      let location = SourceLocation(file: reader.file, line: reader.rowLine, column: 1)
      var members: [JSONValue.Member] = []
      for (name, cell) in zip(names, row) where !cell.isEmpty {
        members.append(
          JSONValue.Member(
            key: name, keyLocation: location, value: JSONValue(.string(cell), at: location)))
      }
      readRow(JSONValue(.object(members), at: location))
    }
  }

  /// Reports the columns of the recognition that the table of a named format lacks.
  private func reportColumns(_ names: [String], _ reader: inout CSVReader) {
    guard case .columns(let wanted)? = output.variant.recognition else { return }
    let missing = wanted.filter { !names.contains(FormatColumns.normalized($0)) }
    let list = missing.map { VisibleText.quoted($0) }.joined(separator: ", ")
    reader.report(
      .error, "unknown-column", "the table has no column \(list) of \(output.file.title)",
      help: ["name another format for it"])
  }

  /// Ends the reading: the report, and the diagnostics after those of the reader.
  private func end(
    _ log: DiagnosticLog, hasFailed: Bool, showsEnd: Bool
  ) -> (FormatReport, DiagnosticLog) {
    var (output, log) = (output, log)
    output.finish(hasFailed: hasFailed, showsEnd: showsEnd)
    log.add(contentsOf: output.log.diagnostics)
    return (output, log)
  }

  private func end(
    _ reader: consuming JSONLineReader
  ) -> (FormatReport, DiagnosticLog) {
    var output = output
    output.finish(hasFailed: false, showsEnd: false)
    reader.signs.report(in: &output.report, showsErrors: false)
    if reader.isCutOff, output.report.ending != .failed { output.report.ending = .incomplete }
    var log = reader.finish("each line of \(output.file.title) is a JSON object")
    log.add(contentsOf: output.log.diagnostics)
    return (output, log)
  }
}
