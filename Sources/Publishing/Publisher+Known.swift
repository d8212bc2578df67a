import Composing
import Diagnostics

extension Publisher {
  /// The largest number of entries that diagnostics name.
  private static let mostNamed = 20

  /// Counts the consecutive runs in which each known issue matched nothing, and reports the issues
  /// over the limit (see "Unused entries"). A run that did not match known issues does not count.
  func countIdle(
    _ report: inout Report, of run: PublishedRun, _ history: ProjectHistory,
    _ problems: inout [Diagnostic]
  ) -> [String: Int] {
    guard !run.isMissing else { return [:] }
    var before: [String: Int] = [:]
    history.runs(before: run) { other in
      if other.isMissing { return true }
      before = history.files.idleRuns(other.id)
      return false
    }
    guard let unmatched = report.known.unmatched else { return before }
    var idle: [String: Int] = [:]
    for condition in unmatched {
      let runs = before[condition.digest, default: 0] + 1
      idle[condition.digest] = runs
      if runs >= Report.Known.mostIdleRuns { report.known.unused.append(condition.location) }
    }
    let unused = report.known.unused
    for place in unused.prefix(Self.mostNamed) {
      problems.append(
        Diagnostic(
          .note, "unused-known",
          "this known issue has matched nothing for \(Report.Known.mostIdleRuns) runs", at: place,
          help: ["remove it, so that it can't hide anything later"]))
    }
    if unused.count > Self.mostNamed {
      problems.append(
        Diagnostic(
          .note, "unused-known",
          "\(unused.count - Self.mostNamed) more known issues have matched nothing for "
            + "\(Report.Known.mostIdleRuns) runs"))
    }
    return idle
  }
}
