package import Composing
package import Diagnostics
internal import Files
import Pipeline

extension Publisher {
  /// Writes the page that compares a run with an earlier one, and links to it from both. The
  /// history, the feed and the project's memory do not change.
  package func compare(
    _ before: String, with after: String, _ context: Composer.Context
  ) throws(PublishError) -> [Diagnostic] {
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    let history = try open(rebuilding: false)
    if before == after {
      throw .refused(
        [Diagnostic(.error, "two-runs", "a run can't be compared with itself: '\(after)'")], .usage)
    }
    let old = try known(before, in: history)
    let new = try known(after, in: history)
    var problems: [Diagnostic] = []
    guard let baseline = history.dataset(of: old),
      let kept = history.dataset(of: new)
    else {
      try check(history)
      throw .refused([Self.unread(project)], .site)
    }
    let dataset = kept.adopted(by: project, ProjectDefaults(history.index))
    var context = context
    context.now = new.time
    context.compare(dataset, with: baseline, after: Composer.Context.RunBefore(old.status))
    let (report, found) = ReportPipeline.compose(dataset, context, strictness: strictness)
    problems += found
    guard let report, !strictness.isFailing(problems) else { throw .refused(problems, .input) }
    let comparison = ComparisonPage(before: before, after: after)
    var pages = try pages(history, context, &problems)
    let page = try render(
      report, pages.trail(of: new, comparedWith: old), pages.site, below: "../", &problems)
    let released = history.assets(in: [history.path(comparison.path)], but: page.assets)
    if !pages.comparisons.contains(comparison) { pages.comparisons.append(comparison) }
    if history.isDamaged { throw .refused([Self.changing(project)], .site) }
    do throws(FileError) {
      try history.write(page.assets)
      try history.staging.write(page.bytes, to: history.path(comparison.path))
      try pages.stage(touched: [old, new])
      history.removeUnused(released)
      try history.staging.check()
      try history.commit()
    } catch {
      throw .file(error)
    }
    return history.problems + problems
  }

  /// A run with a report.
  private func known(
    _ id: String, in history: ProjectHistory
  ) throws(PublishError) -> PublishedRun {
    let run = history.run(id)
    try check(history)
    if let run, !run.isMissing { return run }
    let problem =
      run == nil
      ? Diagnostic(
        .error, "unknown-run", "'\(project)' has no run \(VisibleText.quoted(id))",
        help: Suggestion.help(for: id, among: history.last(1_000).map(\.id)))
      : Diagnostic(.error, "unknown-run", "the run '\(id)' of '\(project)' has no report")
    throw .refused([problem], .usage)
  }

  private static func unread(_ project: String) -> Diagnostic {
    Diagnostic(
      .error, "site-damaged", "the data of a run of '\(project)' can't be read",
      help: ["'tidemark publish --rebuild' says which"])
  }
}
