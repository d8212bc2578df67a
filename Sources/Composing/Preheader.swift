import Localization
import Model

/// The text that an inbox shows next to the subject. The subject has the headline, so this adds the
/// most important messages.
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
    facts += report.comparison == nil ? verdict(of: report) : news(of: report)
    return TextLimits.cut(facts.joined(separator: " \u{B7} "), toClusters: clusters)
  }

  /// The numbers of messages, and the title of the most urgent one.
  private static func verdict(of report: Report) -> [String] {
    let run = report.runHeadline
    let counts = report.verdict.counts.map(\.text)
    let numbers = counts.isEmpty ? report.verdict.text : report.locale.list(counts)
    let worst = report.verdict.counts.first?.urgency ?? .neutral
    let shown = [report.alerts, report.banners] + report.sections.map(\.items)
    let first =
      report.verdict.kind == .single
      ? report.messages.first
      : worst < .warning
        ? nil
        : shown.joined().lazy.map { report.messages[$0] }.first { $0.urgency == worst }
    let words = first.map { $0.titleWithCause(report.locale) }
    return [run.headline, run.change, numbers, words.filled].compactMap { $0 }
  }

  /// The titles of new messages, else of fixed ones, and the verdict.
  private static func news(of report: Report) -> [String] {
    let locale = report.locale
    guard let comparison = report.comparison else { return [] }
    // The first one has its cause, because there is little space.
    var titles = report.newsTitles(Self.titles, withCause: 1)
    if titles.isEmpty, let fixed = comparison.fixedMessages.first?.title, !fixed.isEmpty {
      let words = ["label": locale.string(.changeFixed), "value": fixed]
      titles = [locale.string(.labelWithValue, words)]
    }
    return titles.filter { !$0.isEmpty } + [report.verdict.text]
  }
}

extension Report {
  /// The titles of the first new messages. Some of them are followed by their cause.
  package func newsTitles(_ most: Int, withCause: Int) -> [String] {
    guard let comparison else { return [] }
    return comparison.listedNews.prefix(most).enumerated().map { place, index in
      guard let alike = comparison.alikeNews[index] else {
        let message = messages[index]
        return place < withCause ? message.titleWithCause(locale) : message.title
      }
      let count = locale.number(alike.count)
      return alike.title + " " + locale.string(.times, ["count": count])
    }
  }
}

extension Message {
  /// "test_adds: assert 3 == 4"
  func titleWithCause(_ locale: Locale) -> String {
    shownCause.map { locale.labeled(title, $0) } ?? title
  }
}
