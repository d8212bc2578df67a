import Composing
import Model
import Testing
import Text
import Time

/// What a trend says of runs (R1 to R4).
@Suite struct TrendTests {
  private func run(
    _ day: Int, _ counts: [Urgency: Int] = [:], status: Dataset.Run.Status? = .completed,
    new: Int? = 0, fixed: Int? = 0, figures: RunFigures? = nil
  ) -> TrendRun {
    TrendRun(
      id: "run-\(day)",
      wall: CivilDateTime(seconds: 1_793_000_000 + Int64(day) * 86_400), status: status,
      urgency: counts.filter { $0.value > 0 }.keys.max() ?? .success, counts: counts,
      new: new, fixed: fixed, figures: figures)
  }

  private func trend(_ runs: [TrendRun], _ tag: String = "en") throws -> Trend {
    try #require(TrendComposing(runs, try locale(tag)).trend())
  }

  private func errors(_ counts: [Int]) -> [TrendRun] {
    counts.enumerated().map { run($0, [.error: $1, .warning: 4]) }
  }

  @Test func oneRunIsNoTrend() throws {
    #expect(TrendComposing([], try locale()).trend() == nil)
    #expect(TrendComposing([run(1)], try locale()).trend() == nil)
    let missing = [run(1, status: .missing), run(2, status: .missing)]
    #expect(TrendComposing(missing, try locale()).trend() == nil)
  }

  @Test(arguments: [
    (
      [2, 2, 12, 2, 7],
      "7 errors, up 5 from the previous run; peak in 5 runs: 12 on "
    ),
    ([2, 12, 7], "7 errors, down 5 from the previous run; peak in 3 runs: 12 on "),
    ([1, 2, 3], "3 errors, up 1 from the previous run; peak in 3 runs"),
    ([3, 3, 3], "3 errors, same as the previous run"),
    ([0, 1, 0], "0 errors, down 1 from the previous run; peak in 3 runs: 1 on "),
    ([3, 5], "5 errors, up 2 from the previous run"),
    ([2, 0, 0], "0 errors; peak in 3 runs: 2 on "),
  ])
  func theSentenceSaysThePoint(counts: [Int], text: String) throws {
    #expect(try #require(try trend(errors(counts)).text).hasPrefix(text))
  }

  @Test func aRunThatDidNotCompleteIsNotComparedWith() throws {
    var runs = errors([3, 50, 4])
    runs[1].status = .canceled
    #expect(try trend(runs).text == "4 errors")
    runs[2].status = .failed
    #expect(try trend(runs).text == nil)
    #expect(try trend(runs).row.map(\.value) == [3, nil, nil])
  }

  @Test func withoutErrorsItIsAboutWarnings() throws {
    let runs = [run(1, [.warning: 2]), run(2, [.warning: 3])]
    #expect(try trend(runs).text == "3 warnings, up 1 from the previous run")
    let others = [run(1, [.success: 2]), run(2, [.success: 2])]
    #expect(try trend(others).text == "2 messages, same as the previous run")
  }

  @Test func newStandsAboveTheLineAndFixedBelow() throws {
    let runs = [run(1, new: nil, fixed: nil), run(2, new: 6, fixed: 0), run(3, new: 0, fixed: 2)]
    let chart = try #require(try trend(runs).charts.first)
    #expect(chart.ground == 750 && chart.most == "6" && chart.least == "2")
    #expect(chart.columns.map { $0.bars.map(\.mark) } == [[], ["new"], ["fixed"]])
    #expect(chart.columns[1].bars[0].y == 0 && chart.columns[1].bars[0].height == 750)
    #expect(chart.columns[2].bars[0].y == 750 && chart.columns[2].bars[0].height == 250)
    #expect(chart.words == "New and fixed: 0 new, 2 fixed")
  }

  @Test func theAreaOfManyMessagesIsCutAndSaysSo() throws {
    let runs = [12_000, 12_030, 12_000].enumerated().map { run($0, [.information: $1, .error: 6]) }
    let area = try #require(try trend(runs).charts.last)
    #expect(area.note == "Scale starts at 12,006")
    #expect(area.least == "12,006")
    #expect(area.areas.map(\.mark) == ["information"], "no layer has less than it shows")
    #expect(try trend(errors([0, 5, 2])).charts.last?.note == nil)
  }

  @Test func aGapDividesTheArea() throws {
    var runs = errors([1, 2, 3, 4, 5])
    runs[2].status = .missing
    let area = try #require(try trend(runs).charts.last)
    #expect(area.areas.count { $0.mark == "error" } == 2)
    #expect(area.columns[2].bars.map(\.mark) == ["missing"])
    #expect(area.columns[2].text.hasSuffix("No report"))
    #expect(area.legend.map(\.word) == ["Error", "Warning", "No report"])
  }

  // MARK: Lines

  private func fact(_ title: String, _ value: String, _ number: Double) -> RunFigures {
    RunFigures(facts: [RunFigures.Fact(title: title, value: value, number: number)])
  }

  @Test(
    arguments: [
      (("84 %", 84.0), ("83.4 %", 83.4), "\u{2212}0.6"),
      (("1,204", 1_204.0), ("1,310", 1_310.0), "+106"),
      (("83,4 %", 83.4), ("84,0 %", 84.0), "+0,6"),
      (("83.412", 83.412), ("83.4", 83.4), "\u{2212}0.012"),
      (("5", 5.0), ("5", 5.0), nil),
      (("-1e15", -1e15), ("1e15", 1e15), "+2,000,000,000,000,000"),
    ] as [((String, Double), (String, Double), String?)])
  func aFactHasTheDifference(
    before: (String, Double), now: (String, Double), difference: String?
  ) throws {
    let runs = [
      run(1, figures: fact("Coverage", before.0, before.1)),
      run(2, figures: fact("Coverage", now.0, now.1)),
    ]
    let line = try #require(try trend(runs).facts.first)
    #expect(line.value == now.0)
    #expect(line.difference == difference)
  }

