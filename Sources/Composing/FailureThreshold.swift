package import Model

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

/// What made a report meet a threshold: these alone, whatever else has changed.
package struct FailureReasons: Sendable {
  /// How the run went, where that alone is reason enough.
  package var run: Dataset.Run.Status?
  /// Indices of messages, most urgent first.
  package var messages: [Int] = []

  package var isEmpty: Bool { run == nil && messages.isEmpty }
}

extension Report {
  /// Whether the night is as bad as `threshold` says: by all messages of any kind, shown or not, and
  /// by how the run itself went, so that a crashed job with nothing to say still fails.
  package func fails(on threshold: FailureThreshold) -> Bool { !reasons(for: threshold).isEmpty }

  /// What meets a threshold; with one of new messages those that are new or worse, and without a
  /// baseline no message.
  package func reasons(for threshold: FailureThreshold) -> FailureReasons {
    if threshold.needsBaseline, comparison == nil { return FailureReasons() }
    var reasons = FailureReasons()
    if let run, run.isAlarming, threshold.isMet(by: run.urgency) { reasons.run = run.status }
    for count in verdict.counts where threshold.isMet(by: count.urgency) {
      reasons.messages += messages.indices.filter {
        messages[$0].urgency == count.urgency && (!threshold.needsBaseline || isNewOrWorse($0))
      }
    }
    return reasons
  }

  private func isNewOrWorse(_ index: Int) -> Bool {
    index < changes.count && (changes[index] == .new || changes[index] == .worse)
  }
}
