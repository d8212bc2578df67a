internal import Localization
internal import Model
internal import Time

/// Writes the timestamps of entries: short below a header (see "Size of a cell"), complete without
/// headers, and with "Today" in the preview (see "Today").
struct Timestamps {
  private let locale: Locale
  private let zone: TimeZoneRules
  /// The unit of the headers; timestamps do not repeat it.
  private let unit: CalendarUnit?
  private let formats: TimelineFormats
  private let today: CivilDate
  private let showsToday: Bool

  private let time: DatePattern
  private let day: DatePattern
  private let shortDay: DatePattern
  private let fullDay: DatePattern
  private let date: DatePattern

  init(
    unit: CalendarUnit?, formats: TimelineFormats, now: Instant, showsToday: Bool,
    _ locale: Locale, _ zone: TimeZoneRules
  ) {
    self.locale = locale
    self.zone = zone
    self.unit = unit
    self.formats = formats
    self.showsToday = showsToday
    today = zone.date(at: now)
    time = locale.pattern(.time)
    shortDay = locale.pattern(.monthTimestamp)
    fullDay = locale.pattern(.fullTimestamp)
    date = locale.pattern(.date)
    day = locale.pattern(unit?.dayPattern ?? .date)
  }

  /// One end of an entry: its date and, if known, its time.
  private struct Endpoint {
    var date: CivilDate
    var wall: CivilDateTime?
    /// The instant, if a time is known.
    var instant: Instant?

    /// The wall-clock time; for a date, its beginning.
    var clock: CivilDateTime { wall ?? CivilDateTime(date) }
  }

  private func endpoint(_ point: TimePoint) -> Endpoint {
    if case .date(let date) = point { return Endpoint(date: date, wall: nil, instant: nil) }
    let instant = zone.instant(of: point)
    let wall = zone.wall(at: instant)
    return Endpoint(date: wall.date, wall: wall, instant: instant)
  }

  private func endpoints(of when: TimelineEntry.When, _ times: EntryTimes) -> (Endpoint, Endpoint?)
  {
    switch when {
    case .point(let point): return (endpoint(point), nil)
    case .span(let start, let end):
      let start = endpoint(start)
      guard let end = end.map(endpoint), !times.endsBeforeStart,
        end.date != start.date || (end.instant != start.instant && end.wall != nil)
      else { return (start, nil) }
      return (start, end)
    }
  }

  /// The timestamp for the timeline.
  func timestamp(_ when: TimelineEntry.When, _ times: EntryTimes) -> String {
    let (start, end) = endpoints(of: when, times)
    if let custom = formats.timestamp { return text(start, end, written: custom, or: day) }
    switch unit {
    case .day: return underDay(start, end)
    // Under months and longer units, `clock` shows the time of day.
    case .month, .quarter, .year:
      return range(
        day.format(start.date, locale: locale),
        end.flatMap { $0.date == start.date ? nil : dayText($0.date, after: start, by: day) })
    case .week, nil: return text(start, end, by: day)
    }
  }

  /// The timestamp with the time of day that months and longer units omit; nil if there is none.
  func clock(_ when: TimelineEntry.When, _ times: EntryTimes) -> String? {
    guard formats.timestamp == nil else { return nil }
    switch unit {
    case .month, .quarter, .year: break
    case .day, .week, nil: return nil
    }
    let (start, end) = endpoints(of: when, times)
    guard start.wall != nil || end?.wall != nil else { return nil }
    return text(start, end, by: day)
  }

  /// The complete timestamp.
  func full(_ when: TimelineEntry.When, _ times: EntryTimes) -> String {
    let (start, end) = endpoints(of: when, times)
    return text(start, end, by: fullDay)
  }

  /// The timestamp for the preview. Entries of the report's own day show "Today", with their time
  /// if they begin on that day (see "Today").
  func preview(_ when: TimelineEntry.When, _ times: EntryTimes, _ tense: Tense) -> String {
    let (start, end) = endpoints(of: when, times)
    if showsToday, isOfToday(times, tense) {
      let today = locale.string(.today)
      guard start.date == self.today, let clock = clock(start, by: time) else { return today }
      return locale.string(.todayTime, ["today": today, "time": clock])
    }
    if let custom = formats.preview {
      return text(start, end, written: custom, or: start.date.year == today.year ? shortDay : date)
    }
    if let end, end.date != start.date {
      return range(shortText(start.date), shortText(end.date))
    }
    return withTime(shortText(start.date), start)
  }

