import Localization
import Model
import Time

/// The most important number of each run: its errors if any run had some, else its warnings, else
/// all messages. A sentence summarizes the series.
struct TrendSeries {
  private let runs: [TrendRun]
  private let locale: Locale
  private let urgency: Urgency?

  init(_ runs: [TrendRun], _ locale: Locale) {
    self.runs = runs
    self.locale = locale
    urgency = [.error, .warning].first { urgency in
      runs.contains { $0.isComplete && $0.counts[urgency, default: 0] > 0 }
    }
  }

  private func value(_ run: TrendRun) -> Int? {
    guard run.isComplete else { return nil }
    return urgency.map { run.counts[$0] ?? 0 } ?? run.total
  }

  /// A step for each run, with a bar in the run's colour.
  var row: [Trend.Step] {
    let most = runs.compactMap(value).max() ?? 0
    return runs.map { run in
      let value = value(run)
      return Trend.Step(
        value: value, mark: run.stopped ?? run.mark,
        height: max(TrendScale.bar(value ?? 0, of: most, in: Trend.rowHeight), 1),
        level: value.map { TrendScale.bar($0, of: most, in: Trend.mostLevels) })
    }
  }

  /// "7 errors, up 5 from the previous run; peak in 14 runs: 12 on 3 Nov"; nil if
  /// the last run did not complete.
  var text: String? {
    guard let last = runs.last, let now = value(last) else { return nil }
    let said = locale.count(urgency?.countKey ?? .messages, now)
    var first = [said]
    // If the run before did not complete, there is no number to compare with.
    if let before = runs.dropLast().last.flatMap({ $0.isComplete ? value($0) : nil }) {
      // "0 errors" needs no comparison.
      if now == before, now > 0 {
        first.append(locale.string(.sameAsBefore))
      } else if now != before {
        first.append(
          locale.count(now > before ? .moreThanBefore : .fewerThanBefore, abs(now - before)))
      }
    }
    guard let highest = Self.highest(runs.map(value), runs, locale) else {
      return locale.list(first)
    }
    return locale.string(.quietAndRest, ["news": locale.list(first), "rest": highest])
  }

  /// "peak in 14 runs: 12 on 3 Nov"; "peak in 14 runs" for the last
  /// run. nil if all values are equal.
  static func highest(_ values: [Int?], _ runs: [TrendRun], _ locale: Locale) -> String? {
    let known = values.compactMap { $0 }
    // Readers compare two values at a glance.
    guard known.count > 2, let most = known.max(), known.contains(where: { $0 != most }) else {
      return nil
    }
    let number = locale.number(runs.count)
    if let now = values.last, now == most {
      return locale.string(.highestNow, ["number": number])
    }
    guard let index = values.lastIndex(of: most) else { return nil }
    return locale.string(
      .highestOf,
      [
        "number": number, "value": locale.number(most), "date": date(runs[index], runs, locale),
      ])
  }

  /// "3 Nov", with the year if it differs from the last run's.
  static func date(_ run: TrendRun, _ runs: [TrendRun], _ locale: Locale) -> String {
    let isThisYear = run.wall.date.year == runs.last?.wall.date.year
    return locale.pattern(isThisYear ? .yearTimestamp : .date)
      .format(run.wall.date, locale: locale)
  }
}
