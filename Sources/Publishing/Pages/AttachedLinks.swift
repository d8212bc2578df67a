import Model
import Text

/// Adapts the links from a run's page to its attached files if the page is at another address.
enum AttachedLinks {
  /// Values escape `<`, so only a tag can begin like this.
  private static let openings: [StaticString] = ["<a href=\"", "<img src=\"", "<video src=\""]
  private static let prefix = Array(AttachedFile.sitePrefix.utf8)

  private static let tests = Array("../../\(TestMemory.folder)/".utf8)

  /// Returns the page with its links to tests as seen from the project's folder.
  static func toTests(inProjectFolder page: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var start = 0
    var place = 0
    while let found = ByteSearch.first(opening, in: page, from: place) {
      place = found + opening.utf8CodeUnitCount
      guard page[place...].starts(with: tests) else { continue }
      result += page[start..<place]
      start = place + 6
    }
    return start == 0 ? page : result + page[start...]
  }

  /// Returns the page with a folder in front of these links.
  static func leading(through folder: String, in page: [UInt8]) -> [UInt8] {
    openings.reduce(page) { leading(through: folder, after: $1, in: $0) }
  }

  private static func leading(
    through folder: String, after opening: StaticString, in page: [UInt8]
  ) -> [UInt8] {
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
