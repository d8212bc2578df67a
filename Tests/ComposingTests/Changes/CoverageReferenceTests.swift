import Composing
import Model
import Testing
import Text
import Time

/// A part of a job that is lost stays lost until it is back (N6).
@Suite struct CoverageReferenceTests {
  private typealias Part = RunScope.Part

  /// A run of reports, each with the numbers of its tests in a suite for each number.
  private struct Night {
    var reports: [String: [ClosedRange<Int>]] = [:]
    var tools: [String] = []
    /// The reports without tests, by name, with their formats or tools.
    var others: [String: [String]] = [:]
    var isComplete = false
    var isRead = true
    var day = 1
  }

  private static func digest(_ test: Int) -> UInt64 {
    TestDigests.digest(of: "test:s\u{1F}C\u{1F}test\(test)")
  }

  private func run(_ night: Night) -> Dataset {
    let reports = night.reports.sorted { $0.key < $1.key }.map {
      (name: $0.key, tests: $0.value.flatMap { Array($0) })
    }
    var run = dataset(
      categories: night.tools.map { ($0, String($0.split(separator: ":").last ?? "")) })
    run.files = reports.map(\.name)
    let count = reports.reduce(0) { $0 + $1.tests.count }
    var fact = Dataset.Run.Fact(title: "Tests", value: "\(count)", number: Double(count))
    fact.kind = .tests
    if reports.count > 1 {
      fact.origins = reports.map { .init(input: $0.name, value: "\($0.tests.count)") }
    }
    run.run = Dataset.Run(status: .completed, facts: count > 0 ? [fact] : [])
    var digests = TestDigests(TestDigests.reports(reports.count))
    digests.insert(TestDigests.digest(ofSuite: "test:s\u{1F}C"))
    for test in reports.flatMap(\.tests) { digests.insert(Self.digest(test)) }
    var parts = [Part(tests: digests)]
    if night.isComplete { parts.append(Part(tests: TestDigests(), isExcept: true)) }
    if !night.tools.isEmpty { parts.append(Part(kind: .finding, categories: night.tools)) }
    run.scope = RunScope(parts)
    run.reports = night.others.sorted { $0.key < $1.key }.flatMap { name, tools in
      tools.map { ReadReport(input: name, tool: $0) }
    }
    var known: Set<Int> = []
    for (name, tests) in reports {
      let others = Set(reports.filter { $0.name != name }.flatMap(\.tests))
      let own = tests.filter { !others.contains($0) }.map(Self.digest).sorted().prefix(4)
      let repeats = tests.count { !known.insert($0).inserted }
      run.reports.append(
        ReadReport(input: name, tests: TestDigests(Array(own)), repeats: repeats))
    }
    if !night.isRead { run.run?.unread.add(.init(path: "c.xml", reason: "damaged")) }
    return run
  }

