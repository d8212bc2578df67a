import Files
import Rendering
import Text

/// The links from a project's pages to the files with their style and script. All pages of a
/// project share these files, which are in the folder `assets` of the project.
enum AssetLinks {
  static let folder = "assets"
  private static let needle: StaticString = "assets/"

  /// The name of a file, and the address of the project's folder before it.
  private struct Link {
    var name: String
    var root: Range<Int>
  }

  /// Whether a name in the folder is that of a style or a script.
  static func isName(_ name: String) -> Bool {
    let digits = Substring(name).utf8.prefix(PageAsset.digestLength)
    return digits.count == PageAsset.digestLength && digits.allSatisfy(isDigit)
      && PageAsset.endings.contains {
        Substring(name).utf8.dropFirst(digits.count).elementsEqual($0.utf8)
      }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }

  /// The names of the files that a page links.
  static func names(in page: [UInt8]) -> Set<String> { Set(links(in: page).map(\.name)) }

  /// Returns the page of a run as a page in the project's folder.
  static func inProjectFolder(_ page: [UInt8]) -> [UInt8] {
    var page = page
    for link in links(in: page).reversed() { page.removeSubrange(link.root) }
    return page
  }

  /// The links in the order of the page: attributes of tags with a relative address.
  private static func links(in page: [UInt8]) -> [Link] {
    var links: [Link] = []
    var place = 0
    while let found = ByteSearch.first(needle, in: page, from: place) {
      place = found + needle.utf8CodeUnitCount
      let start = page[..<found].lastIndex { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "/") }
      // In an attribute's value, quotation marks are escaped. In a text, `<` is.
      guard let start, page[start] == UInt8(ascii: "\""),
        let tag = page[..<start].lastIndex(where: {
          $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">")
        }),
        page[tag] == UInt8(ascii: "<"),
        let end = page[place...].firstIndex(of: UInt8(ascii: "\""))
      else { continue }
      let name = String(decoding: page[place..<end], as: UTF8.self)
      if isName(name) { links.append(Link(name: name, root: (start + 1)..<found)) }
    }
    return links
  }
}

extension ProjectHistory {
  /// Stages the style and the script of a page, which must be staged before the page.
  func write(_ assets: [PageAsset]) throws(FileError) {
    for asset in assets {
      try staging.write(asset.bytes, to: path("\(AssetLinks.folder)/\(asset.name)"))
    }
  }

  /// The styles and scripts that the site has on disk.
  var storedAssets: Set<String> {
    Set(staging.names(in: path(AssetLinks.folder)).filter(AssetLinks.isName))
  }

  /// The page of each run, and the pages that compare it with others.
  func pages(of runs: [PublishedRun]) -> [String] {
    runs.flatMap { run in
      [files.path(run.id, "index.html")]
        + comparisons.filter { $0.partner(of: run.id) != nil }.map { path($0.path) }
    }
  }

  /// The stored files that the present pages at these paths link, except for those of a new page.
  func assets(in pages: [String], but kept: [PageAsset] = []) -> Set<String> {
    if pages.isEmpty { return [] }
    let stored = storedAssets.subtracting(kept.map(\.name))
    return stored.isEmpty
      ? [] : stored.intersection(pages.flatMap { AssetLinks.names(in: staging.read($0) ?? []) })
  }

  /// Removes those files that no page of the project will link. The oldest runs are read first,
  /// because their pages are the most likely to link an old file.
  func removeUnused(_ assets: Set<String>) {
    var unused = assets
    let pages =
      comparisons.map { path($0.path) }
      + staging.names(in: path("runs")).sorted().filter { !staging.isRemoved(path("runs/\($0)")) }
      .map { files.path($0, "index.html") } + [path("index.html"), path(TestPage.path)]
    for page in pages {
      if unused.isEmpty { return }
      unused.subtract(AssetLinks.names(in: staging.read(page) ?? []))
    }
    for name in unused.sorted() { staging.remove(path("\(AssetLinks.folder)/\(name)")) }
  }
}
