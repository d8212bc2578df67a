package import Composing
package import Datasets
package import Diagnostics
internal import Files
import Localization
package import Model
package import Pipeline
package import Rendering
import Time

/// Adds runs to one project of a site: their pages, their data, and every page that links to them.
package struct Publisher: Sendable {
  package var site: String
  package var project: String
  package var store: AssetStore
  package var template: String
  package var theme: String
  package var options: PublishOptions
  /// How pages are rendered.
  package var presentation = RenderOptions()
  /// The names in the site's folder, if the caller has listed it already.
  package var siblings: [String]?
  /// Shared by the publishers of one call.
  package var claim = SiteClaim()
  /// Called when another process has held the lock for a while.
  package var waiting: @Sendable (String) -> Void = { _ in }
  /// Called at each step, with details on its progress.
  package var progress: @Sendable (_ step: String, _ detail: String) -> Void = { _, _ in }
  package var strictness: Strictness
  /// The commits of a run of a branch, to compare it with the run of the nearest one.
  package var ancestry: CommitAncestry?

  package init(
    site: String, project: String, store: AssetStore, template: String, theme: String,
    options: PublishOptions, strictness: Strictness
  ) {
    self.site = site
    self.project = project
    self.store = store
    self.template = template
    self.theme = theme
    self.options = options
    self.strictness = strictness
  }

  package struct Outcome: Sendable {
    /// The run's report; nil if `keepsReport`.
    package var report: Report?
    package var id: String
    /// Whether the run is new, or replaces another report.
    package var isNew = false
    /// Whether the run has no report, so that the site kept its report of this name.
    package var keepsReport = false
    package var problems: [Diagnostic] = []
  }

  /// The seconds to wait for other processes.
  static let lockTimeout = 600

  /// Publishes a run, whose time may be only the clock's. The same report again changes nothing.
  package func publish(
    _ dataset: Dataset, id given: String?, context: Composer.Context, isClock: Bool = false
  ) throws(PublishError) -> Outcome {
    try check(given)
    progress("comparing", "")
    let memory = PublishedRun.memory(of: dataset)
    guard memory.count <= FileLimit.dataset.bytes else {
      throw .refused(
        [
          Diagnostic(
            .error, "too-large",
            "the dataset is larger than a site keeps: \(FileLimit.dataset.bytes >> 20) MiB",
            help: ["leave out messages"])
        ],
        .input)
    }
    let suspicion = try siblings == nil ? suspicion() : nil
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    for rebuilding in [false, true] {
      let history = try open(rebuilding: rebuilding)
      let identity = RunIdentity(of: dataset, given: given, isClock: isClock, for: .publishing)
      var run = identity.resolve(PublishedRun(dataset, id: given, memory, context), in: history)
      try check(history)
      try refuseYear(of: run)
      let mended = try mend(history, but: run.isMissing ? nil : run.id, context)
      var (kept, keptMemory) = (dataset, memory)
      let ancestor = history.ancestor(of: &run, as: identity, among: ancestry)
      let watched = history.watch(
        &kept, &keptMemory, of: &run, as: identity, from: ancestor, context)
      var context = context
      context.now = run.time
      guard
        var outcome = try publish(
          kept, on: run, as: identity, keptMemory, from: ancestor, to: history, context)
      else {
        continue
      }
      outcome.problems = [suspicion].compactMap { $0 } + mended + watched + outcome.problems
      return outcome
    }
    throw .refused([Self.changing(project)], .site)
  }

  /// Returns nil and writes nothing if the history turns out to be damaged.
  private func publish(
    _ dataset: Dataset, on run: PublishedRun, as identity: RunIdentity, _ memory: [UInt8],
    from ancestor: PublishedRun?, to history: ProjectHistory, _ context: Composer.Context
  ) throws(PublishError) -> Outcome? {
    let id = run.id
    if let old = history.run(id),
      old.isReport(of: run) && history.isWhole(old) || run.isMissing && !old.isMissing
    {
      var outcome = Outcome(id: id)
      if run.isMissing, !old.isMissing {
        outcome.keepsReport = true
        outcome.problems.append(
          Diagnostic(
            .note, "run-exists", "the run '\(id)' has a report already, which stays"))
      } else {
        var tracker = history.tracker(before: run, as: identity)
        outcome.report = try report(
          of: run, dataset, identity, from: ancestor, history, &tracker, context, &outcome.problems)
        outcome.problems.append(
          Diagnostic(
            .note, "run-exists", "the run '\(id)' exists already and stays as it is"))
      }
      outcome.problems = history.problems + outcome.problems
      let isCurrent =
        options.baseURL.map { $0 == history.index.address } ?? true
        && options.dueAfter.map { $0 == history.index.dueAfter ?? 0 } ?? true
      if history.wasRebuilt || !isCurrent { outcome.problems += try finish(history, context) }
      return outcome
    }
    if let latest = history.latest,
      options.isOutdated(
        run, followers: history.count(after: run), latest: max(latest, run))
    {
      var outcome = Outcome(id: id, problems: history.problems)
      var tracker = history.tracker(before: run, as: identity)
      outcome.report = try report(
        of: run, dataset, identity, from: ancestor, history, &tracker, context, &outcome.problems)
      outcome.problems.append(
        Diagnostic(
          .warning, "too-old", "the run '\(id)' is older than what is kept: nothing was published"))
      return outcome
    }
    return try add(run, dataset, identity, memory, from: ancestor, to: history, context)
  }

  private func add(
    _ run: PublishedRun, _ dataset: Dataset, _ identity: RunIdentity, _ memory: [UInt8],
    from ancestor: PublishedRun? = nil, to history: ProjectHistory, _ context: Composer.Context
  ) throws(PublishError) -> Outcome? {
    var run = run
    let replaced = history.run(run.id)
    var problems: [Diagnostic] = []
    if let replaced, !replaced.isMissing, replaced.digest != run.digest {
      problems.append(
        Diagnostic(
          .note, "run-replaced",
          "the run '\(run.id)' had another report, whose place this one takes"))
    }
    if let twin = identity.twin(of: run, in: history) {
      problems.append(.sameReport(run, twin))
    }
    let followers = history.count(after: run)
    if replaced == nil, followers > 0 {
      problems.append(.lateRun(run, in: project, before: followers))
    }
    // After a move or an interruption the trackers of other runs may be wrong.
    let isMoved = replaced.map { $0.time != run.time } ?? false
    let isUntrue = history.wasRebuilt || isMoved
    let trustsFirst = !isMoved || history.first?.id != run.id
    // Only these cases read the first month, which nothing else needs.
    let trusted =
      isUntrue ? trustsFirst ? history.first.flatMap(history.run(after:)) : history.first : nil
    var tracker = history.tracker(before: run, as: identity, trustedBefore: trusted)
    var report = try report(
      of: run, dataset, identity, from: ancestor, history, &tracker, context, &problems)
    let idle = countIdle(&report, of: run, history, &problems)
    run.summarize(report, dataset)

    history.insert(run)
    if history.latest?.id == run.id {
      // An incomplete run, or one that checks less, does not rename the project.
      if dataset.hasCompleted && report.comparison?.coverage.looksAtLess != true
        || history.index.count == 1
      {
        history.index.title = dataset.title ?? history.index.title
      }
      history.index.locale = context.locale.tag
      history.index.timeZone = context.zone.name
    }
    var partners: [PublishedRun] = []
    var released = history.assets(in: history.pages(of: [replaced].compactMap { $0 }))
    if let replaced, replaced.digest != run.digest {
      partners = history.removeComparisons(of: [run.id])
    }
    let pages = try pages(history, context, &problems)
    // After a move or an interruption, computing the trackers still needs the runs that expire.
    let expired = isUntrue ? nil : history.expire(options)
    let page = try render(
      report, pages.trail(of: run), recent: pages.recent(of: run), pages.site, below: "../../",
      &problems)
    released.formUnion(
      expired.map { history.assets(in: history.pages(of: $0), but: page.assets) }
        ?? history.storedAssets)
    released.subtract(page.assets.map(\.name))
    progress("writing", "")
    var unused: Set<String> = []
    do throws(FileError) {
      try history.begin()
      try history.write(page.assets)
      try history.files.write(memory, run.id, RunFiles.data, .dataset)
      try history.keep(tracker, at: run)
      try history.files.write(idle, run.id)
      if isUntrue { try history.keepAll(trustsFirst: trustsFirst) }
      try history.staging.write(page.bytes, to: history.files.path(run.id, "index.html"))
      try history.files.write(AttachmentPlan(report, .beside).linked, run.id)
      try history.staging.write(run.bytes, to: history.files.path(run.id, "run.json"), .run)
      let shown = history.removeFiles(of: expired ?? history.expire(options))
      unused.formUnion(try writeTests(run, dataset, report, to: history, pages, &problems))
      // The run's own page comes first, so that no page links to it before it exists.
      var touched = (isUntrue && !shown.isEmpty ? [run] : []) + partners + shown
      touched += [history.run(before: run), replaced.flatMap(history.run(before:))].compactMap {
        $0
      }
      touched += history.runs(showing: run) + (replaced.map(history.runs(showing:)) ?? [])
      try pages.stage(touched: history.wasRebuilt ? [run] + history.all : touched)
      history.removeUnused(released.union(unused))
      try history.staging.check()
      if history.isDamaged {
        history.abandon(run.id)
        return nil
      }
      try history.commit()
    } catch {
      history.abandon(run.id)
      throw .file(error)
    }
    return Outcome(
      report: report, id: run.id, isNew: true, problems: history.problems + problems)
  }

  /// Composes a run's report, compared with the runs before it, and adds the run to their tracker.
  private func report(
    of run: PublishedRun, _ dataset: Dataset, _ identity: RunIdentity,
    from ancestor: PublishedRun?, _ history: ProjectHistory, _ tracker: inout MessageTracker,
    _ context: Composer.Context, _ problems: inout [Diagnostic]
  ) throws(PublishError) -> Report {
    var context = context
    let dataset = dataset.adopted(by: project, ProjectDefaults(history.index))
    context.earlierRuns = history.trend(before: run, from: ancestor)
    // The memory has no tests of branches.
    context.testsAddress = run.isOfBranch ? nil : "../../" + TestPage.path
    if run.isMissing {
      context.compare(dataset, with: nil)
    } else {
      history.compare(dataset, of: run, as: identity, from: ancestor, &tracker, &context)
    }
    // If an earlier run can't be read, the report would be wrong.
    try check(history)
    progress("composing", "")
    let (report, found) = ReportPipeline.compose(dataset, context, strictness: strictness)
    problems += found
    guard let report, !strictness.isFailing(problems) else { throw .refused(problems, .input) }
    return report
  }

  /// Rewrites everything that is derived from the runs themselves.
  package func rebuild(_ context: Composer.Context) throws(PublishError) -> [Diagnostic] {
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    let history = try open(rebuilding: true)
    let mended = try mend(history, but: nil, context)
    return mended + history.problems + (try finish(history, context))
  }

  /// Publishes the damaged runs again, except for the one that is about to be published.
  private func mend(
    _ history: ProjectHistory, but id: String?, _ context: Composer.Context
  ) throws(PublishError) -> [Diagnostic] {
    var said: [Diagnostic] = []
    history.broken.removeAll { $0.id == id }
    let broken = history.broken
    if !broken.isEmpty {
      do throws(FileError) { try history.begin() } catch { throw .file(error) }
    }
    for broken in broken {
      history.broken.removeAll { $0.id == broken.id }
      var context = context
      (context.commits, context.diff) = ([], nil)  // They belong to the run that is published.
      let now = broken.time ?? broken.dataset.namingTime.map(context.zone.instant(of:))
      context.now = now ?? context.now
      let memory = PublishedRun.memory(of: broken.dataset)
      var run = PublishedRun(broken.dataset, id: broken.id, memory, context)
      (run.given, run.base) = (broken.given, broken.base)
      let identity = RunIdentity(of: broken.dataset, given: broken.id, for: .publishing)
      let ancestor = broken.base.flatMap { history.run($0) }
      _ = try add(run, broken.dataset, identity, memory, from: ancestor, to: history, context)
      said.append(
        Diagnostic(
          .note, "mended-run",
          "the run '\(broken.id)' of '\(project)' was damaged and is rendered again from its data"))
    }
    return said
  }

  private func finish(
    _ history: ProjectHistory, _ context: Composer.Context
  ) throws(PublishError) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    history.index.locale = history.index.locale ?? context.locale.tag
    history.index.timeZone = history.index.timeZone ?? context.zone.name
    if !history.wasRebuilt {
      // Reads every run, so that damage is found before anything is written.
      _ = history.all
      try check(history)
      if history.isDamaged {
        let rebuilt = try open(rebuilding: true)
        problems += try mend(rebuilt, but: nil, context) + rebuilt.problems
        return problems + (try finish(rebuilt, context))
      }
    }
    progress("writing", "\(history.index.count) runs of \(project)")
    let pages = try pages(history, context, &problems)
    let known = history.problems.count
    do throws(FileError) {
      _ = history.prune(options)
      // Trackers may be wrong after an interruption; only the first one knows of removed runs.
      try history.keepAll()
      _ = try writeTests(nil, nil, nil, to: history, pages, &problems)
      try pages.stage(touched: history.all)
      history.removeUnused(history.storedAssets)
      try history.commit()
    } catch {
      throw .file(error)
    }
    return problems + history.problems.dropFirst(known)
  }

  /// The title of a project, and the language and the time zone of its last run.
  package static func defaults(
    of project: String, in site: String
  ) throws(PublishError) -> ProjectDefaults {
    guard SiteName.isValid(project) else {
      return ProjectDefaults()
    }
    try SiteFolder(site).refuseLinks(project: project)
    let staging = Staging(root: site)
    let index = staging.read("\(project)/history/project.json", .index).flatMap(ProjectIndex.init)
    do throws(FileError) { try staging.check() } catch { throw .file(error) }
    return index.map(ProjectDefaults.init) ?? ProjectDefaults()
  }

  // MARK: Parts

  /// Throws if a file of the project exists but could not be read.
  func check(_ history: ProjectHistory) throws(PublishError) {
    do throws(FileError) { try history.staging.check() } catch { throw .file(error) }
  }

  func open(rebuilding: Bool) throws(PublishError) -> ProjectHistory {
    do throws(FileError) {
      return try ProjectHistory(site: site, project: project, rebuilding: rebuilding)
    } catch {
      throw .file(error)
    }
  }

  func pages(
    _ history: ProjectHistory, _ context: Composer.Context, _ problems: inout [Diagnostic]
  ) throws(PublishError) -> ProjectPages {
    // The project keeps its language if an older run in another language is published.
    let tag = history.index.locale ?? context.locale.tag
    var locale = context.locale
    if tag != locale.tag {
      let (found, wrong) = Strings.locale(tag, in: store)
      problems += wrong
      locale = found ?? locale
    }
    let renderer = SiteRenderer(
      template: template, theme: theme, in: store, locale: locale,
      names: SiteRecord.names, problems: &problems)
    guard let renderer, !strictness.isFailing(problems) else { throw .refused(problems, .usage) }
    if let baseURL = options.baseURL {
      let isSettled = history.index.authority != nil
      history.index.setAddress(baseURL, isSettled ? nil : history.first?.date)
    }
    var options = options
    if let dueAfter = options.dueAfter { history.index.dueAfter = dueAfter > 0 ? dueAfter : nil }
    options.dueAfter = history.index.dueAfter
    return ProjectPages(
      history: history, site: renderer, labels: RunLabels(locale: locale),
      options: options)
  }
}
