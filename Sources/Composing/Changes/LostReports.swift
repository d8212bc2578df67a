import Model

/// The reports of an earlier run that a run does not have (see "Less coverage").
struct LostReports {
  /// The absent reports: those of tests, then those of tools by name.
  private(set) var reports: [ReadReport] = []
  /// Whether there are so many that a report without messages means little. One of ten or more may
  /// belong to a deleted part.
  private(set) var areMuch = false

  init(_ dataset: Dataset, since before: [ReadReport]) {
    let now = dataset.reports
    let tests = before.filter(\.holdsOwnTests)
    if tests.count > 1 {
      let unnamed = ReportMatch(tests, now.filter { $0.tool == nil }).reports
      add(dataset.scope.without(unnamed), of: tests.count)
    }
    let alike = LostAlikeReports(now, since: before).absent.filter { !reports.contains($0) }
    // Its failures are remembered as long as it is missed.
    add(alike, of: alike.count)
    let known = Dictionary(grouping: before.filter { $0.tool != nil }, by: \.key)
    let present = Dictionary(grouping: now.filter { $0.tool != nil }, by: \.key)
    for (key, known) in known.sorted(by: { $0.key < $1.key }) {
      let others = present[key] ?? []
      // A report of the same tool under another name replaces one that is absent.
      let unnamed = ReportMatch(known, others).reports
      add(unnamed.suffix(max(known.count - others.count, 0)), of: known.count)
    }
  }

  private mutating func add(_ lost: some Collection<ReadReport>, of count: Int) {
    reports += lost
    if lost.count > count / 10 { areMuch = true }
  }
}

extension ReadReport {
  /// The format or tool without numbers, as a run of a tool may be named after a day.
  fileprivate var key: String { ReadReport.withoutNumbers(tool ?? "") }
}

extension RunScope? {
  /// The reports whose own tests the run does not have under another name of the report. Half of
  /// the remembered tests are enough, because some may have been deleted.
  fileprivate func without(_ reports: [ReadReport]) -> [ReadReport] {
    if reports.isEmpty { return [] }
    let wanted = Set(reports.lazy.flatMap(\.tests.values))
    var found: Set<UInt64> = []
    for part in self?.parts ?? [] {
      for test in part.allTests?.values ?? [] {
        let digest = TestDigests.digest(test, in: part.environment)
        if wanted.contains(digest) { found.insert(digest) }
      }
    }
    return reports.filter { report in
      2 * report.tests.values.count { found.contains($0) } < report.tests.values.count
    }
  }
}
