import Rendering
import Testing
import Time

@testable import Publishing

struct DigestPeriodTests {
  private func zone() throws -> TimeZoneRules {
    try TimeZoneRules(named: "Europe/Berlin", folder: TimeZoneRules.folder(tzdir: nil))
  }

  private func period(
    _ length: DigestPeriod.Length, until text: String
  ) throws -> DigestPeriod {
    let zone = try zone()
    let now = zone.instant(of: try #require(TimePoint(parsing: text)))
    return DigestPeriod(length, until: now, in: zone)
  }

  private func days(_ days: ClosedRange<CivilDate>) -> String {
    days.lowerBound.machineTime + ".." + days.upperBound.machineTime
  }

  @Test(arguments: [
    (
      DigestPeriod.Length.day, "2026-11-29T12:00:00", "2026-11-29..2026-11-29",
      "2026-11-28..2026-11-28"
    ),
    (.week, "2026-11-29T12:00:00", "2026-11-23..2026-11-29", "2026-11-16..2026-11-22"),
    (.month, "2026-11-29T12:00:00", "2026-10-30..2026-11-29", "2026-09-30..2026-10-29"),
    (.month, "2026-03-31T12:00:00", "2026-03-01..2026-03-31", "2026-02-01..2026-02-28"),
    (.month, "2024-02-29T00:00:00", "2024-01-30..2024-02-29", "2023-12-30..2024-01-29"),
    (.week, "2027-01-02T23:59:59", "2026-12-27..2027-01-02", "2026-12-20..2026-12-26"),
  ])
  func periodsEndWithTheDayOfTheReport(
    _ length: DigestPeriod.Length, _ now: String, _ own: String, _ before: String
  ) throws {
    let period = try period(length, until: now)
    #expect(days(period.days) == own)
    #expect(days(period.daysBefore) == before)
    #expect(period.timesBefore.upperBound == period.times.lowerBound)
  }

  /// On 25 October 2026, clocks in Berlin show the hour from two to three twice.
  @Test func dayWithAClockChangeHasAllOfItsHours() throws {
    let period = try period(.day, until: "2026-10-25T23:59:59")
    #expect(period.times.upperBound.seconds(since: period.times.lowerBound) == 25 * 3_600)
  }

  @Test(arguments: [
    ("en", "23–29 Nov 2026", "30 Oct – 29 Nov 2026", "23–29 Nov"),
    ("en-US", "Nov 23 – 29, 2026", "Oct 30 – Nov 29, 2026", "Nov 23 – 29"),
    ("de", "23.–29. Nov. 2026", "30. Okt. – 29. Nov. 2026", "23.–29. Nov."),
    ("vi", "23–29 thg 11, 2026", "30 thg 10 – 29 thg 11, 2026", "23–29 thg 11"),
    ("ko", "2026년 11월 23일 ~ 29일", "2026년 10월 30일 ~ 11월 29일", "11월 23일 ~ 29일"),
  ])
  func rangeDoesNotRepeatSharedWords(
    _ tag: String, _ week: String, _ month: String, _ short: String
  ) throws {
    let locale = try #require(Strings.locale(tag, in: AssetStore()).0)
    let now = "2026-11-29T12:00:00"
    #expect(try period(.week, until: now).text(locale, hasYear: true) == week)
    #expect(try period(.month, until: now).text(locale, hasYear: true) == month)
    #expect(try period(.week, until: now).text(locale, hasYear: false) == short)
  }

  @Test func partsOfAMonthAreWeeksThatCoverIt() throws {
    let period = try period(.month, until: "2026-11-29T12:00:00")
    #expect(period.parts.first?.lowerBound == period.days.lowerBound)
    #expect(period.parts.last?.upperBound == period.days.upperBound)
    #expect(
      period.parts.map { $0.upperBound.dayNumber - $0.lowerBound.dayNumber + 1 } == [7, 7, 7, 7, 3])
  }
}
