internal import Model

/// The records of logs.
extension ImportedReport {
  /// Whether a record of this urgency is only counted, whatever its level is called.
  func isQuiet(_ urgency: Urgency) -> Bool {
    context.options.severities.isEmpty && urgency < leastUrgencyOfRecords
  }

  /// Counts a record that nothing else is said of.
  mutating func countRecord() { logRecords = (logRecords ?? 0) + 1 }

  /// Adds a record. One that is less urgent than a warning is only counted, unless it is asked for.
  mutating func add(record finding: consuming Finding) {
    countRecord()
    finding.urgency = urgency(of: finding)
    finding.level = nil
    if finding.urgency >= leastUrgencyOfRecords { add(finding) }
  }

  private var leastUrgencyOfRecords: Urgency {
    min(.warning, context.options.leastUrgency ?? .warning)
  }
}
