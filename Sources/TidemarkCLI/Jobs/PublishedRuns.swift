import Publishing
import Synchronization

/// The published runs of a call. Each thread adds its own.
final class PublishedRuns: Sendable {
  private let runs = Mutex<[Success]>([])

  func add(_ place: String, _ counts: [String]) {
    runs.withLock { $0.append(Success(places: [place], counts: counts)) }
  }

  var count: Int { runs.withLock { $0.count } }
  /// The run, if there is only one.
  var only: Success? { runs.withLock { $0.count == 1 ? $0.first : nil } }
}

extension PublishWork {
  /// The success line of the command; nil if nothing was published.
  var success: Success? {
    switch task {
    case .run, .each, .batch:
      published.count < 2
        ? published.only
        : Success(places: [site + "/"], counts: ["\(published.count) runs published"])
    case .compare:
      Success(places: [page])
    case .rebuild:
      Success(
        places: [site + "/" + (command.site.project.map { $0 + "/" } ?? "")],
        counts: ["written again from its runs"])
    case .index: Success(places: [page])
    }
  }

  /// The page to open.
  var page: String {
    if case .compare(let before, let after) = task {
      return "\(site)/\(command.site.project ?? "")/"
        + ComparisonPage(before: before, after: after).path
    }
    return published.only.flatMap(\.places.first).map { $0 + "index.html" } ?? site + "/index.html"
  }
}
