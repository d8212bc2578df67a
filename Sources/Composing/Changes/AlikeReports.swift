import Model

/// The reports of an earlier run that share most of their tests with another one, such as those of
/// two platforms, and that a run does not have. Their failures have not run, although tests of the
/// same names passed in other reports.
struct AlikeReports {
  /// The inputs whose tests may not have run.
  private(set) var missing: Set<String> = []
  /// The reports that are certainly absent.
  private(set) var absent: [ReadReport] = []

  init(_ now: [ReadReport], since before: [ReadReport]) {
    let alike = before.filter(\.isAlike)
    if alike.isEmpty { return }
    var match = NameMatch(alike, now.filter { $0.tool == nil })
    match.pair(by: \.input)
    match.pair(by: \.path)
    match.pairPaths()
    // A report with another name replaces one if it shares its tests with another one, too.
    let others = match.others.filter { $0.isAlike || !$0.holdsOwnTests }
    if match.reports.count <= others.count(where: \.isAlike) { return }
    missing = Set(match.reports.lazy.map(\.input))
    // Any other of these may be one of the reports under a new name.
    if others.isEmpty { absent = match.reports }
  }
}

/// Pairs reports of two runs by their names. A name that fits several reports pairs none.
private struct NameMatch {
  /// The reports that have no partner yet.
  private(set) var reports: [ReadReport]
  private(set) var others: [ReadReport]

  init(_ reports: [ReadReport], _ others: [ReadReport]) {
    (self.reports, self.others) = (reports, others)
  }

  /// Pairs the reports with a name, if the other run has as many with this name.
  mutating func pair(by name: (ReadReport) -> String) {
    let found = Dictionary(grouping: others, by: name).mapValues(\.count)
    let wanted = Dictionary(grouping: reports, by: name).mapValues(\.count)
    let paired = wanted.filter { $0.value <= found[$0.key] ?? 0 }
    reports.removeAll { paired[name($0)] != nil }
    others.removeAll { paired[name($0)] != nil }
  }

  /// Pairs two reports if one path is the end of the other, and of no third one.
  mutating func pairPaths() {
    for other in others {
      let candidates = reports.indices.filter { reports[$0].isInSameFolder(as: other) }
      guard candidates.count == 1, let only = candidates.first,
        others.count(where: { $0.isInSameFolder(as: reports[only]) }) == 1
      else { continue }
      reports.remove(at: only)
      others.removeAll { $0.input == other.input }
    }
  }
}
