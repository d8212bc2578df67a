internal import Model
internal import Time

/// An event or a task with its recurrences and the replacements of single occurrences.
package struct CalendarSeries {
  package private(set) var main: CalendarComponent?
  /// The replacements of occurrences, in the order of the file.
  package private(set) var changed: [CalendarComponent] = []

  private struct Key: Hashable {
    var kind: CalendarComponent.Kind
    var uid: String
  }

  /// Groups components by their identifiers. The newest version of a component is used.
  package static func all(of components: [CalendarComponent]) -> [CalendarSeries] {
    var all: [CalendarSeries] = []
    var indices: [Key: Int] = [:]
    for component in components {
      guard let uid = component.uid else {
        all.append(CalendarSeries(component))
        continue
      }
      let key = Key(kind: component.kind, uid: uid)
      if let index = indices[key] {
        all[index].add(component)
      } else {
        indices[key] = all.count
        all.append(CalendarSeries(component))
      }
    }
    return all
  }

  private init(_ component: CalendarComponent) {
    add(component)
  }

  private mutating func add(_ component: CalendarComponent) {
    if component.recurrenceID != nil {
      changed.append(component)
    } else if main.map({ $0.sequence <= component.sequence }) ?? true {
      main = component
    }
  }

  /// The line of the main component, else of the first replacement.
  package var line: Int { main?.line ?? changed.first?.line ?? 0 }
}

extension CalendarExpansion {
  /// The key of an occurrence: an instant, or the day in a series of whole days, or the wall-clock
  /// time in a series without a zone.
  private func key(_ time: CalendarTime, in start: CalendarTime) -> Int64 {
    if start.isDate { return CalendarTime(wall: wall(time, inZoneOf: start)).day }
    let own = CalendarTime(wall: wall(time, inZoneOf: start), zone: start.zone)
    return zone(start) == nil ? own.wall : instant(own).seconds
  }

  /// Adds the occurrences of a series.
  package mutating func expand(_ series: CalendarSeries) {
    guard let main = series.main, let start = main.start else {
      var replaced = Replacements()
      for component in series.changed {
        if let start = component.recurrenceID { replaced.add(component, key(start, in: start)) }
      }
      for component in replaced.components { add(changed: component) }
      return
    }
    if series.changed.isEmpty, !main.recurs {
      if main.exceptions.isEmpty {
        let length = self.length(from: start, to: main.end, main.duration, line: main.line)
        return add(main, at: start, length)
      }
    }
    var exceptions = Set<Int64>()
    // A date excludes all occurrences of its day.
    var days = Set<Int64>()
    for exception in main.exceptions {
      if exception.isDate { days.insert(exception.day) }
      if exception.isDate == start.isDate || !exception.isDate {
        exceptions.insert(key(exception, in: start))
      }
    }
    var replaced = Replacements()
    for component in series.changed {
      guard let id = component.recurrenceID else { continue }
      let key = self.key(id, in: start)
      if exceptions.contains(key) || days.contains(id.day) && id.isDate { continue }
      if id.isDate, !start.isDate {
        replaced.add(component, day: id.day)
      } else {
        replaced.add(component, key)
      }
    }
    replaced.removeAll { isObsolete($0, main, start) }
    expand(main, start, exceptions, days, replaced)
    for component in replaced.components { add(changed: component) }
  }

  /// Whether a recurring replacement is older than the event and replaces none of its occurrences.
  private mutating func isObsolete(
    _ component: CalendarComponent, _ main: CalendarComponent, _ start: CalendarTime
  ) -> Bool {
    guard component.recurs, component.sequence < main.sequence, let id = component.recurrenceID
    else { return false }
    let wall = self.wall(id, inZoneOf: start)
    var isFound = wall == start.wall || main.additions.contains { $0.time.wall == wall }
    for rule in main.rules {
      times(of: rule, from: start, wall..<wall + 1, line: main.line) { _, _ in isFound = true }
    }
    return !isFound
  }

  private mutating func add(changed component: CalendarComponent) {
    guard let start = component.start else { return }
    let length = self.length(
      from: start, to: component.end, component.duration, line: component.line)
    add(component, at: start, length, id: id(component, component.recurrenceID ?? start))
  }

  private func id(
    _ component: CalendarComponent, _ recurrence: CalendarTime
  ) -> (uid: String, recurrence: CalendarTime)? {
    component.entry.id.map { ($0, recurrence) }
  }

