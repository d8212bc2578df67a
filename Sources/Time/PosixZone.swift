/// The rule at the end of a zone file for all times after its last transition:
/// `CET-1CEST,M3.5.0,M10.5.0/3`.
struct PosixZone: Sendable {
  /// The yearly day of a clock change.
  enum Day: Sendable, Hashable {
    /// 1 to 365, without 29 February.
    case julian(Int)
    /// 0 to 365.
    case ordinal(Int)
    /// The week is 1 to 5, 5 being the last; the weekday 0 for Sunday to 6.
    case weekday(month: Int, week: Int, weekday: Int)
  }

  struct Change: Sendable, Hashable {
    var day: Day
    /// Seconds after (or before) midnight on the clock before the change.
    var time: Int
  }

  struct Daylight: Sendable {
    var kind: ZoneTable.Kind
    var start: Change
    var end: Change
  }

  var standard: ZoneTable.Kind
  var daylight: Daylight?

  /// Beyond these instants (a billion years away) the rule is not applied, which keeps arithmetic
  /// in range.
  private static let horizon: Int64 = 1 << 55

  func period(at seconds: Int64) -> ZoneTable.Period {
    guard let daylight else {
      return ZoneTable.Period(start: .min, end: nil, kind: standard)
    }
    if seconds >= PosixZone.horizon {
      return ZoneTable.Period(start: PosixZone.horizon, end: nil, kind: standard)
    }
    if seconds < -PosixZone.horizon {
      return ZoneTable.Period(start: .min, end: -PosixZone.horizon, kind: standard)
    }
    let year = PosixZone.year(ofDay: CivilDate.floor(Int(seconds), 86_400))
    var period = ZoneTable.Period(start: .min, end: nil, kind: standard)
    // A change may fall up to a week outside its year.
    for (start, kind) in changes(of: daylight, around: year) {
      if start > seconds {
        period.end = start
        break
      }
      period.start = start
      period.kind = kind
    }
    return period
  }

  /// The periods that begin after `moment` and before `limit`, each with its start, and the start
  /// of the next period. Nil if the rule has no changes.
  func periods(
    after moment: Int64, until limit: Int64
  ) -> (periods: [(Int64, ZoneTable.Kind)], end: Int64)? {
    guard let daylight else { return nil }
    let years = [moment, limit].map { PosixZone.year(ofDay: CivilDate.floor(Int($0), 86_400)) }
    var periods: [(Int64, ZoneTable.Kind)] = []
    // A change may fall up to a week outside its year.
    for change in changes(of: daylight, in: years[0] - 2...years[1] + 2) where change.0 > moment {
      if change.0 >= limit { return (periods, change.0) }
      // If two changes coincide, the later one in the list is used.
      if periods.last?.0 == change.0 { periods.removeLast() }
      periods.append(change)
    }
    return nil
  }

  private func changes(of daylight: Daylight, around year: Int) -> [(Int64, ZoneTable.Kind)] {
    changes(of: daylight, in: year - 2...year + 2)
  }

  private func changes(
    of daylight: Daylight, in years: ClosedRange<Int>
  ) -> [(Int64, ZoneTable.Kind)] {
    var changes: [(Int64, ZoneTable.Kind)] = []
    changes.reserveCapacity(2 * years.count)
    for year in years {
      // The end comes first: if it coincides with a start, summer time never ends.
      changes.append(
        (PosixZone.instant(of: daylight.end, in: year, offset: daylight.kind.offset), standard))
      changes.append(
        (PosixZone.instant(of: daylight.start, in: year, offset: standard.offset), daylight.kind))
    }
    // Nearly sorted. Insertion sort keeps equal ones in order.
    for index in changes.indices.dropFirst() {
      var position = index
      while position > 0, changes[position].0 < changes[position - 1].0 {
        changes.swapAt(position, position - 1)
        position -= 1
      }
    }
    return changes
  }

  private static func instant(of change: Change, in year: Int, offset: Int) -> Int64 {
    let newYear = CivilDate.dayNumber(year: year, month: 1, day: 1)
    let day: Int
    switch change.day {
    case .ordinal(let ordinal):
      day = newYear + ordinal
    case .julian(let number):
      day = newYear + number - 1 + (number >= 60 && CivilDate.isLeap(year) ? 1 : 0)
    case .weekday(let month, let week, let weekday):
      let first = CivilDate.dayNumber(year: year, month: month, day: 1)
      // 1970-01-01 was a Thursday (4).
      let distance = CivilDate.modulo(weekday - (first + 4), 7)
      let last = first + CivilDate.days(inMonth: month, of: year) - 1
      let wanted = first + distance + (week - 1) * 7
      day = wanted > last ? wanted - 7 : wanted
    }
    return Int64(day * 86_400 + change.time - offset)
  }

  private static func year(ofDay day: Int) -> Int {
    // Whole eras of 400 years first, so that the remaining day fits a `CivilDate`.
    let era = CivilDate.floor(day, 146_097)
    return era * 400 + CivilDate(clamping: day - era * 146_097).year
  }
}
