package import Diagnostics
package import Model
package import Time
internal import ToolReports

/// Expands the events and tasks of a calendar: one entry for each time within a window.
package struct CalendarExpansion {
  package private(set) var entries: [TimelineEntry] = []
  package private(set) var diagnostics: [Diagnostic] = []
  /// How many events and tasks have no time in the window.
  package private(set) var outside = 0
  /// Whether there are more entries than allowed.
  package private(set) var isFull = false
  package let calendar: ImportedCalendar
  package let window: Range<Instant>
  /// The zone of the report, and the zone of times without one if it differs.
  package let reportZone: TimeZoneRules
  package let floatingZone: TimeZoneRules?
  private var zones: [TimeZoneRules?]
  private var budget = RecurrenceBudget()
  /// The largest number of entries.
  private let room: Int

  static let mostOfRule = 10_000

  package init(
    _ calendar: ImportedCalendar, window: Range<Instant>, reportZone: TimeZoneRules,
    floatingZone: TimeZoneRules?, zoneFolder: String, room: Int
  ) {
    (self.calendar, self.window, self.room) = (calendar, window, room)
    (self.reportZone, self.floatingZone) = (reportZone, floatingZone)
    zones = calendar.zones.resolved(folder: zoneFolder, &budget)
    for (index, name) in calendar.zones.names.enumerated() where index > CalendarZones.utc {
      guard zones[index] == nil else { continue }
      report(
        .warning, "unknown-time-zone", name.line,
        "the time zone \(VisibleText.quoted(name.text)) is not known: its times are read as those of the report's zone"
      )
    }
    for series in CalendarSeries.all(of: calendar.components) {
      let before = entries.count
      expand(series)
      if entries.count == before { outside += 1 }
      if isFull { break }
    }
  }

  private mutating func report(
    _ severity: Severity, _ id: String, _ line: Int, _ summary: String
  ) {
    diagnostics.append(
      Diagnostic(
        severity, id, summary,
        at: SourceLocation(file: calendar.context.path, line: line, column: 1)))
  }

  // MARK: Times

  /// The zone of a time; nil for the report's zone.
  package func zone(_ time: CalendarTime) -> TimeZoneRules? {
    guard !time.isDate else { return nil }
    return time.zone == CalendarZones.floating ? floatingZone : zones[time.zone]
  }

  package func instant(_ time: CalendarTime) -> Instant {
    (zone(time) ?? reportZone).calendarInstant(of: CivilDateTime(seconds: time.wall))
  }

  /// The wall-clock seconds of a time in another time's zone.
  package func wall(_ time: CalendarTime, inZoneOf other: CalendarTime) -> Int64 {
    // Exchange writes the day of the time's own clock. A UTC day may differ, so UTC is converted.
    if other.isDate, time.isMidnight || time.zone != CalendarZones.utc { return time.wall }
    if time.zone == other.zone || time.isDate || time.zone == CalendarZones.floating {
      return time.wall
    }
    return (zone(other) ?? reportZone).wall(at: instant(time)).seconds
  }

  /// The length of an event; nil if it has no end or is not positive.
  package mutating func length(
    from start: CalendarTime, to end: CalendarTime?, _ duration: CalendarDuration?, line: Int
  ) -> CalendarLength? {
    var length = CalendarLength()
    if let end {
      if start.isDate {
        let last = CalendarTime(wall: wall(end, inZoneOf: start))
        // If the end has a time of day, its day is included.
        let days = last.day - start.day + (end.isDate || last.isMidnight ? 0 : 1)
        length.wall = days * 86_400
      } else if end.isDate || end.zone == start.zone {
        length.wall = end.wall - start.wall
      } else {
        length.exact = instant(end).seconds(since: instant(start))
      }
    } else if let duration {
      (length.wall, length.exact) = (duration.days * 86_400, duration.seconds)
      // Whole days have no fractions.
      if start.isDate {
        length = CalendarLength(wall: (length.wall + length.exact + 86_399) / 86_400 * 86_400)
      }
    } else {
      return nil
    }
    if length.wall + length.exact < 0 {
      report(.warning, "end-before-start", line, "the end is before the start and is left out")
    }
    return length.isPositive ? length : nil
  }

  // MARK: Entries

  /// Adds an occurrence if it is within the window.
  package mutating func add(
    _ component: CalendarComponent, at start: CalendarTime, _ length: CalendarLength?,
    id: (uid: String, recurrence: CalendarTime)? = nil
  ) {
    let when: TimelineEntry.When
    let times: Range<Instant>
    if start.isDate {
      let first = CivilDate(dayNumber: Int32(clamping: start.day))
      let last = first.adding(days: Int(clamping: (length?.wall ?? 0) / 86_400) - 1)
      when =
        last > first ? .span(start: .date(first), end: .date(last)) : .point(.date(first))
      times =
        reportZone.interval(of: first)
        .lowerBound..<reportZone.interval(of: max(first, last))
        .upperBound
    } else {
      let first = instant(start)
      var last = first
      if let length {
        let end = CalendarTime(wall: start.wall + length.wall, zone: start.zone)
        last = max(first, instant(end).adding(seconds: length.exact))
      }
      let isFloating = zone(start) == nil
      func point(_ instant: Instant) -> TimePoint {
        isFloating ? .local(reportZone.wall(at: instant)) : .instant(instant)
      }
      let point = isFloating ? TimePoint.local(CivilDateTime(seconds: start.wall)) : point(first)
      when = last > first ? .span(start: point, end: self.end(last, isFloating)) : .point(point)
      times = first..<last
    }
    let isInside =
      times.isEmpty
      ? window.contains(times.lowerBound)
      : times.lowerBound < window.upperBound && times.upperBound > window.lowerBound
    guard isInside else { return }
    guard entries.count < room else {
      isFull = true
      return
    }
    var entry = component.entry
    entry.when = when
    if let id { entry.id = "\(id.uid)/\(Self.stamp(id.recurrence))" }
    entries.append(entry)
  }

  private func end(_ instant: Instant, _ isFloating: Bool) -> TimePoint {
    isFloating ? .local(reportZone.wall(at: instant)) : .instant(instant)
  }

  /// The stamp of an occurrence in its series: `20260105` or `20260105T100000`.
  private static func stamp(_ time: CalendarTime) -> String {
    let wall = CivilDateTime(seconds: time.wall)
    let text = time.isDate ? wall.date.machineTime : wall.machineTime
    return text.filter { $0 != "-" && $0 != ":" }
  }

  /// Passes the times of a rule within a wall-clock range to `receive`, up to a limit.
  package mutating func times(
    of rule: RecurrenceRule, from start: CalendarTime, _ walls: Range<Int64>, line: Int,
    _ receive: (inout CalendarExpansion, Int64) -> Void
  ) {
    var times = Recurrence(
      rule, start: start.wall, from: walls.lowerBound, end: walls.upperBound, &budget)
    var count = 0
    while !isFull, let wall = times.next(&budget) {
      if let until = rule.until,
        isBehind(CalendarTime(wall: wall, isDate: start.isDate, zone: start.zone), until)
      {
        return
      }
      guard count < Self.mostOfRule else {
        report(
          .warning, "endless-rule", line,
          "the rule has more than \(Self.mostOfRule) times in the window: the rest is left out")
        return
      }
      count += 1
      receive(&self, wall)
    }
    if times.hasGivenUp {
      report(
        .warning, "endless-rule", line, "the rule takes too long to carry out: the rest is left out"
      )
    }
  }

  /// Whether a time is after the `UNTIL` of a rule. A date includes its whole day.
  func isBehind(_ time: CalendarTime, _ until: CalendarTime) -> Bool {
    if until.isDate || time.isDate {
      return time.day > CalendarTime(wall: wall(until, inZoneOf: time)).day
    }
    if until.zone == time.zone || until.zone == CalendarZones.floating {
      return time.wall > until.wall
    }
    return instant(time) > instant(until)
  }
}
