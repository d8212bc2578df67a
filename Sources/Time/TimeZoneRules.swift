internal import Diagnostics
internal import Files

/// A time zone from the system's zone files.
package struct TimeZoneRules: Sendable {
  package let name: String
  let table: ZoneTable
  /// A period around the report's time, which contains most times of the report.
  private var usual = UsualTimes(seconds: 0..<0, offset: 0, abbreviation: "")

  /// A period with one offset, in which no wall-clock time occurs twice.
  private struct UsualTimes {
    var seconds: Range<Int64>
    var offset: Int
    var abbreviation: String
  }

  init(name: String, table: ZoneTable) {
    self.name = name
    self.table = table
  }

  /// The same zone, with faster look-ups for times around an instant.
  package func expecting(_ instant: Instant) -> TimeZoneRules {
    var zone = self
    // Offsets differ by less than 52 hours, so no time three days from a change occurs twice.
    let (period, margin) = (table.period(at: instant.seconds), 3 * CivilDateTime.secondsPerDay)
    let start = period.start.addingSaturating(margin)
    let end = (period.end ?? .max).subtractingSaturating(margin)
    guard start < end else { return self }
    zone.usual = UsualTimes(
      seconds: start..<end, offset: period.kind.offset, abbreviation: period.kind.abbreviation)
    return zone
  }

  /// Seconds east of UTC at an instant.
  package func offset(at instant: Instant) -> Int {
    if usual.seconds.contains(instant.seconds) { return usual.offset }
    return table.period(at: instant.seconds).kind.offset
  }

  /// "CET"; "UTC+5:30" if the zone has no abbreviation.
  package func abbreviation(at instant: Instant) -> String {
    offsetAndAbbreviation(at: instant).abbreviation
  }

  /// Offset and abbreviation in one look-up.
  package func offsetAndAbbreviation(at instant: Instant) -> (offset: Int, abbreviation: String) {
    if usual.seconds.contains(instant.seconds) { return (usual.offset, usual.abbreviation) }
    let kind = table.period(at: instant.seconds).kind
    return (kind.offset, kind.abbreviation)
  }

  /// The wall-clock time at an instant.
  package func wall(at instant: Instant) -> CivilDateTime {
    CivilDateTime(seconds: instant.seconds.addingSaturating(Int64(offset(at: instant))))
  }

  package func date(at instant: Instant) -> CivilDate {
    wall(at: instant).date
  }

  /// The instant of a wall-clock time: the earlier one if it occurs twice, the end of the gap if it
  /// is skipped.
  package func instant(of wall: CivilDateTime) -> Instant {
    // Offsets are below 26 hours, so the instant is after this one.
    var start = wall.seconds.subtractingSaturating(26 * 3_600)
    while true {
      let period = table.period(at: start)
      let candidate = wall.seconds.subtractingSaturating(Int64(period.kind.offset))
      if candidate < period.start { return Instant(seconds: period.start) }
      guard let end = period.end, candidate >= end else { return Instant(seconds: candidate) }
      start = end
    }
  }

  /// Whether the wall-clock time of an instant occurs twice.
  package func isRepeated(_ instant: Instant) -> Bool {
    if usual.seconds.contains(instant.seconds) { return false }
    let period = table.period(at: instant.seconds)
    if let end = period.end {
      let back = Int64(period.kind.offset) - Int64(table.period(at: end).kind.offset)
      if back > 0, instant.seconds >= end.subtractingSaturating(back) { return true }
    }
    guard period.start > .min else { return false }
    let before = table.period(at: period.start - 1).kind.offset
    let back = Int64(before) - Int64(period.kind.offset)
    return back > 0 && instant.seconds < period.start.addingSaturating(back)
  }

  /// The instant of a time, or the start of a date (see "Past, current and future").
  package func instant(of point: TimePoint) -> Instant {
    switch point {
    case .date(let date): instant(of: CivilDateTime(date))
    case .local(let wall): instant(of: wall)
    case .instant(let instant): instant
    }
  }

  /// The interval of a day (see "Past, current and future"): 23 or 25 hours if clocks change, empty
  /// if the zone skipped the day.
  package func interval(of date: CivilDate) -> Range<Instant> {
    let start = instant(of: CivilDateTime(date))
    let end = instant(of: CivilDateTime(date.adding(days: 1)))
    return start..<max(start, end)
  }
}

