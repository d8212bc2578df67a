import Model

/// The reports of an earlier run that share most of their tests with another one, such as those of
/// two platforms, and that a run does not have. Their failures have not run, although tests of the
/// same names passed in other reports.
struct LostAlikeReports {
  /// The inputs whose tests may not have run.
  private(set) var missing: Set<String> = []
  /// The reports that are certainly absent.
  private(set) var absent: [ReadReport] = []

  init(_ now: [ReadReport], since before: [ReadReport]) {
    let alike = before.filter(\.isAlike)
    if alike.isEmpty { return }
    let match = ReportMatch(alike, now.filter { $0.tool == nil })
    // A report with another name replaces one if it shares its tests with another one, too.
    let others = match.others.filter { $0.isAlike || !$0.holdsOwnTests }
    if match.reports.count <= others.count(where: \.isAlike) { return }
    missing = Set(match.reports.lazy.map(\.input))
    // Any other of these may be one of the reports under a new name.
    if others.isEmpty { absent = match.reports }
  }
}
