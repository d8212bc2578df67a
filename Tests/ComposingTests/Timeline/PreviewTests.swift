import Composing
import Model
import Testing

@Suite("Preview") struct PreviewTests {
  private func window(
    _ days: ClosedRange<Int>, today: Int, order: TimelineData.Order = .ascending
  ) throws -> [String] {
    let entries = try days.map { try entry("2026-11-\($0 < 10 ? "0" : "")\($0)", "\($0)") }
    let composed = try report(
      dataset(timeline: TimelineData(order: order, entries: entries)),
      settings(now: "2026-11-\(today < 10 ? "0" : "")\(today)T12:00:00+01:00"))
    let timeline = try #require(composed.timeline)
    return try #require(composed.preview).items.map { timeline.entries[$0].entry.title }
  }

  @Test func previewStartsAtTheFirstCurrentEntry() throws {
    #expect(try window(1...9, today: 3) == ["3", "4", "5", "6"])
  }

  @Test func previewStartsAtTheNearestFutureEntryWithoutCurrentOnes() throws {
    let entries = try [
      entry("2026-11-01", "1"), entry("2026-11-08", "8"), entry("2026-11-09", "9"),
      entry("2026-11-10", "10"), entry("2026-11-11", "11"), entry("2026-11-12", "12"),
    ]
    let composed = try report(
      dataset(timeline: TimelineData(entries: entries)), settings(now: "2026-11-05"))
    #expect(composed.preview?.items == [1, 2, 3, 4])
  }

  @Test func previewIsFilledWithEarlierEntriesAtTheEnd() throws {
    #expect(try window(1...9, today: 9) == ["6", "7", "8", "9"])
    #expect(try window(1...9, today: 7) == ["6", "7", "8", "9"])
  }

  @Test func previewShowsTheLastEntriesIfAllArePast() throws {
    #expect(try window(1...9, today: 20) == ["6", "7", "8", "9"])
  }

