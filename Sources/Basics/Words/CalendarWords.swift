/// Names of a kind in two lengths, in the order of their numbers from 1.
struct CalendarNames: Sendable, Hashable {
  var wide: [String]
  var abbreviated: [String]

  /// The number itself where there is no name.
  func name(_ number: Int, isWide: Bool) -> String {
    let names = isWide ? wide : abbreviated
    return names.indices.contains(number - 1) ? names[number - 1] : String(number)
  }
}

/// What a language calls the parts of a calendar, and how it divides a year into weeks.
struct CalendarWords: Sendable, Hashable {
  var weeks = WeekRule.iso
  /// As part of a date: "20 listopada".
  var months = CalendarNames(wide: [], abbreviated: [])
  /// By themselves: "listopad 2026".
  var monthsAlone = CalendarNames(wide: [], abbreviated: [])
  var weekdays = CalendarNames(wide: [], abbreviated: [])
  var weekdaysAlone = CalendarNames(wide: [], abbreviated: [])
  var quarters = CalendarNames(
    wide: ["Q1", "Q2", "Q3", "Q4"], abbreviated: ["Q1", "Q2", "Q3", "Q4"])
  /// What the language calls zones by their abbreviations in the zone files, where it has names of
  /// its own: "MEZ" for "CET".
  var zones: [String: String] = [:]
  /// Before and after noon.
  var dayPeriods = ["AM", "PM"]

  func zone(_ abbreviation: String) -> String { zones[abbreviation] ?? abbreviation }

  func dayPeriod(isAfternoon: Bool) -> String {
    isAfternoon ? dayPeriods.last ?? "" : dayPeriods.first ?? ""
  }
}
