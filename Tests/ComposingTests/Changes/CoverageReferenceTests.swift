import Basics
import Composing
import Model
import Testing

/// A part of a job that is lost stays lost until it is back (N6).
@Suite struct CoverageReferenceTests {
  private typealias Part = RunScope.Part

  /// A run of reports, each with the numbers of its tests in a suite for each number.
  private struct Night {
    var reports: [String: [ClosedRange<Int>]] = [:]
    var tools: [String] = []
    var isComplete = false
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
  private let note = "50 tests run, 100 before · not run: b.xml"

  @Test func aLostPartIsNamedInEveryLaterRun() throws {
    let first = try last([whole, part])
    #expect(first.scopeNote == "Covers less than the run before: \(note)")
    #expect(first.comparison?.hasNews == true)
    for later in [[part], [part, part], [part, part, part]] {
      let report = try last([whole, part] + later)
      #expect(report.scopeNote == "Covers less than on 5 Sept: \(note)")
      #expect(report.verdict.kind == .nothingReported && report.verdict.urgency == .neutral)
      #expect(
        report.comparison?.headline?.text
          == "No messages were reported, covers less than on 5 Sept: \(note)")
      // It is a change only once.
      #expect(report.comparison?.hasNews == false)
      #expect(report.lacksOccasion(for: .changed) != nil)
    }
  }

  @Test func aPartThatIsBackMakesTheRunWhole() throws {
    #expect(try last([whole, part, part, whole]).verdict.kind == .allClear)
    #expect(try last([whole, part, whole, whole]).verdict.kind == .allClear)
    let again = try last([whole, part, whole, part, part])
    #expect(again.scopeNote == "Covers less than on 5 Sept: \(note)")
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
        == "Covers less than on 5 Sept: 20 tests run, 100 before · not run: b.xml")
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
        == "Covers less than on 5 Sept: 1,000 tests run, 1,020 before · not run: b.xml")
    // Of many reports, one may be a deleted class.
    let many = (10..<40).map { ("\($0).xml", [$0 * 10...$0 * 10 + 9]) }
    let all = Night(reports: Dictionary(uniqueKeysWithValues: many))
    let others = Night(reports: Dictionary(uniqueKeysWithValues: many.dropLast()))
    #expect(try last([all, others, others]).verdict.kind == .allClear)
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
    #expect(report.scopeNote == "Covers less than on 5 Sept: not run: Trivy")
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
    #expect(report.scopeNote == "Covers less than an earlier run: \(note)")
  }
}
