internal import Basics
internal import Model

extension InputMerger {
  /// Lists the reports that the run read, with the tests that only one of them has.
  mutating func listReports() {
    let names = shortened(inputs.map(name) + inputs.flatMap(\.copies))
    var copies = names.dropFirst(inputs.count)
    var shares = SharedTests(inputs.map(\.tests), of: names)
    for (position, input) in inputs.enumerated() {
      dataset.reports += input.reports.map { report in
        guard input.isImported else { return report }
        var report = report
        report.input = names[position]
        if report.tool == nil { shares.describe(&report, at: position) }
        return report
      }
      for name in copies.prefix(input.copies.count) where input.isImported {
        dataset.reports += input.reports.map { ReadReport(input: name, tool: $0.tool) }
      }
      copies = copies.dropFirst(input.copies.count)
    }
  }
}

/// The tests of several reports, by the positions of the reports.
private struct SharedTests {
  private let reports: [[UInt64]]
  private let hasSeveral: Bool
  /// The tests of more than one report.
  private var repeated: Set<UInt64> = []
  /// The repeated tests that ran in one of the previous reports.
  private var known: Set<UInt64> = []
  private var alike: Set<Int> = []

  /// - Parameter names: The names of the reports.
  init(_ reports: [[RunScope.Part]], of names: [String]) {
    self.reports = reports.map { Self.digests(of: $0) }
    hasSeveral = self.reports.count { !$0.isEmpty } > 1
    guard hasSeveral else { return }
    let all = self.reports.flatMap(\.self).sorted()
    for (one, next) in zip(all, all.dropFirst()) where one == next { repeated.insert(one) }
    if !repeated.isEmpty { alike = Self.alike(reports, of: names) }
  }

  /// The reports that have at least half of their tests in common with another one, and name no
  /// environment for them.
  private static func alike(_ reports: [[RunScope.Part]], of names: [String]) -> Set<Int> {
    let tests = reports.map { digests(of: $0.filter { $0.environment == nil }) }
    let all = tests.enumerated()
      .flatMap { position, tests in tests.map { Entry(test: $0, report: position) } }.sorted()
    var shared: [Pair: Int] = [:]
    for (one, next) in zip(all, all.dropFirst()) where one.test == next.test {
      shared[Pair(one: one.report, other: next.report), default: 0] += 1
    }
    var alike: Set<Int> = []
    for (pair, count) in shared
    where 2 * count >= max(tests[pair.one].count, tests[pair.other].count)
      && tries(in: names[pair.one]) == tries(in: names[pair.other])
    {
      alike.formUnion([pair.one, pair.other])
    }
    return alike
  }

  private struct Entry: Comparable {
    var test: UInt64
    var report: Int

    static func < (one: Entry, other: Entry) -> Bool {
      (one.test, one.report) < (other.test, other.report)
    }
  }

  private struct Pair: Hashable {
    var one: Int
    var other: Int
  }

  /// The words in a name that mark another try of the same tests, with their numbers:
  /// `junit-retry-2.xml`. A second try is absent if the first one passed.
  private static func tries(in name: String) -> [Substring] {
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
    var found: [Substring] = []
    var isNumbered = false
    for word in words {
      let isTry = ["retr", "rerun", "attempt"].contains { word.contains($0) }
      if isTry || isNumbered && word.allSatisfy(\.isNumber) { found.append(word) }
      isNumbered = isTry
    }
    return found
  }

  /// Adds to a report some tests that only it has, the number of its tests that a previous report
  /// ran, and whether another report has the same tests.
  mutating func describe(_ report: inout ReadReport, at position: Int) {
    guard hasSeveral else { return }
    let tests = reports[position]
    let own = tests.lazy.filter { [repeated] in !repeated.contains($0) }
    report.tests = TestDigests(Array(own.prefix(ReadReport.mostTests)))
    for test in tests where repeated.contains(test) {
      if !known.insert(test).inserted { report.repeats += 1 }
    }
    report.isAlike = alike.contains(position)
  }

  /// The digests of tests with their environments, in ascending order, without duplicates.
  private static func digests(of report: [RunScope.Part]) -> [UInt64] {
    var digests = TestDigests()
    for part in report {
      for test in part.tests?.values ?? [] where !TestDigests.isSuite(test) {
        digests.insert(TestDigests.digest(test, in: part.environment))
      }
    }
    return digests.sorted
  }
}
