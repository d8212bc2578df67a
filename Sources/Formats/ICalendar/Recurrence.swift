internal import Time

/// The limits of work on the rules of a file.
package struct RecurrenceBudget: Sendable {
  /// The days and times that all rules may still examine.
  package var steps = 20_000_000

  /// The most steps of a rule, and the most steps in a row without a time.
  package static let mostSteps = 1_000_000
  static let mostInVain = 100_000
}

/// The times of a rule in ascending order, on the clock of its zone.
///
/// Each period (a year, a month, …) has bases: its days, or one hour, minute or second. All bases
/// have the same offsets. A time is the sum of a base and an offset.
struct Recurrence {
  private let rule: RecurrenceRule
  private let start: Int64
  /// Earlier times are skipped.
  private let from: Int64
  /// Times from here on are left out.
  private let end: Int64
  private var period: Int64 = 0
  private var bases: [Int64] = []
  private let offsets: [Int64]
  /// The indices that `positions` selects; nil for all.
  private var chosen: [Int]?
  private var index = 0
  /// How many times are left.
  private var left: Int64?
  private var steps = 0
  private var stepsInVain = 0
  /// Whether it ended because it took too many steps.
  private(set) var hasGivenUp = false

  init(
    _ rule: RecurrenceRule, start: Int64, from: Int64, end: Int64, _ budget: inout RecurrenceBudget
  ) {
    self.rule = rule.completed(from: start)
    (self.start, self.from, self.end) = (start, max(from, start), end)
    // There may be one offset for each second of a day.
    offsets = budget.steps > 0 ? Self.offsets(rule, start) : [0]
    budget.steps -= offsets.count
    left = rule.count
    skip(isPlain: rule.isPlain)
  }

  private static func offsets(_ rule: RecurrenceRule, _ start: Int64) -> [Int64] {
    let time = Int(start - CalendarTime(wall: start).day * 86_400)
    func values(_ numbers: RecurrenceRule.Numbers, _ own: Int) -> [Int] {
      numbers.isEmpty ? [own] : numbers.sorted()
    }
    let seconds = values(rule.seconds, time % 60)
    let minutes = values(rule.minutes, time / 60 % 60)
    switch rule.frequency {
    case .secondly: return [0]
    case .minutely: return seconds.map(Int64.init)
    case .hourly: return minutes.flatMap { minute in seconds.map { Int64(minute * 60 + $0) } }
    default:
      return values(rule.hours, time / 3_600).flatMap { hour in
        minutes.flatMap { minute in seconds.map { Int64(hour * 3_600 + minute * 60 + $0) } }
      }
    }
  }

  // MARK: Periods

  /// Skips the periods before the first time of interest.
  private mutating func skip(isPlain: Bool) {
    guard from > start else { return }
    let passed: Int64
    switch rule.frequency {
    case .yearly: passed = Self.year(from) - Self.year(start)
    case .monthly: passed = Self.month(from) - Self.month(start)
    case .weekly: passed = (week(from) - week(start)) / 7
    case .daily: passed = CalendarTime(wall: from).day - CalendarTime(wall: start).day
    default: passed = (from - firstBase) / (rule.frequency.unit ?? 1)
    }
    let periods = max(passed / rule.interval, 0)
    if let count = left {
      // If every period has one time, the number of skipped times is known.
      guard isPlain, rule.frequency != .yearly, rule.frequency != .monthly else { return }
      left = max(count - periods, 0)
    }
    period = periods
  }

  private static func year(_ wall: Int64) -> Int64 {
    Int64(CivilDateTime(seconds: wall).date.year)
  }

  private static func month(_ wall: Int64) -> Int64 {
    let parts = CivilDateTime(seconds: wall).date.components
    return Int64(parts.year * 12 + parts.month - 1)
  }

  /// The first day of a time's week.
  private func week(_ wall: Int64) -> Int64 {
    let day = CalendarTime(wall: wall).day
    return day - Int64(CivilDate.modulo(Int(day) + 3 - rule.weekStart, 7))
  }

  /// The beginning of the first period, if periods are shorter than a day.
  private var firstBase: Int64 {
    let unit = rule.frequency.unit ?? 1
    return Int64(CivilDate.floor(Int(start), Int(unit))) * unit
  }

