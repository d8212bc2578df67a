package import Composing
package import Datasets
package import Diagnostics
package import Files
package import Model
package import Time

/// The memory of a site for a report outside it, such as a mail or a job's summary. It is the same
/// before and after the run is published. Changes no file.
package struct SiteMemory {
  /// The report to compare with; nil when there is none.
  package private(set) var baseline: Dataset?
  /// The outcome of the run before, which is not always the baseline.
  package private(set) var runBefore: Composer.Context.RunBefore?
  package private(set) var episode: RunEpisode?
  package private(set) var recall: MessageRecall?
  /// What the main line says about the failures of a run of a branch; nil for other runs.
  package private(set) var mainLine: MainLine?
  package private(set) var earlierRuns: [TrendRun] = []
  /// The broken limits of change and the steps, against the runs before.
  package private(set) var metrics: MetricMessages
  /// The run's permanent address, or the project's address while the run has none; nil if the
  /// site's address is unknown.
  package private(set) var address: String?
  package private(set) var isAddressOfRun = false
  /// The address of the page of tests.
  package private(set) var testsAddress: String?
  /// The time of the run if the site has it at this time; otherwise nil.
  package private(set) var time: Instant?
  package private(set) var problems: [Diagnostic] = []

  /// - Parameters:
  ///   - site: The folder; nil when only the site's address is known.
  ///   - id: The run's id; nil derives it from its time, as publishing does.
  ///   - ancestry: The commits of a run of a branch, to compare it with the run of the nearest one.
  ///   - isClock: Whether the time in `context` is the clock's, which will have changed when the
  ///     run is published.
  package init(
    of dataset: Dataset, site: String?, project: String, run id: String?, baseURL: String?,
    ancestry: CommitAncestry? = nil, context: Composer.Context, isClock: Bool = false
  ) throws(FileError) {
    metrics = MetricWatch(dataset, context)
      .changes(in: dataset, since: context.baseline, earlier: [])
    let identity = RunIdentity(of: dataset, given: id, isClock: isClock, for: .asking)
    var run = PublishedRun(dataset, id: id, PublishedRun.memory(of: dataset), context)
    var base = baseURL
    var isCertain = id != nil || !isClock
    var hasTests = false
    if let site {
      guard Folder.exists(site) else {
        if context.baseline == nil {
          problems.append(
            Diagnostic(
              .warning, "no-site", "there is no site in '\(site)': nothing is compared",
              help: ["'tidemark publish --site \(site)' makes one"]))
        }
        return
      }
      var history = try ProjectHistory(site: site, project: project, rebuilding: false)
      var found = read(run, of: dataset, as: identity, from: history, ancestry, context)
      if history.isDamaged {
        history = try ProjectHistory(site: site, project: project, rebuilding: true)
        found = read(run, of: dataset, as: identity, from: history, ancestry, context)
      }
      try history.staging.check()
      run = found
      problems += history.problems
      base = base ?? history.index.address
      // The memory has no tests of branches.
      let isOfBranch = ancestry != nil || history.run(run.id)?.isOfBranch ?? false
      hasTests = !isOfBranch && history.staging.kind(of: history.path(TestPage.path)) == .file
      if let known = history.run(run.id) {
        isCertain = true
        time = known.time == run.time ? known.time : nil
        noteAge(of: known, context)
      } else if let first = history.first, run < first {
        // The run is older than every run of the site.
        isCertain = false
      }
    }
    guard let base else { return }
    address = "\(base)\(project)/" + (isCertain ? "runs/\(run.id)/" : "") + "index.html"
    isAddressOfRun = isCertain
    if hasTests { testsAddress = "\(base)\(project)/\(TestPage.path)" }
    if !isCertain { problems.append(Self.unpublished(project)) }
  }

  /// Reads the site's history; returns the run with the id that it has there.
  private mutating func read(
    _ run: PublishedRun, of dataset: Dataset, as identity: RunIdentity,
    from history: ProjectHistory, _ ancestry: CommitAncestry?, _ context: Composer.Context
  ) -> PublishedRun {
    let run = identity.resolve(run, in: history)
    problems = []
    let ancestor = ancestry.flatMap { history.ancestor(of: run, as: identity, among: $0) }
    earlierRuns = history.trend(before: run, from: ancestor)
    var episode = RunEpisode(run: run.id)
    history.runs(before: run, from: ancestor) {
      identity.isSameReport(run, $0) || $0.isOfBranch
        || episode.add($0.earlier)
    }
    self.episode = ancestry == nil ? episode : episode.withoutNumbers
    var tracker = history.tracker(before: run, from: ancestor, as: identity)
    baseline = tracker.baseline
    if let twin = identity.twin(of: run, in: history) {
      problems.append(.sameReport(run, twin))
    }
    if baseline == nil {
      problems.append(
        Diagnostic(
          .note, "first-run",
          "the site in '\(history.staging.folder.root)' has no earlier report of '\(history.name)' to compare with"
        ))
    }
    guard !run.isMissing else {
      baseline = nil
      return run
    }
    runBefore = history.runBefore(run, as: identity, from: ancestor)
    metrics = history.metricChanges(
      of: dataset, at: run, as: identity, from: ancestor, since: context.baseline, context)
    var dataset = dataset
    metrics.add(to: &dataset)
    recall = tracker.recall(dataset, on: run.date)
    if ancestry != nil {
      mainLine = history.mainLine(
        of: dataset, run, as: identity, from: ancestor, previous: baseline, recall)
    }
    return run
  }

  /// Reports that a dataset without a time may belong to another run if many hours lie between
  /// them.
  private mutating func noteAge(of run: PublishedRun, _ context: Composer.Context) {
    let hours = context.now.seconds(since: run.time) / 3_600
    guard run.time == time, hours >= 12 else { return }
    problems.append(
      Diagnostic(
        .note, "old-run",
        "taken for the run '\(run.id)' of \(hours) hours ago, which is the same report",
        help: ["name another run with '--run', or let the dataset say 'run.finished'"]))
  }

  private static func unpublished(_ project: String) -> Diagnostic {
    Diagnostic(
      .note, "no-run",
      "the site does not have this run, and its name is not known yet: links lead to the page of "
        + "'\(project)'",
      help: ["publish it first, name it with '--run', or let the dataset say 'run.finished'"])
  }
}

extension PublishedRun {
  fileprivate var earlier: RunEpisode.Earlier {
    let result: RunEpisode.Earlier.Result =
      if counts[.error, default: 0] > 0 {
        isMissing ? .unknown : .errors
      } else if isPartial || urgency < .success {
        .unknown
      } else {
        urgency == .warning ? .warnings : .good
      }
    return RunEpisode.Earlier(
      id: id, urgency: urgency, result: result, date: date,
      text: isMissing ? nil : headline ?? text)
  }
}

extension Diagnostic {
  /// A report that the site has under another name.
  static func sameReport(_ run: PublishedRun, _ twin: PublishedRun) -> Diagnostic {
    Diagnostic(
      .warning, "same-report",
      "the run '\(run.id)' is the same report as run \(twin.id): they are not compared",
      help: ["remove the last report before the job runs, so that it can't pass for a new one"])
  }
}
