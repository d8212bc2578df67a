internal import Diagnostics
internal import JSON
internal import Localization
internal import Model
internal import ToolReports

/// Reads GitLab's Code Quality reports and the Code Climate issues on which they are based.
struct CodeQualityImporter: ~Copyable {
  private var reader: JSONReader
  private let stream: CodeClimateStream
  private let context: ImportContext
  private var report: ImportedReport
  private var oddWords: Set<String> = []

  init(_ reader: consuming JSONReader, _ stream: CodeClimateStream, _ context: ImportContext) {
    self.reader = reader
    self.stream = stream
    self.context = context
    report = ImportedReport(context)
  }

  consuming func read() -> (report: ImportedReport, log: DiagnosticLog) {
    guard reader.peek() == .array else {
      reader.report(.error, "wrong-type", at: reader.valuePosition, "the report is not a list")
      return (report, reader.log)
    }
    report.look(with: nil)
    reader.enterArray()
    while reader.nextElement() {
      let value = reader.readTree()
      guard case .object = value.kind else { continue }
      guard ["description", "check_name", "type"].contains(where: { value[$0] != nil }) else {
        reader.log.add(
          Diagnostic(
            .error, "wrong-type", "the report is not a list of issues with 'description'",
            at: value.location))
        return (report, reader.log)
      }
      add(value)
    }
    reader.finish()
    if !reader.hasFailed, stream.isStream == false { report.ending = .completed }
    return (report, reader.log)
  }

  private mutating func add(_ value: JSONValue) {
    let tool = value["engine_name"]?.string ?? "Code Quality"
    var finding = Finding(urgency(value["severity"]), tool: tool)
    finding.level = value["severity"]?.string
    finding.message = value["description"]?.string ?? ""
    finding.rule = value["check_name"]?.string
    finding.file = value["location"]?["path"]?.string
    let lines = value["location"]?["lines"]
    let begin = value["location"]?["positions"]?["begin"]
    finding.line = Self.number(lines?["begin"]) ?? Self.number(lines) ?? Self.number(begin?["line"])
    finding.column = Self.number(begin?["column"])
    let others = (value["other_locations"]?.elements ?? []).prefix(20).compactMap { other in
      other["path"]?.string.map { path in
        let line = Self.number(other["lines"]?["begin"]).map { ":\($0)" } ?? ""
        return context.locale.string(.alsoAt, ["place": path + line])
      }
    }
    let details = [value["content"]?["body"]?.string].compactMap { $0 } + others
    finding.details = details.isEmpty ? nil : details.joined(separator: "\n")
    finding.fingerprint = value["fingerprint"]?.string.map { "codequality:" + $0 }
    finding.source = context.mark(value.location)
    report.add(finding)
  }

  private static func number(_ value: JSONValue?) -> Int? {
    value?.number.flatMap { Int(exactly: $0) } ?? value?.string.flatMap { Int($0) }
  }

  private mutating func urgency(_ value: JSONValue?) -> Urgency {
    let word = value?.string?.lowercased() ?? ""
    switch word {
    case "info": return .information
    case "minor", "major": return .warning
    case "critical", "blocker": return .error
    default: break
    }
    let urgency: Urgency =
      switch word {
      case "error", "high", "fatal": .error
      case "information", "note", "low": .information
      default: .warning
      }
    if oddWords.insert(word).inserted, let value {
      reader.log.add(
        Diagnostic(
          .warning, "unknown-severity",
          "unknown severity \(VisibleText.quoted(word)) is read as \(urgency.rawValue)",
          at: value.location))
    }
    return urgency
  }
}
