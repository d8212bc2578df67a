import Basics
import Diagnostics
import Synchronization

/// A project as the files of the whole site need it.
struct KnownProject: Sendable {
  /// The months of the archive that have a page.
  struct Months: Sendable {
    var names: [String]
    /// nil when the next call must read them again.
    var stamp: [UInt8]?
  }

  let latest: LatestFile
  /// nil when the next call must read the project again.
  var stamp: [UInt8]?
  /// nil when they were not asked for.
  var months: Months?
  /// The entry of `LatestCache` that says all of it.
  var entry: ArraySlice<UInt8>?
}

/// Reads the latest runs of all projects of a site, of which a cache holds those that have not changed.
struct ProjectReading: Sendable {
  private let site: String
  private let cache: LatestCache
  /// Whether the months of all projects are needed, not only of those that remember an address.
  private let mapsAll: Bool
  private let now = SystemInfo.now().seconds

  init(of site: String, _ cache: LatestCache, mapsAll: Bool) {
    self.site = site
    self.cache = cache
    self.mapsAll = mapsAll
  }

  /// The projects among the names in the site's folder, in their order. Skips a project whose page is
  /// lost, so that no link is dead.
  func projects(
    among names: [String], _ problems: inout [Diagnostic]
  ) throws(FileError) -> [KnownProject] {
    let isLarge = names.count > IndexPages.most
    let parts = try inParts(names) { part in
      Part(part, self, isLarge: isLarge)
    }
    problems += parts.flatMap(\.problems)
    return parts.flatMap(\.projects)
  }

  /// Adds the months of the projects that have none yet.
  func addMonths(to projects: inout [KnownProject]) throws(FileError) {
    let isLarge = projects.count > IndexPages.most
    guard projects.contains(where: { $0.months == nil }) else { return }
    projects = try inParts(projects) { part in
      Part(adding: part, self, isLarge: isLarge)
    }.flatMap(\.projects)
  }

  /// Reads parts of a list on several threads; throws the first error.
  private func inParts<Item: Sendable>(
    _ items: [Item], _ read: @escaping @Sendable (ArraySlice<Item>) -> Part
  ) throws(FileError) -> [Part] {
    // A thread for a few would cost more than it saves.
    let size = max(64, items.count / (4 * Workers.available) + 1)
    let slices = stride(from: 0, to: items.count, by: size).map {
      items[$0..<min($0 + size, items.count)]
    }
    let found = Mutex<[Part?]>(Array(repeating: nil, count: slices.count))
    Workers.concurrently(count: slices.count) { index in
      let part = read(slices[index])
      found.withLock { $0[index] = part }
    }
    let parts = found.withLock { $0 }.compactMap { $0 }
    if let failure = parts.lazy.compactMap(\.failure).first { throw failure }
    return parts
  }

  /// What was read of some projects.
  private struct Part: Sendable {
    var projects: [KnownProject] = []
    var problems: [Diagnostic] = []
    var failure: FileError?

    init(_ names: ArraySlice<String>, _ reading: ProjectReading, isLarge: Bool) {
      let folders = Folders(reading.site, isStamped: isLarge)
      var place = 0
      for name in names where SiteName.isValid(name) {
        do throws(FileError) {
          guard let project = try look(at: name, in: folders, reading, &place) else { continue }
          projects.append(project)
        } catch {
          failure = failure ?? error
        }
      }
    }

    init(adding projects: ArraySlice<KnownProject>, _ reading: ProjectReading, isLarge: Bool) {
      let folders = Folders(reading.site, isStamped: isLarge)
      self.projects = Array(projects)
      for index in self.projects.indices where self.projects[index].months == nil {
        do throws(FileError) {
          self.projects[index] = try folders.withMonths(self.projects[index], reading.now)
        } catch {
          failure = failure ?? error
        }
      }
    }

    private mutating func look(
      at name: String, in folders: Folders, _ reading: ProjectReading, _ place: inout Int
    ) throws(FileError) -> KnownProject? {
      // Before anything is read: a change from here on is another stamp the next time.
      let stamp = folders.stamp(of: name, reading.now)
      var found: KnownProject?
      if let stamp, let entry = reading.cache.entry(of: name, at: &place),
        entry.stamp.elementsEqual(stamp.bytes)
      {
        found = entry.project()
      }
      if found == nil {
        found = try read(name, in: folders).map {
          KnownProject(latest: $0, stamp: stamp.flatMap { $0.isSafe ? $0.bytes : nil })
        }
      }
      guard let found, reading.mapsAll || found.latest.address != nil else { return found }
      return try folders.withMonths(found, reading.now)
    }

    private mutating func read(
      _ name: String, in folders: Folders
    ) throws(FileError) -> LatestFile? {
      guard let folder = try folders.folder.subfolder(name),
        let latest = try folder.read("latest.json", limit: FileLimit.index.bytes)
          .flatMap(LatestFile.init),
        latest.project == name
      else { return nil }
      for page in ["index.html", "archive/index.html"] where try folder.kind(of: page) != .file {
        problems.append(
          Diagnostic(
            .warning, "lost-page", "'\(name)/\(page)' is lost: the first page leaves '\(name)' out",
            help: ["'--rebuild --project \(name)' renders it again from the project's runs"]))
        return nil
      }
      return latest
    }
  }

  /// The folder of the site, as one thread holds it open.
  private struct Folders {
    let folder: ConfinedFolder
    /// nil where stamps say too little, or too little is saved by them.
    private let stamped: StampedFolder?

    init(_ site: String, isStamped: Bool) {
      folder = ConfinedFolder(site, staysOpen: true)
      stamped = isStamped ? StampedFolder(site) : nil
    }

    /// The stamp of what the first page reads of a project.
    func stamp(of name: String, _ now: Int64) -> LatestCache.Stamp? {
      guard let stamped, let project = stamped.stamp(of: name), project.isFolder,
        let latest = stamped.stamp(of: name + "/latest.json"), latest.isFile,
        let archive = stamped.stamp(of: name + "/archive"), archive.isFolder
      else { return nil }
      return LatestCache.Stamp([project, latest, archive], now: now)
    }

    /// The project with the months of which the archive has a page.
    func withMonths(_ project: KnownProject, _ now: Int64) throws(FileError) -> KnownProject {
      let name = project.latest.project
      let file = name + "/history/project.json"
      let stamp = stamped?.stamp(of: file)
        .flatMap { $0.isFile ? LatestCache.Stamp([$0], now: now) : nil }
      // The stamp of the project says that its archive has the same pages.
      if let stamp, let months = project.months, months.stamp == stamp.bytes { return project }
      let index = try folder.read(file, limit: FileLimit.index.bytes).flatMap(ProjectIndex.init)
      let pages = Set(try folder.names(in: name + "/archive"))
      let months = (index?.months ?? []).map(\.name).filter { pages.contains($0 + ".html") }
      let isSafe = stamp?.isSafe == true && project.stamp != nil
      return KnownProject(
        latest: project.latest, stamp: project.stamp,
        months: KnownProject.Months(names: months, stamp: isSafe ? stamp?.bytes : nil),
        entry: isSafe || project.entry == nil ? nil : project.entry)
    }
  }
}
