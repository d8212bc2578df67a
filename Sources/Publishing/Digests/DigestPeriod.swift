import Localization
import Text
package import Time

/// The period of a digest: whole days of a time zone. The last one is the day of the report, whose
/// later runs do not count.
package struct DigestPeriod: Sendable {
  package enum Length: String, Sendable, CaseIterable {
    case day, week, month

    /// "Week before".
    func before(_ locale: Locale) -> String {
      switch self {
      case .day: locale.string(.dayBefore)
      case .week: locale.string(.weekBefore)
      case .month: locale.string(.monthBefore)
      }
    }
  }

  package let length: Length
  package let days: ClosedRange<CivilDate>
  /// The days of the period before, which has the same length.
  package let daysBefore: ClosedRange<CivilDate>
  package let times: Range<Instant>
  package let timesBefore: Range<Instant>
  /// The time of the digest.
  let now: Instant
  private let zone: TimeZoneRules

  package init(_ length: Length, until now: Instant, in zone: TimeZoneRules) {
    self.now = now
    let last = zone.date(at: now)
    let first: CivilDate
    let firstBefore: CivilDate
    switch length {
    case .day: (first, firstBefore) = (last, last.adding(days: -1))
    case .week: (first, firstBefore) = (last.adding(days: -6), last.adding(days: -13))
    case .month:
      first = last.adding(months: -1).adding(days: 1)
      firstBefore = first.adding(months: -1)
    }
    self.length = length
    self.zone = zone
    days = min(first, last)...last
    let lastBefore = first.adding(days: -1)
    daysBefore = min(firstBefore, lastBefore)...lastBefore
    let start = zone.interval(of: first).lowerBound
    times = start..<max(start, now.adding(seconds: 1))
    let startBefore = zone.interval(of: firstBefore).lowerBound
    timesBefore = min(startBefore, start)..<start
  }

  func date(of run: PublishedRun) -> CivilDate { zone.date(at: run.time) }

  /// "23–29 Nov 2026"; "23–29 Nov" without the year.
  func text(_ locale: Locale, hasYear: Bool) -> String { Self.text(days, locale, hasYear: hasYear) }

  /// The days of a table: one day, or a week.
  var parts: [ClosedRange<CivilDate>] {
    let step = length == .month ? 7 : 1
    var parts: [ClosedRange<CivilDate>] = []
    var start = days.lowerBound
    while start <= days.upperBound {
      let end = min(start.adding(days: step - 1), days.upperBound)
      parts.append(start...end)
      start = end.adding(days: 1)
    }
    return parts
  }

  /// "23–29 Nov 2026", "Nov 23 – 29, 2026", "30 Oct – 29 Nov 2026": the words that both ends share
  /// are not repeated, except in languages without spaces.
  static func text(_ days: ClosedRange<CivilDate>, _ locale: Locale, hasYear: Bool) -> String {
    let pattern = locale.pattern(hasYear ? .date : .yearTimestamp)
    let last = pattern.format(days.upperBound, locale: locale)
    if days.lowerBound == days.upperBound { return last }
    let first = pattern.format(days.lowerBound, locale: locale)
    var (start, end) = (words(first), words(last))
    let alikeAtEnd = zip(start.reversed(), end.reversed()).prefix { $0 == $1 }.count
    start.removeLast(alikeAtEnd)
    // A day of another month is no shared word, even if it has the same number.
    if days.lowerBound.day != days.upperBound.day {
      end.removeFirst(zip(start, end).prefix { $0 == $1 }.count)
    }
    if start.last?.last == "," { start[start.count - 1].removeLast() }
    let text = locale.string(
      .range, ["start": start.joined(separator: " "), "end": end.joined(separator: " ")])
    // A range of two numbers has no spaces.
    return alikeAtEnd > 0 && start.count == 1 ? text.replacing(" – ", with: "–") : text
  }

  private static func words(_ text: String) -> [Substring] { text.split(separator: " ") }
}
