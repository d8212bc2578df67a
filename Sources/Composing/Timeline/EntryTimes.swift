internal import Basics
internal import Model

/// When an entry is, in the report's zone.
struct EntryTimes {
  let start: Instant
  /// The first moment after it; `start` itself for an instant and for what has begun and not ended.
  let end: Instant
  /// Whether no end is known: only then can something in progress outlast what is written.
  let isOpenEnded: Bool
  /// Whether the end that was given comes before the start.
  let endsBeforeStart: Bool

  /// A date is the whole of its day (T3), also as the end of a span, which then includes it.
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

  /// What the times say, whatever tense is given (T3).
  func tense(at now: Instant, _ status: Status) -> Tense {
    let isUnended = isOpenEnded && status == .inProgress
    if start == end {
      // Timelines show minutes: what is at 14:00 and half a minute is past when a clock says 14:00.
      if now < start.startOfMinute { return .future }
      return isUnended ? .current : .past
    }
    if now < start { return .future }
    return now < end || isUnended ? .current : .past
  }

  /// Where the entry stands among others that start at the same time: what has no end, last.
  func tieBreak(_ status: Status) -> Instant {
    isOpenEnded && status == .inProgress ? Instant(seconds: .max) : end
  }
}

extension Instant {
  var startOfMinute: Instant {
    let second = seconds % 60
    // Towards the past; at the beginning of time there is none.
    return adding(seconds: second < 0 ? -60 - second : -second)
  }
}
