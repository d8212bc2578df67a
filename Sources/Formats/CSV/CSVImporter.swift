internal import Diagnostics
internal import Localization
internal import Model
internal import Text
internal import ToolReports

/// Reads a table with a finding in each row.
struct CSVImporter: ~Copyable {
  private var reader: CSVReader
  private let context: ImportContext
  private var report: ImportedReport
  private var columns: CSVColumns
  /// The columns that no field uses.
  private var others: [Int] = []
  /// The name of the table: the category of findings without one.
  private let table: String?
  private var tools: Set<String> = []
  private var urgencies: [String: Urgency] = [:]
  private var unknownWords: [String: (count: Int, line: Int)] = [:]
  private var hasReportedTime = false

  private static let mostWords = 1_000

  /// - Parameter columns: The columns according to the beginning of the table; nil if it is empty.
  init(_ reader: consuming CSVReader, _ context: ImportContext, _ columns: CSVColumns?) {
    self.reader = reader
    self.columns = columns ?? CSVColumns([], TableMapping())
    self.context = context
    report = ImportedReport(context)
    table = context.nameOfLog
  }

  /// Leaves the ending of the run unknown, because nothing shows whether the table is complete.
  consuming func read() -> (report: ImportedReport, log: DiagnosticLog) {
    guard let header = reader.next() else { return (report, reader.log) }
    // The beginning of the table may end inside of its header.
    if header != columns.header { columns = CSVColumns(header, context.options.table) }
    guard hasColumns() else { return (report, reader.log) }
    others = columns.others
    while let row = reader.next() {
      if row.count != header.count {
        reader.report(
          .warning, "ragged-row", "the row has \(row.count) cells, the header \(header.count)")
        // Some programs end each row with a delimiter, or leave out empty cells at its end.
        if row.dropFirst(header.count).contains(where: { !$0.isEmpty }) || lacksCells(row) {
          report.unread.add(row.joined(separator: ", "), line: reader.rowLine)
        }
      }
      add(row)
    }
    reportUnknownWords()
    for tool in tools.union(table.map { [$0] } ?? []) { report.look(with: tool) }
    return (report, reader.log)
  }

  /// Whether a row ends before its severity or its title.
  private func lacksCells(_ row: [String]) -> Bool {
    [.urgency, .title].contains { columns.index(of: $0).map { $0 >= row.count } ?? false }
  }

  // MARK: Header

  private mutating func hasColumns() -> Bool {
    let list = listOfColumns
    for (field, names) in columns.missing {
      let wanted = names.map { VisibleText.quoted($0) }.joined(separator: " or ")
      reader.report(
        .error, "unknown-column", "the table has no column \(wanted) for '\(field.rawValue)'",
        help: [list])
    }
    for field in [CSVColumns.ColumnField.urgency, .title]
    where columns.index(of: field) == nil && context.options.table.columns[field] == nil {
      reader.report(
        .error, "unknown-column", "no column of the table is known to hold '\(field.rawValue)'",
        help: ["name it: --map '\(field.rawValue)=COLUMN'", list])
    }
    return columns.isComplete && columns.missing.isEmpty
  }

  private var listOfColumns: String {
    let shown = columns.header.prefix(50).map { VisibleText.quoted($0) }
    return "its columns are " + shown.joined(separator: ", ")
      + (columns.header.count > shown.count ? " and others" : "")
  }

  // MARK: Rows

