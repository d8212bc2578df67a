internal import Inputs
internal import JSON
internal import ToolReports

extension InputFormat {
  package static let csv = InputFormat(
    name: "csv", title: "CSV or TSV",
    evidence: "text whose first line names a column of severities and one of titles",
    recognizes: { head in
      head.shape == .text && CSVColumns(recognizedIn: head.bytes) != nil
    },
    mayBeEmpty: true,
    read: .report { source, context, log in
      let (head, source) = source.peeking(CSVColumns.longestHeader)
      let dialect = CSVDialect(head, context.options.table)
      let reader = CSVReader(file: context.path, source: source, log: log, dialect)
      return CSVImporter(reader, context, dialect.columns).read()
    })
}
