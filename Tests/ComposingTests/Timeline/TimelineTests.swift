import Composing
import Diagnostics
import Model
import Testing
import Time

@Suite("Timeline") struct TimelineTests {
  @Test func thereIsNoTimelineWithoutEntries() throws {
    #expect(try timeline([]) == nil)
    #expect(try report(dataset()).timeline == nil)
    #expect(try report(dataset(timeline: TimelineData())).preview == nil)
  }

  @Test func entriesAreSortedByStartThenEndThenAsGiven() throws {
    let entries = try [
      entry("2026-11-21T09:00", "c"), entry("2026-11-21", "whole day"),
      entry("2026-11-21T00:00", "midnight"), entry("2026-11-21T09:00/2026-11-21T10:00", "longer"),
      entry("2026-11-21T09:00", "d"), entry("2026-11-20", "earlier"),
    ]
    let titles = ["earlier", "midnight", "whole day", "c", "d", "longer"]
    #expect(try timeline(entries)?.entries.map(\.entry.title) == titles)
    let descending = ["longer", "c", "d", "whole day", "midnight", "earlier"]
    #expect(
      try timeline(entries, order: .descending)?.entries.map(\.entry.title) == descending)
  }

  @Test func nowIsAboveTheFirstCurrentEntryAfterThePastOnes() throws {
    let entries = try [
      entry("2026-11-19", "past"), entry("2026-11-20", "today"),
      entry("2026-11-18/2026-11-22", "long"), entry("2026-11-21", "future"),
    ]
    #expect(try timeline(entries)?.standing == ["long", "past", "now", "today", "future"])
    #expect(
      try timeline(entries, order: .descending)?.standing
        == ["future", "today", "now", "past", "long"])
  }

  @Test func entryLeftInProgressDoesNotMoveNow() throws {
    let past = try (1...18).map { try entry("2026-11-\($0 < 10 ? "0" : "")\($0)", "\($0)") }
    let entries = try [entry("2026-10-03T09:00", "old", status: .inProgress)] + past
    let titles = ["old"] + (1...18).map(String.init)
    #expect(try timeline(entries)?.standing == titles + ["now"])
    #expect(try timeline(entries, order: .descending)?.standing == ["now"] + titles.reversed())
    let next = try entries + [entry("2026-11-20", "today"), entry("2026-11-21", "next")]
    #expect(try timeline(next)?.standing == titles + ["now", "today", "next"])
  }

  @Test func entryGivenAsPastInTheFutureDoesNotMoveNow() throws {
    let entries = try [
      entry("2026-11-19", "past"), entry("2026-11-21", "next"),
      entry("2026-11-22", "canceled", tense: .past),
    ]
    #expect(try timeline(entries)?.standing == ["past", "now", "next", "canceled"])
  }

  @Test func nowIsAboveTheNearestFutureEntryWithoutCurrentOnes() throws {
    let entries = try [
      entry("2026-11-19", "past"), entry("2026-11-21", "next"), entry("2026-11-22", "later"),
    ]
    #expect(try timeline(entries)?.standing == ["past", "now", "next", "later"])
    #expect(
      try timeline(entries, order: .descending)?.standing == ["later", "next", "now", "past"])
  }

  @Test func nowIsAfterTheLastEntryIfAllArePast() throws {
    let entries = try [entry("2026-11-18", "a"), entry("2026-11-19", "b")]
    #expect(try timeline(entries)?.standing == ["a", "b", "now"])
    #expect(try timeline(entries, order: .descending)?.standing == ["now", "b", "a"])
  }

  @Test func nowIsBeforeTheFirstEntryIfAllAreFuture() throws {
    let entries = try [entry("2026-11-21", "a"), entry("2026-11-22", "b")]
    #expect(try timeline(entries)?.standing == ["now", "a", "b"])
    #expect(try timeline(entries, order: .descending)?.standing == ["b", "a", "now"])
  }

  @Test func nowIsAboveTheHeaderOfAnotherUnit() throws {
    func place(
      _ days: [String], _ order: TimelineData.Order = .ascending,
      _ unit: TimelineData.Grouping = .day
    ) throws -> Report.NowPosition? {
      try timeline(days.map { try entry($0) }, settings(), order: order, groupBy: unit)?.nowPosition
    }
    // Now is 20 November, 03:12.
    #expect(try place(["2026-11-18", "2026-11-22"]) == .above(group: 1))
    #expect(try place(["2026-11-22"]) == .above(group: 0))
    #expect(try place(["2026-11-18"]) == .end)
    #expect(try place(["2026-11-20T01:00", "2026-11-22"]) == .after(entry: 0))
    #expect(try place(["2026-11-18", "2026-11-20T09:00"]) == .before(entry: 1))
    #expect(try place(["2026-11-20T01:00", "2026-11-20T09:00"]) == .before(entry: 1))
    #expect(try place(["2026-11-18/2026-11-25", "2026-11-22"]) == .above(group: 0))
    #expect(try place(["2026-11-17", "2026-11-22"], .ascending, .month) == .before(entry: 1))
    #expect(try place(["2026-11-17", "2026-11-22"], .ascending, .none) == .before(entry: 1))

    #expect(try place(["2026-11-18", "2026-11-22"], .descending) == .above(group: 1))
    #expect(try place(["2026-11-18"], .descending) == .above(group: 0))
    #expect(try place(["2026-11-22"], .descending) == .end)
    #expect(try place(["2026-11-20T01:00", "2026-11-22"], .descending) == .before(entry: 1))
    #expect(try place(["2026-11-18", "2026-11-20T09:00"], .descending) == .after(entry: 0))
    #expect(try place(["2026-11-20T09:00"], .descending) == .after(entry: 0))
  }

  @Test func nowIsNotBetweenEntriesOfEqualTime() throws {
    let entries = try [entry("2026-11-20", "a"), entry("2026-11-20", "b")]
    #expect(try timeline(entries)?.standing == ["now", "a", "b"])
    #expect(try timeline(entries, order: .descending)?.standing == ["a", "b", "now"])
  }

  @Test func halfLinesHaveTheTenseOfTheirEntry() throws {
    let composed = try timeline([
      entry("2026-11-19"), entry("2026-11-20"), entry("2026-11-21"),
    ])
    #expect(composed?.entries.map(\.lineBefore) == [nil, .current, .future])
    #expect(composed?.entries.map(\.lineAfter) == [.past, .current, nil])
    let single = try timeline([entry("2026-11-19")])
    #expect(single?.entries.first?.lineBefore == nil)
    #expect(single?.entries.first?.lineAfter == nil)
  }

  @Test func startAndEndMilestonesAreDiamonds() throws {
    let composed = try timeline([
      entry("2026-11-18", milestone: .start), entry("2026-11-19", milestone: .end),
      entry("2026-11-20"), entry("2026-11-21", milestone: .start),
    ])
    #expect(composed?.entries.map(\.shape) == [.diamond, .diamond, .circle, .diamond])
  }

  @Test func nowHasALabel() throws {
    #expect(try timeline([entry("2026-11-20")])?.nowText == "Now: 20 Nov 2026, 03:12")
  }

  @Test func tenThousandEntriesAtOneTimeAreComposed() throws {
    let entries = try (0..<10_000).map { try entry("2026-11-20T14:00", "\($0)") }
    let composed = try timeline(entries, order: .descending)
    #expect(composed?.entries.map(\.entry.title) == entries.map(\.title))
    #expect(composed?.groups.count == 1)
  }

  @Test func extremeTimesAreComposed() throws {
    let points: [TimePoint] = [
      .instant(Instant(seconds: .min)), .instant(Instant(seconds: .max)),
      .date(CivilDate(dayNumber: .min)), .date(CivilDate(dayNumber: .max)),
      .local(CivilDateTime(seconds: .min)), .local(CivilDateTime(seconds: .max)),
    ]
    let entries =
      points.map { TimelineEntry(when: .point($0), title: "") }
      + points.map { TimelineEntry(when: .span(start: $0, end: points[1]), title: "") }
    for order in TimelineData.Order.allCases {
      for grouping in TimelineData.Grouping.allCases {
        for now in [Int64.min, 0, .max] {
          var settings = try settings()
          settings.now = Instant(seconds: now)
          let data = TimelineData(order: order, groupBy: grouping, entries: entries)
          let composed = try report(dataset(timeline: data), settings)
          #expect(composed.timeline?.entries.count == entries.count)
        }
      }
    }
  }
}

