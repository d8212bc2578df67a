internal import Basics
internal import Model

/// What is written beside an entry: enough to know when it is under its header (T7), all of it for
/// whoever sees no header, and "Today" in the preview (P4).
struct Timestamps {
  private let locale: Locale
  private let zone: TimeZoneRules
  /// What the headers divide by: a timestamp repeats nothing of them.
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

  /// Where one end of an entry is: a date, and what the clock shows if it has a time.
  private struct Place {
    var date: CivilDate
    var wall: CivilDateTime?
    /// The moment, where a time is known.
    var instant: Instant?

    /// Of a date, its beginning.
    var clock: CivilDateTime { wall ?? CivilDateTime(date) }
  }

  private func place(_ point: TimePoint) -> Place {
    if case .date(let date) = point { return Place(date: date, wall: nil, instant: nil) }
    let instant = zone.instant(of: point)
    let wall = zone.wall(at: instant)
    return Place(date: wall.date, wall: wall, instant: instant)
  }

  private func places(of when: TimelineEntry.When, _ times: EntryTimes) -> (Place, Place?) {
    switch when {
    case .point(let point): return (place(point), nil)
    case .span(let start, let end):
      let start = place(start)
      guard let end = end.map(place), !times.endsBeforeStart,
        end.date != start.date || (end.instant != start.instant && end.wall != nil)
      else { return (start, nil) }
      return (start, end)
    }
  }

  /// As the timeline says it.
  func timestamp(_ when: TimelineEntry.When, _ times: EntryTimes) -> String {
    let (start, end) = places(of: when, times)
    if let custom = formats.timestamp { return text(start, end, written: custom, or: day) }
    switch unit {
    case .day: return underDay(start, end)
    // Units of months and more leave the time of day to `clock`.
    case .month, .quarter, .year:
      return range(
        day.format(start.date, locale: locale),
        end.flatMap { $0.date == start.date ? nil : dayText($0.date, after: start, by: day) })
    case .week, nil: return text(start, end, by: day)
    }
  }

  /// With the time of day that units of months and more leave out; nil when there is none to add.
  func clock(_ when: TimelineEntry.When, _ times: EntryTimes) -> String? {
    guard formats.timestamp == nil else { return nil }
    switch unit {
    case .month, .quarter, .year: break
    case .day, .week, nil: return nil
    }
    let (start, end) = places(of: when, times)
    guard start.wall != nil || end?.wall != nil else { return nil }
    return text(start, end, by: day)
  }

  /// With nothing left to guess.
  func full(_ when: TimelineEntry.When, _ times: EntryTimes) -> String {
    let (start, end) = places(of: when, times)
    return text(start, end, by: fullDay)
  }

  /// As the preview says it. A current entry is said to be today, with its time when that is when
  /// it begins (P4).
  func preview(_ when: TimelineEntry.When, _ times: EntryTimes, _ tense: Tense) -> String {
    let (start, end) = places(of: when, times)
    if tense == .current, showsToday {
      let today = locale.string(.today)
      guard let clock = clock(start, by: time), start.date == self.today else { return today }
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

  /// For `<time datetime>`: when it begins.
  func machineTime(_ when: TimelineEntry.When) -> String {
    switch when {
    case .point(let point), .span(let point, _): point.machineTime(in: zone)
    }
  }

  private func underDay(_ start: Place, _ end: Place?) -> String {
    let pattern = locale.pattern(.dayTimestamp)
    guard let end, end.date != start.date else {
      guard let first = clock(start, by: pattern) else { return locale.string(.allDay) }
      return range(first, end.flatMap { last(start, $0, by: pattern) })
    }
    let first = clock(start, by: pattern) ?? day.format(start.date, locale: locale)
    return range(first, withTime(dayText(end.date, after: start, by: day), end))
  }

  /// The time of day; nil where none is known.
  private func clock(_ place: Place, by pattern: DatePattern) -> String? {
    place.instant.map { pattern.format($0, in: zone, locale: locale) }
  }

  /// The time at which something ends that began on the same day; nil where that is the same time.
  private func last(_ start: Place, _ end: Place, by pattern: DatePattern) -> String? {
    isAlike(start, end, pattern) ? nil : clock(end, by: pattern)
  }

  /// The day with its time; of a span within a day, the day once.
  private func text(_ start: Place, _ end: Place?, by pattern: DatePattern) -> String {
    let first = pattern.format(start.date, locale: locale)
    guard let end else { return withTime(first, start) }
    if end.date == start.date, let from = clock(start, by: time) {
      let times = range(from, last(start, end, by: time))
      return locale.string(.dateAndTime, ["date": first, "time": times])
    }
    return range(
      withTime(first, start), withTime(dayText(end.date, after: start, by: pattern), end))
  }

  /// As the dataset's own pattern says it; a date alone has no time to show, so there a pattern with
  /// a time gives way to another.
  private func text(
    _ start: Place, _ end: Place?, written custom: DatePattern, or other: DatePattern
  ) -> String {
    func text(_ place: Place) -> (DatePattern, String) {
      if let clock = clock(place, by: custom) { return (custom, clock) }
      let pattern = custom.showsTime ? other : custom
      return (pattern, pattern.format(place.date, locale: locale))
    }
    let (pattern, first) = text(start)
    guard let end else { return first }
    let (endPattern, last) = text(end)
    return range(first, pattern == endPattern && isAlike(start, end, pattern) ? nil : last)
  }

  /// Whether two ends are the same as far as a pattern tells.
  private func isAlike(_ start: Place, _ end: Place, _ pattern: DatePattern) -> Bool {
    if pattern.showsTime, let start = start.instant, let end = end.instant,
      zone.offset(at: start) != zone.offset(at: end)
    {
      return false
    }
    return pattern.showsAlike(start.clock, end.clock, locale: locale)
  }

  private func withTime(_ day: String, _ place: Place) -> String {
    guard let clock = clock(place, by: time) else { return day }
    return locale.string(.dateAndTime, ["date": day, "time": clock])
  }

  /// The day at which something ends; with its year where the header says another.
  private func dayText(_ end: CivilDate, after start: Place, by pattern: DatePattern) -> String {
    let headerYear = unit == .week ? start.date.week(by: locale.weeks).year : start.date.year
    guard end.year != headerYear, !pattern.showsYear else {
      return pattern.format(end, locale: locale)
    }
    return (unit == .week ? fullDay : date).format(end, locale: locale)
  }

  /// The year is said when it isn't this one.
  private func shortText(_ day: CivilDate) -> String {
    (day.year == today.year ? shortDay : date).format(day, locale: locale)
  }

  private func range(_ start: String, _ end: String?) -> String {
    guard let end else { return start }
    return locale.string(.range, ["start": start, "end": end])
  }
}
