/// When a report is worth a mail (`--only-if`). A run that did not come to its end always is.
package enum MailCondition: String, Sendable, Hashable, CaseIterable {
  case always, changed, new, findings

  /// Whether it speaks of what was there before, which only a baseline knows.
  package var needsBaseline: Bool { self == .changed || self == .new }
}

extension Report {
  /// Why there is no mail; nil when there is one.
  package func lacksOccasion(for occasion: MailCondition) -> String? {
    if let run, run.isAlarming { return nil }
    switch occasion {
    case .always: return nil
    case .changed: return comparison.map(\.hasNews) == false ? "nothing has changed" : nil
    case .new: return comparison.map(\.hasNew) == false ? "nothing is new" : nil
    case .findings: return fails(on: .warning) ? nil : "there are no errors and no warnings"
    }
  }

  /// Whether there is nothing to tell but that nothing has changed.
  package var isWithoutNews: Bool {
    if let run, run.isAlarming { return false }
    return comparison.map(\.hasNews) == false
  }
}
