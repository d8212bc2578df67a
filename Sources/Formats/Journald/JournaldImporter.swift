internal import Diagnostics
internal import JSON
internal import Localization
internal import Model
internal import Time
internal import ToolReports

/// Reads the journal of systemd in the JSON of `journalctl`. A journal never states that it is
/// complete.
struct JournaldImporter: ~Copyable {
  private var reader: JSONLineReader
  private let context: ImportContext
  private var report: ImportedReport
  private var entry = JournaldEntry()
  /// For each priority, whether its entries are only counted.
  private let quiet: [Bool]
  /// The first host, and the lines of entries from other hosts.
  private var host: String?
  private var linesOfOthers: Set<UInt32> = []

  init(_ reader: consuming LineReader, _ context: ImportContext) {
    self.reader = JSONLineReader(reader)
    self.context = context
    let report = ImportedReport(context)
    quiet = Self.levels.indices.map { priority in
      LogLevel.ofSyslog(Double(priority)).map { report.isQuiet($0) } ?? false
    }
    self.report = report
    self.report.logRecords = 0
  }

  consuming func read() -> (report: ImportedReport, log: DiagnosticLog) {
    while reader.next() { readEntry() }
    if let host, !linesOfOthers.isEmpty {
      report.open(textsWith: host) { [linesOfOthers] in !linesOfOthers.contains($0.line) }
    }
    report.look(with: nil)
    reader.signs.report(in: &report, showsErrors: false)
    if reader.isCutOff { report.ending = .incomplete }
    return (report, reader.finish("write the journal with 'journalctl -o json'"))
  }

  private static let levels = [
    "emerg", "alert", "crit", "err", "warning", "notice", "info", "debug",
  ]
  private static let usualPriority = 6

  private mutating func readEntry() {
    entry.clear()
    reader.json.enterObject()
    var isQuiet = false
    while !isQuiet, reader.json.nextKey() {
      if entry.readField(&reader.json) == .priority { isQuiet = quiet[priority] }
    }
    // The keys after the priority of an entry that is only counted are not read.
    if isQuiet, reader.isClosed {
      reader.accept()
      report.countRecord()
    } else if !isQuiet, reader.endObject() {
      if quiet[priority] { report.countRecord() } else { report.add(record: finding()) }
    } else if isQuiet {
      reader.reject(isObject: true)
    }
  }

  private var priority: Int {
    let priority = entry.number(.priority, in: reader.json) ?? Self.usualPriority
    return Self.levels.indices.contains(priority) ? priority : Self.usualPriority
  }

  private func text(_ field: JournaldEntry.EntryField) -> String? {
    entry.text(field, in: reader.json).flatMap { $0.isEmpty ? nil : $0 }
  }

  private mutating func finding() -> Finding {
    let unit = unit
    var finding = Finding(LogLevel.ofSyslog(Double(priority)) ?? .neutral, tool: unit)
    finding.level = Self.levels[priority]
    finding.message = text(.message) ?? ""
    if entry.isTooLong(.message) { finding.message = context.locale.string(.longLogMessage) }
    finding.details = entry.rest(.message)
    (finding.file, finding.line) = (text(.file), entry.number(.line, in: reader.json))
    if let id = text(.messageID) { finding.fingerprint = "journal:\(unit)\u{1F}\(id)" }
    let time = entry.number(.sourceTime, in: reader.json) ?? entry.number(.time, in: reader.json)
    finding.time = time.map { .instant(Instant(seconds: Int64($0 / 1_000_000))) }
    finding.source = context.mark(reader.number)
    finding.run = text(.host)
    noteHost(&finding)
    return finding
  }

  /// Notes the host. With several hosts, each text begins with its host.
  private mutating func noteHost(_ finding: inout Finding) {
    guard let name = finding.run else { return }
    if host == nil { host = name }
    guard name != host else { return }
    finding.opening = name
    linesOfOthers.insert(finding.source.line)
  }

  /// The unit of an entry; for an entry of a manager, the unit that it is about. Scopes and units
  /// of `systemd-run` change their names, so the name of the program is used.
  private var unit: String {
    let isOfManager = text(.process) == "1" || text(.identifier) == "systemd"
    let managed = isOfManager ? text(.managedUnit) ?? text(.managedUserUnit) : nil
    let crashed = text(.crashedUserUnit) ?? text(.crashedUnit)
    let own = text(.userUnit) ?? text(.unit)
    let isTransient =
      own.map { $0.hasSuffix(".scope") || $0.hasPrefix("run-") || $0 == "-.slice" } ?? true
    let name = managed ?? crashed ?? (isTransient ? text(.identifier) : own) ?? own ?? "kernel"
    return name.hasSuffix(".service") ? String(name.dropLast(8)) : name
  }
}
