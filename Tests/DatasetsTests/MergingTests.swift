import Datasets
import Diagnostics
import Files
import Formats
import Foundation
import ImportSupport
import JSON
import Model
import Testing
import Text
import Time

struct MergingTests {
  private static let first = """
    {version: 1, title: 'A', sort: ['time'], run: {status: 'completed', reason: 'a', branch: 'main',
     facts: [{title: 'x', value: '1'}]}, categories: [{id: 'c', title: 'C'}],
     filters: {counter: false}, timeline: {order: 'descending',
       entries: [{time: '2026-11-20', title: 'e1'}]},
     messages: [{id: '1', urgency: 'error', title: 'm1', category: 'd'}]}
    """
  private static let second = """
    {version: 1, title: 'B', subtitle: 'S', run: {status: 'failed', reason: 'b', commit: 'abc',
     branch: 'dev', facts: [{title: 'y', value: '2'}]},
     categories: [{id: 'd', title: 'D'}, {id: 'c', title: 'Other'}], timeZone: 'Asia/Tokyo',
     filters: {counter: true, threshold: 3}, timeline: {order: 'ascending', title: 'T',
       entries: [{time: '2026-11-21', title: 'e2'}]},
     messages: [{id: '1', urgency: 'warning', title: 'm2'}]}
    """

  @Test func mergedFilesAreAppendedAndTheFirstSettingsWin() throws {
    let result = Import(Self.first, Self.second)
    #expect(result.problems.isEmpty)
    let dataset = try #require(result.dataset)
    #expect(dataset.files == ["f", "f2"])
    #expect(dataset.title == "A")
    #expect(dataset.subtitle == "S")
    #expect(dataset.sort == ["time"])
    #expect(dataset.messages.map(\.title) == ["m1", "m2"])
    #expect(dataset.messages.map { dataset.location($0.source).file } == ["f", "f2"])
    #expect(dataset.timeZoneSource.map(dataset.location)?.file == "f2")
    #expect(dataset.categories.map(\.id) == ["c", "d"])
    #expect(dataset.categories.map(\.title) == ["C", "D"])
    #expect(dataset.timeline?.entries.map(\.title) == ["e1", "e2"])
    #expect(dataset.timeline?.order == .descending)
    #expect(dataset.timeline?.title == "T")
    #expect(dataset.filters?.counter == false)
    #expect(dataset.filters?.threshold == 3)
  }

  @Test func theWorstRunStatusWinsWithItsReason() {
    for texts in [(Self.first, Self.second), (Self.second, Self.first)] {
      let run = Import(texts.0, texts.1).dataset?.run
      #expect(run?.status == .failed)
      #expect(run?.reason == "b")
      #expect(run?.commit == "abc")
      #expect(run?.branch == "dev")
    }
    #expect(Import(Self.first, Self.second).dataset?.run?.facts.map(\.title) == ["x", "y"])
  }

  @Test(arguments: [
    ("completed", "canceled", "canceled"), ("failed", "canceled", "failed"),
    ("failed", "missing", "missing"), ("completed", "completed", "completed"),
  ])
  func runStatusesAreOrderedFromBestToWorst(left: String, right: String, worst: String) {
    func text(_ status: String) -> String {
      "{version: 1, messages: [], run: {status: '\(status)', reason: '\(status)'}}"
    }
    for run in [Import(text(left), text(right)), Import(text(right), text(left))] {
      #expect(run.dataset?.run?.status?.rawValue == worst)
      #expect(run.dataset?.run?.reason == worst)
    }
  }

  @Test func mergedFactsComeFromTheRunsWithTheWorstStatus() throws {
    func text(_ status: String, _ hour: Int, _ commit: String) -> String {
      """
      {version: 1, messages: [], run: {status: '\(status)', started: '2026-11-20T0\(hour):00Z',
       finished: '2026-11-20T0\(hour):30Z', commit: '\(commit)'}}
      """
    }
    let good = [text("completed", 1, "a"), text("completed", 4, "b"), text("completed", 2, "a")]
    let one = try #require(Import(good[0], text("failed", 5, "c"), good[1]).dataset?.run)
    #expect(one.commit == "c")
    #expect(one.started == TimePoint(parsing: "2026-11-20T05:00Z"))
    #expect(one.finished == TimePoint(parsing: "2026-11-20T05:30Z"))
    let all = try #require(Import(good[1], good[0], good[2]).dataset?.run)
    #expect(all.status == .completed)
    #expect(all.commit == "b, a")
    #expect(all.started == TimePoint(parsing: "2026-11-20T01:00Z"))
    #expect(all.finished == TimePoint(parsing: "2026-11-20T04:30Z"))
  }

  @Test func aMergedRunIsCompletedOnlyIfAllInputsAre() {
    let good = "{version: 1, messages: [], run: {status: 'completed', commit: 'a'}}"
    for other in ["{version: 1, messages: []}", "{version: 1, messages: [], run: {branch: 'b'}}"] {
      for run in [Import(good, other).dataset?.run, Import(other, good).dataset?.run] {
        #expect(run != nil && run?.status == nil)
        #expect(run?.commit == "a")
      }
    }
    #expect(Import(good, good).dataset?.run?.status == .completed)
    let bad = "{version: 1, messages: [], run: {status: 'failed'}}"
    #expect(Import("{version: 1, messages: []}", bad).dataset?.run?.status == .failed)
  }

