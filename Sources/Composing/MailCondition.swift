/// The condition for sending a mail (`--only-if`). A run that went wrong is always sent.
package enum MailCondition: String, Sendable, Hashable, CaseIterable {
  case always, changed, new, findings

  /// Whether it requires a baseline.
  package var needsBaseline: Bool { self == .changed || self == .new }
}

extension Report {
  /// The reason for not sending a mail; nil if it is sent.
  package func lacksOccasion(for occasion: MailCondition) -> String? {
    if let run, run.isAlarming { return nil }
    switch occasion {
    case .always: return nil
    case .changed: return comparison.map(\.hasNews) == false ? "nothing has changed" : nil
    case .new: return comparison.map(\.hasNew) == false ? "nothing is new" : nil
    case .findings: return fails(on: .warning) ? nil : "there are no errors and no warnings"
    }
  }

  /// Whether nothing has changed.
  package var isWithoutNews: Bool {
    if let run, run.isAlarming { return false }
    return comparison.map(\.hasNews) == false
  }
}
