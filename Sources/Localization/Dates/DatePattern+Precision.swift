package import Time

extension DatePattern {
  /// Whether the pattern shows the zone, and so distinguishes a wall-clock time that occurs twice.
  package var showsZone: Bool {
    parts.contains { part in
      switch part {
      case .field(.zone, _), .field(.offset, _), .field(.offsetOrZ, _): true
      default: false
      }
    }
  }

  package var showsYear: Bool {
    parts.contains { part in
      switch part {
      case .field(.year, _), .field(.weekYear, _): true
      default: false
      }
    }
  }

  /// Whether two times are equal to the precision of the pattern. For "MMM y" two days of a month
  /// are equal. For "d MMM" the same day of two years differs, although it is written the same.
  package func showsAlike(_ left: CivilDateTime, _ right: CivilDateTime, locale: Locale) -> Bool {
    guard let unit = finestUnit else { return true }
    switch unit {
    case .seconds(let length):
      return Self.floor(left.seconds, length) == Self.floor(right.seconds, length)
    case .calendar(let unit):
      return left.date.start(of: unit, weeksBy: locale.weeks)
        == right.date.start(of: unit, weeksBy: locale.weeks)
    }
  }

  /// Integer division that rounds down, for times before 1970.
  private static func floor(_ seconds: Int64, _ length: Int64) -> Int64 {
    seconds >= 0 ? seconds / length : (seconds + 1) / length - 1
  }

  private enum Unit {
    case seconds(Int64)
    case calendar(CalendarUnit)
  }

  /// The smallest unit that the pattern shows; nil if it shows none.
  private var finestUnit: Unit? {
    var fields: Set<DateField> = []
    for case .field(let field, _) in parts { fields.insert(field) }
    if fields.contains(.second) { return .seconds(1) }
    if fields.contains(.minute) { return .seconds(60) }
    if fields.contains(.hour24) || fields.contains(.hour12) { return .seconds(3_600) }
    if fields.contains(.dayPeriod) { return .seconds(43_200) }
    if !fields.isDisjoint(with: [.day, .weekday, .weekdayAlone]) { return .calendar(.day) }
    if fields.contains(.week) { return .calendar(.week) }
    if !fields.isDisjoint(with: [.month, .monthAlone]) { return .calendar(.month) }
    if fields.contains(.quarter) { return .calendar(.quarter) }
    return fields.isDisjoint(with: [.year, .weekYear]) ? nil : .calendar(.year)
  }
}
