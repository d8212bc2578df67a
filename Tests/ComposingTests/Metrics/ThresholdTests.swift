import Diagnostics
import Model
import Testing

@testable import Composing

/// Broken thresholds are messages with exact numbers.
struct ThresholdTests {
  private typealias Fact = Dataset.Run.Fact

  private func run(_ facts: [Fact]) -> Dataset {
    var dataset = Dataset()
    dataset.run = Dataset.Run(status: .completed, facts: facts)
    return dataset
  }

  private func fact(
    _ title: String, _ value: String, _ number: Double, unit: String? = nil,
    better: Fact.Better? = nil, kind: Fact.Kind? = nil
  ) -> Fact {
    var fact = Fact(title: title, value: value, number: number, kind: kind)
    (fact.unit, fact.better) = (unit, better)
    return fact
  }

  private func broken(
    _ thresholds: [String], _ facts: [Fact], locale: String = "en"
  ) throws -> (messages: [String], urgencies: [Urgency], problems: [String]) {
    var dataset = run(facts)
    var context = try settings(locale: locale)
    context.settings.thresholds = thresholds
    let watch = MetricWatch(dataset, context)
    let found = watch.broken(in: dataset)
    found.add(to: &dataset)
    return (
      dataset.messages.map(\.title), dataset.messages.map(\.urgency),
      (watch.problems + found.problems).map(\.id)
    )
  }

  @Test(arguments: [
    ("coverage >= 80", ["Coverage 78.2%, wanted at least 80%"], Urgency.error),
    ("COVERAGE >= 78.2", [], .error),
    ("coverage > 78.2", ["Coverage 78.2%, wanted more than 78.2%"], .error),
    ("coverage < 80 = warning", ["Coverage 78.2%, wanted at least 80%"], .warning),
    ("use% > 90 = error", ["use% /home 93 %, wanted at most 90"], .error),
    ("use% > 93 = error", [], .error),
    ("p95 < 0.2 s", ["Request p95 210 ms, wanted less than 0.2 s"], .error),
    ("p95 <= 210", [], .error),
    ("sort/n=10 >= 3 = information", ["sort/n=10 3, wanted less than 3"], .information),
  ])
  func saysTheNumberAndTheLimit(
    threshold: String, messages: [String], urgency: Urgency
  ) throws {
    let found = try broken(
      [threshold],
      [
        fact("Coverage", "78.2 %", 78.2, kind: .coverage),
        fact("Coverage src", "50 %", 50, kind: .coverage),
        fact("use% /home", "93 %", 93), fact("Request p95", "210 ms", 210, unit: "ms"),
        fact("sort/n=10", "3", 3),
      ])
    #expect(found.messages == messages)
    #expect(found.urgencies.allSatisfy { $0 == urgency })
    #expect(found.problems.isEmpty)
  }

  @Test(arguments: [
    "coverage", "coverage >= ", "coverage >= many", ">= 80", "coverage >= 80 = eror",
    "coverage >= 1.", "coverage 80", "", "coverage >= 80 = 5", "coverage >= 5 GB", "coverage => 80",
    "coverage == 80", "coverage >= 1,000", "coverage >= 1 000", "coverage >= 1_000",
    "coverage >= 1e6", "coverage +5 MB",
  ])
  func refusesAnExpressionThatItCannotDecide(threshold: String) throws {
    let found = try broken([threshold], [fact("Coverage", "78.2 %", 78.2, kind: .coverage)])
    #expect(found.problems == ["bad-threshold"])
  }

  /// A number without a unit may be a fraction or have any unit.
  @Test(arguments: ["rate < 1%", "rate < 250 ms"])
  func aUnitThatTheNumberDoesNotHaveIsRefused(threshold: String) throws {
    let found = try broken([threshold], [fact("rate", "0.5", 0.5)])
    #expect(found.problems == ["bad-threshold"] && found.messages.isEmpty)
    #expect(try broken(["rate < 60%"], [fact("rate", "50 %", 50)]).problems.isEmpty)
  }