  /// Whether an entry occurs on the report's own day, at least partly.
  private func isOfToday(_ times: EntryTimes, _ tense: Tense) -> Bool {
    let day = zone.interval(of: today)
    guard times.start < day.upperBound else { return false }
    return times.start >= day.lowerBound || times.end > day.lowerBound || tense == .current
  }

  /// The start for `<time datetime>`.
  func machineTime(_ when: TimelineEntry.When) -> String {
    switch when {
    case .point(let point), .span(let point, _): point.machineTime(in: zone)
    }
  }

  private func underDay(_ start: Endpoint, _ end: Endpoint?) -> String {
    let pattern = locale.pattern(.dayTimestamp)
    guard let end, end.date != start.date else {
      guard let first = clock(start, by: pattern) else { return locale.string(.allDay) }
      return range(first, end.flatMap { last(start, $0, by: pattern) })
    }
    let first = clock(start, by: pattern) ?? day.format(start.date, locale: locale)
    return range(first, withTime(dayText(end.date, after: start, by: day), end))
  }

  /// The time of day; nil if unknown.
  private func clock(_ endpoint: Endpoint, by pattern: DatePattern) -> String? {
    endpoint.instant.map { pattern.format($0, in: zone, locale: locale) }
  }

  /// The end time of a span within one day; nil if it equals the start time.
  private func last(_ start: Endpoint, _ end: Endpoint, by pattern: DatePattern) -> String? {
    isAlike(start, end, pattern) ? nil : clock(end, by: pattern)
  }

  /// Day and time; for a span within one day, the day only once.
  private func text(_ start: Endpoint, _ end: Endpoint?, by pattern: DatePattern) -> String {
    let first = pattern.format(start.date, locale: locale)
    guard let end else { return withTime(first, start) }
    if end.date == start.date, let from = clock(start, by: time) {
      let times = range(from, last(start, end, by: time))
      return locale.string(.dateAndTime, ["date": first, "time": times])
    }
    return range(
      withTime(first, start), withTime(dayText(end.date, after: start, by: pattern), end))
  }

  /// A timestamp in the dataset's own pattern. For a date without a time, a pattern with a time is
  /// replaced by `other`.
  private func text(
    _ start: Endpoint, _ end: Endpoint?, written custom: DatePattern, or other: DatePattern
  ) -> String {
    func text(_ endpoint: Endpoint) -> (DatePattern, String) {
      if let clock = clock(endpoint, by: custom) { return (custom, clock) }
      let pattern = custom.showsTime ? other : custom
      return (pattern, pattern.format(endpoint.date, locale: locale))
    }
    let (pattern, first) = text(start)
    guard let end else { return first }
    let (endPattern, last) = text(end)
    return range(first, pattern == endPattern && isAlike(start, end, pattern) ? nil : last)
  }

  /// Whether both ends are equal to the precision of a pattern.
  private func isAlike(_ start: Endpoint, _ end: Endpoint, _ pattern: DatePattern) -> Bool {
    if pattern.showsTime, let start = start.instant, let end = end.instant,
      zone.offset(at: start) != zone.offset(at: end)
    {
      return false
    }
    return pattern.showsAlike(start.clock, end.clock, locale: locale)
  }

  private func withTime(_ day: String, _ endpoint: Endpoint) -> String {
    guard let clock = clock(endpoint, by: time) else { return day }
    return locale.string(.dateAndTime, ["date": day, "time": clock])
  }

  /// The day of an end, with its year if the header has another one.
  private func dayText(_ end: CivilDate, after start: Endpoint, by pattern: DatePattern) -> String {
    let headerYear = unit == .week ? start.date.week(by: locale.weeks).year : start.date.year
    guard end.year != headerYear, !pattern.showsYear else {
      return pattern.format(end, locale: locale)
    }
    return (unit == .week ? fullDay : date).format(end, locale: locale)
  }

  /// The day, with its year if it is not the current one.
  private func shortText(_ day: CivilDate) -> String {
    (day.year == today.year ? shortDay : date).format(day, locale: locale)
  }

  private func range(_ start: String, _ end: String?) -> String {
    guard let end else { return start }
    return locale.string(.range, ["start": start, "end": end])
  }
}
