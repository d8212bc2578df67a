import Basics
import Diagnostics

/// What has to hold before a site is written to.
extension Publisher {
  func check(_ id: String?) throws(PublishError) {
    let problems = [
      SiteName.problem(project, "project", option: "--project"),
      id.flatMap { SiteName.problem($0, "run", option: "--run") },
    ].compactMap { $0 }
    if !problems.isEmpty { throw .refused(problems, .usage) }
    let staging = Staging(root: site)
    // Who is known by this very name needs no search among thousands of others.
    if staging.read("\(project)/latest.json").flatMap(LatestFile.init)?.project != project {
      try refuseTwin(of: project, "project", among: siblings ?? names(in: site))
    }
    if let id { try refuseTwin(of: id, "run", among: names(in: "\(site)/\(project)/runs")) }
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

  private func refuseTwin(
    of name: String, _ what: String, among others: @autoclosure () -> [String]
  ) throws(PublishError) {
    guard name.contains(where: \.isLetter), let twin = SiteName.twin(of: name, among: others())
    else { return }
    throw .refused([SiteName.twins(name, twin, what)], .usage)
  }

  private func names(in folder: String) -> [String] { (try? Folder.names(in: folder)) ?? [] }

  private static func isLink(_ path: String) -> Bool {
    Folder.isLink(path.hasSuffix("/") ? String(path.dropLast()) : path)
  }

  /// A page of somebody else's in the site's place would be lost.
  private func refuseForeign() throws(PublishError) {
    let page = site + "/index.html"
    guard Folder.isRegularFile(page), !Folder.isRegularFile(site + "/" + FrontPage.lockName),
      !names(in: site).contains(where: { Folder.exists("\(site)/\($0)/history") })
    else { return }
    throw .refused(
      [
        Diagnostic(
          .error, "foreign-page", "'\(page)' is not of a site of this program and would be lost",
          help: ["name another folder with --site, or take the page away"])
      ], .usage)
  }

  /// Says so when a project that was not there is called almost like one that was.
  func suspicion() -> Diagnostic? {
    guard !Folder.exists("\(site)/\(project)/history") else { return nil }
    let others = (siblings ?? names(in: site)).filter { Folder.exists("\(site)/\($0)/history") }
    guard let near = Suggestion.nearest(to: project, among: others) else { return nil }
    return Diagnostic(
      .warning, "new-project", "'\(project)' is a new project of the site",
      help: ["did you mean '\(near)'? Then take '\(site)/\(project)' away"])
  }

  func lock() throws(PublishError) -> FileLock {
    try refuseForeign()
    do throws(FileError) {
      try Folder.create("\(site)/\(project)/history")
      if let lock = try FileLock(
        path: "\(site)/\(project)/history/lock", patience: Self.patience,
        waiting: { waiting(project) })
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
      .error, "site-busy", "another process is still writing to '\(what)'",
      help: ["try again when that has ended"])
  }

  /// What a project remembers was found damaged again after it was made anew from the runs.
  static func changing(_ project: String) -> Diagnostic {
    Diagnostic(
      .error, "site-damaged",
      "the history of '\(project)' is damaged again after it was made anew; nothing was published",
      help: ["find out what else changes files in '\(project)/history', then try '--rebuild'"])
  }

  func refuseYear(of night: Night) throws(PublishError) {
    if 1...9_999 ~= Int(night.date.year) { return }
    throw .refused(
      [
        Diagnostic(
          .error, "bad-time", "a night of the year \(night.date.year) can't be filed",
          help: ["correct the dataset's 'now', or say it with --now"])
      ], .input)
  }
}
