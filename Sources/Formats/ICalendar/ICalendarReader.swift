internal import Diagnostics
internal import Localization
internal import Model
package import ToolReports

/// The contents of a calendar, before recurrences are expanded.
package struct ImportedCalendar: Sendable {
  package var components: [CalendarComponent] = []
  package var zones = CalendarZones()
  package var name: String?
  package var timeZone: String?
  /// How many events and tasks have no time, and the line of the first one.
  package var withoutTime = (count: 0, line: 0)
  /// The failures that lines outside of the calendar report, as sentences.
  package var shortfalls: [String] = []
  /// How many secrets have been hidden.
  package var redactions = 0
  package let context: ImportContext

  init(_ context: ImportContext) {
    self.context = context
  }
}

/// Reads calendars in iCalendar: the events and tasks of all calendars in a file.
struct ICalendarReader: ~Copyable {
  private var lines: ContentLines
  let context: ImportContext
  var calendar: ImportedCalendar
  /// The open components, the outermost first.
  private var open: [(name: String, line: Int)] = []
  var component: CalendarComponent?
  private var zone: (name: String?, changes: [CalendarZones.Change]) = (nil, [])
  private var hasProduct = false
  private var hasVersion = false
  var hasStamp = false
  private var hasBegun = false
  /// The deviations from the standard, with the first line of each.
  private var oddities: [(what: String, line: Int)] = []
  private var redactor: Redactor
  /// The failures that lines of other programs report.
  private var signs = FailureSigns()

  private static let mostDepth = 32

  init(_ reader: consuming LineReader, _ context: ImportContext) {
    lines = ContentLines(reader)
    self.context = context
    calendar = ImportedCalendar(context)
    redactor = context.options.redactor
  }

  consuming func read() -> (calendar: ImportedCalendar, log: DiagnosticLog) {
    var last = 1
    while !lines.reader.log.hasErrors, let (bytes, number) = lines.next() {
      last = number
      guard let line = ContentLine(bytes, number: number) else {
        if open.isEmpty, !hasBegun { fail(number, "the file does not begin as a calendar does") }
        report(.warning, "broken-line", number, "the line is left out: it has no name and value")
        signs.examine(String(decoding: bytes, as: UTF8.self)[...], number: number)
        continue
      }
      readLine(line)
      if isForeign(line) {
        signs.examine(String(decoding: bytes, as: UTF8.self)[...], number: number)
      }
    }
    if !lines.reader.hasFailed, !lines.reader.log.hasErrors {
      if let (name, line) = open.last {
        fail(last, "the file ends before 'END:\(VisibleText.of(name))'", begin: line)
      } else if !hasBegun {
        fail(last, "the file holds no calendar")
      }
    }
    if let first = oddities.first {
      let list = oddities.map { "\($0.what) (line \($0.line))" }.joined(separator: ", ")
      report(
        .warning, "irregular-calendar", first.line,
        "the calendar departs from the standard: \(list)")
    }
    calendar.shortfalls = signs.shortfalls(context, &redactor, false)
    calendar.redactions = redactor.count - context.options.redactor.count
    return (calendar, lines.reader.finish())
  }

  mutating func report(
    _ severity: Severity, _ id: String, _ line: Int, _ summary: @autoclosure () -> String,
    help: @autoclosure () -> [String] = []
  ) {
    lines.reader.report(severity, id, line: line, summary(), help: help())
  }

  private mutating func fail(_ line: Int, _ summary: String, begin: Int? = nil) {
    report(
      .error, "malformed-calendar", line, summary,
      help: begin.map { ["it begins in line \($0)"] } ?? [])
  }

  mutating func note(_ oddity: String, _ line: Int) {
    if !oddities.contains(where: { $0.what == oddity }) { oddities.append((oddity, line)) }
  }

  /// Whether a line is no property of the calendar: it is outside of the calendar, or directly in
  /// it with an unknown name.
  private func isForeign(_ line: ContentLine) -> Bool {
    guard let last = open.last else { return line.name != "END" }
    return last.name == "VCALENDAR" && line.name != "BEGIN" && !line.name.hasPrefix("X-")
      && !Self.properties.contains(line.name)
  }

  private static let properties: Set<String> = [
    "PRODID", "VERSION", "CALSCALE", "METHOD", "NAME", "DESCRIPTION", "UID", "LAST-MODIFIED", "URL",
    "CATEGORIES", "REFRESH-INTERVAL", "SOURCE", "COLOR", "IMAGE", "END",
  ]

  // MARK: Components