  /// The report of the last run. Each run is compared with the run before.
  private func last(_ nights: [Night]) throws -> Report {
    var baseline: Dataset?
    for night in nights.dropLast() {
      var next = run(night)
      let date = CivilDate(dayNumber: Int32(20_700 + night.day))
      next.reference = CoverageReference.reference(after: next, on: date, baseline)
      baseline = next
    }
    return try report(run(try #require(nights.last)), settings(baseline: baseline))
  }

  private let whole = Night(reports: ["a.xml": [1...50], "b.xml": [51...100]])
  private let part = Night(reports: ["a.xml": [1...50]])
  private let note = "50 tests (was 100) · not run: b.xml"

  @Test func aLostPartIsNamedInEveryLaterRun() throws {
    let first = try last([whole, part])
    #expect(first.scopeNote == "Covered less than the previous run: \(note)")
    #expect(first.comparison?.hasNews == true)
    for later in [[part], [part, part], [part, part, part]] {
      let report = try last([whole, part] + later)
      #expect(report.scopeNote == "Covered less than on 5 Sept: \(note)")
      #expect(report.verdict.kind == .nothingReported && report.verdict.urgency == .neutral)
      #expect(
        report.comparison?.headline?.text
          == "No messages, covered less than on 5 Sept, 50 tests (was 100), not run (b.xml)")
      // It is a change only once.
      #expect(report.comparison?.hasNews == false)
      #expect(report.lacksOccasion(for: .changed) != nil)
    }
  }

  @Test func aPartThatIsBackMakesTheRunWhole() throws {
    #expect(try last([whole, part, part, whole]).verdict.kind == .allClear)
    #expect(try last([whole, part, whole, whole]).verdict.kind == .allClear)
    let again = try last([whole, part, whole, part, part])
    #expect(again.scopeNote == "Covered less than on 5 Sept: \(note)")
  }

  @Test func aRunOfMostTestsIsTheNewReference() throws {
    let most = Night(reports: ["a.xml": [1...50], "b.xml": [51...91]])
    #expect(try last([whole, most, most]).scopeNote == nil)
    #expect(try last([whole, most, most]).verdict.kind == .allClear)
  }

  @Test func aSecondLossIsComparedWithTheWholeRun() throws {
    let less = Night(reports: ["a.xml": [1...20]])
    let report = try last([whole, part, less])
    #expect(
      report.scopeNote
        == "Covered less than on 5 Sept: 20 tests (was 100) · not run: b.xml")
    #expect(report.comparison?.hasNews == true)
  }

  @Test func aCompleteRunIsTheNewReference() throws {
    var complete = part
    complete.isComplete = true
    #expect(try last([whole, part, complete]).verdict.kind == .allClear)
    #expect(try last([whole, part, complete, part]).verdict.kind == .allClear)
  }

  @Test(arguments: [(91, false), (92, true)])
  func aReferenceEndsAfterNinetyDays(day: Int, isGreen: Bool) throws {
    var later = part
    later.day = day
    let report = try last([whole, part, later, part])
    #expect((report.verdict.kind == .allClear) == isGreen)
  }

  @Test func removedTestsAreNoLoss() throws {
    let one = Night(reports: ["a.xml": [1...100]])
    let fewer = Night(reports: ["a.xml": [1...60]])
    let report = try last([one, fewer, fewer])
    #expect(report.scopeNote == nil && report.verdict.kind == .allClear)
    // An absent report may have the tests.
    #expect(try last([whole, part, part]).verdict.kind != .allClear)
  }

  @Test func renamedTestsAreNoLoss() throws {
    let one = Night(reports: ["a.xml": [1...100]])
    let renamed = Night(reports: ["a.xml": [1...10, 201...290]])
    #expect(try last([one, renamed, renamed]).verdict.kind == .allClear)
  }

