internal import Time

/// A rule by which an event recurs.
package struct RecurrenceRule: Sendable {
  enum Frequency: String, Sendable {
    case yearly, monthly, weekly, daily, hourly, minutely, secondly

    /// The seconds of a period shorter than a day.
    var unit: Int64? {
      switch self {
      case .yearly, .monthly, .weekly, .daily: nil
      case .hourly: 3_600
      case .minutely: 60
      case .secondly: 1
      }
    }
  }

  /// The nth occurrence of a weekday. Negative numbers count from the end.
  struct Ordinal: Sendable, Hashable {
    var number: Int
    var weekday: Int
  }

  /// Numbers that count from the beginning. Negative numbers count from the end.
  package typealias Numbers = Set<Int>

  var frequency: Frequency
  package var interval: Int64 = 1
  package var count: Int64?
  package var until: CalendarTime?
  /// The first day of a week, 0 for Monday.
  var weekStart = 0
  package var seconds: Numbers = []
  var minutes: Numbers = []
  package var hours: Numbers = []
  package var weekdays: Numbers = []
  var ordinals: Set<Ordinal> = []
  var monthDays: Numbers = []
  var yearDays: Numbers = []
  var weekNumbers: Numbers = []
  package var months: Numbers = []
  package var positions: Numbers = []

  init(_ frequency: Frequency) {
    self.frequency = frequency
  }

  /// Whether it has no part that selects days and times.
  package var isPlain: Bool {
    [seconds, minutes, hours, weekdays, monthDays, yearDays, weekNumbers, months, positions]
      .allSatisfy(\.isEmpty) && ordinals.isEmpty
  }

  /// The rule, completed with the days of its start if it names no days.
  package func completed(from start: Int64) -> RecurrenceRule {
    var rule = self
    let date = CivilDateTime(seconds: start).date
    let hasDays = !(weekdays.isEmpty && ordinals.isEmpty && monthDays.isEmpty && yearDays.isEmpty)
    switch frequency {
    case .yearly where !hasDays:
      if !weekNumbers.isEmpty {
        rule.weekdays = [date.weekday.rawValue - 1]
      } else {
        if months.isEmpty { rule.months = [date.month] }
        rule.monthDays = [date.day]
      }
    case .monthly where !hasDays: rule.monthDays = [date.day]
    case .weekly where !hasDays: rule.weekdays = [date.weekday.rawValue - 1]
    case .yearly, .monthly: break
    default:
      // The number of a weekday has a meaning only in months and years.
      rule.weekdays.formUnion(ordinals.map(\.weekday))
      rule.ordinals = []
    }
    return rule
  }

  /// Whether the rule selects a day.
  package func takes(day: Int64) -> Bool {
    let date = CivilDate(dayNumber: Int32(clamping: day))
    let parts = date.components
    if !months.isEmpty, !months.contains(parts.month) { return false }
    let monthLength = CivilDate.days(inMonth: parts.month, of: parts.year)
    if !monthDays.isEmpty, !monthDays.contains(parts.day),
      !monthDays.contains(parts.day - monthLength - 1)
    {
      return false
    }
    let weekday = date.weekday.rawValue - 1
    if !(weekdays.isEmpty && ordinals.isEmpty), !weekdays.contains(weekday),
      !hasOrdinal(day, weekday, parts, monthLength)
    {
      return false
    }
    if !yearDays.isEmpty {
      let (index, length) = Self.place(ofDay: day, inYear: parts.year)
      if !yearDays.contains(index + 1), !yearDays.contains(index - length) { return false }
    }
    return weekNumbers.isEmpty || isInWeek(date)
  }

  private func hasOrdinal(
    _ day: Int64, _ weekday: Int, _ parts: CivilDate.Components, _ monthLength: Int
  ) -> Bool {
    guard !ordinals.isEmpty else { return false }
    let (index, length) =
      frequency == .monthly || !months.isEmpty
      ? (parts.day - 1, monthLength) : Self.place(ofDay: day, inYear: parts.year)
    return ordinals.contains(Ordinal(number: index / 7 + 1, weekday: weekday))
      || ordinals.contains(Ordinal(number: -((length - 1 - index) / 7 + 1), weekday: weekday))
  }

  private static func place(ofDay day: Int64, inYear year: Int) -> (index: Int, length: Int) {
    let first = CivilDate.dayNumber(year: year, month: 1, day: 1)
    return (Int(day) - first, CivilDate.isLeap(year) ? 366 : 365)
  }

  /// A week belongs to the year that has at least four of its days.
  private func isInWeek(_ date: CivilDate) -> Bool {
    let rule = WeekRule(
      firstWeekday: Weekday(rawValue: weekStart + 1) ?? .monday, minimalDays: 4)
    let week = date.week(by: rule)
    if weekNumbers.contains(week.week) { return true }
    guard weekNumbers.contains(where: { $0 < 0 }),
      // The 28th of December is always in the last week.
      let last = CivilDate(year: week.year, month: 12, day: 28)
    else { return false }
    return weekNumbers.contains(week.week - last.week(by: rule).week - 1)
  }
}
