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
  func timestampsUnderADayOmitTheDay(_ when: String, _ text: String) throws {
    #expect(try entry(when, in: .day).timestamp == text)
  }

  @Test(arguments: [
    ("2026-11-20T14:00", "Fri 20 Nov, 14:00"), ("2026-11-20", "Fri 20 Nov"),
    ("2026-11-20T09:30/2026-11-20T17:00", "Fri 20 Nov, 09:30 – 17:00"),
    ("2026-11-16/2026-11-27", "Mon 16 Nov – Fri 27 Nov"),
    ("2026-11-18T22:40/", "Wed 18 Nov, 22:40"),
  ])
  func timestampsUnderAWeekShowDayAndTime(_ when: String, _ text: String) throws {
    #expect(try entry(when, in: .week).timestamp == text)
  }

  @Test(arguments: [
    ("2016-12-28/2027-01-03", TimelineData.Grouping.year, "28 Dec – 3 Jan 2027"),
    ("2016-12-28/2018-12-28", .year, "28 Dec – 28 Dec 2018"),
    ("2016-12-28/2016-12-28", .year, "28 Dec"),
    ("2026-12-28/2027-01-03", .week, "Mon 28 Dec – Sun, 3 Jan 2027"),
    ("2026-12-28/2027-01-03", .day, "28 Dec – 3 Jan 2027"),
    ("2026-12-28/2027-12-28", .month, "28 Dec – 28 Dec 2027"),
    ("2026-12-28/2027-12-28", .none, "28 Dec 2026 – 28 Dec 2027"),
  ])
  func timestampsShowTheYearOfAnEndInAnotherYear(
    _ when: String, _ unit: TimelineData.Grouping, _ text: String
  ) throws {
    #expect(try entry(when, in: unit).timestamp == text)
  }

  @Test(arguments: [
    ("2026-03-02/2027-03-02", "d MMM", "2 Mar – 2 Mar"),
    ("2026-03-02/2026-03-20", "MMM y", "Mar 2026"),
    ("2026-03-02/2027-03-20", "MMM", "Mar – Mar"),
    ("2026-03-02T10:00/2026-03-02T12:00", "d MMM", "2 Mar"),
    ("2026-03-02T10:00/2026-03-03T10:00", "HH:mm", "10:00 – 10:00"),
    ("2026-03-02T10:00:05/2026-03-02T10:00:50", "HH:mm", "10:00"),
  ])
  func spansAreCollapsedByValue(
    _ when: String, _ format: String, _ text: String
  ) throws {
    #expect(try entry(when, in: .day, format: format).timestamp == text)
  }

  @Test func timestampsDistinguishRepeatedHours() throws {
    let first = "2026-10-25T00:30:00Z"
    let second = "2026-10-25T01:30:00Z"
    #expect(try entry(first, in: .day).timestamp == "02:30 CEST")
    #expect(try entry(second, in: .day).timestamp == "02:30 CET")
    #expect(try entry("\(first)/\(second)", in: .day).timestamp == "02:30 CEST – 02:30 CET")
    #expect(try entry(second, in: .month).clockTimestamp == "25 Oct, 02:30 CET")
    #expect(try entry(second, in: .day).previewTimestamp == "25 Oct, 02:30 CET")
    #expect(try entry(second, in: .day, format: "HH:mm xxx").timestamp == "02:30 +01:00")
    #expect(try entry("2026-10-25T02:00:00Z", in: .day).timestamp == "03:00")
    #expect(try entry("2026-10-24T23:59:00Z", in: .day).timestamp == "01:59")
    let told = try report(
      dataset([message(.error, time: second)]), settings(now: "2026-10-25T12:00:00Z"))
    #expect(MessageLabels(told).time(try time(second)) == "02:30 CET")
  }

  @Test(arguments: [TimelineData.Grouping.month, .quarter, .year])
  func timestampsUnderLongerUnitsShowTheDayOnly(_ unit: TimelineData.Grouping) throws {
    #expect(try entry("2026-11-20T14:00", in: unit).timestamp == "20 Nov")
    #expect(try entry("2026-11-16/2026-11-27", in: unit).timestamp == "16 Nov – 27 Nov")
    #expect(try entry("2026-11-20T09:00/2026-11-20T10:00", in: unit).timestamp == "20 Nov")
  }

  @Test func timestampsWithoutHeadersAreComplete() throws {
    #expect(try entry("2026-11-20T14:00", in: .none).timestamp == "20 Nov 2026, 14:00")
  }

  @Test func fullTimestampsAreComplete() throws {
    #expect(try entry("2026-11-20T14:00", in: .day).fullTimestamp == "Fri, 20 Nov 2026, 14:00")
    #expect(try entry("2026-11-20", in: .day).fullTimestamp == "Fri, 20 Nov 2026")
    #expect(
      try entry("2026-12-30/2027-01-02", in: .day).fullTimestamp
        == "Wed, 30 Dec 2026 – Sat, 2 Jan 2027")
  }

  @Test func timestampsAreInTheReportsZone() throws {
    let when = "2026-11-20T23:30:00Z"
    #expect(try entry(when, in: .week, zone: "Asia/Tokyo").timestamp == "Sat 21 Nov, 08:30")
    #expect(
      try entry(when, in: .week, zone: "Asia/Tokyo").machineTime == "2026-11-21T08:30:00+09:00")
    #expect(try entry("2026-11-20", in: .week, zone: "Asia/Tokyo").machineTime == "2026-11-20")
  }

  @Test func timestampsUseACustomFormat() throws {
    #expect(
      try entry("2026-11-20T14:00", in: .day, format: "dd.MM. HH:mm").timestamp == "20.11. 14:00")
    #expect(
      try entry("2026-11-16/2026-11-27", in: .day, format: "dd.MM.").timestamp == "16.11. – 27.11.")
  }

  @Test func timestampsOfDatesHaveNoTime() throws {
    #expect(try entry("2026-11-20", in: .month, format: "d MMM HH:mm").timestamp == "20 Nov")
  }
}
