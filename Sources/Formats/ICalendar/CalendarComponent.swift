package import Model
internal import Time

/// An event or a task of a calendar.
package struct CalendarComponent: Sendable {
  package enum Kind: Sendable, Hashable {
    case event, task
  }

  /// An additional date, which may have its own end.
  package struct Addition: Sendable {
    package var time: CalendarTime
    package var end: CalendarTime?
    package var duration: CalendarDuration?
  }

  package var kind: Kind
  var uid: String?
  var sequence = 0
  package var start: CalendarTime?
  package var end: CalendarTime?
  package var duration: CalendarDuration?
  /// The due time and the completion time of a task.
  package var due: CalendarTime?
  package var completed: CalendarTime?
  package var rules: [RecurrenceRule] = []
  package var additions: [Addition] = []
  package var exceptions: [CalendarTime] = []
  /// The occurrence of its series that it replaces.
  var recurrenceID: CalendarTime?
  /// Whether it changes all later occurrences too.
  var changesFollowing = false
  /// The resulting entry, without its times.
  package var entry: TimelineEntry
  package var line: Int

  init(_ kind: Kind, line: Int, _ source: SourceMark) {
    self.kind = kind
    self.line = line
    entry = TimelineEntry(
      when: .point(.date(CivilDate(dayNumber: 0))), title: "", source: source)
  }

  /// Whether it has more than one time.
  var recurs: Bool { !rules.isEmpty || !additions.isEmpty }

  /// Gives a task the times of an event. It ends at its completion, else when it is due.
  mutating func setTaskTimes() {
    guard kind == .task else { return }
    if entry.status == .completed, !recurs, let completed {
      (end, duration, due) = (completed, nil, nil)
      if start == nil { (start, end) = (completed, nil) }
    } else if let due {
      // A due date includes its day, while `end` excludes it.
      end = due.isDate ? CalendarTime(wall: due.wall + 86_400, isDate: true) : due
      if start == nil { (start, end, duration) = (due, nil, nil) }
    }
  }
}

/// The length of an event: wall-clock seconds, followed by elapsed seconds.
package struct CalendarLength: Sendable, Hashable {
  package var wall: Int64 = 0
  package var exact: Int64 = 0

  var isPositive: Bool { wall + exact > 0 }
}
