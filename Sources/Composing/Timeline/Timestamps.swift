internal import Basics
internal import Model

/// What is written beside an entry: enough to know when it is under its header (T7), all of it for
/// whoever sees no header, and "Today" in the preview (P4).
struct Timestamps {
  private let locale: Locale
  private let zone: TimeZoneRules
  /// What the headers divide by: a timestamp repeats nothing of them.
  private let unit: CalendarUnit?
  private let custom: DatePattern?
  private let today: CivilDate
  private let showsToday: Bool

  private let time: DatePattern
  private let day: DatePattern
  private let shortDay: DatePattern
  private let fullDay: DatePattern

  init(
    unit: CalendarUnit?, custom: DatePattern?, now: Instant, showsToday: Bool,
    _ locale: Locale, _ zone: TimeZoneRules
  ) {
    self.locale = locale
    self.zone = zone
    self.unit = unit
    self.custom = custom
    self.showsToday = showsToday
    today = zone.date(at: now)
    time = locale.pattern("time")
    shortDay = locale.pattern("monthTimestamp")
    fullDay = locale.pattern("fullTimestamp")
    day = locale.pattern(
      unit.map { $0 == .day ? "monthTimestamp" : "\($0.rawValue)Timestamp" } ?? "date")
  }

  /// Where one end of an entry is: a date, and what the clock shows if it has a time.
  private struct Place {
    var date: CivilDate
    var wall: CivilDateTime?
    var point: TimePoint
  }

  private func place(_ point: TimePoint) -> Place {
    if case .date(let date) = point { return Place(date: date, wall: nil, point: point) }
    let wall = zone.wall(at: zone.instant(of: point))
    return Place(date: wall.date, wall: wall, point: point)
  }

  private func places(of when: TimelineEntry.When, _ times: EntryTimes) -> (Place, Place?) {
    switch when {
    case .point(let point): return (place(point), nil)
    case .span(let start, let end):
      let start = place(start)
      guard let end = end.map(place), !times.endsBeforeStart,
        end.date != start.date || (end.wall != start.wall && end.wall != nil)
      else { return (start, nil) }
      return (start, end)
    }
  }

  /// As the timeline says it.
  func timestamp(_ when: TimelineEntry.When, _ times: EntryTimes) -> String {
    let (start, end) = places(of: when, times)
    if let custom {
      return range(format(start, by: custom), end.map { format($0, by: custom) })
    }
    switch unit {
    case .day: return underDay(start, end)
    // Units of months and more leave the time of day to `clock`.
    case .month, .quarter, .year:
      return range(
        day.format(start.date, locale: locale), end.map { day.format($0.date, locale: locale) })
    case .week, nil: return text(start, end, by: day)
    }
  }

  /// With the time of day that units of months and more leave out; nil when there is none to add.
  func clock(_ when: TimelineEntry.When, _ times: EntryTimes) -> String? {
    guard custom == nil else { return nil }
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
      let today = locale.string("today")
      guard let wall = start.wall, start.date == self.today else { return today }
      return locale.string(
        "todayTime", ["today": today, "time": time.format(wall, locale: locale)])
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
    guard let end, end.date != start.date else {
      guard let wall = start.wall else { return locale.string("allDay") }
      return range(clock(wall), end.flatMap { $0.wall.map(clock) })
    }
    let first = start.wall.map(clock) ?? day.format(start.date, locale: locale)
    return range(first, withTime(day.format(end.date, locale: locale), end))
  }

  private func clock(_ wall: CivilDateTime) -> String {
    locale.pattern("dayTimestamp").format(wall, locale: locale)
  }

  /// The day with its time; of a span within a day, the day once.
  private func text(_ start: Place, _ end: Place?, by pattern: DatePattern) -> String {
    let first = pattern.format(start.date, locale: locale)
    guard let end else { return withTime(first, start) }
    if end.date == start.date, let from = start.wall, let to = end.wall {
      let times = range(time.format(from, locale: locale), time.format(to, locale: locale))
      return locale.string("dateAndTime", ["date": first, "time": times])
    }
    return range(
      withTime(first, start), withTime(pattern.format(end.date, locale: locale), end))
  }

  private func withTime(_ day: String, _ place: Place) -> String {
    guard let wall = place.wall else { return day }
    return locale.string(
      "dateAndTime", ["date": day, "time": time.format(wall, locale: locale)])
  }

  /// The year is said when it isn't this one.
  private func shortText(_ date: CivilDate) -> String {
    let pattern = date.year == today.year ? shortDay : locale.pattern("date")
    return pattern.format(date, locale: locale)
  }

  /// A date alone has no time to show, so a pattern with a time gives way to the locale's.
  private func format(_ place: Place, by pattern: DatePattern) -> String {
    guard place.wall != nil else {
      return (pattern.showsTime ? day : pattern).format(place.date, locale: locale)
    }
    return pattern.format(zone.instant(of: place.point), in: zone, locale: locale)
  }

  private func range(_ start: String, _ end: String?) -> String {
    guard let end, end != start else { return start }
    return locale.string("range", ["start": start, "end": end])
  }
}