  @Test func theNumberOfThresholdsIsLimited() throws {
    let many = (1...101).map { "rate < \($0)" }
    #expect(try broken(many, [fact("rate", "0.5", 0.5)]).problems == ["bad-threshold"])
  }

  @Test func warnsAboutANumberThatTheRunDoesNotHave() throws {
    let found = try broken(["coverage >= 80"], [fact("Tests", "3", 3, kind: .tests)])
    #expect(found.messages == ["No value for coverage, wanted at least 80"])
    #expect(found.urgencies == [.warning])
    #expect(found.problems == ["unknown-metric"])
  }

  @Test func aMessageIsAddedOnce() throws {
    var dataset = run([fact("Coverage", "78.2 %", 78.2, kind: .coverage)])
    dataset.thresholds = ["coverage >= 80"]
    dataset.scope = RunScope([])
    let found = MetricWatch(dataset, try settings()).broken(in: dataset)
    found.add(to: &dataset)
    found.add(to: &dataset)
    #expect(dataset.messages.count == 1)
    #expect(dataset.scope?.parts.count == 1)
    #expect(dataset.categories.map(\.title) == ["Metrics"])
  }

  @Test(arguments: [
    (
      "p95 +10% = warning", 210.0, 262.0,
      "p95 rose from 210 to 262 ms (+25%), wanted at most +10%"
    ),
    ("p95 +10%", 210, 231, nil), ("p95 +10%", 262, 210, nil), ("p95 -10%", 210, 262, nil),
    (
      "p95 -10%", 262, 210,
      "p95 fell from 262 to 210 ms (\u{2212}20%), wanted at least \u{2212}10%"
    ),
    ("p95 +20 ms", 210, 262, "p95 rose from 210 to 262 ms (+25%), wanted at most +20 ms"),
    ("p95 +60", 210, 262, nil),
    ("p95 +10%", 0, 3, "p95 rose from 0 to 3 ms (+3), wanted at most +10%"),
  ])
  func limitsTheChangeSinceTheEarlierRun(
    threshold: String, before: Double, now: Double, said: String?
  ) throws {
    func p95(_ number: Double) -> Fact {
      fact("p95", "\(Int(number)) ms", number, unit: "ms", better: .lower)
    }
    var dataset = run([p95(now)])
    dataset.thresholds = [threshold]
    let watch = MetricWatch(dataset, try settings())
    let figures = RunFigures(
      facts: [RunFigures.Fact(title: "p95", value: "\(Int(before)) ms", number: before)])
    for (baseline, earlier) in [(run([p95(before)]), []), (nil, [figures])]
      as [(Dataset?, [RunFigures])]
    {
      let found = watch.changes(in: dataset, since: baseline, earlier: earlier)
      var copy = dataset
      found.add(to: &copy)
      #expect(copy.messages.map(\.title) == [said].compactMap { $0 })
      #expect(found.problems.isEmpty)
    }
    let alone = watch.changes(in: dataset, since: nil, earlier: [])
    #expect(alone.problems.map(\.id) == ["undecided-threshold"])
  }

  @Test func theGateIsMetByThresholdsAlone() throws {
    var dataset = run([fact("Coverage", "78.2 %", 78.2, kind: .coverage)])
    dataset.messages = [try message(.error)]
    let context = try settings()
    func isMet(_ dataset: Dataset) throws -> Bool {
      try #require(Composer().compose(dataset, in: context).0).fails(on: .threshold)
    }
    #expect(try !isMet(dataset))
    dataset.thresholds = ["coverage >= 80 = warning"]
    MetricWatch(dataset, context).broken(in: dataset).add(to: &dataset)
    #expect(try !isMet(dataset))
    dataset.thresholds = ["coverage < 80 = warning"]
    MetricWatch(dataset, context).broken(in: dataset).add(to: &dataset)
    #expect(try isMet(dataset))
  }
}
