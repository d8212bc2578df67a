import Diagnostics
internal import Inputs
internal import JSON
internal import Model
internal import Time

extension DatasetReader {
  mutating func readEntries(_ reader: inout JSONReader) {
    guard reader.beginArray("entries") else { return }
    while reader.nextElement() { readEntry(&reader) }
  }

  private mutating func readEntry(_ reader: inout JSONReader) {
    guard var fields = Fields(DatasetShapes.entry, in: &reader) else { return }
    var entry = TimelineEntry(when: .point(.local(CivilDateTime(seconds: 0))), title: "")
    var times = EntryTimes()
    var idPosition = fields.start
    while let key = fields.next(&reader) {
      switch key {
      case .id:
        entry.id = reader.string("id")
        idPosition = reader.valuePosition
      case .time: times.time = EntryTimes.Given(reader.time("time"), reader.valuePosition)
      case .start: times.start = EntryTimes.Given(reader.time("start"), reader.valuePosition)
      case .end: times.end = EntryTimes.Given(reader.time("end"), reader.valuePosition)
      case .tense: entry.tense = DatasetChoices.tense.read(&reader, name: "tense")
      case .milestone: entry.milestone = DatasetChoices.milestone.read(&reader, name: "milestone")
      case .status: entry.status = DatasetChoices.status.read(&reader, name: "status") ?? .none
      case .title: entry.title = reader.title("an entry") ?? ""
      case .description: entry.description = reader.string("description")
      case .details: entry.details = reader.string("details")
      case .detailsFormat:
        entry.detailsFormat = reader.format(
          "detailsFormat", at: contents.dataset.timeline?.entries.count ?? 0,
          noting: &formats.markdownEntries)
      case .icon: entry.icon = reader.string("icon")
      case .url: entry.url = reader.string("url")
      case .base: entry.base = reader.string("base")
      case .statuses: readStatuses(&reader, into: &entry.statuses)
      case .attributes: entry.attributes = reader.strings("attributes")
      case .properties: entry.properties = readProperties(&reader)
      }
    }
    if reader.hasFailed { return }
    entry.source = mark(fields.start)
    if let when = times.when(&reader, at: fields.start) { entry.when = when }
    if let id = entry.id { noteEntry(id, idPosition, &reader) }
    contents.dataset.timeline?.entries.append(entry)
  }

  private mutating func noteEntry(
    _ id: String, _ position: JSONReader.Position, _ reader: inout JSONReader
  ) {
    let entries = contents.dataset.timeline?.entries ?? []
    guard let first = entryIDs[id] else {
      entryIDs[id] = entries.count
      return
    }
    let source = entries[first].source
    reader.report(
      .warning, "duplicate-id", at: position, "the id \(VisibleText.quoted(id)) is given twice",
      help: ["first given to the entry at \(source.line):\(source.column)"])
  }

  private func readStatuses(
    _ reader: inout JSONReader, into statuses: inout [TimelineEntry.StatusNote]
  ) {
    guard reader.beginArray("statuses") else { return }
    while reader.nextElement() {
      guard var fields = Fields(DatasetShapes.statusNote, in: &reader) else { continue }
      var note = TimelineEntry.StatusNote(text: "")
      while let key = fields.next(&reader) {
        switch key {
        case .text: note.text = reader.string("text") ?? ""
        case .tone: note.tone = DatasetChoices.tone.read(&reader, name: "tone") ?? .neutral
        }
      }
      statuses.append(note)
    }
  }
}

/// The times of an entry as given: `time`, or `start` with an optional `end`.
private struct EntryTimes {
  struct Given {
    var point: TimePoint?
    var position: JSONReader.Position

    init(_ point: TimePoint?, _ position: JSONReader.Position) {
      self.point = point
      self.position = position
    }
  }

  var time: Given?
  var start: Given?
  var end: Given?

  func when(_ reader: inout JSONReader, at position: JSONReader.Position) -> TimelineEntry.When? {
    if let time, let start {
      let later = isBefore(time.position, start.position) ? start : time
      reader.report(
        .error, "time-and-start", at: later.position, "an entry with both 'time' and 'start'",
        help: ["give 'time' for a point, 'start' and 'end' for a span"])
      return nil
    }
    if let time {
      if let end {
        reader.report(
          .error, "end-without-start", at: end.position, "an entry with both 'time' and 'end'",
          help: ["write 'start' instead of 'time'"])
      }
      return time.point.map { .point($0) }
    }
    guard let start else {
      reader.report(
        .error, "missing-time", at: position, "an entry without 'time' or 'start'",
        help: ["give 'time' for a point, 'start' and 'end' for a span"])
      return nil
    }
    guard let begin = start.point else { return nil }
    if let end, let point = end.point, point.isCertainlyBefore(begin) {
      reader.report(.error, "end-before-start", at: end.position, "'end' is before 'start'")
    }
    return .span(start: begin, end: end?.point)
  }

  private func isBefore(_ left: JSONReader.Position, _ right: JSONReader.Position) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

extension TimePoint {
  /// Whether this time is before the other one in every time zone. A date counts until the end of
  /// its day.
  fileprivate func isCertainlyBefore(_ other: TimePoint) -> Bool {
    switch (self, other) {
    case (.instant(let end), .instant(let start)): return end < start
    case (.instant, _), (_, .instant):
      // The offset of a zone from UTC is less than a day.
      return seconds(endOfDay: true) < other.seconds(endOfDay: false) - 86_400
    default: return seconds(endOfDay: true) < other.seconds(endOfDay: false)
    }
  }

  private func seconds(endOfDay: Bool) -> Int64 {
    switch self {
    case .date(let date): Int64(date.dayNumber) * 86_400 + (endOfDay ? 86_399 : 0)
    case .local(let wall): wall.seconds
    case .instant(let instant): instant.seconds
    }
  }
}
