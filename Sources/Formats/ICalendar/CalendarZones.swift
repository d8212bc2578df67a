package import Time

/// The time zones of a calendar: those that its times name and those that it describes itself.
package struct CalendarZones: Sendable {
  /// The index for times without a zone, and the index for times with `Z`.
  static let floating = 0
  package static let utc = 1

  /// A change of the clocks, once or by a rule.
  package struct Change: Sendable {
    package var start: CalendarTime?
    var offsetFrom: Int64?
    var offsetTo: Int64?
    package var rules: [RecurrenceRule] = []
    var dates: [CalendarTime] = []
  }

  package struct Name: Sendable {
    package var text: String
    /// The first line with this name.
    package var line: Int
  }

  package private(set) var names = [Name(text: "", line: 0), Name(text: "UTC", line: 0)]
  private var indices = ["UTC": CalendarZones.utc, "Z": CalendarZones.utc]
  /// The zones that the calendar describes.
  private var described: [String: [Change]] = [:]

  /// The index of a zone.
  package mutating func index(of name: String, line: Int) -> Int {
    if let index = indices[name] { return index }
    indices[name] = names.count
    names.append(Name(text: name, line: line))
    return names.count - 1
  }

  /// Stores the description of a zone. The first description of a zone is used.
  mutating func describe(_ name: String, _ changes: [Change]) {
    if described[name] == nil { described[name] = changes }
  }

  /// The zones by their indices; nil for unknown zones.
  package func resolved(folder: String, _ budget: inout RecurrenceBudget) -> [TimeZoneRules?] {
    var zones: [TimeZoneRules?] = [nil, .utc]
    var files: [Substring: TimeZoneRules?] = [:]
    for name in names.dropFirst(2) {
      zones.append(
        Self.systemZone(name.text, folder, &files)
          ?? WindowsZones.name(of: name.text).flatMap { Self.systemZone($0, folder, &files) }
          ?? described[name.text].flatMap { Self.zone(name.text, $0, &budget) })
    }
    return zones
  }

  /// The most path components before the name of a zone.
  private static let mostPrefixes = 4

  /// A zone of the system. Its name may have a prefix: `/mozilla.org/20070129_1/Europe/Berlin`.
  private static func systemZone(
    _ name: String, _ folder: String, _ files: inout [Substring: TimeZoneRules?]
  ) -> TimeZoneRules? {
    var rest = name[...]
    for _ in 0...mostPrefixes {
      let known = files[rest] ?? (try? TimeZoneRules(named: String(rest), folder: folder))
      files[rest] = .some(known)
      if let known { return known }
      guard name.hasPrefix("/"), let slash = rest.firstIndex(of: "/") else { return nil }
      rest = rest[rest.index(after: slash)...]
    }
    return nil
  }

  // MARK: Descriptions

  // Before the first and after the last year, the clocks are taken to be those of that year.
  private static let firstYear = CivilDateTime(seconds: 0)
  private static let lastYear = CivilDateTime(seconds: 4_102_444_800)
  private static let mostChanges = 2_000

  private static func zone(
    _ name: String, _ changes: [Change], _ budget: inout RecurrenceBudget
  ) -> TimeZoneRules? {
    var onsets: [(start: Instant, offset: Int, before: Int)] = []
    for change in changes {
      guard let start = change.start, let from = change.offsetFrom ?? change.offsetTo,
        let to = change.offsetTo
      else { continue }
      func add(_ wall: Int64) {
        onsets.append((Instant(seconds: wall - from), Int(to), Int(from)))
      }
      add(start.wall)
      for date in change.dates { add(date.wall) }
      for rule in change.rules {
        var times = Recurrence(
          rule, start: start.wall, from: firstYear.seconds, end: lastYear.seconds, &budget)
        while onsets.count < mostChanges, let wall = times.next(&budget) {
          if let until = rule.until {
            let last = until.isDate ? until.wall + 86_399 : until.wall
            guard (until.zone == utc ? wall - from : wall) <= last else { break }
          }
          add(wall)
        }
      }
    }
    onsets.sort { $0.start < $1.start }
    guard let first = onsets.first else { return nil }
    return TimeZoneRules(
      named: name, offset: first.before, changes: onsets.map { ($0.start, $0.offset) })
  }

  /// Parses seconds east of UTC, such as `+0100` or `-033000`; nil for any other text.
  package static func offset(_ text: String) -> Int64? {
    let digits = text.dropFirst()
    guard let sign = text.first, sign == "+" || sign == "-",
      digits.utf8.count == 4
        || digits.utf8.count == 6, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      let number = Int64(digits)
    else { return nil }
    let value = digits.utf8.count == 4 ? number * 100 : number
    let (hours, minutes, seconds) = (value / 10_000, value / 100 % 100, value % 100)
    guard hours <= 24, minutes <= 59, seconds <= 59 else { return nil }
    let offset = hours * 3_600 + minutes * 60 + seconds
    return sign == "-" ? -offset : offset
  }
}
