import Basics
import Rendering
import Templating

extension ProjectPages {
  /// The number of runs in the feed.
  private static let feedLength = 30

  /// The last runs as an Atom feed (RFC 4287); nil while the site's address is unknown, since the
  /// entries of a feed need absolute addresses.
  func feed() -> [UInt8]? {
    guard let base = history.index.address, let authority = history.index.authority else {
      return nil
    }
    let runs = history.last(Self.feedLength)
    guard let latest = runs.last else { return nil }
    let projectURL = base + history.name + "/"
    let tag = "tag:\(authority):\(history.name)"
    let entries = FeedRecords(runs.reversed(), labels, in: projectURL, tag: tag)
    return site.xml(
      "feed",
      .site([
        "id": .text(tag), "title": .text(history.title), "name": .text(history.name),
        "machineTime": .text(latest.machineTime), "feed": .address(projectURL + "feed.xml"),
        "url": .address(projectURL), "entries": .records(entries, 0..<runs.count),
      ]))
  }
}
