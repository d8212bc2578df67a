import Composing
import Model
import Testing
import Text

@Suite("Comparison") struct ComparisonTests {
  private func compared(_ tonight: [Message], _ before: [Message], filters: [String] = []) throws
    -> Report
  {
    try report(dataset(tonight), settings(filters: filters, baseline: dataset(before)))
  }

  @Test func newStillAndFixedMessagesAreDistinguished() throws {
    let composed = try compared(
      [message(.error, "new"), message(.warning, "old")],
      [message(.warning, "old"), message(.error, "gone")])
    #expect(composed.changes == [.new, .still])
    let comparison = try #require(composed.comparison)
    #expect(comparison.text == "1 new, 1 fixed, 1 unchanged")
    #expect(comparison.fixedMessages.map(\.title) == ["gone"])
    #expect(composed.reasons(for: Gate([.newWarning])).messages == [0])
  }

  @Test func equalMessagesAreComparedAsAMultiset() throws {
    let same = try message(.error, "same")
    let more = try compared([same, same, same], [same, same])
    #expect(more.changes == [.still, .still, .new])
    #expect(more.comparison?.fixed == 0)
    let fewer = try compared([same], [same, same, same])
    #expect(fewer.changes == [.still])
    #expect(fewer.comparison?.fixed == 2)
    #expect(fewer.comparison?.fixedMessages.count == 2)
  }

  @Test func unchangedReportsAreStated() throws {
    let same = try message(.error, "same")
    #expect(
      try compared([same], [same]).comparison?.text == "nothing has changed")
    #expect(
      try compared([], []).comparison?.text == "nothing has changed")
  }

  @Test func fixedMessagesAreListedMostUrgentFirst() throws {
    let before = try [
      message(.information, "i"), message(.error, "e1"), message(.warning, "w"),
      message(.error, "e2"),
    ]
    #expect(
      try compared([], before).comparison?.fixedMessages.map(\.title) == ["e1", "e2", "w"])
  }

  @Test func informationThatNamesAFileIsAFindingAndCanBeFixed() throws {
    let place = Message.Location(file: "a.py", line: 3)
    let before = [
      Message(urgency: .information, title: "Line too long", location: place),
      Message(urgency: .success, title: "a.py is clean", location: place),
      Message(urgency: .neutral, title: "a.py was skipped", location: place),
      Message(urgency: .information, kind: .progress, title: "Linting", location: place),
      Message(urgency: .information, title: "No file", location: Message.Location(file: "")),
    ]
    let comparison = try #require(try compared([], before).comparison)
    #expect(comparison.fixedMessages.map(\.title) == ["Line too long"])
    #expect(comparison.gone == 4 && comparison.text == "1 fixed")
    let partial = try report(
      dataset([], run: .failed), settings(baseline: dataset(before, run: .completed)))
    #expect(partial.comparison?.unseenMessages.map(\.title) == ["Line too long"])
  }

  @Test func whatIsNoProblemIsGoneAndNotFixed() throws {
    let before = try [
      message(.success, "All 400 login tests passed"), message(.information, "i"),
      message(.warning, "Copying", kind: .progress), message(.neutral, "n"),
    ]
    let comparison = try #require(try compared([], before).comparison)
    #expect(comparison.fixed == 0 && comparison.gone == 4)
    #expect(comparison.text == "nothing new, nothing fixed")
    #expect(comparison.goneMessages.count == 4)
  }

  @Test func changedUrgencyIsWorseOrBetter() throws {
    let composed = try compared(
      [message(.error, "a"), message(.success, "b"), message(.warning, "c")],
      [message(.warning, "a"), message(.error, "b"), message(.warning, "c")])
    #expect(composed.changes == [.worse, .better, .still])
    #expect(composed.comparison?.text == "1 more urgent, 1 less urgent, 1 unchanged")
  }

  @Test func successCountsAsLeastUrgentInComparisons() throws {
    let composed = try compared(
      [message(.success, "a"), message(.information, "b")],
      [message(.information, "a"), message(.success, "b")])
    #expect(composed.changes == [.better, .worse])
  }

  @Test(
    arguments: [
      (
        .completed, .failed,
        "failed (previous run completed) · nothing new, nothing fixed, 1 unchanged"
      ),
      (.failed, .completed, "run completed again · nothing new, nothing fixed, 1 unchanged"),
      (
        .failed, .canceled,
        "canceled (previous run failed) · nothing new, nothing fixed, 1 unchanged"
      ),
      (.failed, nil, "unknown (previous run failed) · nothing new, nothing fixed, 1 unchanged"),
      (nil, .failed, "failed · nothing new, nothing fixed, 1 unchanged"),
      (nil, .completed, "nothing has changed"), (.failed, .failed, "nothing has changed"),
    ] as [(Dataset.Run.Status?, Dataset.Run.Status?, String)])
  func aChangedRunStatusIsAChange(
    before: Dataset.Run.Status?, now: Dataset.Run.Status?, text: String
  ) throws {
    let same = try message(.error, "same")
    let composed = try report(
      dataset([same], run: now), settings(baseline: dataset([same], run: before)))
    #expect(composed.comparison?.text == text)
    #expect(composed.comparison?.hasNews == (text != "nothing has changed"))
    #expect(composed.changes == [.still])
  }

  @Test func aRunThatDidNotCheckAllIsNotBackToNormal() throws {
    var now = dataset([try message(.error, "same")], run: .completed)
    now.scope = RunScope([])
    let before = try dataset([message(.error, "same"), message(.error, "lost")], run: .failed)
    let composed = try report(now, settings(baseline: before))
    #expect(composed.comparison?.text == "run completed again · 1 not checked, 1 unchanged")
  }

  @Test func messagesOfEqualUrgencyArePairedFirst() throws {
    let composed = try compared(
      [message(.warning, "same")], [message(.error, "same"), message(.warning, "same")])
    #expect(composed.changes == [.still])
    #expect(composed.comparison?.fixedMessages.map(\.urgency) == [.error])
  }

  @Test func thereIsNoComparisonWithoutABaseline() throws {
    let composed = try report(dataset([message(.error)]))
    #expect(composed.comparison == nil)
    #expect(composed.changes.isEmpty)
  }

  @Test func filteringByChangeShowsOnlyThoseChanges() throws {
    let tonight = try [message(.error, "new"), message(.warning, "old")]
    let before = try [message(.warning, "old"), message(.error, "gone")]
    let new = try compared(tonight, before, filters: ["change=new"])
    #expect(new.outline == ["Error: new"])
    #expect(new.comparison?.fixed == 1)
    #expect(new.comparison?.fixedMessages.isEmpty == true)
    let fixed = try compared(tonight, before, filters: ["change=fixed,still"])
    #expect(fixed.outline == ["Warning: old"])
    #expect(fixed.comparison?.fixedMessages.map(\.title) == ["gone"])
    #expect(fixed.filterNote?.contains("Change: Unchanged, Fixed") == true)
  }
}

