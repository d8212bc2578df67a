import Diagnostics
internal import JSON
internal import Localization
internal import Model
internal import Time
internal import ToolReports

/// Reads alerts of Prometheus' Alertmanager: the requests to a webhook, one or several in a row, or
/// the list of its API. If an alert occurs several times, the last occurrence counts.
struct AlertmanagerImporter: ~Copyable {
  private var reader: JSONReader
  private let context: ImportContext
  private var report: ImportedReport
  /// The alerts in the order of their first occurrences, and the index of each.
  private var alerts: [Alert] = []
  private var places: [String: Int] = [:]
  private var unknown: Set<String> = []

  private static let tool = "Alertmanager"
  private static let mostUnknown = 20

  init(_ reader: consuming JSONReader, _ context: ImportContext) {
    self.reader = reader
    self.context = context
    report = ImportedReport(context)
  }

  consuming func read() -> (report: ImportedReport, log: DiagnosticLog) {
    repeat { readDocument() } while reader.hasNextValue()
    reader.finish()
    for alert in alerts { add(alert) }
    report.look(with: Self.tool)
    return (report, reader.log)
  }

  private mutating func readDocument() {
    let value = reader.readTree()
    if reader.hasFailed { return }
    guard case .array(let list) = (value["alerts"] ?? value).kind else {
      reader.log.add(
        Diagnostic(
          .error, "wrong-type", "the alerts are not a list", at: value.location))
      return
    }
    report.url = report.url ?? value["externalURL"]?.string
    if let number = ReportClaims.count(value["truncatedAlerts"]), number > 0 {
      report.addShortfall(context.locale.count(.hiddenFailures, number))
      reader.log.add(
        Diagnostic(
          .warning, "alerts-left-out", "Alertmanager has left out some alerts of this group",
          at: value.location, help: ["set 'max_alerts: 0' in its 'webhook_configs'"]))
    }
    for element in list { addAlert(Alert(element)) }
  }

  private mutating func addAlert(_ alert: Alert) {
    // The same alert may fire again.
    let key = alert.identity + "\u{1F}" + (alert.value["startsAt"]?.string ?? "")
    if let place = places[key] {
      alerts[place] = alert
    } else {
      places[key] = alerts.count
      alerts.append(alert)
    }
  }

  // MARK: Findings of alerts

  private mutating func add(_ alert: Alert) {
    var finding = Finding(urgency(of: alert), tool: Self.tool)
    if !alert.isResolved { finding.level = alert.severity }
    finding.title = alert.title
    finding.message = alert.text ?? ""
    finding.details = alert.details
    (finding.rule, finding.ruleURL) = (alert.name, alert.url)
    finding.fingerprint = "alert:" + alert.identity
    finding.time = alert.start
    finding.source = context.mark(alert.value.location)
    if alert.isSuppressed { report.suppress(finding) } else { report.add(finding) }
    addEntry(alert)
  }

  private mutating func urgency(of alert: Alert) -> Urgency {
    if alert.isResolved { return .success }
    guard let severity = alert.severity else { return .warning }
    switch severity.lowercased() {
    case "page", "high", "major", "disaster": return .error
    case "medium", "average", "minor": return .warning
    case "low": return .information
    default: break
    }
    if let urgency = LogLevel.urgency(severity) { return urgency }
    if unknown.count < Self.mostUnknown, unknown.insert(severity).inserted {
      reader.log.add(
        Diagnostic(
          .warning, "unknown-severity",
          "the severity \(VisibleText.quoted(severity)) is not known; read as a warning",
          at: alert.value.location,
          help: ["'--severity \(context.format):WORD=error' says what it means"]))
    }
    return .warning
  }

  private mutating func addEntry(_ alert: Alert) {
    guard let start = alert.start else { return }
    var entry = TimelineEntry(
      when: .span(start: start, end: alert.end),
      status: alert.isResolved ? .completed : .inProgress, title: alert.title)
    (entry.description, entry.url) = (alert.text, alert.url)
    entry.source = context.mark(alert.value.location)
    report.entries.append(entry)
  }
}

private struct Alert {
  let value: JSONValue

  init(_ value: JSONValue) {
    self.value = value
  }

  private func label(_ name: String) -> String? { value["labels"]?[name]?.string }

  private func annotation(_ names: String...) -> String? {
    names.lazy.compactMap { value["annotations"]?[$0]?.string }.first { !$0.isEmpty }
  }

  var isResolved: Bool { value["status"]?.string == "resolved" }

  /// Whether the alert is silenced or inhibited. Only the list of the API has this state.
  var isSuppressed: Bool { value["status"]?["state"]?.string == "suppressed" }

  var severity: String? { label("severity").flatMap { $0.isEmpty ? nil : $0 } }

  var name: String { label("alertname") ?? "Alert" }

  var title: String { annotation("summary", "title") ?? name }

  var text: String? { annotation("description", "message") }

  /// The address of the runbook, else of the alert's source.
  var url: String? {
    annotation("runbook_url", "runbook")
      ?? value["generatorURL"]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  private var labels: [String] {
    (value["labels"]?.members ?? []).compactMap { label in
      label.value.string.map { "\(label.key): \($0)" }
    }.sorted()
  }

  var details: String? { labels.isEmpty ? nil : labels.joined(separator: "\n") }

  /// The identity of the alert: the hash of its labels if given, else the labels.
  var identity: String { value["fingerprint"]?.string ?? labels.joined(separator: "\u{1F}") }

  var start: TimePoint? { value["startsAt"]?.string.flatMap { ReportedTime.time($0) } }

  /// The end of a resolved alert. `endsAt` of a firing alert is only its expiry time.
  var end: TimePoint? {
    isResolved ? value["endsAt"]?.string.flatMap { ReportedTime.time($0) } : nil
  }
}
