import Composing
import Localization
import Model
import Templating
import Time

/// The words of a site's pages for runs, in one language.
struct RunLabels: Sendable {
  let locale: Locale

  func time(_ run: PublishedRun) -> String {
    locale.pattern(.dateTime).format(run.wall, locale: locale)
  }
  func date(_ run: PublishedRun) -> String {
    locale.pattern(.date).format(run.date, locale: locale)
  }

  /// "20 Nov"
  func shortDate(_ run: PublishedRun) -> String {
    locale.pattern(.yearTimestamp).format(run.date, locale: locale)
  }

  /// "Next report due: 21 Nov 2026, 15:12", in the run's local time.
  func due(_ limit: Instant, _ run: PublishedRun) -> String {
    let wall = CivilDateTime(seconds: limit.adding(seconds: Int64(run.offset)).seconds)
    return locale.string(
      .nextDue, ["time": locale.pattern(.dateTime).format(wall, locale: locale)])
  }

  /// A run's outcome in a word: "No report", "Failed" or "Canceled" if it did not complete, else
  /// the word for its urgency.
  func urgencyWord(_ run: PublishedRun) -> String {
    guard let outcome = Self.outcomes.first(where: { $0.mark == Self.outcome(run) }) else {
      return locale.word(for: run.urgency)
    }
    return locale.string(outcome.key)
  }

  /// "2 new, 1 fixed"; nil if nothing was compared.
  func changes(_ run: PublishedRun) -> String? { run.changes?.text(locale) }

  /// The kind of a bar or sign: `missing` or the urgency.
  static func mark(_ run: PublishedRun) -> String {
    run.isMissing ? missing : run.urgency.rawValue
  }
  static let missing = "missing"

  /// The number of messages of the run's urgency; nil for 0. Also nil if the run did not complete,
  /// because its sign then shows its outcome.
  static func count(_ run: PublishedRun) -> Int? {
    run.isPartial ? nil : run.counts[run.urgency].flatMap { $0 > 0 ? $0 : nil }
  }

  /// `failed` or `canceled` when the run has a report and did not complete.
  static func stopped(_ run: PublishedRun) -> String? {
    run.isPartial && !run.isMissing ? run.status?.rawValue : nil
  }

  /// The outcome that is shown in place of the urgency.
  private static func outcome(_ run: PublishedRun) -> String? {
    run.isMissing ? missing : stopped(run)
  }
  private static let outcomes: [(mark: String, key: StringKey)] = [
    (mark: missing, key: .noReport), (mark: "failed", key: .resultFailed),
    (mark: "canceled", key: .resultCanceled),
  ]

  /// The number of runs of each mark: first those that did not complete, then by urgency.
  func tally(_ marks: [String]) -> [(mark: String, word: String, count: Int)] {
    let meanings =
      Self.outcomes.map { ($0.mark, locale.string($0.key)) }
      + Urgency.allCases.reversed().map { ($0.rawValue, locale.word(for: $0)) }
    let counts = Dictionary(marks.lazy.map { ($0, 1) }, uniquingKeysWith: +)
    return meanings.compactMap { mark, word in counts[mark].map { (mark, word, $0) } }
  }

  /// The tally as records: the meaning of a mark and, with `areCounted`, its count.
  func records(_ marks: [String], areCounted: Bool = true) -> Value {
    .sites(
      tally(marks).map { mark, word, count in
        [
          "mark": .text(mark), "missing": .flag(mark == Self.missing),
          "urgency": Value(site: Urgency(rawValue: mark)?.rawValue), "urgencyWord": .text(word),
          "count": areCounted ? .text(locale.number(count)) : .absent,
        ]
      })
  }
}
