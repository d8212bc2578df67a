internal import Model
internal import Time

/// The interval of an entry in the report's zone.
struct EntryTimes {
  let start: Instant
  /// The first moment after it; `start` for an instant, and for an entry without an end.
  let end: Instant
  /// Whether the end is unknown. Only such entries can stay current beyond their times.
  let isOpenEnded: Bool
  /// Whether the given end is before the start.
  let endsBeforeStart: Bool

  /// A date covers its whole day (see "Past, current and future"), also as the end of a span.
  init(_ when: TimelineEntry.When, in zone: TimeZoneRules) {
    let first: TimePoint
    var last: Instant?
    switch when {
    case .point(let point): first = point
    case .span(let start, let end):
      first = start
      last = end.map { EntryTimes.bounds(of: $0, in: zone).upperBound }
    }
    let bounds = EntryTimes.bounds(of: first, in: zone)
    start = bounds.lowerBound
    endsBeforeStart = last.map { $0 < bounds.lowerBound } ?? false
    if let last, !endsBeforeStart {
      end = last
      isOpenEnded = false
    } else {
      end = bounds.upperBound
      isOpenEnded = true
    }
  }

  private static func bounds(of point: TimePoint, in zone: TimeZoneRules) -> Range<Instant> {
    if case .date(let date) = point { return zone.interval(of: date) }
    let instant = zone.instant(of: point)
    return instant..<instant
  }

  /// The tense according to the times (see "Past, current and future").
  func tense(at now: Instant, _ status: Status) -> Tense {
    let isUnended = isOpenEnded && status == .inProgress
    if start == end {
      // Timelines show minutes, so 14:00:30 is past when a clock shows 14:00.
      if now < start.startOfMinute { return .future }
      return isUnended ? .current : .past
    }
    if now < start { return .future }
    return now < end || isUnended ? .current : .past
  }

  /// The key for entries with the same start: entries without an end come last.
  func tieBreak(_ status: Status) -> Instant {
    isOpenEnded && status == .inProgress ? Instant(seconds: .max) : end
  }
}

extension Instant {
  var startOfMinute: Instant {
    let second = seconds % 60
    // Rounds down, except at the beginning of time.
    return adding(seconds: second < 0 ? -60 - second : -second)
  }
}
