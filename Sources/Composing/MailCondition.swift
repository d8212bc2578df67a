/// The condition for sending a mail (`--only-if`). Mails of bad or unfinished runs, and of reports
/// with gaps in their inputs, are always sent.
package enum MailCondition: String, Sendable, Hashable, CaseIterable {
  case always, changed, new, findings

  /// Whether it requires a baseline.
  package var needsBaseline: Bool { self == .changed || self == .new }
}

extension Report {
  /// The reason for not sending a mail; nil if it is sent.
  package func lacksOccasion(for occasion: MailCondition) -> String? {
    if run?.isAlarming ?? false || isUnfinished || !gaps.isEmpty { return nil }
    switch occasion {
    case .always: return nil
    case .changed: return comparison.map(\.hasNews) == false ? "nothing has changed" : nil
    case .new:
      let hasNew = comparison.map { $0.hasNew || $0.coverage.hasLostTests }
      return hasNew == false ? "nothing is new" : nil
    case .findings:
      return lacksTests || fails(on: .warning) ? nil : "there are no errors and no warnings"
    }
  }

  /// Whether nothing has changed.
  package var isWithoutNews: Bool {
    if run?.isAlarming ?? false || !gaps.isEmpty { return false }
    return comparison.map(\.hasNews) == false
  }
}
