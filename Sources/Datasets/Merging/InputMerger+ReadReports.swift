internal import Basics
internal import Model

extension InputMerger {
  /// Lists the reports that the run read, with the tests that only one of them has.
  mutating func listReports() {
    let names = shortened(inputs.map(name) + inputs.flatMap(\.copies))
    var copies = names.dropFirst(inputs.count)
    var shares = SharedTests(inputs.map(\.tests))
    for (position, input) in inputs.enumerated() {
      dataset.reports += input.reports.map { report in
        guard input.isImported else { return report }
        var report = report
        report.input = names[position]
        if report.tool == nil { (report.tests, report.repeats) = shares.compare(input.tests) }
        return report
      }
      for name in copies.prefix(input.copies.count) where input.isImported {
        dataset.reports += input.reports.map { ReadReport(input: name, tool: $0.tool) }
      }
      copies = copies.dropFirst(input.copies.count)
    }
  }
}

/// The tests of several reports. A report that only repeats tests of the others may be absent.
private struct SharedTests {
  private let hasSeveral: Bool
  /// The tests of more than one report.
  private var repeated: Set<UInt64> = []
  /// The repeated tests that ran in one of the previous reports.
  private var known: Set<UInt64> = []

  init(_ reports: [[RunScope.Part]]) {
    let reports = reports.filter { !$0.isEmpty }
    hasSeveral = reports.count > 1
    guard hasSeveral else { return }
    let all = reports.flatMap { Self.digests(of: $0) }.sorted()
    for (one, next) in zip(all, all.dropFirst()) where one == next { repeated.insert(one) }
  }

  /// Returns some tests that only this report has, and the number of its tests that a previous
  /// report ran.
  mutating func compare(_ report: [RunScope.Part]) -> (own: TestDigests, repeats: Int) {
    guard hasSeveral else { return (TestDigests(), 0) }
    let own = Self.digests(of: report).filter { !repeated.contains($0) }
    var repeats = 0
    for test in Self.digests(of: report) where repeated.contains(test) {
      if !known.insert(test).inserted { repeats += 1 }
    }
    return (TestDigests(Array(own.prefix(ReadReport.mostTests))), repeats)
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
