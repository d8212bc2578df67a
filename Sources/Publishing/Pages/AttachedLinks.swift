import Model
import Text

/// Adapts the links that begin in the folder of a run, to its files and to the pages of tests, for
/// a page at another address.
enum AttachedLinks {
  /// Values escape `<`, so only a tag can begin like this.
  private static let openings = ["<a href=\"", "<img src=\"", "<video src=\""].map {
    Array($0.utf8)
  }
  /// The beginnings of these links. `page/05-unpack.js` adapts them in packed messages.
  private static let targets: [StaticString] = ["file-", "../../tests/"]
  private static let root: StaticString = "<html "

  /// Returns the page with a folder in front of these links. The root element names the folder.
  static func leading(through folder: String, in page: [UInt8]) -> [UInt8] {
    let prefix = Array(folder.utf8)
    var page = targets.reduce(page) { page, target in
      var result: [UInt8] = []
      var start = 0
      var place = 0
      while let found = ByteSearch.first(target, in: page, from: place) {
        place = found + target.utf8CodeUnitCount
        guard openings.contains(where: { page[..<found].suffix($0.count).elementsEqual($0) }) else {
          continue
        }
        result += page[start..<found] + prefix
        start = found
      }
      return start == 0 ? page : result + page[start...]
    }
    if let found = ByteSearch.first(root, in: page) {
      let attribute = Array("data-run=\"\(folder)\" ".utf8)
      page.insert(contentsOf: attribute, at: found + root.utf8CodeUnitCount)
    }
    return page
  }
}
