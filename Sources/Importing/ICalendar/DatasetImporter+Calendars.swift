internal import Basics
internal import Diagnostics
internal import JSON
internal import Model

extension DatasetImporter {
  /// Reads calendars. Their events become entries when all inputs are read, since these may say what
  /// time it is.
  mutating func readCalendar(_ source: ByteSource) {
    context = reportContext
    let findings = log
    log = DiagnosticLog()
    let (calendar, found) = ICalendarReader(
      LineReader(file: context.path, source: source, log: findings), context
    ).read()
    log = found
    // A calendar says nothing of what the other inputs looked at.
    (input.isCalendar, input.hasScope) = (true, true)
    if reportsBroken, log.hasErrors { return }
    redactions += calendar.redactions
    if !calendar.shortfalls.isEmpty {
      var run = Dataset.Run()
      run.shortfalls = calendar.shortfalls.map { .init(input: context.path, text: $0) }
      input.run = run
    }
    calendars.append(calendar)
  }

  /// The time zone that is asked for, else that of the datasets.
  var reportZone: TimeZoneRules {
    (zones.report ?? dataset.timeZone)
      .flatMap { try? TimeZoneRules(named: $0, folder: zones.folder) } ?? .utc
  }

  /// Takes the time zone of the first calendar that names a known one, if no dataset names one.
  mutating func settleCalendarZone() {
    guard dataset.timeZone == nil else { return }
    dataset.timeZone = calendars.lazy.compactMap(\.timeZone).first { zone(ofCalendar: $0) != nil }
  }

  private func zone(ofCalendar name: String) -> TimeZoneRules? {
    try? TimeZoneRules(named: name, folder: zones.folder)
  }

  /// The most entries that calendars come to.
  private static let mostEntries = 200_000

  /// Makes entries of the events that are within the window.
  mutating func settleCalendars() {
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

  /// Says what is not shown of a calendar.
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
