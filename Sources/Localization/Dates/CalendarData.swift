internal import Time

/// Names in two lengths, in the order of their numbers from 1.
struct CalendarNames: Sendable, Hashable {
  var wide: [String]
  var abbreviated: [String]

  /// The name of a number; the number itself if it has no name.
  func name(_ number: Int, isWide: Bool) -> String {
    let names = isWide ? wide : abbreviated
    return names.indices.contains(number - 1) ? names[number - 1] : String(number)
  }
}

/// The names of a language for the parts of a calendar, and its division of a year into weeks.
struct CalendarData: Sendable, Hashable {
  var weeks = WeekRule.iso
  /// As part of a date: "20 listopada".
  var months = CalendarNames(wide: [], abbreviated: [])
  /// By themselves: "listopad 2026".
  var monthsAlone = CalendarNames(wide: [], abbreviated: [])
  var weekdays = CalendarNames(wide: [], abbreviated: [])
  var weekdaysAlone = CalendarNames(wide: [], abbreviated: [])
  var quarters = CalendarNames(
    wide: ["Q1", "Q2", "Q3", "Q4"], abbreviated: ["Q1", "Q2", "Q3", "Q4"])
  /// The language's own names for time zones, by their abbreviations in the zone files: "MEZ" for
  /// "CET".
  var zones: [String: String] = [:]
  /// Before and after noon.
  var dayPeriods = ["AM", "PM"]

  func zone(_ abbreviation: String) -> String { zones[abbreviation] ?? abbreviation }

  func dayPeriod(isAfternoon: Bool) -> String {
    isAfternoon ? dayPeriods.last ?? "" : dayPeriods.first ?? ""
  }
}

/// The lists of names in a calendar.
enum CalendarList: Sendable {
  case months, shortMonths, monthsAlone, shortMonthsAlone
  case weekdays, shortWeekdays, weekdaysAlone, shortWeekdaysAlone
  case quarters, shortQuarters
  case dayPeriods
}

extension CalendarData {
  mutating func set(_ list: CalendarList, _ names: [String]) {
    switch list {
    case .months: months.wide = names
    case .shortMonths: months.abbreviated = names
    case .monthsAlone: monthsAlone.wide = names
    case .shortMonthsAlone: monthsAlone.abbreviated = names
    case .weekdays: weekdays.wide = names
    case .shortWeekdays: weekdays.abbreviated = names
    case .weekdaysAlone: weekdaysAlone.wide = names
    case .shortWeekdaysAlone: weekdaysAlone.abbreviated = names
    case .quarters: quarters.wide = names
    case .shortQuarters: quarters.abbreviated = names
    case .dayPeriods: dayPeriods = names
    }
  }
}
