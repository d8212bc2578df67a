import Diagnostics
internal import JSON
internal import Localization
internal import Model
internal import ToolReports

/// Reads the records of loggers, one JSON object a line.
struct JSONLinesImporter: ~Copyable {
  private var reader: JSONLineReader
  private let context: ImportContext
  private var report: ImportedReport
  /// The name of the log, for records without the name of a logger.
  private let name: String?
  /// The unknown levels that were reported.
  private var unknown: Set<String> = []
  private var withoutLevel = 0
  private var firstWithoutLevel: Int?

  private static let mostUnknown = 20

  init(_ reader: consuming LineReader, _ context: ImportContext) {
    self.reader = JSONLineReader(reader)
    self.context = context
    report = ImportedReport(context)
    report.logRecords = 0
    name = context.nameOfLog
  }

  consuming func read() -> (report: ImportedReport, log: DiagnosticLog) {
    while reader.next() {
      let object = reader.json.readTree()
      if reader.endObject() { addRecord(LogRecord(object)) }
    }
    if withoutLevel > 0 {
      let records = withoutLevel == 1 ? "1 record has" : "\(withoutLevel) records have"
      reader.report(
        .warning, "unknown-severity", line: firstWithoutLevel,
        "\(records) no level; read as information")
    }
    report.look(with: nil)
    reader.signs.report(in: &report, showsErrors: false)
    if reader.isCutOff { report.ending = .incomplete }
    return (report, reader.finish("name the format of the log, or write a JSON object a line"))
  }

  private mutating func addRecord(_ record: LogRecord) {
    let level = LogLevel(record)
    if level.urgency == nil { note(level) }
    let urgency = level.urgency ?? .information
    if report.isQuiet(urgency) { return report.countRecord() }
    var finding = Finding(urgency, tool: record.name ?? name ?? "Log")
    finding.isNamedByTool = record.name != nil
    if record.name == nil, name == nil { finding.toolTitle = context.locale.string(.unnamedLog) }
    finding.level = level.word
    finding.message = record.message ?? record.error ?? ""
    if let template = record.template {
      finding.fingerprint = "log:\(record.name ?? "")\u{1F}\(template)"
    }
    finding.details = record.details
    (finding.file, finding.line) = record.place ?? (nil, nil)
    finding.time = record.time
    finding.source = context.mark(reader.number)
    report.add(record: finding)
  }

  private mutating func note(_ level: LogLevel) {
    guard let word = level.word else {
      withoutLevel += 1
      firstWithoutLevel = firstWithoutLevel ?? reader.number
      return
    }
    guard unknown.count < Self.mostUnknown, unknown.insert(word).inserted else { return }
    reader.report(
      .warning, "unknown-severity",
      "the level \(VisibleText.quoted(word)) is not known; read as information",
      help: ["'--severity \(context.format):WORD=warning' says what a level means"])
  }
}