  @Test func anAbsentReportOfFewTestsIsALoss() throws {
    let both = Night(reports: ["a.xml": [1...1_000], "b.xml": [1_001...1_020]])
    let one = Night(reports: ["a.xml": [1...1_000]])
    #expect(try last([both, one]).verdict.kind == .nothingReported)
    #expect(
      try last([both, one, one]).scopeNote
        == "Covered less than on 5 Sept: 1,000 tests (was 1,020) · not run: b.xml")
    // Of many reports, one may be a deleted class.
    let many = (10..<40).map { ("\($0).xml", [$0 * 10...$0 * 10 + 9]) }
    let all = Night(reports: Dictionary(uniqueKeysWithValues: many))
    let others = Night(reports: Dictionary(uniqueKeysWithValues: many.dropLast()))
    #expect(try last([all, others, others]).verdict.kind == .allClear)
  }

  @Test func aRunThatWasNotReadWholeLeavesTheReference() throws {
    let one = Night(reports: ["a.xml": [1...100]])
    var cut = Night(reports: ["a.xml": [1...95]])
    cut.isRead = false
    var less = Night(reports: ["a.xml": [1...50]])
    less.isRead = false
    // A tenth less each night, and without the tests that seem to be removed.
    let rest = Night(reports: ["a.xml": [1...86]])
    #expect(
      try last([one, cut, rest]).scopeNote
        == "Covered less than on 5 Sept: 86 tests (was 100)")
    let report = try last([one, less, Night(reports: ["a.xml": [1...50]])])
    #expect(report.scopeNote == "Covered less than on 5 Sept: 50 tests (was 100)")
    // Neither --complete nor 90 days make such a run a reference.
    cut.isComplete = true
    cut.day = 95
    #expect(try last([one, cut, rest]).scopeNote?.contains("(was 100)") == true)
  }

  @Test func namesThatChangeInEachRunKeepALoss() throws {
    func part(_ number: Int) -> Night {
      Night(reports: ["a.xml": [1_000 * number...1_000 * number + 49]])
    }
    #expect(
      try last([whole, part(1), part(2), part(3), part(4)]).scopeNote
        == "Covered less than on 5 Sept: 50 tests (was 100) · not run: b.xml")
    // In one report, too.
    let all = Night(reports: ["a.xml": [1...100]])
    #expect(
      try last([all, part(1), part(2), part(3)]).scopeNote
        == "Covered less than on 5 Sept: 50 tests (was 100)")
  }

  @Test func addedTestsCountBackRemovedOnes() throws {
    let all = Night(reports: ["a.xml": [1...100]])
    let low = Night(reports: ["a.xml": [1...40]])
    let swings = (1...6).flatMap { number in
      [[1...20], [1...20, number * 1_000...number * 1_000 + 9]].map {
        Night(reports: ["a.xml": $0])
      }
    }
    var lost = low
    lost.isRead = false
    #expect(try last([all, lost] + swings).scopeNote?.contains("(was 100)") == true)
  }

  @Test func growthDoesNotHideALostReport() throws {
    let grown = Night(reports: ["a.xml": [1...50, 201...500]])
    let report = try last([whole, grown])
    #expect(report.scopeNote == "Covered less than the previous run: not run: b.xml")
    #expect(report.verdict.kind == .nothingReported && report.comparison?.hasNews == true)
    #expect(
      try last([whole, grown, grown, grown]).scopeNote
        == "Covered less than on 5 Sept: not run: b.xml")
    // Nor does a new report, unless it has the tests.
    let other = Night(reports: ["a.xml": [1...50], "c.xml": [201...300]])
    #expect(
      try last([whole, other, other]).scopeNote == "Covered less than on 5 Sept: not run: b.xml")
    let renamed = Night(reports: ["a.xml": [1...50], "c.xml": [51...100]])
    #expect(try last([whole, renamed, renamed]).scopeNote == nil)
    #expect(
      try last([whole, renamed, part, part]).scopeNote
        == "Covered less than on 5 Sept: 50 tests (was 100) · not run: c.xml")
  }

  @Test func namesOfReportsMayDifferInNumbersAndFolders() throws {
    let first = Night(reports: ["unit/TEST-20261120.xml": [1...50], "web/b.xml": [51...100]])
    // The tests are new as well, because their names change.
    let second = Night(reports: ["TEST-20261121.xml": [201...250], "b.xml": [251...300]])
    #expect(try last([first, second]).scopeNote == nil)
    #expect(
      try last([first, Night(reports: ["TEST-20261121.xml": [201...350]])]).scopeNote
        == "Covered less than the previous run: not run: web/b.xml")
    let shards = Night(reports: ["shard-1.xml": [1...50], "shard-2.xml": [51...100]])
    #expect(
      try last([shards, Night(reports: ["shard-2.xml": [51...200]])]).scopeNote
        == "Covered less than the previous run: not run: shard-1.xml")
  }

  @Test func retriesOfATestCountOnce() throws {
    let retried = Night(reports: ["a.xml": [1...100], "again.xml": [1...60]])
    let once = Night(reports: ["a.xml": [1...100]])
    #expect(try last([retried, once]).scopeNote == nil)
    #expect(try last([retried, once, once]).verdict.kind == .allClear)
    // Nor do retries hide that tests are lost.
    let half = Night(reports: ["a.xml": [1...50], "again.xml": [1...50]])
    #expect(
      try last([once, half]).scopeNote
        == "Covered less than the previous run: 50 tests (was 100)")
  }

  @Test(arguments: [
    ["gl-code-quality.json": ["codequality"]], ["coverage.xml": ["cobertura"]],
  ]) func anAbsentReportWithoutFindingsIsALoss(others: [String: [String]]) throws {
    var with = part
    with.others = others
    let name = try #require(others.keys.first)
    let first = try last([with, part])
    #expect(first.scopeNote == "Covered less than the previous run: not run: \(name)")
    #expect(first.verdict.urgency == .neutral && first.comparison?.hasNews == true)
    #expect(
      try last([with, part, part, part]).scopeNote
        == "Covered less than on 5 Sept: not run: \(name)")
    #expect(try last([with, part, with]).verdict.kind == .allClear)
    var complete = part
    complete.isComplete = true
    #expect(try last([with, part, complete, part]).verdict.kind == .allClear)
  }

  @Test func oneOfSeveralReportsOfAToolIsALoss() throws {
    var both = part
    both.others = ["api/audit.json": ["npm-audit"], "web/audit.json": ["npm-audit"]]
    var one = part
    one.others = ["audit.json": ["npm-audit"]]
    #expect(
      try last([both, one, one]).scopeNote
        == "Covered less than on 5 Sept: not run: web/audit.json")
    // Another name is no loss.
    var renamed = part
    renamed.others = ["api/audit.json": ["npm-audit"], "site/audit.json": ["npm-audit"]]
    #expect(try last([both, renamed, renamed]).verdict.kind == .allClear)
  }

  @Test func oneOfSeveralRunsInAFileIsALoss() throws {
    var both = part
    both.tools = ["sarif:CodeQL"]
    both.others = ["x.sarif": ["sarif:CodeQL (java)", "sarif:CodeQL (js)"]]
    var one = both
    one.others = ["x.sarif": ["sarif:CodeQL (java)"]]
    #expect(
      try last([both, one, one]).scopeNote == "Covered less than on 5 Sept: not run: CodeQL (js)")
  }

  @Test func anAbsentToolIsNamedOnce() throws {
    var with = part
    with.tools = ["eslint:ESLint"]
    with.others = ["eslint.json": ["eslint"]]
    #expect(
      try last([with, part]).scopeNote == "Covered less than the previous run: not run: ESLint")
  }

  @Test func anAbsentReportOfRepeatedTestsIsNoLoss() throws {
    let repeated = Night(reports: ["a.xml": [1...100], "again.xml": [1...5]])
    let once = Night(reports: ["a.xml": [1...100]])
    #expect(try last([repeated, once, once]).verdict.kind == .allClear)
  }

  @Test func aToolThatIsAbsentIsNamedInEveryLaterRun() throws {
    var with = part
    with.tools = ["eslint:ESLint", "trivy:Trivy"]
    var without = part
    without.tools = ["eslint:ESLint"]
    let report = try last([with, without, without])
    #expect(report.scopeNote == "Covered less than on 5 Sept: not run: Trivy")
    #expect(report.verdict.urgency == .neutral)
    #expect(try last([with, without, with]).verdict.kind == .allClear)
    #expect(try last([with, part, part]).verdict.urgency == .neutral)
  }

  @Test func withoutADayTheEarlierRunIsNotDated() throws {
    var first = run(whole)
    first.reference = CoverageReference.reference(after: first, on: nil, nil)
    var second = run(part)
    second.reference = CoverageReference.reference(after: second, on: nil, first)
    let report = try report(run(part), settings(baseline: second))
    #expect(report.scopeNote == "Covered less than an earlier run: \(note)")
  }
}
