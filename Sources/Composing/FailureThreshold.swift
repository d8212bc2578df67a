package import Model

/// The threshold for failing despite written output (`--fail-on`).
package enum FailureThreshold: String, Sendable, Hashable, CaseIterable {
  case error, warning, information
  case newError = "new-error"
  case newWarning = "new-warning"

  /// Whether it applies to new messages, which requires a baseline.
  package var needsBaseline: Bool {
    self == .newError || self == .newWarning
  }

  /// The same threshold for all messages, new or not.
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

  /// Whether the urgency meets the threshold. `success` never does, because it ranks above
  /// information only to colour an overview.
  func isMet(by urgency: Urgency) -> Bool {
    urgency >= lowest && urgency != .success
  }
}

/// The reasons why a report meets a threshold.
package struct FailureReasons: Sendable {
  /// The status of the run, if it is a reason.
  package var run: Dataset.Run.Status?
  /// The indices of messages, most urgent first.
  package var messages: [Int] = []
  /// The gaps of the report's inputs, as in `Report.gaps`.
  package var gaps: [Report.Gaps] = []
  /// Whether no test ran, if there is no other reason.
  package var lacksTests = false
  /// Whether the tests did not complete, if there is no other reason.
  package var isUnfinished = false

  package var isEmpty: Bool {
    run == nil && messages.isEmpty && gaps.isEmpty && !lacksTests && !isUnfinished
  }
}

extension Report {
  /// Whether the report meets `threshold`. All messages count, shown or not. The status of the run
  /// counts, too, so that a crashed job without messages fails. Unread or incomplete inputs meet
  /// every threshold, because their contents are unknown. So do a run without tests, if it should
  /// have some, and tests that did not complete.
  package func fails(on threshold: FailureThreshold) -> Bool { !reasons(for: threshold).isEmpty }

  /// The reasons that meet the threshold. For new messages these are the new and the worse ones;
  /// none without a baseline.
  package func reasons(for threshold: FailureThreshold) -> FailureReasons {
    var reasons = FailureReasons()
    reasons.gaps = gaps
    if !threshold.needsBaseline || comparison != nil { add(to: &reasons, for: threshold) }
    guard reasons.isEmpty else { return reasons }
    (reasons.lacksTests, reasons.isUnfinished) = (lacksTests, isUnfinished)
    return reasons
  }

  private func add(to reasons: inout FailureReasons, for threshold: FailureThreshold) {
    if let run, run.isAlarming, threshold.isMet(by: run.urgency) { reasons.run = run.status }
    for count in verdict.counts where threshold.isMet(by: count.urgency) {
      reasons.messages += messages.indices.filter {
        messages[$0].urgency == count.urgency && (!threshold.needsBaseline || isNewOrWorse($0))
      }
    }
  }

  private func isNewOrWorse(_ index: Int) -> Bool {
    index < changes.count && changes[index].isNews
  }
}
