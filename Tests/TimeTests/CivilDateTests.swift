import Foundation
import Testing
import Time
import TimeSupport

@Suite struct CivilDateTests {
  @Test func dayNumbersAreConsecutive() throws {
    var expected = CivilDate.first.dayNumber
    for year in [1, 2, 4, 99, 100, 400, 1582, 1899, 1900, 1969, 1970, 2000, 2026, 2100, 9999] {
      expected = try #require(CivilDate(year: year, month: 1, day: 1)).dayNumber
      for month in 1...12 {
        for day in 1...31 {
          guard let date = CivilDate(year: year, month: month, day: day) else { continue }
          #expect(date.dayNumber == expected)
          #expect(date.components == .init(year: year, month: month, day: day))
          expected += 1
        }
      }
    }
    #expect(expected == CivilDate.last.dayNumber + 1)
  }

  @Test func februaryHasTheRightLength() {
    #expect(CivilDate(year: 2000, month: 2, day: 29) != nil)
    #expect(CivilDate(year: 1900, month: 2, day: 29) == nil)
    #expect(CivilDate(year: 2024, month: 2, day: 30) == nil)
  }

  @Test func invalidDatesAreRefused() {
    for (year, month, day) in [
      (0, 1, 1), (10_000, 1, 1), (2026, 0, 1), (2026, 1, 0), (2026, 1, -1), (.min, .min, .min),
      (.max, .max, .max),
    ] {
      #expect(CivilDate(year: year, month: month, day: day) == nil)
    }
  }

  @Test func weekdaysAreRight() {
    #expect(date("2026-11-20").weekday == .friday)
    #expect(date("1970-01-01").weekday == .thursday)
    #expect(date("0001-01-01").weekday == .monday)
    #expect(date("9999-12-31").weekday == .friday)
  }

  @Test(arguments: [
    ("2026-11-20", 2026, 47), ("2026-12-31", 2026, 53), ("2027-01-01", 2026, 53),
    ("2027-01-04", 2027, 1), ("2024-12-30", 2025, 1), ("2023-01-01", 2022, 52),
  ])
  func weeksAreNumberedByISO8601(text: String, year: Int, week: Int) {
    #expect(date(text).week() == .init(year: year, week: week))
  }

  @Test func weeksCanBeginOnSunday() {
    let rule = WeekRule(firstWeekday: .sunday, minimalDays: 1)
    #expect(date("2026-01-01").week(by: rule) == .init(year: 2026, week: 1))
    #expect(date("2026-01-04").week(by: rule) == .init(year: 2026, week: 2))
    #expect(date("2026-12-27").week(by: rule) == .init(year: 2027, week: 1))
  }

  @Test func theStartOfEachCalendarUnitIsFound() {
    let day = date("2026-11-20")
    #expect(day.start(of: .day) == day)
    #expect(day.start(of: .week) == date("2026-11-16"))
    #expect(
      day.start(of: .week, weeksBy: WeekRule(firstWeekday: .sunday, minimalDays: 1))
        == date("2026-11-15"))
    #expect(day.start(of: .month) == date("2026-11-01"))
    #expect(day.start(of: .quarter) == date("2026-10-01"))
    #expect(day.start(of: .year) == date("2026-01-01"))
  }

  @Test func addingMonthsClampsTheDay() {
    #expect(date("2026-01-31").adding(months: 1) == date("2026-02-28"))
    #expect(date("2024-01-31").adding(months: 1) == date("2024-02-29"))
    #expect(date("2026-01-31").adding(months: -2) == date("2025-11-30"))
    #expect(date("2026-11-20").adding(1, .quarter) == date("2027-02-20"))
    #expect(date("2024-02-29").adding(1, .year) == date("2025-02-28"))
    #expect(date("2026-12-31").adding(days: 1) == date("2027-01-01"))
  }

  @Test func extremeDatesDoNotOverflow() {
    for day in [CivilDate(dayNumber: .min), CivilDate(dayNumber: .max), .first, .last] {
      for unit in CalendarUnit.allCases {
        _ = day.start(of: unit)
        _ = day.adding(.max, unit)
        _ = day.adding(.min, unit)
      }
      _ = day.adding(days: .max)
      _ = day.adding(days: .min)
      _ = day.adding(months: .max)
      _ = day.adding(months: .min)
      _ = day.week()
      _ = day.weekday
      _ = day.machineTime
    }
    for seconds in [Int64.min, .max] {
      let wall = CivilDateTime(seconds: seconds)
      _ = (wall.date, wall.hour, wall.minute, wall.second, wall.machineTime)
      _ = Instant(seconds: seconds).adding(seconds: seconds)
      _ = Instant(seconds: seconds).seconds(since: Instant(seconds: -5))
    }
  }

  @Test func theClockIsThatOfTheSystem() {
    #expect(abs(Double(Instant.now().seconds) - Date().timeIntervalSince1970) < 5)
  }
}
