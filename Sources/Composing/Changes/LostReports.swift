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
      let unnamed = Self.unmatched(tests, in: now.filter { $0.tool == nil })
      add(dataset.scope.without(unnamed), of: tests.count)
    }
    let alike = AlikeReports(now, since: before).absent.filter { !reports.contains($0) }
    // Its failures are remembered as long as it is missed.
    add(alike, of: alike.count)
    let known = Dictionary(grouping: before.filter { $0.tool != nil }, by: \.key)
    let present = Dictionary(grouping: now.filter { $0.tool != nil }, by: \.key)
    for (key, known) in known.sorted(by: { $0.key < $1.key }) {
      let others = present[key] ?? []
      // A report of the same tool under another name replaces one that is absent.
      let unnamed = Self.unmatched(known, in: others)
      add(Array(unnamed.prefix(max(known.count - others.count, 0))), of: known.count)
    }
  }

  private mutating func add(_ lost: [ReadReport], of count: Int) {
    reports += lost
    if lost.count > count / 10 { areMuch = true }
  }

  /// The reports that have the name of none of the others. Names may differ in numbers and in
  /// folders that all inputs of a run share.
  private static func unmatched(_ reports: [ReadReport], in others: [ReadReport]) -> [ReadReport] {
    var places = Dictionary(grouping: others.indices) { others[$0].fileName }
    func use(_ report: ReadReport, _ isEqual: (ReadReport) -> Bool) -> Bool {
      let candidates = places[report.fileName] ?? []
      guard let position = candidates.firstIndex(where: { isEqual(others[$0]) }) else {
        return false
      }
      places[report.fileName]?.remove(at: position)
      return true
    }
    // Exact names come first, because `shard-1.xml` and `shard-2.xml` differ only in a number.
    var open = reports.filter { report in !use(report) { $0.input == report.input } }
    open = open.filter { report in !use(report) { $0.path == report.path } }
    return open.filter { report in !use(report) { report.isInSameFolder(as: $0) } }
  }
}

extension ReadReport {
  /// The format or tool without numbers, as a run of a tool may be named after a day.
  fileprivate var key: String { ReadReport.withoutNumbers(tool ?? "") }

  var path: String { ReadReport.withoutNumbers(input) }

  fileprivate var fileName: String {
    path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
  }

  /// Whether one path is the end of the other.
  func isInSameFolder(as other: ReadReport) -> Bool {
    let (one, two) = (path, other.path)
    return one.hasSuffix("/" + two) || two.hasSuffix("/" + one)
  }
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
