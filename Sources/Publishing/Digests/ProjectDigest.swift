import Composing
import Diagnostics
import Files
import Model
import Pipeline
import Time

/// What a project's memory says about a period: the runs, and the report of the last one.
struct ProjectDigest {
  let name: String
  let index: ProjectIndex
  /// The runs of the period, the oldest first, without those of branches.
  let runs: [PublishedRun]
  /// The runs of the period before.
  let runsBefore: [PublishedRun]
  /// The number of runs of branches in the period.
  let branchRuns: Int
  /// The last run before the period's end.
  let lastRun: PublishedRun?
  /// Whether the next run is overdue at the period's end (`--stale-after`).
  let isOverdue: Bool
  /// nil if no run of the period has a report that can be read.
  let state: State?
  let problems: [Diagnostic]

  /// The last run of the period that has a report.
  struct State {
    let run: PublishedRun
    /// The report of the run, as the site compared it.
    let report: Report
    /// The flaky messages that the run does not have.
    let gone: [GoneMessage]
    /// The urgencies of the messages before the period, by the names under which the site remembers
    /// them; nil if no run is older.
    let before: [Fingerprint: Urgency]?
  }

  /// Reads a project. Changes no file.
  static func read(
    _ name: String, in site: String, _ period: DigestPeriod, _ context: Composer.Context
  ) throws(PublishError) -> ProjectDigest {
    try SiteFolder(site).refuseLinks(project: name)
    do throws(FileError) {
      var history = try ProjectHistory(site: site, project: name, rebuilding: false)
      var digest = ProjectDigest(history, period, context)
      if history.isDamaged {
        history = try ProjectHistory(site: site, project: name, rebuilding: true)
        digest = ProjectDigest(history, period, context)
      }
      try history.staging.check()
      return digest
    } catch {
      throw .file(error)
    }
  }

  private init(_ history: ProjectHistory, _ period: DigestPeriod, _ context: Composer.Context) {
    // A run's month is that of its own zone, which may be a day off.
    let months = [period.daysBefore.lowerBound, period.days.upperBound].enumerated().map {
      String($1.adding(days: $0 == 0 ? -1 : 1).machineTime.dropLast(3))
    }
    let all = history.index.months.map(\.name).filter { months[0] <= $0 && $0 <= months[1] }
      .flatMap { history.runs(in: $0) }
    let found = all.filter { period.times.contains($0.time) }
    name = history.name
    runs = found.filter { !$0.isOfBranch }
    runsBefore = all.filter { period.timesBefore.contains($0.time) && !$0.isOfBranch }
    branchRuns = found.count - runs.count
    var lastRun = runs.last
    if lastRun == nil {
      search: for month in history.index.months.reversed() where month.name <= months[1] {
        for run in history.runs(in: month.name).reversed()
        where run.time < period.times.lowerBound && !run.isOfBranch {
          lastRun = run
          break search
        }
      }
    }
    self.lastRun = lastRun
    if let lastRun, let seconds = history.index.dueAfter {
      isOverdue = lastRun.time.adding(seconds: Int64(seconds)) < period.now
    } else {
      isOverdue = false
    }
    state = Self.state(of: runs, history, period, context)
    index = history.index
    problems = history.problems
  }

  private static func state(
    of runs: [PublishedRun], _ history: ProjectHistory, _ period: DigestPeriod,
    _ context: Composer.Context
  ) -> State? {
    guard let first = runs.first, let run = runs.last(where: { !$0.isMissing }) else { return nil }
    guard let kept = history.dataset(of: run) else {
      history.note(history.loss(run.id))
      return nil
    }
    let dataset = kept.adopted(by: history.name, ProjectDefaults(history.index))
    let identity = RunIdentity(of: kept, given: run.id, for: .asking)
    var context = context
    context.now = run.time
    var tracker = history.tracker(before: run, as: identity)
    history.compare(dataset, of: run, as: identity, from: nil, &tracker, &context)
    let gone = context.recall?.gone ?? []
    let (report, problems) = ReportPipeline.compose(dataset, context, strictness: .errors)
    guard let report else {
      for problem in problems where problem.severity == .error { history.note(problem) }
      return nil
    }
    return State(
      run: run, report: report, gone: gone,
      before: history.tracker(before: first, as: identity).urgencies)
  }
}

extension ProjectDigest {
  /// The title of the project, which is the same for all runs.
  var title: String { index.titleOfAllRuns ?? name }
}

extension PublishedRun {
  /// Whether it has errors, did not complete or has no report.
  var isFailed: Bool { urgency == .error || isPartial }
}

extension MessageTracker {
  /// The urgency of each message that may still exist, by its first fingerprint; nil before the
  /// first run.
  fileprivate var urgencies: [Fingerprint: Urgency]? {
    guard let messages = baseline?.messages else { return nil }
    return Dictionary(
      messages.indices.map { index in
        (
          tracks[index].name ?? Fingerprint(of: messages, at: index).shortened,
          messages[index].urgency
        )
      }, uniquingKeysWith: max)
  }
}