  @Test(arguments: ["", ", timeline: {entries: [{time: '2026-11-20', title: 'v1'}]}"])
  func aDatasetThatLookedAtNothingHasNoPartInTheRunStatus(timeline: String) {
    let nothing = "{version: 1, scope: [], messages: []\(timeline)}"
    let good = "{version: 1, messages: [], run: {status: 'completed', commit: 'a'}}"
    for result in [Import(good, nothing), Import(nothing, good)] {
      #expect(result.dataset?.run?.status == .completed)
      #expect(result.dataset?.run?.commit == "a")
    }
    #expect(Import(nothing, nothing).dataset?.run == nil)
    let others = [
      nothing.replacing("[]", with: "[{categories: ['a']}]", maxReplacements: 1),
      nothing.replacing("messages: []", with: "messages: [{urgency: 'information', title: 'm'}]"),
      nothing.replacing("messages", with: "run: {}, messages"),
    ]
    for other in others {
      let run = Import(good, other).dataset?.run
      #expect(run != nil && run?.status == nil, "\(other)")
    }
  }

  @Test func timesAndAddressesKeepTheMeaningOfTheirFile() throws {
    func text(_ zone: String, _ url: String) -> String {
      """
      {version: 1, timeZone: '\(zone)', url: '\(url)', now: '2026-11-20T12:00:00',
       run: {status: 'completed', finished: '2026-11-20T11:00:00'},
       messages: [{urgency: 'error', title: 'm', time: '2026-11-20T10:00:00'}],
       timeline: {entries: [{start: '2026-11-20', end: '2026-11-20T15:00:00', title: 'e'}]}}
      """
    }
    let (berlin, york) = (
      text("Europe/Berlin", "https://b.example/"), text("America/New_York", "https://n.example/")
    )
    let alone = try #require(Import(york).dataset)
    #expect(alone.messages[0].time == TimePoint(parsing: "2026-11-20T10:00:00"))
    #expect(alone.messages[0].base == nil)
    let both = try #require(Import(berlin, york).dataset)
    #expect(both.messages[0].time == TimePoint(parsing: "2026-11-20T10:00:00"))
    #expect(both.messages[1].time == TimePoint(parsing: "2026-11-20T15:00:00Z"))
    #expect(both.messages.map(\.base) == [nil, "https://n.example/"])
    #expect(both.timeline?.entries.map(\.base) == [nil, "https://n.example/"])
    let day = try #require(TimePoint(parsing: "2026-11-20"))
    #expect(
      both.timeline?.entries[1].when
        == .span(start: day, end: TimePoint(parsing: "2026-11-20T20:00:00Z")))
    #expect(both.run?.finished == TimePoint(parsing: "2026-11-20T16:00:00Z"))
    // The requested zone replaces the report's zone, but not that of either file.
    var merger = InputMerger(zones: .init(report: "UTC"))
    merger.read(file: "f", from: ByteSource(bytes: Array(berlin.utf8)))
    let asked = try #require(merger.finish().dataset)
    #expect(asked.messages[0].time == TimePoint(parsing: "2026-11-20T09:00:00Z"))
    #expect(asked.now == TimePoint(parsing: "2026-11-20T11:00:00Z"))
  }

  @Test func anUnknownZoneOfALaterFileIsReportedAtItsLocation() {
    let result = Import(
      "{version: 1, timeZone: 'UTC', messages: []}",
      "{version: 1, timeZone: 'Europe/Berln', messages: [{urgency: 'error', title: 'a', time: '2026-11-20T10:00:00'}]}"
    )
    #expect(result.problems == ["1:24 error unknown-time-zone"])
    #expect(result.diagnostics.first?.location?.file == "f2")
  }

  @Test func aRunThatFinishesBeforeItStartsIsAWarning() {
    func problems(_ started: String, _ finished: String) -> [String] {
      Import(members: "run: {started: '\(started)', finished: '\(finished)'}").problems
    }
    #expect(
      problems("2026-11-20T05:00", "2026-11-20T03:00") == ["2:46 warning finished-before-started"])
    #expect(problems("2026-11-20T05:00+01:00", "2026-11-20T04:00Z") == [])
    #expect(problems("2026-11-20T05:00", "2026-11-20") == [], "some time on that day")
  }

  @Test func problemsOfAllFilesAreReportedTogether() {
    let result = Import("{version: 1, messages: [", "{version: 3, messages: []}", "[]")
    #expect(result.dataset == nil)
    #expect(
      result.diagnostics.map { "\($0.location?.description ?? "") \($0.id)" } == [
        "f:1:25 truncated-file", "f2:1:11 unsupported-version", "f3:1:1 unknown-format",
      ])
  }
}

struct InputTests {
  @Test func aDatasetIsReadByItsPath() throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Examples/dataset.schema.json").path
    var merger = InputMerger()
    merger.read(try InputFile(path: path), as: InputFormat(named: "dataset"))
    let (dataset, log) = merger.finish()
    #expect(dataset == nil)
    #expect(log.diagnostics.first?.location?.file == path)
    #expect(log.diagnostics.contains { $0.id == "missing-version" })
  }

  @Test func aReadErrorIsReportedWithItsReason() {
    var merger = InputMerger()
    merger.read(file: "f", from: ByteSource { _ in -5 })
    #expect(merger.finish().log.diagnostics.map(\.id) == ["unreadable-file"])
  }
}