  /// Adds the occurrences without a replacement.
  private mutating func expand(
    _ main: CalendarComponent, _ start: CalendarTime, _ exceptions: Set<Int64>, _ days: Set<Int64>,
    _ replaced: Replacements
  ) {
    let ownLength = length(from: start, to: main.end, main.duration, line: main.line)
    // The changes to following occurrences: the key that they follow, the shift and the length.
    var following:
      [(key: Int64, shift: Int64, length: CalendarLength?, component: CalendarComponent)] =
        []
    for component in replaced.components where component.changesFollowing {
      guard let id = component.recurrenceID, let moved = component.start else { continue }
      let length = self.length(
        from: moved, to: component.end, component.duration, line: component.line)
      following.append(
        (
          key(id, in: start), wall(moved, inZoneOf: start) - wall(id, inZoneOf: start), length,
          component
        ))
    }
    following.sort { $0.key < $1.key }

    // The range of wall-clock times that may lead into the window.
    let zone = self.zone(start) ?? reportZone
    let lengths = following.map(\.length) + [ownLength]
    let longest = lengths.map { ($0?.wall ?? 0) + ($0?.exact ?? 0) }.max() ?? 0
    let shift = following.map { abs($0.shift) }.max() ?? 0
    let first = zone.wall(at: window.lowerBound).seconds - longest - shift - 2 * 86_400
    let walls = first..<zone.wall(at: window.upperBound).seconds + shift + 2 * 86_400

    var known = Set<Int64>()
    let isAlone = main.rules.count == 1 && main.additions.isEmpty
    func addOccurrence(
      _ expansion: inout CalendarExpansion, _ wall: Int64, _ length: CalendarLength?, isOwn: Bool
    ) {
      let time = CalendarTime(wall: wall, isDate: start.isDate, zone: start.zone)
      guard isAlone && wall != start.wall || known.insert(wall).inserted,
        !days.contains(time.day)
      else { return }
      let key = expansion.key(time, in: start)
      if exceptions.contains(key) || replaced.holds(key, day: time.day) { return }
      let id = main.recurs ? expansion.id(main, time) : nil
      guard let change = following.last(where: { $0.key < key }) else {
        return expansion.add(main, at: time, length, id: id)
      }
      var moved = time
      moved.wall += change.shift
      expansion.add(change.component, at: moved, isOwn ? length : change.length, id: id)
    }
    let isOver = main.rules.contains { rule in
      rule.count == 0 || rule.until.map { isBehind(start, $0) } ?? false
    }
    if !isOver || main.rules.isEmpty { addOccurrence(&self, start.wall, ownLength, isOwn: false) }
    for addition in main.additions {
      let time = CalendarTime(
        wall: wall(addition.time, inZoneOf: start), isDate: start.isDate, zone: start.zone)
      let hasEnd = addition.end != nil || addition.duration != nil
      let length =
        hasEnd
        ? self.length(from: addition.time, to: addition.end, addition.duration, line: main.line)
        : ownLength
      addOccurrence(&self, time.wall, length, isOwn: hasEnd)
    }
    for rule in main.rules {
      times(of: rule, from: start, walls, line: main.line) { expansion, wall in
        addOccurrence(&expansion, wall, ownLength, isOwn: false)
      }
    }
  }
}

/// The replacements of occurrences in a series. The newest replacement of an occurrence is used.
private struct Replacements {
  private(set) var components: [CalendarComponent] = []
  private var indices: [Int64: Int] = [:]
  private var indicesOfDays: [Int64: Int] = [:]

  mutating func add(_ component: CalendarComponent, _ key: Int64) {
    indices[key] = place(component, at: indices[key])
  }

  /// Replaces all occurrences of a day.
  mutating func add(_ component: CalendarComponent, day: Int64) {
    indicesOfDays[day] = place(component, at: indicesOfDays[day])
  }

  private mutating func place(_ component: CalendarComponent, at index: Int?) -> Int {
    guard let index else {
      components.append(component)
      return components.count - 1
    }
    if components[index].sequence <= component.sequence { components[index] = component }
    return index
  }

  mutating func removeAll(where isObsolete: (CalendarComponent) -> Bool) {
    let obsolete = Set(components.indices.filter { isObsolete(components[$0]) })
    guard !obsolete.isEmpty else { return }
    indices = indices.filter { !obsolete.contains($0.value) }
    indicesOfDays = indicesOfDays.filter { !obsolete.contains($0.value) }
    for index in obsolete { components[index].start = nil }
  }

  func holds(_ key: Int64, day: Int64) -> Bool {
    indices[key] != nil || !indicesOfDays.isEmpty && indicesOfDays[day] != nil
  }
}
