import Diagnostics
package import Files

/// Checks whether a folder is a site, or may become one.
package struct SiteFolder: Sendable {
  private let folder: ConfinedFolder

  package init(_ path: String) {
    folder = ConfinedFolder(path, staysOpen: true)
  }

  /// Whether the site has a project of this name.
  package func hasProject(_ name: String) throws(FileError) -> Bool {
    guard try folder.kind(of: name) == .folder else { return false }
    if try folder.kind(of: name + "/history") == .folder { return true }
    return try folder.kind(of: name + "/runs") == .folder
  }

  /// The projects of the site, sorted by name.
  ///
  /// - Parameter names: The names in the site's folder, if known.
  package func projects(among names: [String]? = nil) throws(FileError) -> [String] {
    var found: [String] = []
    let names = if let names { names } else { try folder.names() }
    for name in names where try isProject(name) { found.append(name) }
    return found
  }

  /// Whether a name in the site's folder is the name of a project.
  func isProject(_ name: String) throws(FileError) -> Bool {
    guard SiteName.isValid(name) else { return false }
    return try hasProject(name)
  }

  /// Whether a folder is a site, one of its projects or one of its runs.
  package static func isPart(_ path: String) -> Bool {
    [FrontPage.lockName, "history/project.json", RunFiles.data].contains { name in
      Folder.isThere(path + "/" + name)
    }
  }

  /// Starts a site in a new or empty folder. Refuses a folder with other files unless
  /// `evenIfForeign`. Always refuses a folder with files that the site would overwrite.
  func claim(evenIfForeign isWanted: Bool) throws(PublishError) {
    var wrong: Diagnostic?
    do throws(FileError) {
      if try folder.kind(of: FrontPage.lockName) == .file { return }
      let names = try folder.names().filter(Self.isContent)
      if try !holdsProject(among: names) {
        var others: [String] = []
        for name in names where try !isEmptyFolder(name) { others.append(name) }
        // Another process may have made the first project meanwhile.
        if !others.isEmpty, try !holdsProject(among: folder.names()) {
          wrong = foreign(others, isWanted)
        }
      }
      if wrong == nil { try folder.create() }
    } catch {
      throw .file(error)
    }
    if let wrong { throw .refused([wrong], .usage) }
  }

  private func holdsProject(among names: [String]) throws(FileError) -> Bool {
    for name in names where try isProject(name) { return true }
    return false
  }

  /// An empty folder may become a project.
  private func isEmptyFolder(_ name: String) throws(FileError) -> Bool {
    guard try folder.kind(of: name) == .folder else { return false }
    return try folder.names(in: name).isEmpty
  }

  private func foreign(_ names: [String], _ isWanted: Bool) -> Diagnostic? {
    if let lost = names.first(where: SiteName.isOwnFile) {
      return Diagnostic(
        .error, "foreign-page",
        "'\(folder.fullPath(of: lost))' was not written by this program and would be overwritten",
        help: ["name another folder with --site, or remove the file"])
    }
    if isWanted { return nil }
    return Diagnostic(
      .error, "not-a-site",
      "'\(folder.root)' is neither empty nor a site: it holds \(VisibleText.quoted(names[0]))",
      help: [
        "name an empty folder with '--site DIR'",
        "or add '--init-site' to make a site of this one: its other files stay",
      ])
  }

  /// Ignores hidden files and the `lost+found` of a new disk.
  private static func isContent(_ name: String) -> Bool {
    !name.hasPrefix(".") && name != "lost+found"
  }

  /// Refuses a project with a linked folder, which could lead out of the site, before any file is
  /// read or written there.
  func refuseLinks(project: String, run: String? = nil) throws(PublishError) {
    let subpaths = [
      "", "/runs", run.map { "/runs/" + $0 }, "/history", "/archive", "/" + AssetLinks.folder,
    ].compactMap { $0 }
    var link: String?
    do throws(FileError) {
      for subpath in subpaths where link == nil {
        if try folder.kind(of: project + subpath) == .link { link = project + subpath }
      }
    } catch {
      throw .file(error)
    }
    guard let link else { return }
    throw .refused(
      [
        Diagnostic(
          .error, "link-in-site",
          "'\(folder.fullPath(of: link))' is a link, which could lead out of the site",
          help: ["put the folder itself there"])
      ], .usage)
  }

  /// Refuses a folder of another program as a project.
  func refuseForeign(project: String) throws(PublishError) {
    var isForeign = false
    do throws(FileError) {
      // Lists the files first: another process may make the project meanwhile.
      let names = try folder.names(in: project).filter { !$0.hasPrefix(".") }
      if names.isEmpty || names == ["latest.json"] { return }
      isForeign = try !hasProject(project)
    } catch {
      throw .file(error)
    }
    guard isForeign else { return }
    throw .refused(
      [
        Diagnostic(
          .error, "foreign-folder",
          "'\(folder.fullPath(of: project))' is not a project of this site, and its files could be "
            + "overwritten",
          help: ["name another project with --project, or remove the folder"])
      ], .usage)
  }
}