  private mutating func add(_ row: [String]) {
    func cell(_ field: CSVColumns.ColumnField) -> String? {
      guard let index = columns.index(of: field), row.indices.contains(index) else { return nil }
      return row[index].isEmpty ? nil : FormulaMark.removed(from: row[index])
    }
    let word = cell(.urgency) ?? ""
    let tool = cell(.category) ?? table ?? "CSV"
    tools.insert(tool)
    guard let urgency = urgency(of: word, tool) else { return }
    // A state that says that nothing was checked is no message.
    if urgency == .neutral, columns.hasStates { return }
    // Successes are only counted.
    if urgency == .success, !context.options.included.contains(.passed) {
      return report.addPassed()
    }
    var finding = Finding(urgency, tool: tool)
    finding.isNamedByTool = cell(.category) != nil
    if !finding.isNamedByTool, table == nil {
      finding.toolTitle = context.locale.string(.unnamedTool)
    }
    finding.level = word
    finding.title = cell(.title)
    finding.message = cell(.text) ?? ""
    finding.file = cell(.file)
    finding.line = cell(.line).flatMap { Int($0) }
    finding.column = cell(.column).flatMap { Int($0) }
    var details = others.compactMap { index in
      row.indices.contains(index) && !row[index].isEmpty
        ? "\(columns.header[index]): \(FormulaMark.removed(from: row[index]))" : nil
    }
    func keep(_ field: CSVColumns.ColumnField) {
      guard let index = columns.index(of: field), let cell = cell(field) else { return }
      details.append("\(columns.header[index]): \(cell)")
    }
    if let written = cell(.time) {
      finding.time = ReportedTime.time(written)
      if finding.time == nil {
        keep(.time)
        reportTime(written)
      }
    }
    let id = cell(.fingerprint)
    finding.fingerprint = id.map { "csv:" + $0 }
    finding.rule = cell(.rule) ?? id
    if let url = cell(.url) {
      if url.hasPrefix("https://") || url.hasPrefix("http://") {
        (finding.rule, finding.ruleURL) = (finding.rule ?? url, url)
      } else {
        keep(.url)
      }
    }
    finding.details = details.isEmpty ? nil : details.joined(separator: "\n")
    finding.source = context.mark(reader.rowLine)
    report.add(finding)
  }

  private mutating func reportTime(_ written: String) {
    guard !hasReportedTime else { return }
    hasReportedTime = true
    reader.report(
      .note, "unreadable-time",
      "the time \(VisibleText.quoted(written)) can't be read and stays text",
      help: ["write it as 2026-11-20 or 2026-11-20T03:12:00Z"])
  }

  // MARK: Severities

  /// The usual urgency of a word, which is in lower case.
  private static func usualUrgency(_ word: String) -> Urgency? {
    switch word {
    case "critical", "high", "fail", "failed": .error
    case "medium", "moderate": .warning
    case "low", "none", "informational": .information
    case "pass", "passed": .success
    default: Urgency(rawValue: word) ?? SourceLine.severity(of: word)?.urgency
    }
  }

  /// The urgency of a word, by the options first. Unknown words are stored for one error about all.
  private mutating func urgency(of word: String, _ tool: String) -> Urgency? {
    if let urgency = urgencies[word] { return urgency }
    let options = context.options
    let urgency =
      options.table.urgency(word)
      ?? options.severities.urgency(word, tool: tool, format: context.format)
      ?? Self.usualUrgency(word.lowercased())
      ?? (columns.hasStates ? StateColumn.urgency(of: word) : nil)
    if let urgency {
      if urgencies.count < Self.mostWords { urgencies[word] = urgency }
    } else if unknownWords[word] != nil || unknownWords.count < Self.mostWords {
      let line = reader.rowLine
      unknownWords[word, default: (0, line)].count += 1
    }
    return urgency
  }

  private mutating func reportUnknownWords() {
    guard !unknownWords.isEmpty, let column = columns.index(of: .urgency) else { return }
    let words = unknownWords.sorted { ($0.value.line, $0.key) < ($1.value.line, $1.key) }
    let listed = words.map { word, use in
      VisibleText.quoted(word) + (use.count > 1 ? " (\(use.count) rows)" : "")
    }
    let rules = words.map { "\($0.key)=URGENCY" }.joined(separator: ",")
    reader.report(
      .error, "unknown-severity", line: words.first?.value.line,
      "the column \(VisibleText.quoted(columns.header[column])) has words that are no known severity: "
        + listed.joined(separator: ", "),
      help: [
        "say what they mean: --map-value \(VisibleText.quoted(rules))",
        "URGENCY is one of " + Urgency.allCases.map(\.rawValue).joined(separator: ", "),
      ])
  }
}
