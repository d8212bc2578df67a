internal import Diagnostics
internal import Localization
internal import Model
internal import ToolReports

/// Reads the properties of an event or a task.
extension ICalendarReader {
  mutating func readComponentProperty(_ line: ContentLine) {
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
      readShownProperty(line)
    default: break
    }
  }

  private mutating func setTime(
    _ property: WritableKeyPath<CalendarComponent, CalendarTime?>, _ line: ContentLine
  ) {
    let time = self.time(line)
    component?[keyPath: property] = time
  }

  /// Reads a property that the entry shows.
  private mutating func readShownProperty(_ line: ContentLine) {
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
        component?.entry.attributes.append(context.locale.percent(String(percent)))
      }
    case "STATUS": readStatus(line.value.uppercased())
    default: break
    }
  }

  private mutating func readStatus(_ status: String) {
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
    // Some programs escape commas in it as in a text.
    let name = PlainText.trimmed(ContentLine.unescaped(Array(given.utf8)[...]))
    if name.isEmpty {
      note("an empty TZID", line.number)
      return CalendarZones.floating
    }
    return calendar.zones.index(of: name, line: line.number)
  }

  mutating func time(_ line: ContentLine) -> CalendarTime? {
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

  /// The times of a list. Each may be a period.
  mutating func times(_ line: ContentLine) -> [CalendarComponent.Addition] {
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

  /// A rule; nil, with a warning, if it cannot be evaluated.
  mutating func rule(_ line: ContentLine) -> RecurrenceRule? {
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
