import Model
import Testing

@testable import Composing

/// The numbers of tables are compared with the history of a site.
struct TableStepTests {
  private func dataset(_ numbers: [Int], threshold: String? = "use% > 99 = error") -> Dataset {
    var dataset = Dataset()
    dataset.run = Dataset.Run(status: .completed)
    let rows = numbers.enumerated().map { "| /\($0) | \($1) % |" }.joined(separator: "\n")
    dataset.summary = "| mount | use% |\n|-|-|\n" + rows
    dataset.thresholds = [threshold].compactMap { $0 }
    return dataset
  }

  /// The messages of the last of some runs.
  private func messages(_ runs: [Dataset]) throws -> [String] {
    let context = try settings()
    let earlier = try runs.dropLast().map { run in
      let report = try #require(Composer().compose(run, in: context).0)
      return try #require(report.trendRun(run).figures)
    }
    var last = try #require(runs.last)
    MetricWatch(last, context).changes(in: last, since: nil, earlier: earlier).add(to: &last)
    return last.messages.map(\.title)
  }

  @Test func aStepNeedsTwoRuns() throws {
    let usual = [40, 41, 40, 42, 41, 40, 41, 42, 40].map { dataset([$0, 10]) }
    #expect(try messages(usual + [dataset([80, 10])]).isEmpty)
    #expect(
      try messages(usual + [dataset([80, 10]), dataset([80, 10])]) == [
        "/0: use% rose from 41 to 80% (+95%), usual 40 to 42"
      ])
    #expect(try messages(usual + [dataset([5, 10]), dataset([5, 10])]).isEmpty)
  }

  /// A column has a direction only if a threshold gives it one.
  @Test(arguments: [nil, "coverage >= 80", "use% < 99"])
  func aThresholdGivesTheDirection(threshold: String?) throws {
    let runs = ([40, 41, 40, 42, 41, 40, 41, 42, 40] + [80, 80]).map {
      dataset([$0], threshold: threshold)
    }
    #expect(try messages(runs).isEmpty == (threshold != "use% < 99"))
    var both = runs
    for index in both.indices { both[index].thresholds.append("use% > 1") }
    #expect(try messages(both).isEmpty)
  }

  @Test func theStoredNumbersAreLimited() throws {
    let context = try settings()
    let run = dataset(Array(1...98))
    let report = try #require(Composer().compose(run, in: context).0)
    let facts = try #require(report.trendRun(run).figures).facts
    #expect(facts.count == RunFigures.mostFacts + RunFigures.mostMetrics)
    let without = dataset(Array(1...98), threshold: nil)
    let plain = try #require(Composer().compose(without, in: context).0)
    #expect(plain.trendRun(without).figures?.facts.isEmpty == true)
  }

  /// 64 rows with noise: an alarm of any of them in at most 3 of 1,000 runs.
  @Test func noiseInAColumnIsNoStep() {
    var alarms = 0
    for seed in 1...20 {
      var noise = MetricStepTests.Noise(seed)
      var rows = [[Double]](repeating: [], count: 64)
      for _ in 0..<100 {
        var isAlarm = false
        for row in rows.indices {
          rows[row].append(((50 + 3 * noise.normal()) * 10).rounded() / 10)
          isAlarm =
            MetricStep(Array(rows[row].suffix(30)), better: .lower, isOneOfMany: true) != nil
            || isAlarm
        }
        if isAlarm { alarms += 1 }
      }
    }
    let rate = Double(alarms) / 2_000
    print("runs with a false alarm in a column of 64 rows: \(rate)")
    #expect(rate <= 0.003)
  }
}
