import Basics
package import Composing
package import Diagnostics
import Importing
package import Model
package import Pipeline
package import Rendering

/// Adds nights to the site of one project: its page, what it remembers, and every page that tells
/// of it.
package struct Publisher: Sendable {
  package var site: String
  package var project: String
  package var store: AssetStore
  package var template: String
  package var theme: String
  package var options: PublishOptions
  /// The names that the site has, when somebody has looked already.
  package var siblings: [String]?
  /// Called when another process has kept it waiting for a while.
  package var waiting: @Sendable (String) -> Void = { _ in }
  package var strictness: Strictness

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
    /// What the night says; nil when it is left out.
    package var report: Report?
    package var id: String
    /// Whether it was not there before.
    package var isNew = false
    package var problems: [Diagnostic] = []
  }

  /// How long somebody waits for others to finish, in seconds.
  static let patience = 600

  /// Publishes a night. The same one again changes nothing.
  package func publish(
    _ dataset: Dataset, id given: String?, settings: Composer.Settings
  ) throws(PublishError) -> Outcome {
    try check(given)
    let memory = DatasetWriter.bytes(dataset)
    guard memory.count <= FileLimit.dataset.bytes, let packed = Gzip.pack(memory) else {
      throw .refused(
        [
          Diagnostic(
            .error, "too-large",
            "the dataset is larger than a site keeps: \(FileLimit.dataset.bytes >> 20) MiB",
            help: ["leave out the messages that nobody reads"])
        ],
        .input)
    }
    let suspicion = try siblings == nil ? suspicion() : nil
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    for rebuilding in [false, true] {
      let history = try open(rebuilding: rebuilding)
      let identity = RunIdentity(of: dataset, given: given, for: .publishing)
      let night = identity.resolve(PublishedRun(dataset, id: given, memory, settings), in: history)
      try check(history)
      try refuseYear(of: night)
      let mended = try mend(history, but: night.isMissing ? nil : night.id, settings)
      var settings = settings
      settings.now = night.time
      guard
        var outcome = try publish(dataset, on: night, as: identity, packed, to: history, settings)
      else {
        continue
      }
      outcome.problems = [suspicion].compactMap { $0 } + mended + outcome.problems
      return outcome
    }
    throw .refused([Self.changing(project)], .site)
  }

  /// Nil when what is remembered turned out to be damaged, and nothing was written.
  private func publish(
    _ dataset: Dataset, on night: PublishedRun, as identity: RunIdentity, _ packed: [UInt8],
    to history: ProjectHistory, _ settings: Composer.Settings
  ) throws(PublishError) -> Outcome? {
    let id = night.id
    if let old = history.night(id),
      old.digest == night.digest && history.isWhole(old) || night.isMissing && !old.isMissing
    {
      var outcome = Outcome(id: id)
      if night.isMissing, !old.isMissing {
        outcome.problems.append(
          Diagnostic(
            .note, "night-is-there", "the run '\(id)' has a report already, which stays"))
      } else {
        outcome.report = try report(
          of: night, dataset, identity, history, settings, &outcome.problems)
        outcome.problems.append(
          Diagnostic(
            .note, "night-is-there", "the run '\(id)' is there already and stays as it is"))
      }
      outcome.problems = history.problems + outcome.problems
      let isTold =
        options.baseURL.map { $0 == history.index.address } ?? true
        && options.patience.map { $0 == history.index.patience ?? 0 } ?? true
      if history.wasRebuilt || !isTold { outcome.problems += try finish(history, settings) }
      return outcome
    }
    if let latest = history.latest,
      options.isOutdated(
        night, followers: history.count(after: night), latest: max(latest, night))
    {
      var outcome = Outcome(id: id, problems: history.problems)
      outcome.report = try report(
        of: night, dataset, identity, history, settings, &outcome.problems)
      outcome.problems.append(
        Diagnostic(
          .warning, "too-old", "the run '\(id)' is older than what is kept: nothing was published"))
      return outcome
    }
    return try add(night, dataset, identity, packed, to: history, settings)
  }

  private func add(
    _ night: PublishedRun, _ dataset: Dataset, _ identity: RunIdentity, _ packed: [UInt8],
    to history: ProjectHistory, _ settings: Composer.Settings
  ) throws(PublishError) -> Outcome? {
    var night = night
    let replaced = history.night(night.id)
    var problems: [Diagnostic] = []
    if let replaced, !replaced.isMissing, replaced.digest != night.digest {
      problems.append(
        Diagnostic(
          .note, "night-replaced",
          "the run '\(night.id)' had another report, whose place this one takes"))
    }
    if let twin = identity.twin(of: night, in: history) {
      problems.append(.sameReport(night, twin))
    }
    var report = try report(of: night, dataset, identity, history, settings, &problems)
    // A night that had another place, and whoever was interrupted, may have left others untrue.
    let isMoved = replaced.map { $0.time != night.time } ?? false
    let isUntrue = history.wasRebuilt || isMoved
    let trustsFirst = !isMoved || history.first?.id != night.id
    let second = history.first.flatMap(history.night(after:))
    var presence = history.presence(
      before: night,
      trustedBefore: isUntrue ? trustsFirst ? second : history.first : nil)
    if !night.isMissing { presence.add(dataset, on: night) }
    report.histories = presence.histories
    night.take(report, dataset, settings.zone)

    history.insert(night)
    if history.latest?.id == night.id {
      history.index.title = dataset.title ?? history.index.title
      history.index.locale = settings.locale.tag
      history.index.timeZone = settings.zone.name
    }
    let pages = try pages(history, settings, &problems)
    let page = try render(report, pages.trail(of: night), pages.site, &problems)
    do throws(FileError) {
      try history.begin()
      try history.staging.write(packed, to: history.run(night.id, "data.json.gz"))
      try history.keep(presence, at: night)
      if isUntrue { try history.keepAll(trustsFirst: trustsFirst) }
      try history.staging.write(page, to: history.run(night.id, "index.html"))
      try history.staging.write(night.bytes, to: history.run(night.id, "run.json"), .run)
      var touched = history.prune(options)
      touched += [
        history.night(before: night), history.night(after: night),
        replaced.flatMap(history.night(before:)), replaced.flatMap(history.night(after:)),
      ].compactMap { $0 }
      try pages.stage(touched: history.wasRebuilt ? history.all : touched)
      try history.staging.check()
      if history.isDamaged {
        history.abandon(night.id)
        return nil
      }
      try history.commit()
    } catch {
      history.abandon(night.id)
      throw .file(error)
    }
    return Outcome(
      report: report, id: night.id, isNew: true, problems: history.problems + problems)
  }

  /// What a night says beside those before it.
  private func report(
    of night: PublishedRun, _ dataset: Dataset, _ identity: RunIdentity, _ history: ProjectHistory,
    _ settings: Composer.Settings, _ problems: inout [Diagnostic]
  ) throws(PublishError) -> Report {
    var settings = settings
    let dataset = dataset.adopted(by: project, ProjectDefaults(history.index))
    if night.isMissing {
      settings.compare(dataset, with: nil)
    } else {
      settings.compare(
        dataset, with: history.baseline(of: night, as: identity),
        after: history.runBefore(night, as: identity))
    }
    // Another report would be made where an earlier one can't be read.
    try check(history)
    let (report, found) = ReportPipeline.compose(dataset, settings, strictness: strictness)
    problems += found
    guard let report, !strictness.isFailing(problems) else { throw .refused(problems, .input) }
    return report
  }

  /// Makes everything anew that can be made from the nights themselves.
  package func rebuild(_ settings: Composer.Settings) throws(PublishError) -> [Diagnostic] {
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    let history = try open(rebuilding: true)
    let mended = try mend(history, but: nil, settings)
    return mended + history.problems + (try finish(history, settings))
  }

  /// Publishes again the nights of which something is lost, but for one that is to come anyway.
  private func mend(
    _ history: ProjectHistory, but id: String?, _ settings: Composer.Settings
  ) throws(PublishError) -> [Diagnostic] {
    var said: [Diagnostic] = []
    let broken = history.broken.filter { $0.id != id }
    history.broken = broken
    if !broken.isEmpty {
      do throws(FileError) { try history.begin() } catch { throw .file(error) }
    }
    for broken in broken {
      history.broken.removeAll { $0.id == broken.id }
      var settings = settings
      let now = broken.time ?? broken.dataset.now.map(settings.zone.instant(of:))
      settings.now = now ?? settings.now
      let memory = DatasetWriter.bytes(broken.dataset)
      guard let packed = Gzip.pack(memory) else { continue }
      let night = PublishedRun(broken.dataset, id: broken.id, memory, settings)
      let identity = RunIdentity(of: broken.dataset, given: broken.id, for: .publishing)
      _ = try add(night, broken.dataset, identity, packed, to: history, settings)
      said.append(
        Diagnostic(
          .note, "mended-night",
          "the run '\(broken.id)' of '\(project)' was damaged and is made anew from its data"))
    }
    return said
  }

  private func finish(
    _ history: ProjectHistory, _ settings: Composer.Settings
  ) throws(PublishError) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    history.index.locale = history.index.locale ?? settings.locale.tag
    history.index.timeZone = history.index.timeZone ?? settings.zone.name
    if !history.wasRebuilt {
      // Every night is looked at, so that what is damaged shows before anything is written.
      _ = history.all
      try check(history)
      if history.isDamaged {
        let anew = try open(rebuilding: true)
        problems += try mend(anew, but: nil, settings) + anew.problems
        return problems + (try finish(anew, settings))
      }
    }
    let pages = try pages(history, settings, &problems)
    let known = history.problems.count
    do throws(FileError) {
      _ = history.prune(options)
      // What an interrupted writer left is not trusted, but for what no night is left to tell.
      try history.keepAll()
      try pages.stage(touched: history.all)
      try history.commit()
    } catch {
      throw .file(error)
    }
    return problems + history.problems.dropFirst(known)
  }

  /// The title of all runs of a project, and the language and the time zone of the last one.
  package static func defaults(
    of project: String, in site: String
  ) throws(PublishError) -> ProjectDefaults {
    guard SiteName.problem(project, "project", option: "--project") == nil else {
      return ProjectDefaults()
    }
    try SiteFolder(site).refuseLinks(project: project)
    let staging = Staging(root: site)
    let index = staging.read("\(project)/history/project.json", .index).flatMap(ProjectIndex.init)
    do throws(FileError) { try staging.check() } catch { throw .file(error) }
    return index.map(ProjectDefaults.init) ?? ProjectDefaults()
  }

  // MARK: Parts

  /// Throws when something of the project is there and could not be read.
  private func check(_ history: ProjectHistory) throws(PublishError) {
    do throws(FileError) { try history.staging.check() } catch { throw .file(error) }
  }

  private func open(rebuilding: Bool) throws(PublishError) -> ProjectHistory {
    do throws(FileError) {
      return try ProjectHistory(site: site, project: project, rebuilding: rebuilding)
    } catch {
      throw .file(error)
    }
  }

  private func pages(
    _ history: ProjectHistory, _ settings: Composer.Settings, _ problems: inout [Diagnostic]
  ) throws(PublishError) -> ProjectPages {
    // A late night in another language is no reason for the project to speak it.
    let tag = history.index.locale ?? settings.locale.tag
    var locale = settings.locale
    if tag != locale.tag {
      let (found, wrong) = Strings.locale(tag, in: store)
      problems += wrong
      locale = found ?? locale
    }
    let renderer = SiteRenderer(
      template: template, theme: theme, in: store, locale: locale,
      names: SiteRecord.names, problems: &problems)
    guard let renderer, !strictness.isFailing(problems) else { throw .refused(problems, .usage) }
    if let baseURL = options.baseURL { history.index.settle(at: baseURL, history.first?.date) }
    var options = options
    if let patience = options.patience { history.index.patience = patience > 0 ? patience : nil }
    options.patience = history.index.patience
    return ProjectPages(
      history: history, site: renderer, words: RunLabels(locale: locale),
      options: options)
  }

  private func render(
    _ report: Report, _ trail: String, _ site: SiteRenderer, _ problems: inout [Diagnostic]
  ) throws(PublishError) -> [UInt8] {
    var options = RenderOptions()
    options.frame = site.frame(above: trail, below: "")
    let (page, found) = ReportRenderer(
      report, store: store, template: template, theme: theme, options: options
    ).bytes(.page)
    for problem in found where !problems.contains(problem) { problems.append(problem) }
    guard !strictness.isFailing(problems) else { throw .refused(problems, .input) }
    guard PageFrame.hasPlace(page) else {
      problems.append(
        Diagnostic(
          .error, "no-shell",
          "template '\(template)' has no {{{above}}} and {{{below}}} in its page/shell.html, where a "
            + "site says what is before and after a night"))
      throw .refused(problems, .usage)
    }
    return page
  }

}
