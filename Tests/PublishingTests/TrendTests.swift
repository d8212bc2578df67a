import Composing
import Foundation
import JSON
import Model
import Testing
import Text
import Time

@testable import Publishing

/// What a site remembers for trends.
@Suite struct TrendTests {
  // MARK: Durations

  private func tracker(_ runs: [[String: Double]]) -> DurationTracker {
    var tracker = DurationTracker()
    for run in runs {
      tracker.add(run.map { TestDuration(test: $0.key, seconds: $0.value) })
    }
    return tracker
  }

  @Test func fourteenRunsAreRemembered() {
    let tracker = tracker((1...20).map { ["a": Double($0)] })
    #expect(tracker.seconds["a"] == (7...20).map(Double.init))
  }

  @Test func aRunWithoutATestCountsNothing() {
    #expect(
      tracker([["a": 1, "b": 2], ["b": 3], ["a": 4]]).seconds == ["a": [1, 4], "b": [2, 3]])
  }

  @Test func aTestThatNoRunHasIsForgotten() {
    let runs = [["a": 1.0]] + Array(repeating: ["b": 1.0], count: 14)
    #expect(tracker(runs).seconds.keys.sorted() == ["b"])
  }

  @Test func threeDigitsAreKept() {
    #expect(tracker([["a": 12.3456, "b": 0.0123]]).seconds == ["a": [12.3], "b": [0.012]])
  }

  @Test func manyTestsTakeLittleRoom() throws {
    var tracker = DurationTracker()
    for run in 0..<14 {
      tracker.add(
        (0..<200).map { TestDuration(test: "test \(run * 150 + $0)", seconds: Double($0) + 1) })
    }
    #expect(tracker.tests.count == 300)
    var writer = JSONWriter()
    writer.object { tracker.write(to: &$0) }
    #expect(writer.bytes.count < 32_000)
    let root = try #require(JSONValue.parse(writer.bytes, file: "").0)
    #expect(DurationTracker(root["durations"]) == tracker)
  }

  @Test(arguments: [
    #"[["a"]]"#, #"[[1, 2]]"#, #"[["a", -1]]"#, #"[["a", 1.5]]"#, #"[["a", 1e30]]"#,
    #"[["a", "1"]]"#,
    #"[["a", 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]]"#,
  ])
  func damagedDurationsAreRefused(text: String) {
    #expect(DurationTracker(JSONValue.parse(Array(text.utf8), file: "").0) == nil)
  }

  // MARK: Titles

  @Test func whatComesAndGoesIsNamedWhileItIsGone() {
    var tracker = MessageTracker()
    var gone: [[String]] = []
    for (day, isThere) in [true, false, true, false, false, true, false].enumerated() {
      var dataset = Dataset()
      dataset.run = Dataset.Run(status: .completed)
      if isThere { dataset.messages = [Message(urgency: .error, title: "a")] }
      let recall = tracker.recall(dataset, on: CivilDate(dayNumber: Int32(20_000 + day)))
      gone.append(recall.gone.map(\.title))
    }
    #expect(gone == [[], [], [], ["a"], ["a"], [], ["a"]])
  }

  // MARK: Figures

  @Test func aRunKeepsItsFigures() throws {
    let figures = RunFigures(
      facts: [RunFigures.Fact(title: "Coverage", value: "83.4 %", number: 83.4)],
      categories: [
        RunFigures.Category(id: "a", title: "a", count: 3),
        RunFigures.Category(id: "b", title: "Bees", count: 0),
      ], categoryCount: 30)
    var run = try Self.run("")
    run.figures = figures
    #expect(PublishedRun(run.bytes) == run)
  }

  @Test func damagedFiguresAreLeftOut() throws {
    let run = try Self.run(
      """
      , "facts": [["a", "1", 1e300], ["b"], 3, ["c", "1", 1]],
        "categories": [["a", -1], ["b", 1e30], [], ["c", 4, 5]]
      """)
    let figures = try #require(run.figures)
    #expect(figures.facts.map(\.title) == ["c"])
    #expect(figures.categories.map(\.id) == ["c"])
    #expect(try Self.run("").figures == nil)
  }

  /// A run with these members beside those that each has.
  private static func run(_ members: String) throws -> PublishedRun {
    let text =
      #"{"id": "a", "time": 0, "offset": 0, "urgency": "error", "counts": {}"# + members + "}"
    return try #require(PublishedRun(Array(text.utf8)))
  }

  // MARK: Pages

  @Test func theTrendOfAReportHasThirteenEarlierRuns() throws {
    let site = try TestSite()
    for day in 1...16 { try site.publish(day, day % 2 == 0 ? ["a", "b"] : ["a"]) }
    let history = try site.history()
    let latest = try #require(history.latest)
    let earlier = history.trend(before: latest)
    #expect(earlier.map(\.id) == (3...15).map { "2026-09-\($0 < 10 ? "0" : "")\($0)-0300" })
    #expect(earlier.last?.fixed == 1 && earlier.first?.counts == [.warning: 1])
  }

  @Test func theProjectsPageHasMoreRunsThanTheReport() throws {
    let site = try TestSite()
    for day in 1...16 { try site.publish(day, ["a"]) }
    func rows(_ file: String) throws -> Int {
      try site.text(file).components(separatedBy: "<th scope=\"row\">").count - 1
    }
    #expect(try rows("runs/2026-09-16-0300/index.html") == 14)
    #expect(try rows("index.html") == 16)
    #expect(try site.text("index.html").contains("href=\"runs/2026-09-01-0300/index.html\""))
    // Its own runs may expire, and of its page the navigation alone is written again.
    let page = try site.text("runs/2026-09-16-0300/index.html")
    #expect(page.components(separatedBy: "2026-09-14-0300").count == 2)
  }

  /// The runs that a page's strip links to.
  private func strip(_ page: String) -> [String] {
    page.components(separatedBy: "<!--site-recent-->").dropFirst().first?
      .components(separatedBy: "<!--/site-recent-->").first?
      .components(separatedBy: "<a href=\"").dropFirst()
      .compactMap { $0.components(separatedBy: "\"").first } ?? []
  }

  @Test func theStripOfARunHasTheRunsUpToIt() throws {
    let site = try TestSite()
    for day in 1...16 where day != 5 { try site.publish(day, ["a"]) }
    let page = try site.text("runs/2026-09-16-0300/index.html")
    let days = [2, 3, 4] + Array(6...16)
    let names = days.map { "2026-09-\($0 < 10 ? "0" : "")\($0)-0300/index.html" }
    #expect(strip(page) == names.map { "../" + $0 })
    #expect(strip(try site.text("index.html")) == names.map { "runs/" + $0 })
    #expect(page.contains("<a href=\"../2026-09-16-0300/index.html\" aria-current=\"page\""))
    #expect(page.contains("<span class=\"vh\">15 Sept 2026, 03:00: 1 warning</span>"))
    #expect(strip(try site.text("runs/2026-09-01-0300/index.html")).isEmpty)
    // One that comes late is in the strips behind it, and no other page is written again.
    try site.publish(5, ["a"])
    #expect(
      strip(try site.text("runs/2026-09-07-0300/index.html")).dropFirst(4).first
        == "../2026-09-05-0300/index.html")
    #expect(strip(try site.text("runs/2026-09-04-0300/index.html")).count == 4)
  }

  @Test func aFirstRunHasNoTrend() throws {
    let site = try TestSite()
    try site.publish(2, ["a"])
    #expect(try !site.text("index.html").contains("class=\"trend\""))
    // A run that is published late gives the page of the first a trend.
    try site.publish(1, ["a"])
    #expect(try site.text("index.html").contains("class=\"trend\""))
  }
}
