/// A day of the week, numbered as in ISO 8601.
package enum Weekday: Int, Sendable, Hashable, CaseIterable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// Creates a weekday from its English name in lower case.
  package init?(name: String) {
    switch name {
    case "monday": self = .monday
    case "tuesday": self = .tuesday
    case "wednesday": self = .wednesday
    case "thursday": self = .thursday
    case "friday": self = .friday
    case "saturday": self = .saturday
    case "sunday": self = .sunday
    default: return nil
    }
  }
}

/// The first day of a week, and the rule for week 1 of a year. ISO 8601 uses Monday and 4 days.
package struct WeekRule: Sendable, Hashable {
  package var firstWeekday: Weekday
  /// The number of days of the year, 1 to 7, that its first week must contain.
  package var minimalDays: Int

  package init(firstWeekday: Weekday, minimalDays: Int) {
    self.firstWeekday = firstWeekday
    self.minimalDays = min(max(minimalDays, 1), 7)
  }

  package static let iso = WeekRule(firstWeekday: .monday, minimalDays: 4)
}

/// A calendar unit for the groups of a timeline (see "Headers").
package enum CalendarUnit: String, Sendable, Hashable, CaseIterable {
  case day, week, month, quarter, year
}
