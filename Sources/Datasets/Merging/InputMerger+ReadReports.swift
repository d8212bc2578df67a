internal import Model

extension InputMerger {
  /// Lists the reports that the run read, with the tests that only one of them has.
  mutating func listReports() {
    let names = shortened(inputs.map(name) + inputs.flatMap(\.copies))
    var copies = names.dropFirst(inputs.count)
    var shares = SharedTests(
      zip(names, inputs).map { name, input in
        SharedTests.Report(
          name: name, tests: input.tests,
          failures: dataset.messages[input.messages].count { message in
            message.urgency == .error
              && RunScope.Kind(ofFingerprint: message.fingerprint) == .test
          })
      })
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
  struct Report {
    var name: String
    var tests: [RunScope.Part]
    /// The number of its failed tests.
    var failures: Int
  }

  private let reports: [[UInt64]]
  private let hasSeveral: Bool
  /// The tests of more than one report.
  private var repeated: Set<UInt64> = []
  /// The repeated tests that ran in one of the previous reports.
  private var known: Set<UInt64> = []
  /// The positions of the reports that share most of their tests with another one.
  private var alike: Set<Int> = []

  init(_ given: [Report]) {
    reports = given.map { Self.digests(of: $0.tests) }
    hasSeveral = reports.count { !$0.isEmpty } > 1
    guard hasSeveral else { return }
    let all = reports.flatMap(\.self).sorted()
    for (one, next) in zip(all, all.dropFirst()) where one == next { repeated.insert(one) }
    if !repeated.isEmpty { alike = AlikeReports(given).positions }
  }

  /// Adds to a report some tests that only it has, the number of its tests that a previous report
  /// ran, and whether it is alike another report.
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
  static func digests(of report: [RunScope.Part]) -> [UInt64] {
    var digests = TestDigests()
    for part in report {
      for test in part.tests?.values ?? [] where !TestDigests.isSuite(test) {
        digests.insert(TestDigests.digest(test, in: part.environment))
      }
    }
    return digests.sorted
  }
}

/// The reports that share three quarters of the tests of the larger one, and name no environment
/// for them. The second try of some tests is not one of these.
private struct AlikeReports {
  private(set) var positions: Set<Int> = []

  init(_ reports: [SharedTests.Report]) {
    let tests = reports.map { report in
      SharedTests.digests(of: report.tests.filter { Self.isMachine($0.environment) })
    }
    // The larger reports come first, so that a report is compared with the next smaller one.
    let order = tests.indices.sorted { (tests[$1].count, $0) < (tests[$0].count, $1) }
    let all = order.enumerated()
      .flatMap { rank, report in tests[report].map { Entry(test: $0, rank: rank) } }.sorted()
    var shared: [Pair: Int] = [:]
    for (one, next) in zip(all, all.dropFirst()) where one.test == next.test {
      shared[Pair(larger: order[one.rank], smaller: order[next.rank]), default: 0] += 1
    }
    for (pair, count) in shared where 4 * count >= 3 * tests[pair.larger].count {
      let (one, other) = (reports[pair.larger], reports[pair.smaller])
      let isSmaller = tests[pair.smaller].count < tests[pair.larger].count
      if isSmaller, tests[pair.smaller].count <= one.failures { continue }
      if Self.areTries(one.name, other.name) { continue }
      positions.formUnion([pair.larger, pair.smaller])
    }
  }

  /// Whether an environment is unknown or only the name of a machine, which may have another name in
  /// the next run.
  private static func isMachine(_ environment: String?) -> Bool {
    guard let environment else { return true }
    return !environment.split(separator: " ").contains { EnvironmentName.isOne($0) }
  }

  private struct Entry: Comparable {
    var test: UInt64
    /// The place of its report by size.
    var rank: Int

    static func < (one: Entry, other: Entry) -> Bool {
      (one.test, one.rank) < (other.test, other.rank)
    }
  }

  private struct Pair: Hashable {
    var larger: Int
    var smaller: Int
  }

  /// Whether the names say that the reports are tries of the same tests: `junit.xml` and
  /// `junit-retry-2.xml`, or `first.xml` and `rerun.xml`, but not `a-retry.xml` and `b.xml`.
  private static func areTries(_ one: String, _ other: String) -> Bool {
    let (first, second) = (words(of: one), words(of: other))
    return first.tries != second.tries
      && (first.others.isSubset(of: second.others) || second.others.isSubset(of: first.others))
  }

  /// The words of a name: those of a try with their numbers, and the others.
  private static func words(of name: String) -> (tries: [Substring], others: Set<Substring>) {
    var tries: [Substring] = []
    var others: Set<Substring> = []
    var isNumbered = false
    for word in name.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
      let letters = word.prefix { $0.isLetter }
      let isTry =
        marksOfTries.contains(String(letters))
        && word.dropFirst(letters.count).allSatisfy(\.isNumber)
      if isTry || isNumbered && word.allSatisfy(\.isNumber) {
        tries.append(word)
      } else {
        others.insert(word)
      }
      isNumbered = isTry
    }
    return (tries, others)
  }

  private static let marksOfTries: Set<String> = [
    "retry", "retries", "retried", "rerun", "reruns", "attempt", "try", "again",
  ]
}
