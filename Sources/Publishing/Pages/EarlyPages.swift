import Basics
import Synchronization

/// The pages made from a `ProjectOverview`, and the page of one month.
struct OverviewPages: Sendable {
  let trend: String
  let feed: [UInt8]?
  let archive: [UInt8]
  private var month: (name: String, page: [UInt8])?

  init(_ overview: ProjectOverview) {
    trend = overview.trend()
    feed = overview.feed()
    archive = overview.archive()
  }

  /// - Parameter runs: All runs of the month.
  init(_ overview: ProjectOverview, _ month: String, _ runs: [PublishedRun]) {
    self.init(overview)
    self.month = (month, overview.month(month, runs))
  }

  /// The page of a month, if it is made.
  func page(of month: String) -> [UInt8]? {
    self.month.flatMap { $0.name == month ? $0.page : nil }
  }
}

/// Pages that a thread of its own makes ahead of time.
final class EarlyPages {
  /// What the project had when they were begun.
  let index: ProjectIndex
  private let made = Results()
  private let errand: Errand

  private final class Results: Sendable {
    let result = Mutex<(OverviewPages, ProjectOverview)?>(nil)
  }

  /// - Parameters:
  ///   - overview: Without runs, which the thread reads.
  ///   - months: The last ones, the oldest first.
  ///   - runs: All runs of the month.
  init(
    _ overview: ProjectOverview, _ months: [StoredMonth], showing month: String,
    _ runs: [PublishedRun]
  ) {
    index = overview.index
    errand = Workers.begin { [made] in
      var overview = overview
      for month in months {
        guard let found = month.runs else { return }
        overview.runs += found
      }
      overview.runs = overview.runs.suffix(ProjectOverview.trendLength)
      let pages = OverviewPages(overview, month, runs)
      made.result.withLock { $0 = (pages, overview) }
    }
  }

  /// Waits for the pages; nil when a month is damaged.
  var finished: (OverviewPages, ProjectOverview)? {
    errand.wait()
    return made.result.withLock { $0 }
  }
}
