import Model

/// The links of a run's page to the files beside it, where the page stands at another address.
enum AttachedLinks {
  /// In a value `<` is always escaped, so that only a tag begins like this.
  private static let mark = Array("<a href=\"\(AttachedFile.sitePrefix)".utf8)
  private static let opening = Array("<a href=\"".utf8)

  /// The page with links that lead through a folder.
  static func leading(through folder: String, in page: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var start = 0
    var place = 0
    while let found = page[place...].firstIndex(of: UInt8(ascii: "<")) {
      place = found + 1
      guard page[found...].starts(with: mark) else { continue }
      result += page[start..<found] + opening + Array(folder.utf8)
      start = found + opening.count
    }
    return start == 0 ? page : result + page[start...]
  }
}
