internal import Diagnostics
internal import Inputs
internal import JSON
internal import Localization
internal import Model
internal import ToolReports

/// Reads ESLint's JSON, which other linters of JavaScript write, too.
struct ESLintImporter: ~Copyable {
  private var reader: JSONReader
  private let context: ImportContext
  private var report: ImportedReport
  private var oddSeverities: Set<String> = []
  /// The checked files by tool.
  private var tools: [String?: [String]] = [:]

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
      let value = reader.readTree()
      guard case .array(let messages)? = value["messages"]?.kind else {
        reader.log.add(
          Diagnostic(
            .error, "wrong-type", "the report is not a list of files with 'messages'",
            at: value.location))
        return (report, reader.log)
      }
      let path = value["filePath"]?.string
      let tool = Self.tool(of: value)
      if let path {
        files.append(path)
        tools[tool, default: []].append(path)
      }
      let text = value["source"]?.string.map {
        SourceText(file: Array($0.utf8), hiding: context.options.redactor)
      }
      for message in messages { report.add(finding(message, of: tool, path, text)) }
      addHidden(of: value, messages, path)
      for message in value["suppressedMessages"]?.elements ?? [] {
        report.suppress(finding(message, of: tool, path, text))
      }
    }
    reader.finish()
    if tools.isEmpty { tools[Self.tool] = [] }
    for (tool, files) in tools { report.look(with: tool, at: files) }
    if reader.hasFailed { return (report, reader.log) }
    if report.ending == .unknown { report.ending = files.isEmpty ? .incomplete : .completed }
    if files.isEmpty {
      report.addShortfall(context.locale.string(.toolDidNotRun, ["tool": Self.tool]))
      reader.report(
        .warning, "no-files", at: start, "the report lists no file: nothing was checked",
        help: ["see which files the linter was called with"])
    }
    return (report, reader.log)
  }

  private static let tool = "ESLint"

  /// Adds the findings that a file counts but does not describe.
  private mutating func addHidden(of file: JSONValue, _ messages: [JSONValue], _ path: String?) {
    let errors = messages.count(where: Self.isError)
    func count(_ key: String) -> Int { report.unread.count(key, of: file) ?? 0 }
    let counted = max(count("errorCount"), count("fatalErrorCount"))
    let warnings = count("warningCount")
    for (hidden, urgency) in [
      (counted - errors, Urgency.error), (warnings - (messages.count - errors), .warning),
    ] where hidden > 0 {
      var finding = Finding(urgency, tool: Self.tool)
      finding.level = urgency == .error ? "error" : "warning"
      finding.message = context.locale.count(.hiddenFailures, hidden)
      (finding.file, finding.source) = (path, context.mark(file.location))
      report.add(finding)
      let place = path.map { context.options.paths.path($0) + ": " } ?? ""
      report.addShortfall(place + finding.message)
    }
  }

  private static func isError(_ message: JSONValue) -> Bool {
    message["severity"]?.number == 2 || message["fatal"]?.bool == true
  }

  /// The linter of an entry; nil if it has no message and several linters write such entries.
  private static func tool(of file: JSONValue) -> String? {
    if file["errorCount"] != nil { return tool }
    if file["sourceContentType"] != nil { return "secretlint" }
    guard let first = file["messages"]?.elements.first else { return nil }
    if first["ruleId"]?.string?.hasPrefix("@secretlint/") ?? false { return "secretlint" }
    return first["type"]?.string == "lint" ? "textlint" : tool
  }

  /// ESLint writes numbers, other linters write words.
  private mutating func level(_ value: JSONValue) -> (level: String, urgency: Urgency) {
    if value["fatal"]?.bool == true { return ("error", .error) }
    let severity = value["severity"]
    switch severity?.string?.lowercased() ?? severity?.written {
    case "2", "error", "fatal": return ("error", .error)
    case "1", "warning", "warn": return ("warning", .warning)
    case "0", "3", "info", "information": return ("info", .information)
    case let word:
      if let word, oddSeverities.insert(word).inserted {
        reader.log.add(
          Diagnostic(
            .warning, "unknown-severity",
            "unknown severity \(VisibleText.quoted(word)) is read as warning", at: value.location))
      }
      return ("warning", .warning)
    }
  }

  /// - Parameter text: The text of the whole file.
  private mutating func finding(
    _ value: JSONValue, of tool: String?, _ path: String?, _ text: SourceText?
  ) -> Finding {
    let (level, urgency) = level(value)
    var finding = Finding(urgency, tool: tool ?? Self.tool)
    finding.level = level
    finding.message = value["message"]?.string ?? ""
    finding.rule = value["ruleId"]?.string
    finding.file = path
    let start = value["loc"]?["start"]
    finding.line = (value["line"] ?? start?["line"])?.whole
    // Positions in textlint's syntax tree begin with 0.
    finding.column = value["column"]?.whole ?? start?["column"]?.whole.map { $0 &+ 1 }
    // Older versions give the source line instead of the whole file.
    finding.excerpt =
      text
      ?? finding.line.flatMap { line in
        value["source"]?.string.map { SourceText(quoted: $0, from: line) }
      }
    finding.source = context.mark(value.location)
    return finding
  }
}
