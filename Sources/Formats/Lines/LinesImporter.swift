internal import Diagnostics
internal import ToolReports

/// Reads lines of compilers and linters, and workflow commands.
struct LinesImporter: ~Copyable {
  private var reader: LineReader
  private let context: ImportContext
  private var report: ImportedReport

  init(_ reader: consuming LineReader, _ context: ImportContext) {
    self.reader = reader
    self.context = context
    report = ImportedReport(context)
  }

  /// The status stays unknown unless the log reports a failure, because an aborted log looks like a
  /// complete one. Earlier findings in files that the log does not name may still exist.
  consuming func read() -> (report: ImportedReport, log: DiagnosticLog) {
    var findings = LineFindings(context, tool: context.nameOfLog)
    while let line = reader.next() {
      if let trouble = findings.readLine(line, number: reader.number, into: &report) {
        reader.report(trouble)
      }
    }
    findings.finish(into: &report)
    findings.reportSigns(in: &report, showsErrors: false)
    for tool in findings.tools.union([findings.tool]) {
      report.look(with: tool, at: Array(findings.files.names))
    }
    return (report, reader.finish())
  }
}

extension LineReader {
  mutating func report(_ trouble: LineFindings.Trouble) {
    switch trouble {
    case .shortMask:
      report(.warning, "short-mask", "the masked value is too short to be hidden")
    case .hiddenErrors(let claimed):
      report(
        .note, "total-mismatch", "the line counts \(claimed) errors, fewer stand before it")
    }
  }
}
