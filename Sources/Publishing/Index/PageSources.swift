import Basics

/// What the index pages of a site were made of: `.tidemark-pages`, a line for each page. A page that
/// would be made of the same again is left as it is.
struct PageSources {
  static let file = ".tidemark-pages"

  private var sources: [String: String] = [:]

  init() {}

  /// Reads the file; a line that is not one of this program's is passed over.
  init(_ bytes: [UInt8]) {
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: " ")
      if parts.count == 2 { sources[String(parts[0])] = String(parts[1]) }
    }
  }

  subscript(page: String) -> String? {
    get { sources[page] }
    set { sources[page] = newValue }
  }

  var bytes: [UInt8] {
    Array(sources.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }.joined().utf8)
  }

  /// The digest of what a page is made of: how pages look (`stamp`), what it says of other
  /// projects (`context`), and its own.
  static func source(
    _ page: IndexPages.Page, of projects: [LatestFile], in context: String, _ stamp: [UInt8]
  ) -> String {
    var hash = SHA256()
    hash.update(stamp)
    hash.update("\(page.file) \(context)\n")
    for project in projects {
      hash.update(project.project)
      hash.update(project.digest)
    }
    return Base64.encode(hash.digest())
  }
}