extension TimeZoneRules {
  package static let utc = TimeZoneRules(name: "UTC", table: ZoneTable(offset: 0))

  /// The folder of zone files: the value of `TZDIR`, or the system's default.
  package static func folder(tzdir: String?) -> String {
    if let tzdir, !tzdir.isEmpty { tzdir } else { "/usr/share/zoneinfo" }
  }

  /// Loads a zone by name (`Europe/Berlin`, `UTC`) or fixed offset (`+05:30`).
  package init(named name: String, folder: String) throws(TimeZoneError) {
    if ["UTC", "Etc/UTC", "Z"].contains(name) {
      self.init(name: "UTC", table: ZoneTable(offset: 0))
      return
    }
    if let offset = TimeZoneRules.fixedOffset(name) {
      self.init(name: name, table: ZoneTable(offset: offset))
      return
    }
    guard TimeZoneRules.isPlausible(name) else { throw .invalidName(name) }
    let bytes = try TimeZoneRules.contents(of: name, in: folder)
    self.init(name: name, table: try TimeZoneRules.table(of: name, from: bytes))
  }

  /// Creates a zone from the content of its file.
  package init(named name: String, zoneFile bytes: [UInt8]) throws(TimeZoneError) {
    self.init(name: name, table: try TimeZoneRules.table(of: name, from: bytes))
  }

  /// Creates a zone from its first offset and the later ones, in seconds east of UTC. The starts of
  /// `changes` must be in ascending order.
  package init(named name: String, offset: Int, changes: [(start: Instant, offset: Int)]) {
    let offsets = [offset] + changes.map(\.offset)
    self.init(
      name: name,
      table: ZoneTable(
        kinds: offsets.map { ZoneTable.Kind(offset: $0, letters: "") },
        starts: changes.map(\.start.seconds), kindOfStart: Array(1..<offsets.count), rule: nil))
  }

  /// The instant of a wall-clock time in a calendar: the earlier one if it occurs twice. A skipped
  /// time is read with the offset before the change.
  package func calendarInstant(of wall: CivilDateTime) -> Instant {
    let instant = instant(of: wall)
    guard self.wall(at: instant) != wall else { return instant }
    let before = offset(at: instant.adding(seconds: -1))
    return Instant(seconds: wall.seconds.subtractingSaturating(Int64(before)))
  }

  private static func table(of name: String, from bytes: [UInt8]) throws(TimeZoneError)
    -> ZoneTable
  {
    do throws(ZoneFileError) {
      return try ZoneTable(zoneFile: bytes)
    } catch {
      throw .malformed(name: name, reason: error.reason)
    }
  }

  private static func contents(of name: String, in folder: String) throws(TimeZoneError)
    -> [UInt8]
  {
    let path = "\(folder)/\(name)"
    guard Folder.isRegularFile(path) else { throw .unknown(name: name, folder: folder) }
    do throws(FileError) {
      // Zone files are smaller than 8 KiB.
      return try InputFile.contents(of: path, limit: 1 << 20)
    } catch {
      throw error.isAbsence
        ? .unknown(name: name, folder: folder) : .unreadable(name: name, error)
    }
  }

  private static func fixedOffset(_ name: String) -> Int? {
    return name.withBytes { bytes in
      guard let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
        return nil
      }
      var reader = DigitReader(bytes: bytes)
      guard let offset = reader.zoneOffset(), reader.isAtEnd else { return nil }
      return offset
    }
  }

  /// Whether the name is valid for a zone: letters, digits, `_`, `+`, `-` and `.` between slashes.
  /// No component may begin with a dot, so that no name leads out of the folder. `localtime` and
  /// `posixrules` are settings of the machine, which must not affect a report.
  private static func isPlausible(_ name: String) -> Bool {
    guard name.utf8.count <= 255, name != "localtime", name != "posixrules" else { return false }
    var isStart = true
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "/"):
        if isStart { return false }
        isStart = true
        continue
      case UInt8(ascii: "."):
        if isStart { return false }
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"),
        UInt8(ascii: "-"):
        break
      default:
        return false
      }
      isStart = false
    }
    return !isStart
  }
}
