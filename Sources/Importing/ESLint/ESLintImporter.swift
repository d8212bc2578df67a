internal import Diagnostics
internal import JSON
internal import Model

/// Reads the JSON that ESLint writes, as other linters of JavaScript do.
struct ESLintImporter: ~Copyable {
  private var reader: JSONReader
  private let file: UInt16
  private let options: ImportOptions
  private var report = ImportedReport()
  private var suppressed = 0

  init(_ reader: consuming JSONReader, file: UInt16, options: ImportOptions) {
    self.reader = reader
    self.file = file
    self.options = options
  }

  consuming func read() -> (report: ImportedReport, log: DiagnosticLog) {
    guard reader.peek() == .array else {
      reader.report(.error, "wrong-type", at: reader.valuePosition, "the report is not a list")
      return (report, reader.log)
    }
    report.categories = [Dataset.Category(id: "ESLint", title: "ESLint")]
    reader.enterArray()
    while reader.nextElement() {
      let value = reader.takeTree()
      let path = value["filePath"]?.string
      suppressed += value["suppressedMessages"]?.elements.count ?? 0
      for message in value["messages"]?.elements ?? [] { add(message, path) }
    }
    reader.finish()
    if suppressed > 0 {
      report.facts.append(
        Dataset.Run.Fact(title: "Suppressed", value: "\(suppressed)", number: Double(suppressed)))
    }
    if !reader.hasFailed { report.status = .completed }
    return (report, reader.log)
  }

  private mutating func add(_ value: JSONValue, _ path: String?) {
    let isError = value["severity"]?.number == 2 || value["fatal"]?.bool == true
    var finding = Finding(urgency: isError ? .error : .warning, category: "ESLint")
    finding.message = value["message"]?.string ?? ""
    finding.rule = value["ruleId"]?.string
    finding.file = path
    finding.line = value["line"]?.number.flatMap { Int(exactly: $0) }
    finding.column = value["column"]?.number.flatMap { Int(exactly: $0) }
    finding.source = SourceMark(
      file: file, line: UInt32(clamping: value.location.line),
      column: UInt32(clamping: value.location.column))
    report.messages.append(finding.message(paths: options.root))
  }
}
