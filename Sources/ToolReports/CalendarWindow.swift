internal import Text
package import Time

/// The part of calendars that becomes entries of the timeline.
package struct CalendarWindow: Sendable, Hashable {
  /// A side of the window.
  package enum Bound: Sendable, Hashable {
    /// A number of units from now.
    case distance(Int, CalendarUnit)
    case date(CivilDate)
  }

  package var start = Bound.distance(-31, .day)
  package var end = Bound.distance(92, .day)

  package init() {}

  /// Parses two bounds, such as `-2w..+6m`. Each is a date or a distance from now in days, weeks,
  /// months or years. nil for any other text, or if the window ends before it starts.
  package init?(_ text: String) {
    guard let dots = text.firstRange(of: ".."),
      let start = Self.bound(text[..<dots.lowerBound]),
      let end = Self.bound(text[dots.upperBound...])
    else { return nil }
    (self.start, self.end) = (start, end)
    let now = Instant(seconds: 0)
    switch (start, end) {
    case (.date(let first), .date(let last)): if last < first { return nil }
    case (.distance, .distance): if range(around: now, in: .utc) == nil { return nil }
    default: break
    }
  }

  private static func bound(_ text: Substring) -> Bound? {
    if let point = TimePoint(parsing: String(text)), case .date(let date) = point {
      return .date(date)
    }
    let unit: CalendarUnit
    switch text.last {
    case "d": unit = .day
    case "w": unit = .week
    case "m": unit = .month
    case "y": unit = .year
    default: return nil
    }
    guard let number = Int(text.dropLast()), number.magnitude <= 100_000 else { return nil }
    return .distance(number, unit)
  }

  /// Whether it depends on the time of the report.
  package var needsNow: Bool {
    if case (.date, .date) = (start, end) { false } else { true }
  }

  /// The instants of the window; nil if it ends before it starts.
  package func range(around now: Instant, in zone: TimeZoneRules) -> Range<Instant>? {
    let first = Self.instant(start, isEnd: false, now, zone)
    let last = Self.instant(end, isEnd: true, now, zone)
    return first < last ? first..<last : nil
  }

  /// An end date includes its whole day. A distance keeps the time of day.
  private static func instant(
    _ bound: Bound, isEnd: Bool, _ now: Instant, _ zone: TimeZoneRules
  ) -> Instant {
    switch bound {
    case .date(let date):
      let day = zone.interval(of: date)
      return isEnd ? day.upperBound : day.lowerBound
    case .distance(let count, let unit):
      let wall = zone.wall(at: now)
      let date = wall.date.adding(count, unit)
      let time = Int64(wall.secondOfDay)
      return zone.instant(of: CivilDateTime(seconds: CivilDateTime(date).seconds + time))
    }
  }
}