  @Test func previewShowsCurrentEntriesThenFutureOnesThenPastOnes() throws {
    func titles(_ entries: [TimelineEntry]) throws -> ([String], [String]) {
      let composed = try report(dataset(timeline: TimelineData(entries: entries)))
      let timeline = try #require(composed.timeline)
      let preview = try #require(composed.preview)
      let titles = preview.items.map { timeline.entries[$0].entry.title }
      return (titles, Array(titles[preview.compact]))
    }
    let old = try entry("2026-10-03T09:00", "old", status: .inProgress)
    let past = try [
      entry("2026-11-17", "17"), entry("2026-11-18", "18"), entry("2026-11-19", "19"),
    ]
    let today = try entry("2026-11-20", "today")
    let future = try [entry("2026-11-21", "21"), entry("2026-11-22", "22")]
    #expect(
      try titles([old] + past + [today] + future)
        == (["old", "today", "21", "22"], ["old", "today"]))
    #expect(try titles([old] + past + future) == (["19", "old", "21", "22"], ["old", "21"]))
    #expect(try titles([old] + past) == (["17", "18", "19", "old"], ["19", "old"]))
    let spans = try (14...18).map { try entry("2026-11-\($0)/2026-11-25", "from \($0)") }
    #expect(
      try titles(past + spans + future)
        == (["from 15", "from 16", "from 17", "from 18"], ["from 17", "from 18"]),
      "of many current entries, those that began last")
    #expect(
      try titles(past + spans[2...] + future)
        == (["from 16", "from 17", "from 18", "21"], ["from 17", "from 18"]))
  }

  @Test func previewShowsTheFirstEntriesIfAllAreFuture() throws {
    #expect(try window(5...9, today: 1) == ["5", "6", "7", "8"])
  }

  @Test(arguments: 1...5)
  func previewShowsFewEntriesOfAShortTimeline(_ count: Int) throws {
    #expect(try window(1...count, today: 20).count == min(count, 4))
    #expect(try window(1...count, today: 1).first == "1")
  }

  @Test func previewIsAscendingInADescendingTimeline() throws {
    #expect(try window(1...9, today: 3, order: .descending) == ["3", "4", "5", "6"])
  }

  @Test func compactPreviewHasItsOwnWindow() throws {
    func titles(_ days: [Int], today: Int) throws -> [String] {
      let entries = try days.map { try entry("2026-11-\($0)", "\($0)") }
      let composed = try report(
        dataset(timeline: TimelineData(entries: entries)),
        settings(now: "2026-11-\(today)T12:00:00+01:00"))
      let timeline = try #require(composed.timeline)
      let preview = try #require(composed.preview)
      return preview.items[preview.compact].map { timeline.entries[$0].entry.title }
    }
    #expect(try titles([17, 18, 20, 21], today: 20) == ["20", "21"])
    #expect(try titles([17, 18, 20, 21], today: 21) == ["20", "21"])
    #expect(try titles([11, 12, 13, 14, 15], today: 20) == ["14", "15"])
    #expect(try titles([21, 22, 23], today: 20) == ["21", "22"])
    #expect(try titles([21], today: 20) == ["21"])
  }

  @Test func previewUsesItsOwnDatePattern() throws {
    let data = TimelineData(
      timestampFormat: "HH:mm", previewFormat: "y/MM/dd",
      entries: [
        try entry("2026-11-18"), try entry("2026-11-20"), try entry("2026-11-21/2026-11-23"),
      ])
    let composed = try report(dataset(timeline: data))
    #expect(
      composed.timeline?.entries.map(\.previewTimestamp) == [
        "2026/11/18", "Today", "2026/11/21 – 2026/11/23",
      ])
  }

  @Test func previewCountsAllEntries() throws {
    let entries = try (1...15).map { try entry("2026-11-20T\($0 + 5 < 10 ? "0" : "")\($0 + 5):00") }
    let composed = try report(dataset(timeline: TimelineData(entries: entries)))
    #expect(composed.preview?.seeAll == "See all (15)")
    #expect(composed.preview?.total == 15)
  }

  private func text(
    _ when: String, status: Status = .none, tense: Tense? = nil, todayText: Bool = true,
    now: String = night
  ) throws -> String {
    let data = TimelineData(
      groupBy: .week, todayText: todayText,
      entries: [try entry(when, status: status, tense: tense)])
    let composed = try report(dataset(timeline: data), settings(now: now))
    return try #require(composed.timeline?.entries.first).previewTimestamp
  }

  @Test func previewShowsTodayForEntriesOfToday() throws {
    #expect(try text("2026-11-20") == "Today")
    #expect(try text("2026-11-20T02:00/2026-11-20T05:00") == "Today, 02:00")
    #expect(try text("2026-11-20T02:00", status: .inProgress) == "Today, 02:00")
    #expect(try text("2026-11-20T02:00") == "Today, 02:00")
    #expect(try text("2026-11-20T14:00") == "Today, 14:00")
    #expect(try text("2026-11-20T02:00/2026-11-27T09:00") == "Today, 02:00")
  }

  @Test func previewShowsTodayForSpansThatIncludeToday() throws {
    #expect(try text("2026-11-16T09:00/2026-11-27T09:00") == "Today")
    #expect(try text("2026-11-19T22:00/2026-11-20T01:00") == "Today")
    #expect(try text("2026-11-18T09:00", status: .inProgress) == "Today")
    #expect(try text("2026-11-18", tense: .current) == "Today")
  }

  @Test func previewShowsTheDateWithoutTodayText() throws {
    #expect(try text("2026-11-20", todayText: false) == "20 Nov")
    #expect(try text("2026-11-16/2026-11-27", todayText: false) == "16 Nov – 27 Nov")
  }

  @Test func previewShowsDateAndTimeOfEntriesOfOtherDays() throws {
    #expect(try text("2026-11-19T02:00") == "19 Nov, 02:00")
    #expect(try text("2026-11-21T14:00") == "21 Nov, 14:00")
    #expect(try text("2026-11-16/2026-11-19") == "16 Nov – 19 Nov")
    #expect(try text("2026-11-19T22:00/2026-11-20T00:00") == "19 Nov – 20 Nov", "it ended before")
    #expect(try text("2026-12-01") == "1 Dec")
  }

  @Test func previewShowsAnotherYear() throws {
    #expect(try text("2027-01-04") == "4 Jan 2027")
  }
}
