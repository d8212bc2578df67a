import Basics
import Model

/// The links of a run's page to the files beside it, where the page stands at another address.
enum AttachedLinks {
  /// In a value `<` is always escaped, so that only a tag begins like this.
  private static let opening: StaticString = "<a href=\""
  private static let prefix = Array(AttachedFile.sitePrefix.utf8)

  /// The page with links that lead through a folder.
  static func leading(through folder: String, in page: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var start = 0
    var place = 0
    while let found = ByteSearch.first(opening, in: page, from: place) {
      place = found + opening.utf8CodeUnitCount
      guard page[place...].starts(with: prefix) else { continue }
      result += page[start..<place] + Array(folder.utf8)
      start = place
    }
    return start == 0 ? page : result + page[start...]
  }
}
