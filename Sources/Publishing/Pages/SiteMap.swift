import Files
import Rendering
import Templating

/// The site map for search engines (sitemaps.org). It lists the pages that change, which link to
/// the runs. A site has a map only if its address is known, because a map needs absolute addresses.
struct SiteMap {
  /// The most addresses that one file may hold.
  static let longest = 50_000
  private static let name = "sitemap.xml"

  struct Entry {
    var address: String
    var date: String?
  }

  private let base: String
  private var entries: [Entry] = []

  /// - Parameter months: The months of each project.
  init(_ projects: [LatestFile], with months: [[String]], at base: String) {
    self.base = base
    entries.append(Entry(address: base, date: projects.map(\.run).max()?.machineTime))
    for (project, months) in zip(projects, months) {
      let folder = base + project.project + "/"
      let date = project.run.machineTime
      entries.append(Entry(address: folder, date: date))
      entries.append(Entry(address: folder + "archive/", date: date))
      for month in months {
        entries.append(Entry(address: "\(folder)archive/\(month).html"))
      }
    }
  }

  init(_ entries: [Entry], at base: String) {
    self.entries = entries
    self.base = base
  }

  /// The site map as one file, or as parts and an index of them.
  func files(_ site: SiteRenderer) -> [(name: String, bytes: [UInt8])] {
    if entries.count <= Self.longest {
      return [(Self.name, site.xml("sitemap", Self.data(entries)))]
    }
    let parts = stride(from: 0, to: entries.count, by: Self.longest).map {
      Array(entries[$0..<min($0 + Self.longest, entries.count)])
    }
    let named = parts.enumerated().map { number, part in
      (name: "sitemap-\(number + 1).xml", bytes: site.xml("sitemap", Self.data(part)))
    }
    let whole = named.map { Entry(address: base + $0.name) }
    return named + [(Self.name, site.xml("sitemapindex", Self.data(whole)))]
  }

  private static func data(_ entries: [Entry]) -> Value {
    .site(["places": .records(SiteMapScope(entries), 0..<entries.count)])
  }

  /// Stages the files; removes parts of an earlier, longer map.
  func stage(_ site: SiteRenderer, in staging: Staging) throws(FileError) {
    let files = files(site)
    for file in files { try staging.write(file.bytes, to: file.name) }
    for name in staging.names(in: "")
    where Self.isPart(name) && !files.contains(where: { $0.name == name }) {
      staging.remove(name)
    }
  }

  /// Whether a file's name is that of a part.
  static func isPart(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix("sitemap-") && name.hasSuffix(".xml")
  }
}

/// The entries of a site map as a template sees them: `url` and, if known, `machineTime`.
private final class SiteMapScope: Scope {
  private let entries: [SiteMap.Entry]

  init(_ entries: [SiteMap.Entry]) {
    self.entries = entries
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch name.text {
    case "url": .address(entries[index].address)
    case "machineTime": Value(site: entries[index].date)
    default: .missing
    }
  }
}
