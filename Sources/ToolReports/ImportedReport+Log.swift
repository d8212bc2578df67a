package import Model

/// The records of logs.
extension ImportedReport {
  /// Whether a record of this urgency is only counted, regardless of its level.
  package func isQuiet(_ urgency: Urgency) -> Bool {
    context.options.severities.isEmpty && urgency < leastUrgencyOfRecords
  }

  /// Counts a record without adding it.
  package mutating func countRecord() { logRecords = (logRecords ?? 0) + 1 }

  /// Adds a record. A record below a warning is only counted, unless the options request it.
  package mutating func add(record finding: consuming Finding) {
    countRecord()
    finding.urgency = urgency(of: finding)
    finding.level = nil
    if finding.urgency >= leastUrgencyOfRecords { add(finding) }
  }

  private var leastUrgencyOfRecords: Urgency {
    min(.warning, context.options.leastUrgency ?? .warning)
  }
}