  /// The days of the period; nil after the last period.
  private func days() -> [Range<Int64>]? {
    let passed = period * rule.interval
    switch rule.frequency {
    case .yearly:
      let year = Self.year(start) + passed
      guard year <= 9_999 else { return nil }
      if rule.months.isEmpty { return [Self.days(year, 1...12)] }
      return rule.months.sorted().map { Self.days(year, $0...$0) }
    case .monthly:
      let month = Self.month(start) + passed
      guard month < 120_000 else { return nil }
      let number = Int(month % 12) + 1
      return [Self.days(month / 12, number...number)]
    case .weekly:
      let first = week(start) + passed * 7
      return [first..<first + 7]
    default:
      let day = CalendarTime(wall: start).day + passed
      return [day..<day + 1]
    }
  }

  private static func days(_ year: Int64, _ months: ClosedRange<Int>) -> Range<Int64> {
    let first = CivilDate.dayNumber(year: Int(year), month: months.lowerBound, day: 1)
    let last = CivilDate.dayNumber(year: Int(year), month: months.upperBound, day: 1)
    let length = CivilDate.days(inMonth: months.upperBound, of: Int(year))
    return Int64(first)..<Int64(last + length)
  }

  /// Goes to the next period with times; false if there is none.
  private mutating func nextPeriod() -> Bool {
    while true {
      bases.removeAll(keepingCapacity: true)
      guard !hasGivenUp, rule.frequency.unit == nil ? addDays() : addShortPeriod() else {
        return false
      }
      period += 1
      guard !bases.isEmpty else { continue }
      index = 0
      chosen = nil
      if !rule.positions.isEmpty {
        let count = bases.count * offsets.count
        chosen = Set(rule.positions.map { $0 > 0 ? $0 - 1 : count + $0 })
          .filter { 0..<count ~= $0 }.sorted()
      } else if left == nil {
        index = (bases.firstIndex { $0 + 86_400 > from } ?? bases.count) * offsets.count
      }
      return true
    }
  }

  private mutating func addDays() -> Bool {
    guard let ranges = days() else { return false }
    guard let first = ranges.first, first.lowerBound * 86_400 < end else { return false }
    for range in ranges {
      work(range.count)
      for day in range where rule.takes(day: day) { bases.append(day * 86_400) }
    }
    return true
  }

  /// Adds an hour, a minute or a second. If the rule excludes it, skips the rest of its day, hour
  /// or minute.
  private mutating func addShortPeriod() -> Bool {
    let unit = rule.frequency.unit ?? 1
    let base = firstBase + period * rule.interval * unit
    guard base < end else { return false }
    work(1)
    let day = CalendarTime(wall: base).day
    let time = Int(base - day * 86_400)
    if !rule.takes(day: day) { return pass(to: (day + 1) * 86_400) }
    if !rule.hours.isEmpty, !rule.hours.contains(time / 3_600) {
      return pass(to: base - Int64(time % 3_600) + 3_600)
    }
    if unit < 3_600, !rule.minutes.isEmpty, !rule.minutes.contains(time / 60 % 60) {
      return pass(to: base - Int64(time % 60) + 60)
    }
    if unit == 1, !rule.seconds.isEmpty, !rule.seconds.contains(time % 60) { return true }
    bases.append(base)
    return true
  }

  /// Sets the period before the first period at or after a time, because the caller adds one.
  private mutating func pass(to wall: Int64) -> Bool {
    let length = rule.interval * (rule.frequency.unit ?? 1)
    period = max(period, (wall - firstBase + length - 1) / length - 1)
    return true
  }

  private mutating func work(_ count: Int) {
    steps += count
    stepsInVain += count
    hasGivenUp =
      steps > RecurrenceBudget.mostSteps || stepsInVain > RecurrenceBudget.mostInVain
  }

  // MARK: Times

  /// The next time; nil at the end.
  mutating func next(_ budget: inout RecurrenceBudget) -> Int64? {
    let before = steps
    defer { budget.steps -= steps - before }
    while budget.steps > steps - before, !hasGivenUp {
      if left == 0 { return nil }
      guard index < chosen?.count ?? (bases.count * offsets.count) else {
        if nextPeriod() { continue }
        return nil
      }
      let place = chosen?[index] ?? index
      index += 1
      work(1)
      let wall = bases[place / offsets.count] + offsets[place % offsets.count]
      guard wall >= start else { continue }
      if let count = left { left = count - 1 }
      guard wall < end else { return nil }
      guard wall >= from else { continue }
      stepsInVain = 0
      return wall
    }
    hasGivenUp = true
    return nil
  }
}
