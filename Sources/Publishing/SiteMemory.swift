package import Basics
package import Composing
package import Diagnostics
import Importing
package import Model

/// What a site knows of a run for reports of it that stand elsewhere: a mail, a job's summary.
/// Reads and changes nothing, before the run is published and after.
package struct SiteMemory {
  /// The report to compare with; nil when there is none.
  package private(set) var baseline: Dataset?
  /// How the run before went, which need not be the one to compare with.
  package private(set) var runBefore: Composer.Settings.RunBefore?
  package private(set) var histories: [Fingerprint: MessageHistory] = [:]
  /// The run's address for good. The project's page where the run has none yet; nil when it is not
  /// known where the site stands.
  package private(set) var address: String?
  /// The time of the run that the site has; nil when it has none.
  package private(set) var time: Instant?
  package private(set) var problems: [Diagnostic] = []

  /// - Parameters:
  ///   - site: The folder; nil when all that is known is where the site will stand.
  ///   - run: What the run is called; nil takes its time for it, as the site does.
  ///   - isClock: Whether the time in `settings` is the clock's, which will be another one when the
  ///     run is published.
  package init(
    of dataset: Dataset, site: String?, project: String, run: String?, baseURL: String?,
    settings: Composer.Settings, isClock: Bool = false
  ) throws(FileError) {
    let identity = RunIdentity(of: dataset, given: run, for: .asking)
    var night = PublishedRun(dataset, id: run, DatasetWriter.bytes(dataset), settings)
    var base = baseURL
    var isCertain = run != nil || !isClock
    if let site {
      guard Folder.exists(site) else {
        problems.append(
          Diagnostic(
            .warning, "no-site", "there is no site in '\(site)': nothing is compared",
            help: ["'tidemark publish --site \(site)' makes one"]))
        return
      }
      var history = try ProjectHistory(site: site, project: project, rebuilding: false)
      var found = recall(night, of: dataset, as: identity, from: history)
      if history.isDamaged {
        history = try ProjectHistory(site: site, project: project, rebuilding: true)
        found = recall(night, of: dataset, as: identity, from: history)
      }
      try history.staging.check()
      night = found
      problems += history.problems
      base = base ?? history.index.address
      if let known = history.night(night.id) {
        isCertain = true
        time = known.time == night.time ? known.time : nil
        noteAge(of: known, settings)
      } else if let first = history.first, night < first {
        // Whatever it was called, it is no longer kept.
        isCertain = false
      }
    }
    guard let base else { return }
    address = "\(base)\(project)/" + (isCertain ? "runs/\(night.id)/" : "") + "index.html"
    if !isCertain { problems.append(Self.unpublished(project)) }
  }

  /// Takes in what the site knows; returns the run as the site calls it.
  private mutating func recall(
    _ night: PublishedRun, of dataset: Dataset, as identity: RunIdentity,
    from history: ProjectHistory
  ) -> PublishedRun {
    let night = identity.resolve(night, in: history)
    problems = []
    baseline = history.baseline(of: night, as: identity)
    if let twin = identity.twin(of: night, in: history) {
      problems.append(.sameReport(night, twin))
    }
    if baseline == nil {
      problems.append(
        Diagnostic(
          .note, "first-night",
          "the site in '\(history.staging.folder.root)' has no earlier report of '\(history.name)' to compare with"
        ))
    }
    guard !night.isMissing else {
      baseline = nil
      return night
    }
    runBefore = history.runBefore(night, as: identity)
    var presence = history.presence(at: history.night(before: night))
    presence.add(dataset, on: night)
    histories = presence.histories
    return night
  }

  /// A dataset without a time may be another run's after all, which nothing but the hours between
  /// them tells.
  private mutating func noteAge(of run: PublishedRun, _ settings: Composer.Settings) {
    let hours = settings.now.seconds(since: run.time) / 3_600
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

extension Diagnostic {
  /// A report that the site has under another name.
  static func sameReport(_ run: PublishedRun, _ twin: PublishedRun) -> Diagnostic {
    Diagnostic(
      .warning, "same-report",
      "the run '\(run.id)' is the same report as run \(twin.id): they are not compared",
      help: ["remove the last report before the job runs, so that it can't pass for a new one"])
  }
}
