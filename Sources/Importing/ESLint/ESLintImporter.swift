internal import Diagnostics
internal import JSON
internal import Model

/// Reads the JSON that ESLint writes, as other linters of JavaScript do.
struct ESLintImporter: ~Copyable {
  private var reader: JSONReader
  private let context: ImportContext
  private var report: ImportedReport

  init(_ reader: consuming JSONReader, _ context: ImportContext) {
    self.reader = reader
    self.context = context
    report = ImportedReport(context)
  }

  consuming func read() -> (report: ImportedReport, log: DiagnosticLog) {
    guard reader.peek() == .array else {
      reader.report(.error, "wrong-type", at: reader.valuePosition, "the report is not a list")
      return (report, reader.log)
    }
    var files: [String] = []
    let start = reader.valuePosition
    reader.enterArray()
    while reader.nextElement() {
      let value = reader.takeTree()
      guard value["messages"] != nil else {
        reader.log.add(
          Diagnostic(
            .error, "wrong-type", "the report is not a list of files with 'messages'",
            at: value.location))
        return (report, reader.log)
      }
      let path = value["filePath"]?.string
      if let path { files.append(path) }
      let text = value["source"]?.string.map {
        SourceText(file: Array($0.utf8), hiding: context.options.redactor)
      }
      for message in value["messages"]?.elements ?? [] { report.add(finding(message, path, text)) }
      for message in value["suppressedMessages"]?.elements ?? [] {
        report.suppress(finding(message, path, text))
      }
    }
    reader.finish()
    report.look(with: Self.tool, at: files)
    if reader.hasFailed { return (report, reader.log) }
    report.ending = files.isEmpty ? .incomplete : .completed
    if files.isEmpty {
      reader.report(
        .warning, "no-files", at: start, "the report lists no file: nothing was checked",
        help: ["see which files the linter was called with"])
    }
    return (report, reader.log)
  }

  private static let tool = "ESLint"

  /// - Parameter text: The whole file.
  private func finding(_ value: JSONValue, _ path: String?, _ text: SourceText?) -> Finding {
    let isError = value["severity"]?.number == 2 || value["fatal"]?.bool == true
    var finding = Finding(isError ? .error : .warning, tool: Self.tool)
    finding.level = isError ? "error" : "warning"
    finding.message = value["message"]?.string ?? ""
    finding.rule = value["ruleId"]?.string
    finding.file = path
    finding.line = value["line"]?.number.flatMap { Int(exactly: $0) }
    finding.column = value["column"]?.number.flatMap { Int(exactly: $0) }
    // Older versions give the line instead of the file.
    finding.excerpt =
      text
      ?? finding.line.flatMap { line in
        value["source"]?.string.map { SourceText(quoted: $0, from: line) }
      }
    finding.source = context.mark(value.location)
    return finding
  }
}
