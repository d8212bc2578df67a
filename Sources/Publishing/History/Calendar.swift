package import Time

/// A month as weeks of seven cells; a cell before the first and after the last day is empty.
package struct CalendarMonth: Sendable {
  package let first: CivilDate
  package let weeks: [[CivilDate?]]

  /// From `2026-11`.
  package init?(_ month: String, weeksBy rule: WeekRule) {
    guard case .date(let first)? = TimePoint(parsing: month + "-01") else { return nil }
    self.first = first
    let length = Int(first.adding(months: 1).dayNumber - first.dayNumber)
    let lead = (first.weekday.rawValue - rule.firstWeekday.rawValue + 7) % 7
    var cells = [CivilDate?](repeating: nil, count: lead)
    cells += (0..<length).map { first.adding(days: $0) }
    cells += [CivilDate?](repeating: nil, count: (7 - cells.count % 7) % 7)
    weeks = stride(from: 0, to: cells.count, by: 7).map { Array(cells[$0..<$0 + 7]) }
  }
}
