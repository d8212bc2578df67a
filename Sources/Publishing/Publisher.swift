import Basics
package import Composing
package import Diagnostics
import Importing
package import Model
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
  /// Whether what was found forbids to go on.
  package var isFailing: @Sendable ([Diagnostic]) -> Bool

  package init(
    site: String, project: String, store: AssetStore, template: String, theme: String,
    options: PublishOptions, isFailing: @escaping @Sendable ([Diagnostic]) -> Bool
  ) {
    self.site = site
    self.project = project
    self.store = store
    self.template = template
    self.theme = theme
    self.options = options
    self.isFailing = isFailing
  }

  package struct Outcome: Sendable {
    /// Nil when nothing had to be made anew.
    package var report: Report?
    package var id: String?
    package var problems: [Diagnostic] = []
  }

  /// How long somebody waits for others to finish, in seconds.
  static let patience = 600
  private static let largestDataset = 1 << 30

  /// Publishes a night. The same one again changes nothing.
  package func publish(
    _ dataset: Dataset, id given: String?, settings: Composer.Settings
  ) throws(PublishError) -> Outcome {
    try check(given)
    let memory = DatasetWriter.bytes(dataset)
    guard memory.count <= Self.largestDataset, let packed = Gzip.pack(memory) else {
      throw .refused(
        [Diagnostic(.error, "too-large", "the dataset is too large to be remembered")],
        .input)
    }
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    let history = try open(rebuilding: false)
    let zone = settings.zone
    let now = settings.now
    let id = given ?? Self.id(zone.wall(at: now))
    var night = Night(
      id: id, time: now, offset: zone.offset(at: now), status: dataset.run?.status,
      urgency: .neutral, text: "", counts: [:], changes: nil, duration: nil,
      digest: Self.digest(memory))

    if let old = history.night(id), old.digest == night.digest || night.isMissing && !old.isMissing
    {
      var outcome = Outcome(id: id)
      if night.isMissing, !old.isMissing {
        outcome.problems.append(
          Diagnostic(
            .note, "night-is-there", "the run '\(id)' has a report already, which stays"))
      }
      if history.wasRebuilt { outcome.problems += try finish(history, settings) }
      return outcome
    }
    if options.keep != nil || options.keepDays != nil,
      options.outdated((history.all + [night]).sorted()).contains(where: { $0.id == id })
    {
      return Outcome(
        id: id,
        problems: [
          Diagnostic(
            .note, "too-old", "the run '\(id)' is older than what is kept: nothing was published")
        ])
    }
    return try add(&night, dataset, packed, to: history, settings)
  }

  private func add(
    _ night: inout Night, _ dataset: Dataset, _ packed: [UInt8], to history: ProjectHistory,
    _ settings: Composer.Settings
  ) throws(PublishError) -> Outcome {
    let replaced = history.night(night.id)
    var settings = settings
    settings.baseline = night.isMissing ? nil : baseline(of: night, in: history)
    var presence = history.presence(at: history.night(before: night))
    if !night.isMissing { presence.add(dataset, on: night) }

    var (report, problems) = Composer().compose(dataset, settings: settings)
    if let disagreement = report?.reconcile() { problems.append(disagreement) }
    guard report != nil, !isFailing(problems) else { throw .refused(problems, .input) }
    report?.histories = presence.histories
    guard let report else { throw .refused(problems, .input) }
    night.take(report, dataset, settings.zone)

    history.insert(night)
    history.index.title = dataset.title ?? history.index.title
    history.index.locale = settings.locale.tag
    let pages = try pages(history, settings, &problems)
    let page = try render(report, pages.trail(of: night), pages.site, &problems)
    do throws(FileError) {
      try history.begin()
      try history.staging.write(packed, to: history.run(night.id, "data.json.gz"))
      try history.keep(presence, at: night)
      try history.staging.write(page, to: history.run(night.id, "index.html"))
      try history.staging.write(night.bytes, to: history.run(night.id, "run.json"))
      var touched = [
        history.night(before: night), history.night(after: night),
        replaced.flatMap(history.night(before:)), replaced.flatMap(history.night(after:)),
      ].compactMap { $0 }
      touched += history.prune(options)
      try pages.stage(touched: history.wasRebuilt ? history.all : touched)
      try history.commit()
    } catch {
      history.abandon(night.id)
      throw .file(error)
    }
    return Outcome(report: report, id: night.id, problems: problems)
  }

  /// Makes everything anew that can be made from the nights themselves.
  package func rebuild(_ settings: Composer.Settings) throws(PublishError) -> [Diagnostic] {
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    let history = try open(rebuilding: true)
    return try finish(history, settings)
  }

  private func finish(
    _ history: ProjectHistory, _ settings: Composer.Settings
  ) throws(PublishError) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    if history.index.locale == nil { history.index.locale = settings.locale.tag }
    let pages = try pages(history, settings, &problems)
    do throws(FileError) {
      _ = history.prune(options)
      // What an interrupted writer left is not trusted, but for what no night is left to tell.
      if let first = history.first {
        try history.keep(history.presence(at: first), at: first, forAll: true)
      }
      try pages.stage(touched: history.all)
      try history.commit()
    } catch {
      throw .file(error)
    }
    return problems
  }

  /// The language that a project spoke last.
  package static func locale(of project: String, in site: String) -> String? {
    guard SiteName.problem(project, "project", option: "--project") == nil else { return nil }
    return Staging(root: site).read("\(project)/history/project.json")
      .flatMap(ProjectIndex.init)?.locale
  }

  // MARK: Parts

  private func check(_ id: String?) throws(PublishError) {
    let problems = [
      SiteName.problem(project, "project", option: "--project"),
      id.flatMap { SiteName.problem($0, "run", option: "--run") },
    ].compactMap { $0 }
    if !problems.isEmpty { throw .refused(problems, .usage) }
    let names = (try? Folder.names(in: site)) ?? []
    let runs = (try? Folder.names(in: "\(site)/\(project)/runs")) ?? []
    for (name, others, what) in [(project, names, "project"), (id ?? "", runs, "run")] {
      guard let twin = SiteName.twin(of: name, among: others) else { continue }
      throw .refused(
        [
          Diagnostic(
            .error, "bad-name",
            "the \(what) '\(name)' would be taken for '\(twin)' where capitals make no difference",
            help: ["write it as '\(twin)', or choose another name"])
        ], .usage)
    }
    let places = ["", "/runs", "/runs/" + (id ?? ""), "/history", "/archive"]
    if let link = places.map({ "\(site)/\(project)\($0)" }).first(where: Self.isLink) {
      throw .refused(
        [
          Diagnostic(
            .error, "link-in-site", "'\(link)' is a link, which could lead out of the site",
            help: ["put the folder itself there"])
        ], .usage)
    }
  }

  private static func isLink(_ path: String) -> Bool {
    Folder.isLink(path.hasSuffix("/") ? String(path.dropLast()) : path)
  }

  private func lock() throws(PublishError) -> FileLock {
    do throws(FileError) {
      try Folder.create("\(site)/\(project)/history")
      if let lock = try FileLock(
        path: "\(site)/\(project)/history/lock", patience: Self.patience)
      {
        return lock
      }
    } catch {
      throw .file(error)
    }
    throw .refused([Self.busy(project)], .site)
  }

  static func busy(_ what: String) -> Diagnostic {
    Diagnostic(
      .error, "site-busy", "somebody else is still writing to '\(what)'",
      help: ["try again when that has ended"])
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
    let renderer = SiteRenderer(
      template: template, theme: theme, in: store, locale: settings.locale,
      names: SiteRecord.names, problems: &problems)
    guard let renderer, !isFailing(problems) else { throw .refused(problems, .usage) }
    if let baseURL = options.baseURL { history.index.claim(baseURL, history.first?.date) }
    return ProjectPages(
      history: history, site: renderer, words: NightWords(locale: settings.locale),
      options: options)
  }

  private func render(
    _ report: Report, _ trail: String, _ site: SiteRenderer, _ problems: inout [Diagnostic]
  ) throws(PublishError) -> [UInt8] {
    var options = RenderOptions()
    options.frame = site.frame(above: trail, below: "")
    let (text, found) = ReportRenderer(
      report, store: store, template: template, theme: theme, options: options
    ).string(.page)
    for problem in found where !problems.contains(problem) { problems.append(problem) }
    guard !isFailing(problems) else { throw .refused(problems, .input) }
    return Array(text.utf8)
  }

  /// The last night that came to its end; where none has, the last that had anything to say.
  private func baseline(of night: Night, in history: ProjectHistory) -> Dataset? {
    var best: Night?
    history.nights(before: night) { other in
      if other.isMissing { return true }
      if best == nil || !other.isPartial { best = other }
      return other.isPartial
    }
    return best.flatMap(history.dataset(of:))
  }

  /// `2026-11-20-0312`: what a run is called when nobody says.
  static func id(_ wall: CivilDateTime) -> String {
    let time = wall.machineTime.split(separator: "T")
    guard time.count == 2 else { return "night" }
    let clock = time[1].split(separator: ":").prefix(2).joined()
    return time[0] + "-" + clock
  }

  private static func digest(_ bytes: [UInt8]) -> String {
    SHA256.digest(of: bytes).prefix(8).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }.joined()
  }
}

extension Night {
  /// What a report says of the night.
  fileprivate mutating func take(_ report: Report, _ dataset: Dataset, _ zone: TimeZoneRules) {
    let alarm = report.run.flatMap { $0.isAlarming ? $0 : nil }
    urgency = max(report.verdict.urgency, alarm?.urgency ?? .neutral)
    text = report.verdict.text
    if let alarm, let headline = alarm.headline {
      let reason = alarm.reason.map { ": " + $0 } ?? ""
      text = headline + reason + (report.verdict.total > 0 ? " · " + report.verdict.text : "")
    }
    for count in report.verdict.counts { counts[count.urgency] = count.count }
    changes = report.comparison.flatMap { comparison in
      isMissing
        ? nil
        : Changes(new: comparison.new, still: comparison.still, fixed: comparison.fixed)
    }
    if let run = dataset.run, case .some(let started) = run.started, let finished = run.finished {
      let seconds = zone.instant(of: finished).seconds(since: zone.instant(of: started))
      if case .date = started { return }
      if case .date = finished { return }
      if 0...1_000_000_000 ~= seconds { duration = Int(seconds) }
    }
  }
}
