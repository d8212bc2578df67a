internal import Localization
internal import Model
internal import Time

/// The headline of a report with a baseline (see "Lists of changes"): the changes with their
/// urgency, then the unchanged messages. JSON and site show it; a subject is shorter
/// (`Report.state`).
package struct Headline: Sendable, Hashable {
  /// "2 new warnings (6 errors unchanged)"; "Nothing new; 6 errors since 3 Nov".
  package let text: String
  /// The headline after the outcome of a bad run: "Run failed, 2 new warnings, 6 errors
  /// unchanged".
  package let withRun: String

  /// - Parameters:
  ///   - news: The numbers of changes.
  ///   - rest: The unchanged messages of their highest urgency.
  init(_ report: Report, _ comparison: Report.ComparisonSummary, _ news: News, _ rest: Rest?) {
    let (locale, counts) = (report.locale, comparison.counts)
    let run = report.runHeadline
    let isAlarming = run.headline != nil
    let isNews = counts.hasNew
    var first = news.texts(locale, counts)
    // Without messages, the verdict is the headline.
    let verdict = report.verdict.total == 0 ? [report.verdict.text] : []
    let isQuiet = first.isEmpty && verdict.isEmpty
    // "Nothing new" would be useless in a bad run, and wrong next to a new success.
    if isQuiet, !isAlarming, counts.newSuccesses == 0 {
      first = [rest?.nothingNew(report) ?? locale.string(.nothingNew)]
    }
    first += [run.change].compactMap { $0 } + counts.testTexts(locale).map(\.text)
    first += comparison.coverage.inShort(locale, today: report.today)
    // A verdict without messages already names the gaps.
    if verdict.isEmpty { first += report.gaps.map(\.inShort) }
    let unchanged =
      rest?.text(locale, isQuiet: isQuiet, report)
      ?? (isQuiet && counts.better > 0 ? locale.count(.better, counts.better) : nil)
    let rest = [unchanged, counts.stillUnseen.stillText(locale)].compactMap { $0 }

    func joined(_ first: [String], _ key: StringKey) -> String {
      if first.isEmpty { return rest.isEmpty ? report.verdict.text : locale.list(rest) }
      if rest.isEmpty { return locale.list(first) }
      return locale.string(key, ["news": locale.list(first), "rest": locale.list(rest)])
    }
    text = joined(verdict + first, isNews ? .newsAndRest : .quietAndRest)
    if isAlarming || isNews {
      withRun = locale.list([run.headline].compactMap { $0 } + first + rest)
    } else {
      withRun = text
    }
  }

  /// The numbers of new, worse and returned messages.
  struct News {
    /// By rank of urgency, without returned messages.
    var new = [Int](repeating: 0, count: Urgency.allCases.count)
    /// By rank of urgency.
    var back = [Int](repeating: 0, count: Urgency.allCases.count)

    /// "2 new errors", "1 error back", "1 new warning", "1 more urgent", "3 fixed", "20 not
    /// run": by urgency, so that a returned error comes before a new warning. Messages below
    /// warnings are counted only if there is no other news; successes are never counted.
    ///
    /// - Parameter additions: Texts after the new and returned messages of an urgency, by its rank.
    func texts(
      _ locale: Locale, _ counts: ChangeCounts, additions: [Int: String] = [:],
      fixed: String? = nil
    ) -> [String] {
      func parts(
        _ numbers: [Int], _ errors: CountKey, _ warnings: CountKey, _ messages: CountKey
      ) -> [(CountKey, Int)] {
        [(errors, numbers[Urgency.error.rank]), (warnings, numbers[Urgency.warning.rank])]
          + (isUrgent(counts)
            ? [] : [(messages, numbers.reduce(0, +) - numbers[Urgency.success.rank])])
      }
      func texts(_ counts: [(CountKey, Int)]) -> [String] {
        counts.filter { $0.1 > 0 }.map { locale.count($0.0, $0.1) }
      }
      let news = zip(
        parts(new, .newErrors, .newWarnings, .newMessages),
        parts(back, .backErrors, .backWarnings, .backMessages))
      let ranks = [Urgency.error.rank, Urgency.warning.rank]
      let urgent = news.enumerated().flatMap { place, news in
        let said = texts([news.0]) + texts([news.1])
        let addition = said.isEmpty || place >= ranks.count ? nil : additions[ranks[place]]
        return said + [addition].compactMap { $0 }
      }
      return urgent + texts([(.worse, counts.worse), (.expired, counts.expired)])
        + (fixed.map { [$0] } ?? texts([(.fixed, counts.fixed)]))
        + texts([(counts.newlyUnseen.key, counts.newlyUnseen.count)])
        + [counts.forgotten.forgottenText(locale)].compactMap { $0 }
    }

    /// Whether an error or a warning is news.
    private func isUrgent(_ counts: ChangeCounts) -> Bool {
      counts.worse + counts.expired
        + [new, back].reduce(0) { $0 + $1[Urgency.warning.rank...].reduce(0, +) } > 0
    }
  }

  /// The unchanged messages of their highest urgency.
  struct Rest {
    var urgency: Urgency
    var count: Int
    /// The dates on which the first and the last of them appeared; nil if a site doesn't know them.
    var since: ClosedRange<CivilDate>?
    /// The date on which the latest unchanged message of any urgency appeared.
    var last: CivilDate?

    /// "Nothing new since 18 Nov" if the messages appeared at different times.
    func nothingNew(_ report: Report) -> String? {
      guard let since, since.lowerBound != since.upperBound, let last, last < report.today else {
        return nil
      }
      return report.locale.string(.nothingNewSince, ["date": report.shortDate(last)])
    }

    /// "6 errors unchanged"; in a quiet report "10 errors, the oldest since 1 Nov".
    func text(_ locale: Locale, isQuiet: Bool, _ report: Report) -> String {
      let messages = locale.count(urgency.countKey, count)
      guard isQuiet, let since, since.lowerBound != report.today else {
        return locale.string(.unchanged, ["messages": messages])
      }
      return locale.string(
        since.lowerBound == since.upperBound ? .unchangedSince : .unchangedOldest,
        ["messages": messages, "date": report.shortDate(since.lowerBound)])
    }
  }
}

extension Report {
  /// Counts returned messages and sets verdict and headline. Needs the histories.
  mutating func settleHeadline() {
    let changes = UrgencyChanges(self)
    let urgency = Urgency.byDemand.last { changes.still[$0.rank] > 0 }
    let rest = urgency.map {
      Headline.Rest(
        urgency: $0, count: changes.still[$0.rank], since: since(of: $0),
        last: since(of: nil)?.upperBound)
    }
    if var summary = comparison {
      let news = Headline.News(new: changes[.new], back: changes[.back])
      summary.counts.back = news.back.reduce(0, +)
      summary.text = summary.counts.text(locale)
      summary.headline = Headline(self, summary, news, rest)
      comparison = summary
    }
    setVerdictLines(changes, rest)
  }

  /// The dates on which the first and the last unchanged messages of an urgency, or of any urgency,
  /// appeared. nil if one of the dates is unknown.
  private func since(of urgency: Urgency?) -> ClosedRange<CivilDate>? {
    let shown = shownHistories
    if shown.isEmpty { return nil }
    var range: ClosedRange<CivilDate>?
    for index in changes.indices
    where changes[index] == .still && urgency.map({ messages[index].urgency == $0 }) ?? true {
      guard let since = shown.history(of: index)?.since else { return nil }
      range = min(range?.lowerBound ?? since, since)...max(range?.upperBound ?? since, since)
    }
    return range
  }
}
