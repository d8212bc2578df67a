extension CivilDate {
  /// 0001-01-01 and 9999-12-31, the limits of dates with four-digit years.
  package static let first = CivilDate(dayNumber: -719_162)
  package static let last = CivilDate(dayNumber: 2_932_896)

  /// Creates a date; nil if it doesn't exist or its year is outside 1...9999.
  package init?(year: Int, month: Int, day: Int) {
    guard 1...9999 ~= year, 1...12 ~= month, day >= 1,
      day <= CivilDate.days(inMonth: month, of: year)
    else { return nil }
    self.init(clamping: CivilDate.dayNumber(year: year, month: month, day: day))
  }

  package init(clamping dayNumber: Int) {
    self.init(dayNumber: Int32(clamping: dayNumber))
  }

  package struct Components: Sendable, Hashable {
    package var year: Int
    package var month: Int
    package var day: Int

    package init(year: Int, month: Int, day: Int) {
      self.year = year
      self.month = month
      self.day = day
    }
  }

  /// Computed with years that begin in March, so that a leap day is the last day of a year.
  package var components: Components {
    let days = Int(dayNumber) + 719_468
    let era = CivilDate.floor(days, 146_097)
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return Components(
      year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  package var year: Int { components.year }
  package var month: Int { components.month }
  package var day: Int { components.day }
  /// 1 to 4.
  package var quarter: Int { (month + 2) / 3 }

  package var weekday: Weekday {
    // 1970-01-01 was a Thursday.
    Weekday(rawValue: CivilDate.modulo(Int(dayNumber) + 3, 7) + 1) ?? .monday
  }

  package struct Week: Sendable, Hashable {
    /// The year that the week belongs to, which may differ from the date's year.
    package var year: Int
    package var week: Int

    package init(year: Int, week: Int) {
      self.year = year
      self.week = week
    }
  }

  package func week(by rule: WeekRule = .iso) -> Week {
    let year = self.year
    for candidate in [year + 1, year] {
      let start = CivilDate.startOfFirstWeek(of: candidate, by: rule)
      if Int(dayNumber) >= start {
        return Week(year: candidate, week: (Int(dayNumber) - start) / 7 + 1)
      }
    }
    let start = CivilDate.startOfFirstWeek(of: year - 1, by: rule)
    return Week(year: year - 1, week: (Int(dayNumber) - start) / 7 + 1)
  }

  package func adding(days: Int) -> CivilDate {
    let (sum, overflow) = Int(dayNumber).addingReportingOverflow(days)
    return CivilDate(clamping: overflow ? (days < 0 ? .min : .max) : sum)
  }

  /// The same day of another month, or the last day of that month if it is shorter.
  package func adding(months: Int) -> CivilDate {
    let parts = components
    // A larger number leaves the range of day numbers from any date.
    let months = min(max(months, -200_000_000), 200_000_000)
    let total = parts.year * 12 + parts.month - 1 + months
    let year = CivilDate.floor(total, 12)
    let month = total - year * 12 + 1
    let day = min(parts.day, CivilDate.days(inMonth: month, of: year))
    return CivilDate(clamping: CivilDate.dayNumber(year: year, month: month, day: day))
  }

  package func adding(_ count: Int, _ unit: CalendarUnit) -> CivilDate {
    let count = min(max(count, -1_000_000_000), 1_000_000_000)
    return switch unit {
    case .day: adding(days: count)
    case .week: adding(days: count * 7)
    case .month: adding(months: count)
    case .quarter: adding(months: count * 3)
    case .year: adding(months: count * 12)
    }
  }

  /// The first day of the unit that contains this day.
  package func start(of unit: CalendarUnit, weeksBy rule: WeekRule = .iso) -> CivilDate {
    switch unit {
    case .day:
      return self
    case .week:
      return CivilDate(clamping: CivilDate.startOfWeek(Int(dayNumber), by: rule))
    case .month, .quarter, .year:
      let parts = components
      let month =
        switch unit {
        case .year: 1
        case .quarter: (parts.month - 1) / 3 * 3 + 1
        default: parts.month
        }
      return CivilDate(
        clamping: CivilDate.dayNumber(year: parts.year, month: month, day: 1))
    }
  }

  package static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  package static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1970-01-01, for any year within the range of `Int`.
  package static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = floor(marchYear, 400)
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func startOfWeek(_ dayNumber: Int, by rule: WeekRule) -> Int {
    dayNumber - modulo(dayNumber + 4 - rule.firstWeekday.rawValue, 7)
  }

  private static func startOfFirstWeek(of year: Int, by rule: WeekRule) -> Int {
    let newYear = dayNumber(year: year, month: 1, day: 1)
    let start = startOfWeek(newYear, by: rule)
    return 7 - (newYear - start) >= rule.minimalDays ? start : start + 7
  }

  /// Integer division that rounds down, for days before 1970.
  package static func floor(_ value: Int, _ divisor: Int) -> Int {
    let quotient = value / divisor
    return value % divisor < 0 ? quotient - 1 : quotient
  }

  package static func modulo(_ value: Int, _ divisor: Int) -> Int {
    let remainder = value % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}