@Suite("Timeline headers") struct TimelineGroupingTests {
  @Test(arguments: [
    ("2026-11-29", "Friday, 20 November 2026"), ("2026-11-30", "Week 47, 2026"),
    ("2027-01-28", "Week 47, 2026"), ("2027-01-29", "November 2026"),
    ("2027-11-20", "November 2026"), ("2027-11-21", "Q4 2026"), ("2029-11-19", "Q4 2026"),
    ("2029-11-20", "2026"), ("9999-12-31", "2026"),
  ])
  func automaticGroupingDependsOnTheSpan(_ last: String, _ header: String) throws {
    let composed = try timeline([entry("2026-11-20"), entry(last)])
    #expect(composed?.groups.first?.header == header)
  }

  @Test func headersPrecedeTheEntriesOfTheirUnit() throws {
    let entries = try [
      entry("2026-11-20T09:00", "a"), entry("2026-11-23", "b"), entry("2026-11-29", "c"),
      entry("2026-11-30", "d"),
    ]
    #expect(
      try timeline(entries, groupBy: .week)?.outline
        == ["Week 47, 2026: a", "Week 48, 2026: b, c", "Week 49, 2026: d"])
    #expect(
      try timeline(entries, groupBy: .month)?.outline == ["November 2026: a, b, c, d"])
    #expect(try timeline(entries, groupBy: .quarter)?.outline == ["Q4 2026: a, b, c, d"])
    #expect(try timeline(entries, groupBy: .none)?.outline == ["-: a, b, c, d"])
  }

  @Test func headersAreReversedInDescendingOrder() throws {
    let entries = try [entry("2026-11-20", "a"), entry("2026-12-01", "b")]
    #expect(
      try timeline(entries, order: .descending, groupBy: .month)?.outline
        == ["December 2026: b", "November 2026: a"])
  }

  @Test func groupsAreDividedInTheReportsZone() throws {
    let entries = try [entry("2026-12-31T20:00:00Z", "late")]
    #expect(
      try timeline(entries, settings(zone: "Asia/Tokyo"), groupBy: .year)?.outline
        == ["2027: late"])
    #expect(
      try timeline(entries, settings(zone: "America/New_York"), groupBy: .month)?.outline
        == ["December 2026: late"])
    #expect(
      try timeline(entries, settings(zone: "Asia/Tokyo"), groupBy: .month)?.outline
        == ["January 2027: late"])
  }

  @Test func headersUseTheLocale() throws {
    let entries = try [entry("2026-11-20", "a")]
    #expect(
      try timeline(entries, settings(locale: "pl"), groupBy: .month)?.outline
        == ["listopad 2026: a"])
    #expect(
      try timeline(entries, settings(locale: "de"), groupBy: .day)?.outline
        == ["Freitag, 20. November 2026: a"])
  }

  @Test func headersUseACustomFormat() throws {
    var data = try TimelineData(groupBy: .week, entries: [entry("2026-11-20", "a")])
    data.headerFormat = "'from' d MMMM"
    #expect(
      try report(dataset(timeline: data)).timeline?.outline == ["from 16 November: a"])
  }

  @Test func invalidHeaderFormatsAreRefused() throws {
    var data = try TimelineData(entries: [entry("2026-11-20", "a")])
    data.headerFormat = "'open"
    data.headerFormatSource = SourceMark(line: 8, column: 21)
    data.timestampFormat = "bbb"
    let (composed, findings) = Composer().compose(
      dataset(timeline: data), in: try settings())
    #expect(composed == nil)
    #expect(findings.map(\.id) == ["malformed-pattern", "malformed-pattern"])
    #expect(findings.allSatisfy { !$0.help.isEmpty })
    #expect(findings.first?.location?.column == 21)
  }
}
