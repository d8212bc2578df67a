/// A day of the week, numbered as ISO 8601 does.
package enum Weekday: Int, Sendable, Hashable, CaseIterable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// The English name in lower case, as strings files write it.
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

/// Which days make a week and which week is a year's first: 4 days and Monday are ISO 8601's.
package struct WeekRule: Sendable, Hashable {
  package var firstWeekday: Weekday
  /// How many days of its first week a year must own, 1 to 7.
  package var minimalDays: Int

  package init(firstWeekday: Weekday, minimalDays: Int) {
    self.firstWeekday = firstWeekday
    self.minimalDays = min(max(minimalDays, 1), 7)
  }

  package static let iso = WeekRule(firstWeekday: .monday, minimalDays: 4)
}

/// A stretch of the calendar that a timeline can be divided by (T2).
package enum CalendarUnit: String, Sendable, Hashable, CaseIterable {
  case day, week, month, quarter, year
}