@Suite("Failing on a condition") struct ConditionTests {
  @Test func conditionIsMetAtOrAboveItsUrgency() throws {
    let warning = try report(dataset([message(.warning), message(.success)]))
    #expect(!warning.fails(on: .error))
    #expect(warning.fails(on: .warning))
    #expect(warning.fails(on: .information))
    let information = try report(dataset([message(.information)]))
    #expect(!information.fails(on: .warning))
    #expect(information.fails(on: .information))
  }

  @Test func conditionIsNotMetBySuccess() throws {
    let good = try report(dataset([message(.success), message(.neutral)]))
    for condition in Gate.Condition.allCases { #expect(!good.fails(on: condition)) }
  }

  @Test func conditionCountsAllKindsAndFilteredMessages() throws {
    for kind in Message.Kind.allCases {
      let composed = try report(
        dataset([message(.error, kind: kind)]), settings(filters: ["urgency=success"]))
      #expect(composed.fails(on: .error))
    }
  }

  @Test func conditionForNewMessagesCountsOnlyThose() throws {
    let old = try message(.error, "old")
    let same = try report(dataset([old]), settings(baseline: dataset([old])))
    #expect(!same.fails(on: .newError))
    #expect(same.fails(on: .error))
    let worse = try report(
      dataset([old, message(.warning, "new")]), settings(baseline: dataset([old])))
    #expect(!worse.fails(on: .newError))
    #expect(worse.fails(on: .newWarning))
  }

  @Test func conditionIsMetByAFailedRun() throws {
    #expect(try report(dataset(run: .failed)).fails(on: .error))
    #expect(try report(dataset(run: .missing)).fails(on: .error))
    #expect(try !report(dataset(run: .canceled)).fails(on: .error))
    #expect(try report(dataset(run: .canceled)).fails(on: .warning))
    #expect(try !report(dataset(run: .completed)).fails(on: .information))
  }

  @Test func conditionIsMetByARepeatedlyFailedRun() throws {
    for before in [Dataset.Run.Status.completed, .failed] {
      let tonight = try report(dataset(run: .failed), settings(baseline: dataset(run: before)))
      #expect(tonight.fails(on: .newError))
    }
  }

  @Test func conditionForNewMessagesIsMetByWorseOnes() throws {
    let tonight = try report(
      dataset([message(.error, "disk")]),
      settings(baseline: dataset([message(.warning, "disk")])))
    #expect(tonight.changes == [.worse])
    #expect(tonight.fails(on: .newError))
    let better = try report(
      dataset([message(.warning, "disk")]),
      settings(baseline: dataset([message(.error, "disk")])))
    #expect(!better.fails(on: .newWarning))
  }

  @Test func anIncompleteRunFixesNothing() throws {
    let before = try dataset([message(.error, "a"), message(.error, "b")])
    let tonight = try report(
      dataset([message(.error, "a")], run: .failed), settings(baseline: before))
    let comparison = try #require(tonight.comparison)
    #expect(comparison.text == "failed · 1 not checked, 1 unchanged")
    #expect(comparison.fixed == 0)
    #expect(comparison.fixedMessages.isEmpty)
  }
}

/// Tests of which the names differ in an address, a duration or a folder.
@Suite struct VolatileTestNameTests {
  private func run(failed: [String], passed: [String] = []) throws -> Dataset {
    func fingerprint(_ name: String) -> String { "test:s\u{1F}C\u{1F}\(name)" }
    var run = dataset(
      try failed.map { try message(.error, $0, fingerprint: fingerprint($0)) }, run: .completed)
    let names = failed + passed
    run.scope = RunScope([
      .init(
        tests: TestDigests(
          names.map { TestDigests.digest(of: fingerprint($0)) }
            + [TestDigests.digest(ofSuite: "test:s\u{1F}C")]))
    ])
    return run
  }

