import Diagnostics
import Files
import Time

extension Diagnostic {
  /// A run that is published after later runs, which are rendered already.
  static func lateRun(
    _ run: PublishedRun, in project: String, before followers: Int
  ) -> Diagnostic {
    let runs = followers == 1 ? "a run" : "\(followers) runs"
    return Diagnostic(
      .note, "late-run",
      "the run '\(run.id)' is older than \(runs) of '\(project)': the new and fixed messages of those "
        + "runs stay as published; the next run takes this one into account",
      help: ["publish runs in the order of their times"])
  }
}

/// Checks that precede any write to a site.
extension Publisher {
  func check(_ id: String?) throws(PublishError) {
    var problems = [
      SiteName.problem(project, "project", option: "--project"),
      id.flatMap { SiteName.problem($0, "run", option: "--run") },
    ].compactMap { $0 }
    if !problems.isEmpty { throw .refused(problems, .usage) }
    try SiteFolder(site).refuseLinks(project: project, run: id)
    problems += try reading { () throws(FileError) in try twins(id) }
    if !problems.isEmpty { throw .refused(problems, .usage) }
  }

  private var folder: ConfinedFolder { ConfinedFolder(site) }

  private func reading<Result>(
    _ body: () throws(FileError) -> Result
  ) throws(PublishError) -> Result {
    do throws(FileError) { return try body() } catch { throw .file(error) }
  }

  /// Errors for names that differ from existing ones only in case.
  private func twins(_ id: String?) throws(FileError) -> [Diagnostic] {
    let staging = Staging(root: site)
    // A project of exactly this name needs no search among thousands of others.
    let known = staging.read("\(project)/latest.json", .index).flatMap(LatestFile.init)
    try staging.check()
    var found: [Diagnostic] = []
    if known?.project != project {
      found += twin(of: project, "project", among: try siteNames())
    }
    if let id, found.isEmpty {
      found += twin(of: id, "run", among: try folder.names(in: "\(project)/runs"))
    }
    return found
  }

  private func siteNames() throws(FileError) -> [String] {
    if let siblings { return siblings }
    return try folder.names()
  }

  private func twin(of name: String, _ what: String, among others: [String]) -> [Diagnostic] {
    guard name.contains(where: \.isLetter), let twin = SiteName.twin(of: name, among: others)
    else { return [] }
    return [SiteName.twins(name, twin, what)]
  }

  /// Warns when a new project's name is almost that of an existing one.
  func suspicion() throws(PublishError) -> Diagnostic? {
    try reading { () throws(FileError) in
      let siteFolder = SiteFolder(site)
      if try siteFolder.hasProject(project) { return nil }
      // Examines only the nearest names, because a site may have ten thousand.
      var others = try siteNames()
      while let near = Suggestion.nearest(to: project, among: others) {
        if try siteFolder.isProject(near) {
          return Diagnostic(
            .warning, "new-project", "'\(project)' is a new project of the site",
            help: ["did you mean '\(near)'? Then remove '\(site)/\(project)'"])
        }
        others.removeAll { $0 == near }
      }
      return nil
    }
  }

  /// Waits until no other process writes to the project.
  func lock() throws(PublishError) -> FileLock {
    let siteFolder = SiteFolder(site)
    try siteFolder.refuseLinks(project: project)
    try claim.make { () throws(PublishError) in
      try siteFolder.claim(evenIfForeign: options.initializesSite)
    }
    try siteFolder.refuseForeign(project: project)
    let lock = try reading { () throws(FileError) in
      try folder.create("\(project)/history")
      return try FileLock(
        in: folder, "\(project)/history/lock", timeout: Self.lockTimeout,
        waiting: { waiting(project) })
    }
    if let lock { return lock }
    throw .refused([Self.busy(project)], .site)
  }

  static func busy(_ what: String) -> Diagnostic {
    Diagnostic(
      .error, "site-busy", "another process is still writing to '\(what)'",
      help: ["try again when that has ended"])
  }

  /// The history was damaged again after it was rebuilt from the runs.
  static func changing(_ project: String) -> Diagnostic {
    Diagnostic(
      .error, "site-damaged",
      "the history of '\(project)' is damaged again after it was rebuilt; nothing was published",
      help: ["find out what else changes files in '\(project)/history', then try '--rebuild'"])
  }

  func refuseYear(of run: PublishedRun) throws(PublishError) {
    if 1...9_999 ~= Int(run.date.year) { return }
    throw .refused(
      [
        Diagnostic(
          .error, "bad-time", "a run of the year \(run.date.year) can't be published",
          help: ["correct the dataset's 'now', or use --now TIME"])
      ], .input)
  }
}
