internal import Diagnostics
internal import Formats
internal import Model
internal import Time
internal import ToolReports

extension InputMerger {
  /// Adds a calendar. Its events become entries after all inputs are read, because any input may
  /// give the current time.
  mutating func addCalendar(_ calendar: ImportedCalendar) {
    // A calendar does not change the scope of the other inputs.
    (input.isCalendar, input.hasScope) = (true, true)
    redactions += calendar.redactions
    if !calendar.shortfalls.isEmpty {
      var run = Dataset.Run()
      run.shortfalls = calendar.shortfalls.map { .init(input: context.path, text: $0) }
      input.run = run
    }
    calendars.append(calendar)
  }

  /// The requested time zone, else the time zone of the datasets.
  var reportZone: TimeZoneRules {
    (zones.report ?? dataset.timeZone)
      .flatMap { try? TimeZoneRules(named: $0, folder: zones.folder) } ?? .utc
  }

  /// Uses the first known time zone of a calendar, unless a dataset names one.
  mutating func setCalendarZone() {
    guard dataset.timeZone == nil else { return }
    dataset.timeZone = calendars.lazy.compactMap(\.timeZone).first { zone(ofCalendar: $0) != nil }
  }

  private func zone(ofCalendar name: String) -> TimeZoneRules? {
    try? TimeZoneRules(named: name, folder: zones.folder)
  }

  /// The most entries of all calendars.
  private static let mostEntries = 200_000

  /// Creates entries from the events within the window.
  mutating func addCalendarEntries() {
    guard !calendars.isEmpty else { return }
    if dataset.timeline == nil { dataset.timeline = TimelineData() }
    let isAlone = dataset.timeline?.entries.isEmpty ?? true
    let names = Set(calendars.map(\.name))
    if isAlone, names.count == 1 {
      timelineSettings.title = timelineSettings.title ?? names.first ?? nil
    }
    let zone = reportZone
    let now = now(dataset.namingTime, zone)
    var known: Set<String> = []
    var room = Self.mostEntries
    for calendar in calendars {
      let asked = calendar.context.options.calendarWindow
      guard let moment = now ?? (asked.needsNow ? nil : Instant(seconds: 0)) else { continue }
      guard let window = asked.range(around: moment, in: zone) else {
        return log.add(
          Diagnostic(
            .error, "bad-window", "the window of '--calendar-window' ends before it begins",
            help: ["it is written as -31d..+92d or 2026-01-01..2026-12-31"]))
      }
      let own = calendar.timeZone.flatMap { $0 == zone.name ? nil : self.zone(ofCalendar: $0) }
      let expansion = CalendarExpansion(
        calendar, window: window, reportZone: zone, floatingZone: own, zoneFolder: zones.folder,
        room: room)
      room -= expansion.entries.count
      log.add(contentsOf: expansion.diagnostics)
      report(calendar, expansion, zone)
      for var entry in expansion.entries {
        // Ids are unique within a dataset.
        if let id = entry.id, !known.insert(id).inserted { entry.id = nil }
        dataset.timeline?.entries.append(entry)
      }
    }
  }

  /// Reports the events of a calendar that are not shown.
  private mutating func report(
    _ calendar: ImportedCalendar, _ expansion: CalendarExpansion, _ zone: TimeZoneRules
  ) {
    let path = calendar.context.path
    if expansion.isFull {
      log.add(
        Diagnostic(
          .error, "too-many-entries",
          "the calendars come to more than \(Self.mostEntries) entries",
          at: SourceLocation(file: path), help: ["choose a shorter '--calendar-window'"]))
    }
    let (count, line) = calendar.withoutTime
    if count > 0 {
      log.add(
        Diagnostic(
          .warning, "events-without-time",
          count == 1
            ? "an event without a time that can be read is left out"
            : "\(count) events without a time that can be read are left out",
          at: SourceLocation(file: path, line: line, column: 1)))
    }
    if expansion.outside > 0 {
      let window = expansion.window
      let last = window.upperBound.adding(seconds: -1)
      log.add(
        Diagnostic(
          .note, "outside-window",
          "\(expansion.outside) \(expansion.outside == 1 ? "event is" : "events are") not between "
            + "\(zone.date(at: window.lowerBound).machineTime) and \(zone.date(at: last).machineTime), "
            + "and left out",
          at: SourceLocation(file: path), help: ["'--calendar-window' chooses what is shown"]))
    }
  }
}