  private func changes(_ before: Dataset, _ now: Dataset) throws -> (new: Int, still: Int) {
    let comparison = try #require(try report(now, settings(baseline: before)).comparison)
    return (comparison.counts.new, comparison.counts.still)
  }

  @Test(arguments: [
    ("op[0x7f31aa20]", "op[0x7f00bb10]"), ("5s", "10s"), ("open[/tmp/a]", "open[/tmp/b]"),
    ("a\tb", "a b"),
  ])
  func aFailureThatMovesToATestOfSuchANameIsNew(one: String, other: String) throws {
    let moved = try changes(
      run(failed: [one], passed: [other]), run(failed: [other], passed: [one]))
    #expect(moved == (1, 0))
    // The first test was not there.
    #expect(try changes(run(failed: [one]), run(failed: [other], passed: [one])) == (1, 0))
    #expect(try changes(run(failed: [one], passed: [other]), run(failed: [other])) == (1, 0))
  }

  @Test func aNameThatChangesInEachRunIsThatOfOneTest() throws {
    #expect(
      try changes(run(failed: ["[<f at 0x7f31aa20>]"]), run(failed: ["[<f at 0x7f00bb10>]"]))
        == (0, 1))
    let several = ["[<f at 0x7f31aa20>]", "[<f at 0x7f31aa21>]"]
    #expect(try changes(run(failed: several), run(failed: ["[<f at 0x7f00bb10>]"])) == (1, 0))
  }
}

/// Failures that reports count and do not describe.
@Suite struct HiddenFailureTests {
  private func run(_ count: Int) throws -> Dataset {
    var run = dataset(
      [
        try message(
          .error, "\(count) failures, none described",
          fingerprint: "test:s\u{1F}\u{1E}hidden failures\u{1F}\(count)")
      ], run: .completed)
    run.scope = RunScope([
      .init(
        tests: TestDigests([
          TestDigests.digest(of: "test:s\u{1F}C\u{1F}t"), TestDigests.digest(ofSuite: "test:s"),
        ]))
    ])
    return run
  }

  @Test(arguments: [(1, 1, 0, 0), (2, 1, 0, 0), (1, 2, 1, 1)])
  func moreOfThemAreNew(before: Int, now: Int, new: Int, unseen: Int) throws {
    let report = try report(run(now), settings(baseline: run(before)))
    let counts = try #require(report.comparison?.counts)
    #expect((counts.new, counts.unseen, counts.fixed) == (new, unseen, 0))
  }

  @Test func anEntryForOneAcceptsNoMore() throws {
    let fingerprint = Fingerprint(of: try run(1).messages[0]).short
    let entry = KnownEntry([KnownCondition(fingerprint: fingerprint)], reason: "r")
    for (count, total) in [(1, 1), (2, 0)] {
      var context = try settings()
      context.settings.known = [entry]
      #expect(try report(run(count), context).known.total == total)
    }
  }
}
