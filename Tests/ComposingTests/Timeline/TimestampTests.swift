import Basics
import Composing
import Model
import Testing

@Suite("Timestamps") struct TimestampTests {
  private func entry(
    _ when: String, status: Status = .none, in unit: TimelineData.Grouping, format: String? = nil,
    zone: String = "Europe/Berlin"
  ) throws -> Report.Entry {
    var data = TimelineData(
      groupBy: unit, entries: [try ComposingTests.entry(when, status: status)])
    data.timestampFormat = format
    let composed = try report(dataset(timeline: data), settings(zone: zone))
    return try #require(composed.timeline?.entries.first)
  }

  @Test(arguments: [
    ("2026-11-20T14:00", "14:00"), ("2026-11-20", "All day"),
    ("2026-11-20T09:30/2026-11-20T17:00", "09:30 – 17:00"),
    ("2026-11-20T22:00/2026-11-21T06:00", "22:00 – 21 Nov, 06:00"),
    ("2026-11-20/2026-11-27", "20 Nov – 27 Nov"), ("2026-11-20/2026-11-20", "All day"),
  ])
  func leaveTheDayToItsHeader(_ when: String, _ text: String) throws {
    #expect(try entry(when, in: .day).timestamp == text)
  }

  @Test(arguments: [
    ("2026-11-20T14:00", "Fri 20 Nov, 14:00"), ("2026-11-20", "Fri 20 Nov"),
    ("2026-11-20T09:30/2026-11-20T17:00", "Fri 20 Nov, 09:30 – 17:00"),
    ("2026-11-16/2026-11-27", "Mon 16 Nov – Fri 27 Nov"),
    ("2026-11-18T22:40/", "Wed 18 Nov, 22:40"),
  ])
  func sayDayAndTimeWithinAWeek(_ when: String, _ text: String) throws {
    #expect(try entry(when, in: .week).timestamp == text)
  }

  @Test(arguments: [TimelineData.Grouping.month, .quarter, .year])
  func sayTheDayAloneWithinLongerUnits(_ unit: TimelineData.Grouping) throws {
    #expect(try entry("2026-11-20T14:00", in: unit).timestamp == "20 Nov")
    #expect(try entry("2026-11-16/2026-11-27", in: unit).timestamp == "16 Nov – 27 Nov")
    #expect(try entry("2026-11-20T09:00/2026-11-20T10:00", in: unit).timestamp == "20 Nov")
  }

  @Test func sayAllOfItWithoutHeaders() throws {
    #expect(try entry("2026-11-20T14:00", in: .none).timestamp == "20 Nov 2026, 14:00")
  }

  @Test func leaveNothingToGuessInFull() throws {
    #expect(try entry("2026-11-20T14:00", in: .day).fullTimestamp == "Fri, 20 Nov 2026, 14:00")
    #expect(try entry("2026-11-20", in: .day).fullTimestamp == "Fri, 20 Nov 2026")
    #expect(
      try entry("2026-12-30/2027-01-02", in: .day).fullTimestamp
        == "Wed, 30 Dec 2026 – Sat, 2 Jan 2027")
  }

  @Test func showEveryTimeInTheReportsZone() throws {
    let when = "2026-11-20T23:30:00Z"
    #expect(try entry(when, in: .week, zone: "Asia/Tokyo").timestamp == "Sat 21 Nov, 08:30")
    #expect(
      try entry(when, in: .week, zone: "Asia/Tokyo").machineTime == "2026-11-21T08:30:00+09:00")
    #expect(try entry("2026-11-20", in: .week, zone: "Asia/Tokyo").machineTime == "2026-11-20")
  }

  @Test func takeACustomFormat() throws {
    #expect(
      try entry("2026-11-20T14:00", in: .day, format: "dd.MM. HH:mm").timestamp == "20.11. 14:00")
    #expect(
      try entry("2026-11-16/2026-11-27", in: .day, format: "dd.MM.").timestamp == "16.11. – 27.11.")
  }

  @Test func inventNoTimeForADate() throws {
    #expect(try entry("2026-11-20", in: .month, format: "d MMM HH:mm").timestamp == "20 Nov")
  }
}
