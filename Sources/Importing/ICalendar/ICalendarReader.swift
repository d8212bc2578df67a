internal import Basics
import Diagnostics
internal import Model

/// What a calendar holds, before anything of it recurs.
struct ImportedCalendar: Sendable {
  var components: [CalendarComponent] = []
  var zones = CalendarZones()
  var name: String?
  var timeZone: String?
  /// How many events and tasks have no time, and the line of the first one.
  var withoutTime = (count: 0, line: 0)
  /// How many secrets have been hidden.
  var redactions = 0
  let context: ImportContext

  init(_ context: ImportContext) {
    self.context = context
  }
}

/// Reads calendars in iCalendar: the events and tasks of all calendars in a file.
struct ICalendarReader: ~Copyable {
  private var lines: ContentLines
  private let context: ImportContext
  private var calendar: ImportedCalendar
  /// The components that are open, from the outside in.
  private var open: [(name: String, line: Int)] = []
  private var component: CalendarComponent?
  private var zone: (name: String?, changes: [CalendarZones.Change]) = (nil, [])
  private var hasProduct = false
  private var hasVersion = false
  private var hasStamp = false
  private var hasBegun = false
  /// What departs from the standard, and where first.
  private var oddities: [(what: String, line: Int)] = []
  private var redactor: Redactor

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
        continue
      }
      take(line)
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
    calendar.redactions = redactor.count - context.options.redactor.count
    return (calendar, lines.reader.finish())
  }

  private mutating func report(
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

  private mutating func note(_ oddity: String, _ line: Int) {
    if !oddities.contains(where: { $0.what == oddity }) { oddities.append((oddity, line)) }
  }

  // MARK: Components

  private mutating func take(_ line: ContentLine) {
    switch line.name {
    case "BEGIN": begin(line.value.uppercased(), line.number)
    case "END": end(line.value.uppercased(), line.number)
    default:
      switch open.last?.name {
      case nil:
        if !hasBegun { fail(line.number, "the file does not begin as a calendar does") }
      case "VCALENDAR": takeCalendar(line)
      case "VEVENT", "VTODO": takeComponent(line)
      case "VTIMEZONE": if line.name == "TZID" { zone.name = PlainText.trimmed(line.text) }
      case "STANDARD", "DAYLIGHT": takeChange(line)
      default: break
      }
    }
  }

  private mutating func begin(_ name: String, _ line: Int) {
    hasBegun = true
    guard open.count < Self.mostDepth else {
      return report(.error, "too-deep", line, "components are nested too deeply")
    }
    // What stands in an event, as an alarm does, is not part of it.
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

  private mutating func takeCalendar(_ line: ContentLine) {
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

  private mutating func takeChange(_ line: ContentLine) {
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
    component.settleTask()
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

  // MARK: Properties

  private mutating func takeComponent(_ line: ContentLine) {
    switch line.name {
    case "UID": component?.uid = line.value.isEmpty ? nil : line.value
    case "DTSTAMP": hasStamp = true
    case "SEQUENCE": component?.sequence = Int(line.value) ?? 0
    case "DTSTART": setTime(\.start, line)
    case "DTEND": setTime(\.end, line)
    case "DUE": setTime(\.due, line)
    case "COMPLETED": setTime(\.completed, line)
    case "DURATION":
      component?.duration = CalendarDuration(line.value)
      if component?.duration == nil { unreadable(line) }
    case "RRULE": if let rule = self.rule(line) { component?.rules.append(rule) }
    case "RDATE":
      let times = self.times(line)
      component?.additions += times
    case "EXDATE":
      let times = self.times(line).map(\.time)
      component?.exceptions += times
    case "RECURRENCE-ID":
      setTime(\.recurrenceID, line)
      component?.changesFollowing = line.parameter("RANGE")?.uppercased() == "THISANDFUTURE"
    case "SUMMARY", "DESCRIPTION", "URL", "LOCATION", "CATEGORIES", "STATUS", "PERCENT-COMPLETE":
      takeShown(line)
    default: break
    }
  }

  private mutating func setTime(
    _ property: WritableKeyPath<CalendarComponent, CalendarTime?>, _ line: ContentLine
  ) {
    let time = self.time(line)
    component?[keyPath: property] = time
  }

  /// Takes what is shown of an event.
  private mutating func takeShown(_ line: ContentLine) {
    func plain(_ text: String) -> String { PlainText.trimmed(TerminalText.plain(text)) }
    switch line.name {
    case "SUMMARY": component?.entry.title = MessageMaker.shortened(plain(line.text))
    case "DESCRIPTION":
      var text = context.excerpt
      text.append(plain(line.text))
      component?.entry.description = text.isEmpty ? nil : text.text
    case "URL": component?.entry.url = line.value.isEmpty ? nil : line.value
    case "LOCATION":
      let place = plain(line.text)
      if !place.isEmpty { component?.entry.attributes.insert(MessageMaker.shortened(place), at: 0) }
    case "CATEGORIES":
      for name in line.texts.map(plain) where !name.isEmpty {
        component?.entry.attributes.append(MessageMaker.shortened(name))
        if context.options.milestones.contains(name.lowercased()) {
          component?.entry.milestone = .end
        }
      }
    case "PERCENT-COMPLETE":
      if let percent = Int(line.value), 0...100 ~= percent {
        component?.entry.attributes.append("\(context.locale.number(percent))\u{A0}%")
      }
    case "STATUS": takeStatus(line.value.uppercased())
    default: break
    }
  }

  private mutating func takeStatus(_ status: String) {
    switch status {
    case "TENTATIVE":
      component?.entry.statuses = [.init(text: context.locale.string(.eventTentative))]
    case "CANCELLED":
      component?.entry.statuses = [
        .init(text: context.locale.string(.eventCancelled), tone: .negative)
      ]
    case "NEEDS-ACTION": component?.entry.status = .open
    case "IN-PROCESS": component?.entry.status = .inProgress
    case "COMPLETED": component?.entry.status = .completed
    default: break
    }
  }

  // MARK: Values

  private mutating func unreadable(_ line: ContentLine) {
    report(
      .note, "unreadable-time", line.number,
      "the value of \(line.name) can't be read and is left out: \(VisibleText.quoted(line.value))")
  }

  private mutating func zone(of line: ContentLine) -> Int {
    guard let given = line.parameter("TZID") else { return CalendarZones.floating }
    // Some escape its commas as those of a text.
    let name = PlainText.trimmed(ContentLine.unescaped(Array(given.utf8)[...]))
    if name.isEmpty {
      note("an empty TZID", line.number)
      return CalendarZones.floating
    }
    return calendar.zones.index(of: name, line: line.number)
  }

  private mutating func time(_ line: ContentLine) -> CalendarTime? {
    let time = self.time(line.value, zone(of: line), line)
    if time == nil { unreadable(line) }
    return time
  }

  private mutating func time(
    _ text: some StringProtocol, _ zone: Int, _ line: ContentLine
  ) -> CalendarTime? {
    var lacksSeconds = false
    let time = CalendarTime(text, zone: zone, lacksSeconds: &lacksSeconds)
    if lacksSeconds { note("times without seconds", line.number) }
    return time
  }

  /// The times of a list, where each may be a period.
  private mutating func times(_ line: ContentLine) -> [CalendarComponent.Addition] {
    let zone = self.zone(of: line)
    var times: [CalendarComponent.Addition] = []
    for item in line.value.split(separator: ",") {
      let parts = item.split(separator: "/", maxSplits: 1)
      guard let first = parts.first, let start = time(PlainText.trimmedLine(first), zone, line)
      else {
        unreadable(line)
        continue
      }
      var addition = CalendarComponent.Addition(time: start)
      if parts.count > 1 {
        addition.end = time(parts[1], zone, line)
        addition.duration = CalendarDuration(parts[1])
      }
      times.append(addition)
    }
    return times
  }

  /// A rule; nil, with a warning, for one that can't be carried out.
  private mutating func rule(_ line: ContentLine) -> RecurrenceRule? {
    var oddities: Set<RecurrenceRule.Oddity> = []
    let rule = RecurrenceRule(line.value, oddities: &oddities)
    if oddities.contains(.escaped) { note("a backslash in RRULE", line.number) }
    let parts = oddities.compactMap { oddity in
      if case .part(let part) = oddity { VisibleText.quoted(part) } else { nil as String? }
    }.sorted()
    if rule == nil {
      report(
        .warning, "unread-rule", line.number,
        oddities.contains(.otherCalendar)
          ? "the rule counts by another calendar: only the first time is shown"
          : "the rule can't be read: only the first time is shown")
    } else if !parts.isEmpty {
      report(
        .warning, "unread-rule", line.number,
        "parts of the rule are not understood and left out: \(parts.joined(separator: ", "))")
    }
    return rule
  }
}
