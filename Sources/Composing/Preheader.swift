import Localization
import Model

/// The text that an inbox shows next to the subject. The subject has the state, so this names the
/// most important messages with their causes, and then counts.
package enum Preheader {
  private static let clusters = 89
  /// The maximum number of titles of news, because there is little space.
  private static let titles = 3
  /// The maximum length of a bad run's reason next to news.
  private static let reason = 40

  package static func text(of report: Report) -> String {
    var facts: [String] = []
    if report.run?.isAlarming ?? false, let reason = report.run?.reason {
      // News needs space next to it.
      let hasNews = report.comparison.map { !$0.listedNews.isEmpty } ?? false
      facts.append(hasNews ? TextLimits.cut(reason, toClusters: Self.reason) : reason)
    }
    let isAlarming = report.run?.isAlarming ?? false
    var named = news(of: report)
    if named.isEmpty { named = [worst(of: report)].compactMap { $0 } }
    let counts = report.verdict.counts.map(\.text)
    facts += named + (counts.isEmpty ? [] : [report.locale.list(counts)])
    // The results of the tests say more than "All clear", but they would make a bad run look good.
    if counts.isEmpty || named.isEmpty, !isAlarming { facts += report.resultsInShort }
    if facts.isEmpty { facts = [report.comparison?.text ?? report.verdict.text] }
    return TextLimits.cut(facts.joined(separator: " \u{B7} "), toClusters: clusters)
  }

  /// The titles of new messages, else of fixed ones.
  private static func news(of report: Report) -> [String] {
    guard let comparison = report.comparison else { return [] }
    var titles = report.newsTitles(Self.titles)
    // An error that is still there is more important than a fixed one.
    let hasErrors = report.verdict.counts.first?.urgency == .error
    if titles.isEmpty, !hasErrors, let fixed = comparison.fixedMessages.first?.title,
      !fixed.isEmpty
    {
      titles = [report.locale.labeled(report.locale.string(.changeFixed), fixed)]
    }
    return titles.filter { !$0.isEmpty }
  }

  /// The first message of the highest urgency; nil below warnings.
  private static func worst(of report: Report) -> String? {
    let shown = [report.alerts, report.banners] + report.sections.map(\.items)
    guard let worst = report.verdict.counts.first?.urgency else { return nil }
    let first =
      report.verdict.kind == .single
      ? report.messages.first
      : worst < .warning
        ? nil
        : shown.joined().lazy.map { report.messages[$0] }.first { $0.urgency == worst }
    return first?.titleWithCause(report.locale).filled
  }
}

extension Report {
  /// The results of the tests: "Passed: 92", "Skipped: 3", "Time in tests: 2 minutes".
  package var resultsInShort: [String] {
    let kinds: [Dataset.Run.Fact.Kind] = [.passed, .failed, .errors, .skipped, .flaky, .testTime]
    return kinds.compactMap { kind in
      run?.facts.first { $0.kind == kind }.map { locale.labeled($0.title, $0.value) }
    }
  }
}

extension Report {
  /// The titles of the first new messages with their causes.
  package func newsTitles(_ most: Int) -> [String] {
    guard let comparison else { return [] }
    return comparison.listedNews.prefix(most).map { index in
      guard let alike = comparison.alikeNews[index] else {
        return messages[index].titleWithCause(locale)
      }
      let times = locale.string(.times, ["count": locale.number(alike.count)])
      let title = alike.title + " " + times
      return alike.cause.map { locale.labeled(title, $0) } ?? title
    }
  }
}

extension Message {
  /// "test_adds: assert 3 == 4"
  func titleWithCause(_ locale: Locale) -> String {
    shownCause.map { locale.labeled(title, $0) } ?? title
  }
}
