import Diagnostics
import Files
import Threads

/// Reads the data of each project for the files of the whole site, on several threads if useful.
struct ProjectReading {
  let site: String

  /// The latest runs of the projects among the names in the site's folder, in their order. Skips a
  /// project with a lost page, so that no link is dead.
  func latest(
    among names: [String], _ problems: inout [Diagnostic]
  ) throws(FileError) -> [LatestFile] {
    let found = try each(names.filter(SiteName.isValid)) { name, site throws(FileError) in
      try Self.latest(of: name, in: site)
    }
    problems += found.compactMap(\.problem)
    return found.compactMap(\.latest)
  }

  /// The months of each project that have a page in its archive.
  func months(of projects: [LatestFile]) throws(FileError) -> [[String]] {
    try each(projects) { project, site throws(FileError) in
      let index = try site.read(
        project.project + "/history/project.json", limit: FileLimit.index.bytes
      ).flatMap(ProjectIndex.init)
      let pages = Set(try site.names(in: project.project + "/archive"))
      return (index?.months ?? []).map(\.name).filter { pages.contains($0 + ".html") }
    }
  }

  private static func latest(
    of name: String, in site: ConfinedFolder
  ) throws(FileError) -> (latest: LatestFile?, problem: Diagnostic?) {
    guard let folder = try site.subfolder(name),
      let latest = try folder.read("latest.json", limit: FileLimit.index.bytes)
        .flatMap(LatestFile.init),
      latest.project == name
    else { return (nil, nil) }
    for page in ["index.html", "archive/index.html"] where try folder.kind(of: page) != .file {
      return (
        nil,
        Diagnostic(
          .warning, "lost-page", "'\(name)/\(page)' is lost: the first page leaves '\(name)' out",
          help: ["'--rebuild --project \(name)' renders it again from the project's runs"])
      )
    }
    return (latest, nil)
  }

  /// Returns the results of `read` in the order of the items; throws the first error.
  private func each<Item: Sendable, Found: Sendable>(
    _ items: [Item],
    _ read: @escaping @Sendable (Item, ConfinedFolder) throws(FileError) -> Found
  ) throws(FileError) -> [Found] {
    // Starting a thread for a few items would cost more than it saves.
    let size = max(64, items.count / (4 * Workers.available) + 1)
    var all: [Found] = []
    var failure: FileError?
    Workers.inOrder(count: (items.count + size - 1) / size) { [site] part in
      Result { () throws(FileError) in
        let folder = ConfinedFolder(site, staysOpen: true)
        var found: [Found] = []
        for item in items[(part * size)..<min((part + 1) * size, items.count)] {
          found.append(try read(item, folder))
        }
        return found
      }
    } receive: { part in
      switch part {
      case .success(let found): all += found
      case .failure(let error): failure = error
      }
      return failure == nil
    }
    if let failure { throw failure }
    return all
  }
}
