import Composing
import Model
import TestSupport
import Testing

/// Runs without tests and unfinished runs, which meet every `--fail-on`.
@Suite struct GateTests {
  private func counted(tests: Int) -> Dataset {
    typealias Fact = Dataset.Run.Fact
    let fact = Fact(
      title: Fact.Kind.tests.title, value: "\(tests)", number: Double(tests), kind: .tests)
    var dataset = Dataset()
    dataset.run = Dataset.Run(status: .completed, facts: [fact])
    return dataset
  }

  @Test func aRunThatLostAllTestsMeetsEveryGate() throws {
    var tonight = Dataset()
    tonight.run = Dataset.Run(status: .completed)
    let lost = try report(tonight, settings(baseline: counted(tests: 4)))
    #expect(lost.verdict.text == "No test was run")
    for condition in Gate.Condition.allCases {
      #expect(lost.reasons(for: Gate([condition])).lacksTests)
    }
    // Without a run before it, such as for a linter, there is nothing to lack.
    #expect(try !report(tonight).fails(on: .error))
  }

  @Test func unfinishedTestsMeetEveryGate() throws {
    var tonight = counted(tests: 4)
    tonight.run?.status = nil
    tonight.scope = RunScope([RunScope.Part(tests: TestDigests())])
    for condition in Gate.Condition.allCases {
      #expect(try report(tonight).reasons(for: Gate([condition])).isUnfinished)
    }
    tonight.run?.status = .completed
    #expect(try !report(tonight).fails(on: .error))
  }

  // MARK: Changes

  /// A run of tests such as `adds`; those that fail have a message.
  private func run(
    _ tests: [String], skipped: [String] = [], failed: [String] = [],
    status: Dataset.Run.Status = .completed
  ) throws -> Dataset {
    func fingerprint(_ test: String) -> String { "test:s\u{1F}C\u{1F}\(test)" }
    func digests(_ tests: [String]) -> [UInt64] {
      tests.map { TestDigests.digest(of: fingerprint($0)) }
    }
    var run = counted(tests: tests.count)
    run.messages = try failed.map {
      try message(.error, "C.\($0)", fingerprint: fingerprint($0))
    }
    run.run?.status = status
    for test in tests + skipped { run.testNames.insert(fingerprint(test).utf8) }
    let suites = [TestDigests.digest(ofSuite: "test:s\u{1F}C")]
    run.scope = RunScope([
      .init(tests: TestDigests(digests(tests) + suites)),
      .init(tests: TestDigests(digests(skipped)), isSkipped: true),
    ])
    return run
  }

  private let tests = (0..<20).map { "case\($0)x" }

  private func reasons(
    _ before: Dataset, _ now: Dataset, _ conditions: Gate.Condition...
  ) throws -> FailureReasons {
    try report(now, settings(baseline: before)).reasons(for: Gate(conditions))
  }

  @Test func fewerTestsAreCountedAgainstTheEarlierRun() throws {
    let fewer = try reasons(run(tests), run(Array(tests.dropLast())), .fewerTests)
    #expect(fewer.fewerTests?.now == 19 && fewer.fewerTests?.before == 20)
    for now in [tests, tests + ["fresh"]] {
      let more = try reasons(run(tests), run(now), .fewerTests)
      #expect(more.isEmpty && more.undecided.isEmpty)
    }
  }

  @Test func aSkippedTestDoesNotRunAndIsNotRemoved() throws {
    let now = try run(Array(tests.dropLast()), skipped: [tests[19]])
    #expect(try reasons(run(tests), now, .removedTest).isEmpty)
    #expect(try reasons(run(tests), now, .fewerTests).fewerTests?.now == 19)
    let found = try reasons(run(tests), now, .newSkip).newSkips
    #expect(found.count == 1 && found.names == ["C.case19x"])
    #expect(try reasons(now, now, .newSkip, .fewerTests).isEmpty)
    #expect(try reasons(now, run(tests), .newSkip).isEmpty)
  }

  @Test func aTestThatIsSkippedFromTheStartIsANewSkip() throws {
    let now = try run(tests, skipped: ["later"])
    #expect(try reasons(run(tests), now, .newSkip).newSkips.names == ["C.later"])
  }

  @Test func aRenamedSkippedTestIsNoNewSkip() throws {
    let before = try run(tests, skipped: ["opensTheLargeFile"])
    let now = try run(tests, skipped: ["opensALargeFile"])
    #expect(try reasons(before, now, .newSkip).isEmpty)
  }

  @Test func removedTestsAreNamed() throws {
    let removed = try reasons(run(tests), run(Array(tests.dropLast(2))), .removedTest).removedTests
    #expect(removed.count == 2 && removed.names == ["C.case18x", "C.case19x"])
    #expect(try reasons(run(tests), run(tests + ["fresh"]), .removedTest).isEmpty)
  }

  @Test func onlyMoreUrgentMessagesAreWorse() throws {
    let before = try dataset([message(.warning, "disk"), message(.error, "old")])
    let worse = try reasons(
      before, dataset([message(.error, "disk"), message(.error, "new")]), .worse)
    #expect(worse.messages == [0] && worse.news == [0])
    #expect(try reasons(before, before, .worse).isEmpty)
  }

  @Test func oneOfSeveralConditionsIsEnough() throws {
    let before = try dataset([message(.error, "old")])
    let now = try dataset([message(.warning, "w"), message(.error, "old"), message(.error, "new")])
    let both = try reasons(before, now, .newError, .warning)
    #expect(both.messages == [1, 2, 0] && both.news.isEmpty)
    let news = try reasons(before, now, .newError, .newWarning)
    #expect(news.messages == [2, 0] && news.news == [0, 2])
  }

  @Test func aFirstRunDoesNotDecideChangesAndIsNotRed() throws {
    let first = try report(run(tests, skipped: ["later"], failed: [tests[0]]))
    let asked: [Gate.Condition] = [.worse, .fewerTests, .removedTest, .newSkip]
    let reasons = first.reasons(for: Gate(asked))
    #expect(reasons.isEmpty && reasons.undecided == asked)
    #expect(first.reasons(for: Gate([.newError]), isAllNew: true).messages == [0])
    #expect(first.reasons(for: Gate([.newError])).isEmpty)
  }

  @Test func changesOfTestsAreNotDecidedWithoutTheirNames() throws {
    let reasons = try reasons(
      counted(tests: 4), counted(tests: 4), .removedTest, .newSkip, .fewerTests)
    #expect(reasons.isEmpty && reasons.undecided == [.removedTest, .newSkip])
  }

  @Test func anUnreadEarlierRunMeetsWhatNeedsIt() throws {
    var context = try settings()
    context.isBaselineUnread = true
    let report = try report(run(tests), context)
    for condition in [Gate.Condition.worse, .fewerTests, .removedTest, .newSkip] {
      #expect(report.reasons(for: Gate([condition])).isEarlierRunUnread)
    }
    #expect(report.reasons(for: Gate([.error, .newError, .unread])).isEmpty)
  }

  @Test func theStatusOfTheRunMeetsConditions() throws {
    func met(_ status: Dataset.Run.Status) throws -> Set<Gate.Condition> {
      let report = try report(run([], status: status), settings(baseline: run([])))
      return Set(Gate.Condition.allCases.filter { report.reasons(for: Gate([$0])).run == status })
    }
    let all = Set(Gate.Condition.allCases)
    #expect(try met(.missing) == all)
    #expect(try met(.failed) == all.subtracting([.unread]))
    #expect(try met(.canceled) == all.subtracting([.unread, .error, .newError, .newErrorInDiff]))
    #expect(try met(.completed).isEmpty)
  }
}
