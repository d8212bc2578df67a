import Model

/// Pairs reports of two runs by their names. A name that fits several reports pairs none.
struct ReportMatch {
  /// The reports of the earlier run that have no partner.
  private(set) var reports: [ReadReport]
  /// The reports of the later run that have no partner.
  private(set) var others: [ReadReport]

  init(_ reports: [ReadReport], _ others: [ReadReport]) {
    (self.reports, self.others) = (reports, others)
    // Exact names come first, because `shard-1.xml` and `shard-2.xml` differ only in a number.
    pair(by: \.input)
    pair(by: \.path)
    pairEnds()
  }

  /// Pairs the reports with a name, if the later run has as many with this name.
  private mutating func pair(by name: (ReadReport) -> String) {
    let found = Dictionary(grouping: others, by: name).mapValues(\.count)
    let wanted = Dictionary(grouping: reports, by: name).mapValues(\.count)
    let paired = wanted.filter { $0.value <= found[$0.key] ?? 0 }
    reports.removeAll { paired[name($0)] != nil }
    others.removeAll { paired[name($0)] != nil }
  }

  /// Pairs two reports if one path is the end of the other, and of no third one. Paths of two runs
  /// may lack different folders that all inputs of a run share.
  private mutating func pairEnds() {
    let (ends, otherEnds) = (reports.map { "/" + $0.path }, others.map { "/" + $0.path })
    let places = Dictionary(grouping: others.indices) { others[$0].fileName }
    let candidates = zip(reports, ends).map { report, end in
      (places[report.fileName] ?? []).filter {
        end.hasSuffix(otherEnds[$0]) || otherEnds[$0].hasSuffix(end)
      }
    }
    let uses = candidates.joined().reduce(into: [:]) { $0[$1, default: 0] += 1 }
    let pairs = candidates.enumerated().compactMap { place, found in
      found.count == 1 && uses[found[0]] == 1 ? (report: place, other: found[0]) : nil
    }
    for pair in pairs.reversed() { reports.remove(at: pair.report) }
    for other in pairs.map(\.other).sorted().reversed() { others.remove(at: other) }
  }
}

extension ReadReport {
  fileprivate var path: String { ReadReport.withoutNumbers(input) }

  fileprivate var fileName: String {
    path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
  }
}