  @Test func aDurationHasTheDifferenceInMinutes() throws {
    let runs = [
      run(1, figures: fact("Duration", "10 minutes", 600)),
      run(2, figures: fact("Duration", "13 minutes 20 seconds", 800)),
    ]
    #expect(try trend(runs).facts.first?.difference == "+3 min 20 s")
  }

  /// Before it had a name of its own, it was said as the duration.
  @Test func theTimeInTestsGoesOnFromTheDurationOfOlderRuns() throws {
    let runs = [
      run(1, figures: fact("Duration", "10 minutes", 600)),
      run(2, figures: fact("Time in tests", "13 minutes 20 seconds", 800)),
    ]
    let line = try #require(try trend(runs).facts.first)
    #expect(line.name == "Time in tests" && line.difference == "+3 min 20 s")
  }

  @Test func theLastRunDoesNotHaveTheFactsOfAnother() throws {
    func figures(_ number: Double) -> RunFigures {
      RunFigures(facts: [RunFigures.Fact(title: "Tests", value: "\(Int(number))", number: number)])
    }
    let runs = [
      run(1, [.error: 1], figures: figures(40)), run(2, [.error: 1], figures: figures(50)),
      run(3, status: .missing),
    ]
    let fact = try #require(try trend(runs).facts.first)
    #expect(fact.value == "\u{2013}" && fact.difference == nil && fact.point == nil)
    #expect(fact.range == "40 – 50")
  }

  @Test func aFactOfASingleRunIsNoLine() throws {
    let runs = [run(1), run(2, figures: fact("Coverage", "84 %", 84))]
    #expect(try trend(runs).facts.isEmpty)
  }

  @Test func ofManyCategoriesTheWorstHaveLines() throws {
    let categories = (0..<24).map { RunFigures.Category(id: "c\($0)", title: "C \($0)", count: 5) }
    let figures = RunFigures(categories: categories, categoryCount: 2_000)
    let trend = try trend([run(1, figures: figures), run(2, figures: figures)])
    #expect(trend.categories.map(\.name) == ["C 0", "C 1", "C 2", "C 3"])
    #expect(trend.moreCategories == 1_996)
    let whole = TrendComposing(
      [run(1, figures: figures), run(2, figures: figures)], try locale(), isWhole: true)
    #expect(whole.trend()?.categories.count == 8)
  }

  @Test func aCategoryThatARunDoesNotHaveCountsZeroUnlessItWasLeftOut() throws {
    func figures(_ counts: [String: Int], of total: Int? = nil) -> RunFigures {
      RunFigures(
        categories: counts.sorted { $0.key < $1.key }.map {
          RunFigures.Category(id: $0.key, title: $0.key, count: $0.value)
        }, categoryCount: total)
    }
    let runs = [
      run(1, figures: figures(["b": 2])), run(2, figures: figures(["b": 2], of: 30)),
      run(3, figures: figures(["a": 5, "b": 1])),
    ]
    let trend = try trend(runs)
    #expect(trend.categories.map(\.name) == ["a", "b"])
    #expect(trend.categories[0].difference == "+5", "it had none in the run before that is known")
    #expect(trend.rows.map { $0.cells.last } == ["1", "2", "2"])
    #expect(trend.rows.map { $0.cells.dropLast().last } == ["5", "–", "0"])
  }

  @Test(arguments: ["ar", "de", "en", "es", "fr", "he", "ja", "pl"])
  func everyLanguageHasTheWords(tag: String) throws {
    let trend = try trend(errors([2, 12, 7]), tag)
    #expect(try #require(trend.text).contains("12"))
    for text in [trend.text ?? ""] + trend.charts.map(\.words) { #expect(!text.contains("{")) }
  }
}

/// How facts differ from those of the run before (R4).
@Suite struct FactDifferenceTests {
  private func given(_ minutes: Int, tests: Double) throws -> Dataset {
    var given = dataset()
    given.run = Dataset.Run(
      started: try time("2026-11-20T00:10:00Z"),
      finished: try time("2026-11-20T0\(minutes / 60):\(minutes % 60 + 10):00Z"))
    given.run?.facts = [Dataset.Run.Fact(title: "Cases", value: "\(Int(tests))", number: tests)]
    return given
  }

  private func differences(_ report: Report) -> [String: String] {
    var found: [String: String] = [:]
    for fact in report.run?.facts ?? [] { found[fact.title] = fact.difference }
    return found
  }

  @Test func aBaselineSaysTheDifference() throws {
    let made = try report(
      try given(159, tests: 1_204), settings(baseline: try given(148, tests: 1_210)))
    #expect(differences(made) == ["Duration": "+11 min", "Cases": "\u{2212}6"])
    let same = try given(159, tests: 7)
    #expect(differences(try report(same, settings(baseline: same))).isEmpty)
    #expect(differences(try report(same)).isEmpty)
  }

  @Test func ofASiteTheLastRunThatHasAFactCounts() throws {
    var wanted = try settings()
    wanted.earlierRuns = [(3, true), (5, true), (0, false)].enumerated().map { day, run in
      TrendRun(
        wall: CivilDateTime(seconds: 1_793_000_000 + Int64(day) * 86_400), status: .completed,
        urgency: .success, counts: [:],
        figures: RunFigures(
          facts: run.1
            ? [RunFigures.Fact(title: "Cases", value: "\(run.0)", number: Double(run.0))] : []))
    }
    #expect(differences(try report(try given(60, tests: 7), wanted))["Cases"] == "+2")
  }
}
