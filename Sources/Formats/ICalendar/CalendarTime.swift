internal import Diagnostics
internal import Time

/// A date or a time of day of a calendar, with its own zone.
package struct CalendarTime: Sendable, Hashable {
  /// Seconds since 1970-01-01 00:00:00 on the clock of the zone.
  package var wall: Int64
  /// Whether it is a whole day.
  var isDate = false
  /// An index of `CalendarZones`.
  package var zone = CalendarZones.floating

  package var day: Int64 { Int64(CivilDate.floor(Int(wall), 86_400)) }

  /// Whether the wall-clock time is midnight.
  var isMidnight: Bool { day * 86_400 == wall }

  /// Parses `20260105`, `20260105T100000` or `20260105T100000Z`; nil for any other text.
  ///
  /// - Parameters:
  ///   - zone: The zone of a time without `Z`.
  ///   - lacksSeconds: Set to true if the time has no seconds.
  init?(_ text: some StringProtocol, zone: Int = CalendarZones.floating, lacksSeconds: inout Bool) {
    let parsed = text.withBytes { bytes -> (wall: Int64, isDate: Bool, isUTC: Bool, cut: Bool)? in
      var reader = DigitReader(bytes: bytes)
      guard let year = reader.number(digits: 4), let month = reader.number(digits: 2),
        let day = reader.number(digits: 2),
        let date = CivilDate(year: year, month: month, day: day)
      else { return nil }
      let wall = CivilDateTime(date).seconds
      if reader.isAtEnd { return (wall, true, false, false) }
      guard reader.consume(UInt8(ascii: "T")) || reader.consume(UInt8(ascii: "t")),
        let hour = reader.number(digits: 2), hour <= 23,
        let minute = reader.number(digits: 2), minute <= 59
      else { return nil }
      let second = reader.number(digits: 2)
      guard second ?? 0 <= 60 else { return nil }
      let isUTC = reader.consume(UInt8(ascii: "Z")) || reader.consume(UInt8(ascii: "z"))
      guard reader.isAtEnd else { return nil }
      let time = hour * 3_600 + minute * 60 + min(second ?? 0, 59)
      return (wall + Int64(time), false, isUTC, second == nil)
    }
    guard let parsed else { return nil }
    (wall, isDate) = (parsed.wall, parsed.isDate)
    self.zone = parsed.isDate ? CalendarZones.floating : parsed.isUTC ? CalendarZones.utc : zone
    if parsed.cut { lacksSeconds = true }
  }

  init(wall: Int64, isDate: Bool = false, zone: Int = CalendarZones.floating) {
    (self.wall, self.isDate, self.zone) = (wall, isDate, zone)
  }
}

/// A duration: calendar days, and seconds.
package struct CalendarDuration: Sendable, Hashable {
  package var days: Int64 = 0
  package var seconds: Int64 = 0

  private static let most: Int64 = 1_000_000_000

  init(days: Int64 = 0, seconds: Int64 = 0) {
    (self.days, self.seconds) = (days, seconds)
  }

  /// Parses a duration such as `P1W`, `P1DT2H30M` or `-PT15M`; nil for any other text.
  init?(_ text: some StringProtocol) {
    var rest = text.uppercased()[...]
    let isNegative = rest.hasPrefix("-")
    if isNegative || rest.hasPrefix("+") { rest = rest.dropFirst() }
    guard rest.hasPrefix("P"), rest.count > 1 else { return nil }
    rest = rest.dropFirst()
    var isTime = false
    while let first = rest.first {
      if first == "T", !isTime {
        isTime = true
        rest = rest.dropFirst()
        continue
      }
      let digits = rest.prefix { "0"..."9" ~= $0 }
      guard let number = Int64(digits), number <= Self.most else { return nil }
      rest = rest[digits.endIndex...]
      guard let unit = rest.popFirst() else { return nil }
      switch (unit, isTime) {
      case ("W", false): days += number * 7
      case ("D", false): days += number
      case ("H", true): seconds += number * 3_600
      case ("M", true): seconds += number * 60
      case ("S", true): seconds += number
      default: return nil
      }
      guard days * 86_400 + seconds <= Self.most else { return nil }
    }
    if isNegative { (days, seconds) = (-days, -seconds) }
  }
}
