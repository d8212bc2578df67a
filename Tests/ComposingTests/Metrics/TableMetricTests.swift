import Diagnostics
import Model
import Testing
import Text

@testable import Composing

/// The numbers in tables of a dataset.
struct TableMetricTests {
  private static let disks = """
    | Filesystem | Size | Use% | Mounted on |
    |------------|-----:|-----:|------------|
    | /dev/sda1  | 20G  | 94%  | /          |
    | tmpfs      | 300M | 3%   | /run       |
    | tmpfs      | 1G   | –    | /tmp       |
    """

  private func broken(
    _ thresholds: [String], summary: String? = nil, message: Message? = nil,
    facts: [Dataset.Run.Fact] = []
  ) throws -> (messages: [String], problems: [String]) {
    var dataset = Dataset()
    dataset.run = Dataset.Run(status: .completed, facts: facts)
    dataset.summary = summary
    dataset.messages = [message].compactMap { $0 }
    dataset.thresholds = thresholds
    let watch = MetricWatch(dataset, try settings())
    let found = watch.broken(in: dataset)
    found.add(to: &dataset)
    return (
      dataset.messages.dropFirst(message == nil ? 0 : 1).map(\.title),
      (watch.problems + found.problems).map(\.id)
    )
  }

  @Test(arguments: [
    ("use% > 90 = error", ["/: Use% 94%, wanted at most 90%"], []),
    (
      "use% > 2% = error",
      ["/: Use% 94%, wanted at most 2%", "/run: Use% 3%, wanted at most 2%"], []
    ),
    ("use% <= 94", [], []), ("/run use% < 2", ["/run: Use% 3%, wanted less than 2%"], []),
    // Sizes have different units.
    ("size > 1 = error", ["No value for size, wanted at most 1"], ["unknown-metric"]),
    ("use% > 90 MB = error", [], ["bad-threshold", "bad-threshold"]),
  ])
  func aThresholdHoldsForEachRowOfAColumn(
    threshold: String, messages: [String], problems: [String]
  ) throws {
    let inSummary = try broken([threshold], summary: Self.disks)
    #expect(inSummary.messages == messages && inSummary.problems == problems)
    var message = try message(.information)
    message.text = Self.disks
    #expect(try broken([threshold], message: message).messages == messages)
    (message.text, message.details) = (nil, Self.disks)
    #expect(try broken([threshold], message: message).messages == messages)
    message.detailsFormat = .plain
    #expect(try broken([threshold], message: message).problems == ["unknown-metric"])
  }

  @Test func aUnitIsInTheTitleOfTheColumnOrInTheCells() throws {
    let table =
      "| call | p95 (ms) | p99 |\n|-|-|-|\n| login | 262 | 1.5 s |\n| home | 40 | 0.25 s |"
    #expect(
      try broken(["p95 < 0.2 s", "p99 > 1000 ms = warning"], summary: table).messages == [
        "login: p95 (ms) 262 ms, wanted less than 0.2 s",
        "login: p99 1.5 s, wanted at most 1000 ms",
      ])
  }

  @Test(arguments: ["1,234", "12 to 14", "1e6", "v1", "10.1.2", "12:30"])
  func aTextThatMayBeNoNumberIsNone(cell: String) throws {
    let table = "| a | n |\n|-|-|\n| x | 1 |\n| y | \(cell) |"
    #expect(try broken(["n < 0"], summary: table).problems == ["unknown-metric"])
  }

  /// A fact with exactly the name is meant alone; one with the word and a column are both meant.
  @Test func factsAndTablesAreSearchedApart() throws {
    let table = "| test | duration |\n|-|-|\n| x | 90 s |"
    let exact = Dataset.Run.Fact(title: "Duration", value: "40 s", number: 40, kind: .duration)
    #expect(try broken(["duration < 60"], summary: table, facts: [exact]).messages.isEmpty)
    let word = Dataset.Run.Fact(title: "Build duration", measuring: 70, unit: "s", better: .lower)
    #expect(
      try broken(["duration < 60"], summary: table, facts: [word]).messages == [
        "x: duration 90 s, wanted less than 60 s", "Build duration 70 s, wanted less than 60 s",
      ])
  }

  @Test func theNumbersOfTablesAreLimited() throws {
    let rows = (1...2_001).map { "| r\($0) | \($0) |" }.joined(separator: "\n")
    let table = "| a | n |\n|-|-|\n" + rows
    #expect(try broken(["n < 3000"], summary: table).problems.contains("bad-threshold"))
    // No threshold names a column.
    let fact = Dataset.Run.Fact(title: "m", value: "1", number: 1)
    #expect(try broken(["m < 2"], summary: table, facts: [fact]).problems.isEmpty)
  }

  /// Equal titles are compared by their inputs, else by their order.
  @Test func equalTitlesAreComparedEach() throws {
    func dataset(_ numbers: [(input: String?, number: Double)]) -> Dataset {
      var dataset = Dataset()
      let facts = numbers.map { input, number in
        var fact = Dataset.Run.Fact(title: "make", measuring: number, unit: "s", better: .lower)
        if let input { fact.origins = [.init(input: input, value: fact.value, number: number)] }
        return fact
      }
      dataset.run = Dataset.Run(status: .completed, facts: facts)
      dataset.thresholds = ["make +10%"]
      return dataset
    }
    func changes(_ now: Dataset, since before: Dataset) throws -> [String] {
      var now = now
      let context = try settings()
      MetricWatch(now, context).changes(in: now, since: before, earlier: []).add(to: &now)
      let seen = now.messages.map(\.title)
      // The site's memory gives the same.
      var again = now
      again.messages = []
      let report = try #require(Composer().compose(before, in: context).0)
      let figures = try #require(report.trendRun(before).figures)
      MetricWatch(again, context).changes(in: again, since: nil, earlier: [figures]).add(to: &again)
      #expect(again.messages.map(\.title) == seen)
      return seen
    }
    let before = dataset([("a.json", 10), ("b.json", 20)])
    #expect(
      try changes(dataset([("b.json", 30), ("a.json", 10)]), since: before) == [
        "make (b.json) rose from 20 to 30 s (+50%), wanted at most +10%"
      ])
    #expect(
      try changes(dataset([(nil, 10), (nil, 30)]), since: dataset([(nil, 10), (nil, 20)])) == [
        "make (2) rose from 20 to 30 s (+50%), wanted at most +10%"
      ])
  }

  /// A count that repeats the messages is stored if a threshold limits its change.
  @Test func aLimitedCountIsComparedWithTheSite() throws {
    func dataset(_ failed: Double) -> Dataset {
      var dataset = Dataset()
      dataset.run = Dataset.Run(
        status: .completed,
        facts: [.init(title: "Failed", value: "\(Int(failed))", number: failed, kind: .failed)])
      dataset.thresholds = ["failed +0"]
      return dataset
    }
    let context = try settings()
    let report = try #require(Composer().compose(dataset(2), in: context).0)
    let figures = try #require(report.trendRun(dataset(2)).figures)
    var now = dataset(3)
    MetricWatch(now, context).changes(in: now, since: nil, earlier: [figures]).add(to: &now)
    #expect(now.messages.map(\.title) == ["Failed rose from 2 to 3 (+50%), wanted at most +0"])
  }
}
