import Basics

/// The map of a site for those who search: the pages that change; the runs are found from them. It
/// exists where the site's address is known, since a map names whole addresses.
struct SiteMap {
  /// What one file of a map may hold (sitemaps.org).
  static let longest = 50_000
  private static let name = "sitemap.xml"

  struct Place {
    var address: String
    var date: String?
  }

  private let base: String
  private var places: [Place] = []

  init(_ projects: [LatestFile], at base: String, _ staging: Staging) {
    self.base = base
    places.append(Place(address: base, date: projects.map(\.run).max()?.machineTime))
    for project in projects {
      let folder = base + project.project + "/"
      let date = project.run.machineTime
      places.append(Place(address: folder, date: date))
      places.append(Place(address: folder + "archive/", date: date))
      let index = staging.read(project.project + "/history/project.json", .index)
        .flatMap(ProjectIndex.init)
      let pages = Set(staging.names(in: project.project + "/archive"))
      for month in index?.months ?? [] where pages.contains(month.name + ".html") {
        places.append(Place(address: "\(folder)archive/\(month.name).html"))
      }
    }
  }

  init(_ places: [Place], at base: String) {
    self.places = places
    self.base = base
  }

  /// The files: one, or where that would be too long, parts and one that names them.
  var files: [(name: String, bytes: [UInt8])] {
    if places.count <= Self.longest {
      return [(Self.name, Self.list("urlset", of: "url", places))]
    }
    let parts = stride(from: 0, to: places.count, by: Self.longest).map {
      Array(places[$0..<min($0 + Self.longest, places.count)])
    }
    let named = parts.enumerated().map { number, part in
      (name: "sitemap-\(number + 1).xml", bytes: Self.list("urlset", of: "url", part))
    }
    let whole = named.map { Place(address: base + $0.name) }
    return named + [(Self.name, Self.list("sitemapindex", of: "sitemap", whole))]
  }

  /// Puts it where it belongs; parts of a longer one go.
  func stage(in staging: Staging) throws(FileError) {
    let files = files
    for file in files { try staging.write(file.bytes, to: file.name) }
    for name in staging.names(in: "")
    where Self.isPart(name) && !files.contains(where: { $0.name == name }) {
      staging.remove(name)
    }
  }

  /// Whether a name is that of a part.
  static func isPart(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix("sitemap-") && name.hasSuffix(".xml")
  }

  private static func list(_ root: String, of name: String, _ places: [Place]) -> [UInt8] {
    var writer = XMLWriter()
    writer.element(root, [("xmlns", "http://www.sitemaps.org/schemas/sitemap/0.9")]) { list in
      for place in places {
        list.element(name) { entry in
          entry.leaf("loc", place.address)
          if let date = place.date { entry.leaf("lastmod", date) }
        }
      }
    }
    return writer.bytes
  }
}
