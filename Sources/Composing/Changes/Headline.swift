internal import Basics
internal import Model

/// What a report with a baseline says first (N4): what is new and how urgent it is, then what is
/// unchanged. Page, mail, subject and site all say this.
package struct Headline: Sendable, Hashable {
  /// "2 new warnings (6 errors unchanged)"; "Nothing new; 6 errors since 3 Nov".
  package let text: String
  /// The same for a subject, after the outcome of a run that went wrong: "The run failed, 2 new
  /// warnings, 6 errors unchanged".
  package let subject: String

  /// - Parameters:
  ///   - news: The news by their kind.
  ///   - rest: The unchanged messages of their highest urgency.
  init(_ report: Report, _ comparison: Report.ComparisonSummary, _ news: News, _ rest: Rest?) {
    let (locale, counts) = (report.locale, comparison.counts)
    let run = report.runHeadline
    let isAlarming = run.headline != nil
    let isNews = counts.hasNew
    var first = news.texts(locale, counts)
    // Of no message the verdict is all there is to say.
    let verdict = report.verdict.total == 0 ? [report.verdict.text] : []
    let isQuiet = first.isEmpty && verdict.isEmpty
    // Beside a run that went wrong, "nothing new" would be no news, and beside a new success it would
    // be wrong.
    if isQuiet, !isAlarming, counts.newSuccesses == 0 {
      first = [rest?.nothingNew(report) ?? locale.string(.nothingNew)]
    }
    first += [run.change].compactMap { $0 } + counts.testTexts(locale).map(\.text)
    first += comparison.coverage.inShort(locale)
    // The verdict of no message says it.
    if verdict.isEmpty { first += report.gaps.map(\.inShort) }
    let unchanged =
      rest?.text(locale, isQuiet: isQuiet, report)
      ?? (isQuiet && counts.better > 0 ? locale.count(.better, counts.better) : nil)
    let rest = [unchanged, counts.stillUnseen.text(locale, .asBefore)].compactMap { $0 }

    func joined(_ first: [String], _ key: StringKey) -> String {
      if first.isEmpty { return rest.isEmpty ? report.verdict.text : locale.list(rest) }
      if rest.isEmpty { return locale.list(first) }
      return locale.string(key, ["news": locale.list(first), "rest": locale.list(rest)])
    }
    text = joined(verdict + first, isNews ? .newsAndRest : .quietAndRest)
    if isAlarming || isNews {
      subject = locale.list([run.headline].compactMap { $0 } + first + rest)
    } else {
      subject = text
    }
  }

  /// The numbers of new, worse and returned messages.
  struct News {
    /// By rank of urgency, without those that are back.
    var new = [Int](repeating: 0, count: Urgency.allCases.count)
    /// By rank of urgency.
    var back = [Int](repeating: 0, count: Urgency.allCases.count)

    /// "2 new errors", "1 error back again", "1 new warning", "1 more urgent", "3 fixed", "20 not
    /// run": by urgency, so that an error that is back stands before a new warning. What is less
    /// urgent than a warning is only counted where nothing else is news, and a success never.
    func texts(_ locale: Locale, _ counts: ChangeCounts) -> [String] {
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
        parts(back, .error, .warning, .messages))
      return news.flatMap { new, back in
        texts([new]) + texts([back]).map { locale.string(.backAgain, ["messages": $0]) }
      }
        + texts([(.worse, counts.worse)])
        + texts([
          (.expired, counts.expired), (.fixed, counts.fixed),
          (counts.newlyUnseen.key, counts.newlyUnseen.count),
        ])
        + [counts.forgotten.text(locale, .andForgotten)].compactMap { $0 }
    }

    /// Whether an error or a warning is news.
    private func isUrgent(_ counts: ChangeCounts) -> Bool {
      counts.worse + counts.expired
        + [new, back].reduce(0) { $0 + $1[Urgency.warning.rank...].reduce(0, +) } > 0
    }
  }

  /// The messages of the highest urgency among those that are as urgent as before.
  struct Rest {
    var urgency: Urgency
    var count: Int
    /// The dates since when the first and all of them have been there; nil if a site doesn't know them.
    var since: ClosedRange<CivilDate>?
    /// The date on which the last of all unchanged messages came, whatever their urgency.
    var last: CivilDate?

    /// "Nothing new since 18 Nov" where the messages came one after the other.
    func nothingNew(_ report: Report) -> String? {
      let today = report.zone.wall(at: report.now).date
      guard let since, since.lowerBound != since.upperBound, let last, last < today else {
        return nil
      }
      return report.locale.string(.nothingNewSince, ["date": date(last, today, report.locale)])
    }

    private func date(_ date: CivilDate, _ today: CivilDate, _ locale: Locale) -> String {
      locale.pattern(date.year == today.year ? .yearTimestamp : .date).format(date, locale: locale)
    }

    /// "6 errors unchanged"; in a quiet report "6 errors since 3 Nov", or "10 errors, the oldest since 1 Nov".
    func text(_ locale: Locale, isQuiet: Bool, _ report: Report) -> String {
      let messages = locale.count(urgency.countKey, count)
      let today = report.zone.wall(at: report.now).date
      guard isQuiet, let since, since.lowerBound != today else {
        return locale.string(.unchanged, ["messages": messages])
      }
      return locale.string(
        since.lowerBound == since.upperBound ? .unchangedSince : .unchangedOldest,
        ["messages": messages, "date": date(since.lowerBound, today, locale)])
    }
  }
}

extension Report {
  /// Counts what is back and decides verdict and headline, once the histories are known.
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
    settleVerdict(changes, rest)
  }

  /// The dates on which the first and the last of the unchanged messages came, those of an urgency or all of
  /// them. nil if one of them is unknown.
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
