internal import Model

/// What makes a command fail although its report was written (`--fail-on`).
package enum FailureThreshold: String, Sendable, Hashable, CaseIterable {
  case error, warning, information
  case newError = "new-error"
  case newWarning = "new-warning"

  /// Whether it speaks of new messages, which only a baseline tells from old ones.
  package var needsBaseline: Bool {
    self == .newError || self == .newWarning
  }

  /// The same for whatever is there, new or not.
  package var ofAll: FailureThreshold {
    switch self {
    case .newError: .error
    case .newWarning: .warning
    case .error, .warning, .information: self
    }
  }

  private var lowest: Urgency {
    switch self {
    case .error, .newError: .error
    case .warning, .newWarning: .warning
    case .information: .information
    }
  }

  /// At or above, except that good news fails nothing: success ranks above information only so
  /// that it can colour an overview.
  func isMet(by urgency: Urgency) -> Bool {
    urgency >= lowest && urgency != .success
  }
}

extension Report {
  /// Whether the night is as bad as `threshold` says: by all messages of any kind, shown or not, and
  /// by how the run itself went, so that a crashed job with nothing to say still fails.
  package func fails(on threshold: FailureThreshold) -> Bool {
    let run = run.map { $0.isAlarming && threshold.isMet(by: $0.urgency) } ?? false
    if threshold.needsBaseline {
      guard let comparison else { return false }
      return run
        || comparison.worsenedByUrgency.contains { $0.value > 0 && threshold.isMet(by: $0.key) }
    }
    return run || verdict.counts.contains { threshold.isMet(by: $0.urgency) }
  }
}
