internal import Localization
internal import Model
internal import Time

extension Report {
  /// The state in a few words, for the subject of a mail (see "The subject"): "1 new error, 1 old";
  /// "still failing, 12 runs"; "fixed"; "no report, the last was green on 3 Nov".
  package var state: String {
    let state = StateWords(report: self)
    return locale.list(state.outcome + (comparison.map(state.changes) ?? state.findings))
  }
}

/// The parts of a report's state.
private struct StateWords {
  let report: Report

  private var locale: Locale { report.locale }
  /// The number of runs without errors after which an error is the "first in 30 runs".
  private static let leastCleanRuns = 9

  /// "Run failed"; for a missing run also the result of the last report. Empty for a good run.
  var outcome: [String] {
    guard let run = report.run, run.isAlarming, let headline = run.headline else { return [] }
    guard run.status == .missing else { return [headline] }
    return [locale.string(.noReport)] + [lastReport].compactMap { $0 }
  }

  private var lastReport: String? {
    guard let last = report.episode?.lastReport else { return nil }
    let date = report.shortDate(last.date)
    let key: StringKey? =
      switch last.result {
      case .errors: .lastHadErrors
      case .warnings: .lastHadWarnings
      case .good: .lastWasGreen
      case .unknown: nil
      }
    return key.map { locale.string($0, ["date": date]) }
      ?? locale.afterLabel(locale.labeled(locale.string(.lastReport), date))
  }

  /// Without a baseline: the most urgent count, otherwise the verdict, and the gaps.
  var findings: [String] {
    var parts = [report.verdict.counts.first?.text].compactMap { $0 }
    if parts.isEmpty, outcome.isEmpty { parts = [report.verdict.text] }
    // A verdict without messages already names the gaps.
    return parts + noTests(parts) + (report.verdict.total == 0 && outcome.isEmpty ? [] : gaps)
  }

  private var gaps: [String] { report.gaps.map(\.inShort) }

  /// The news, otherwise the unchanged state; then what the run did not cover.
  func changes(_ comparison: Report.ComparisonSummary) -> [String] {
    let (counts, changes) = (comparison.counts, UrgencyChanges(report))
    var parts = news(comparison, changes)
    let isQuiet = parts.isEmpty
    if isQuiet { parts = unchanged(counts) }
    // Unchanged messages of a new urgency are already counted as "old".
    let still = [Urgency.error, .warning].first { changes.still[$0.rank] > 0 }
    if let still, !isQuiet, !hasNews(of: still, changes), !hasNews(of: .error, changes) {
      let messages = locale.count(still.countKey, changes.still[still.rank])
      let unchanged = locale.string(.unchanged, ["messages": messages])
      // What is fixed does not hide an error.
      parts.insert(unchanged, at: still == .error && !counts.hasNew ? 0 : parts.count)
    }
    parts += [report.runHeadline.change].compactMap { $0 } + tests(counts, isQuiet)
    parts += noTests(parts) + comparison.coverage.inShort(locale, today: report.today)
    if report.verdict.total > 0 || !outcome.isEmpty || !isQuiet { parts += gaps }
    return parts + [counts.stillUnseen.stillText(locale)].compactMap { $0 }
  }

  /// "No test was run", unless the verdict says it.
  private func noTests(_ parts: [String]) -> [String] {
    let text = locale.string(.noTestsRun)
    return report.lacksTests && !parts.contains(text) && outcome.isEmpty ? [text] : []
  }

  /// "5 tests removed"; added and renamed tests only without other news, because a subject is short.
  private func tests(_ counts: ChangeCounts, _ isQuiet: Bool) -> [String] {
    let texts = counts.testTexts(locale).map(\.text)
    if isQuiet { return texts }
    return counts.testsRemoved + counts.removed > 0 ? Array(texts.prefix(1)) : []
  }

  private func hasNews(of urgency: Urgency, _ changes: UrgencyChanges) -> Bool {
    changes[.new][urgency.rank] + changes[.back][urgency.rank] > 0
  }

  private func news(
    _ comparison: Report.ComparisonSummary, _ changes: UrgencyChanges
  ) -> [String] {
    let counts = comparison.counts
    let fixed = comparison.fixedMessages
    if counts.fixed > 0, !counts.hasNew, isGreen {
      let known = report.known.total
      return [locale.string(.allFixed)] + (known > 0 ? [locale.count(.known, known)] : [])
    }
    var additions: [Int: String] = [:]
    for urgency in [Urgency.error, .warning] where changes.still[urgency.rank] > 0 {
      additions[urgency.rank] = locale.count(.old, changes.still[urgency.rank])
    }
    let cleanRuns = report.episode?.cleanRuns ?? 0
    if cleanRuns >= Self.leastCleanRuns, additions[Urgency.error.rank] == nil, counts.fixed == 0 {
      additions[Urgency.error.rank] = locale.string(
        .firstIn, ["runs": locale.count(.runs, cleanRuns + 1)])
    }
    var fixedErrors: String?
    if !fixed.isEmpty, fixed.count == counts.fixed, fixed.allSatisfy({ $0.urgency == .error }) {
      fixedErrors = locale.string(
        .messagesFixed, ["messages": locale.count(.error, counts.fixed)])
    }
    return Headline.News(new: changes[.new], back: changes[.back])
      .texts(locale, counts, additions: additions, fixed: fixedErrors)
  }

  /// "Still failing, 12 runs"; "nothing new, 3 warnings"; "All clear".
  private func unchanged(_ counts: ChangeCounts) -> [String] {
    guard let worst = report.verdict.counts.first else {
      return outcome.isEmpty ? [report.verdict.text] : []
    }
    // The outcome of the run already says that it failed.
    if !outcome.isEmpty { return [worst.text] }
    let better = counts.better > 0 ? [locale.count(.better, counts.better)] : []
    switch worst.urgency {
    case .error:
      let runs = report.episode?.failedRuns ?? 0
      let length = runs > 0 ? [locale.count(.runs, runs + 1)] : []
      let number = worst.count > 1 ? [worst.text] : []
      return [locale.string(.stillFailing)] + length + number + better
    case .warning:
      return (better.isEmpty ? [locale.string(.nothingNew)] : better) + [worst.text]
    case .success, .information, .neutral:
      if counts.newSuccesses > 0 { return [worst.text] }
      return better.isEmpty ? [locale.string(.nothingNew)] : better
    }
  }

  /// Whether the run checked everything, and found no error and no warning.
  private var isGreen: Bool {
    report.verdict.isClear && report.verdict.urgency < .warning && report.gaps.isEmpty
  }
}

extension Report {
  /// "Last report: 3 Nov, green": for a run without a report.
  package var lastReportText: String? {
    guard run?.status == .missing, let last = episode?.lastReport else { return nil }
    return locale.labeled(
      locale.string(.lastReport),
      locale.list([shortDate(last.date)] + [last.text].compactMap { $0 }))
  }

  /// Whether there is nothing to judge: a missing run already says so.
  package var isWithoutVerdict: Bool {
    run?.status == .missing && verdict.total == 0 && gaps.isEmpty
  }

  /// The day of the report in its time zone.
  var today: CivilDate { zone.wall(at: now).date }

  /// "3 Nov"; in another year "3 Nov 2025".
  func shortDate(_ date: CivilDate) -> String {
    locale.pattern(date.year == today.year ? .yearTimestamp : .date).format(date, locale: locale)
  }
}