  private mutating func readLine(_ line: ContentLine) {
    switch line.name {
    case "BEGIN": begin(line.value.uppercased(), line.number)
    case "END": end(line.value.uppercased(), line.number)
    default:
      switch open.last?.name {
      case nil:
        if !hasBegun { fail(line.number, "the file does not begin as a calendar does") }
      case "VCALENDAR": readCalendarProperty(line)
      case "VEVENT", "VTODO": readComponentProperty(line)
      case "VTIMEZONE": if line.name == "TZID" { zone.name = PlainText.trimmed(line.text) }
      case "STANDARD", "DAYLIGHT": readChangeProperty(line)
      default: break
      }
    }
  }

  private mutating func begin(_ name: String, _ line: Int) {
    hasBegun = true
    guard open.count < Self.mostDepth else {
      return report(.error, "too-deep", line, "components are nested too deeply")
    }
    // A component within an event, such as an alarm, is not a part of the event.
    switch name {
    case "VCALENDAR": (hasProduct, hasVersion) = (false, false)
    case "VEVENT" where component == nil, "VTODO" where component == nil:
      let kind: CalendarComponent.Kind = name == "VTODO" ? .task : .event
      component = CalendarComponent(kind, line: line, context.mark(line))
      hasStamp = false
    case "VTIMEZONE": zone = (nil, [])
    case "STANDARD", "DAYLIGHT":
      if open.last?.name == "VTIMEZONE" { zone.changes.append(CalendarZones.Change()) }
    default: break
    }
    open.append((name, line))
  }

  private mutating func end(_ name: String, _ line: Int) {
    guard let last = open.last else {
      return fail(line, "'END:\(VisibleText.of(name))' ends nothing")
    }
    if last.name != name, !open.contains(where: { $0.name == name }) {
      report(
        .warning, "irregular-calendar", line,
        "'END:\(VisibleText.of(name))' is read as 'END:\(VisibleText.of(last.name))'")
    } else if last.name != name {
      return fail(
        line,
        "'END:\(VisibleText.of(name))' stands where 'END:\(VisibleText.of(last.name))' is due",
        begin: last.line)
    }
    open.removeLast()
    switch last.name {
    case "VCALENDAR":
      if !hasProduct { note("no PRODID", last.line) }
      if !hasVersion { note("no VERSION", last.line) }
    case "VEVENT", "VTODO":
      let holdsAnother = open.contains { $0.name == "VEVENT" || $0.name == "VTODO" }
      if !holdsAnother, let component { add(component) }
      if !holdsAnother { component = nil }
    case "VTIMEZONE":
      if let name = zone.name { calendar.zones.describe(name, zone.changes) }
    default: break
    }
  }

  private mutating func readCalendarProperty(_ line: ContentLine) {
    switch line.name {
    case "PRODID": hasProduct = true
    case "VERSION": hasVersion = true
    case "X-WR-TIMEZONE": calendar.timeZone = calendar.timeZone ?? line.value
    case "NAME", "X-WR-CALNAME":
      let name = redactor.redacted(PlainText.trimmed(TerminalText.plain(line.text)))
      if calendar.name == nil, !name.isEmpty { calendar.name = MessageMaker.shortened(name) }
    default: break
    }
  }

  private mutating func readChangeProperty(_ line: ContentLine) {
    guard let index = zone.changes.indices.last, open.dropLast().last?.name == "VTIMEZONE" else {
      return
    }
    switch line.name {
    case "DTSTART": zone.changes[index].start = time(line)
    case "TZOFFSETFROM": zone.changes[index].offsetFrom = CalendarZones.offset(line.value)
    case "TZOFFSETTO": zone.changes[index].offsetTo = CalendarZones.offset(line.value)
    case "RRULE": if let rule = self.rule(line) { zone.changes[index].rules.append(rule) }
    case "RDATE": zone.changes[index].dates += times(line).map(\.time)
    default: break
    }
  }

  private mutating func add(_ found: CalendarComponent) {
    var component = found
    if !hasStamp { note("no DTSTAMP", found.line) }
    if component.uid == nil { note("no UID", found.line) }
    component.setTaskTimes()
    guard component.start != nil else {
      calendar.withoutTime.count += 1
      if calendar.withoutTime.count == 1 { calendar.withoutTime.line = found.line }
      return
    }
    component.entry.id = component.uid
    if component.entry.title.isEmpty {
      component.entry.title = context.locale.string(.untitledEntry)
    }
    component.entry.redact(&redactor)
    calendar.components.append(component)
  }
}
