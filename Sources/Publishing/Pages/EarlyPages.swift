import Basics

/// The pages made from a `ProjectOverview`, and the pages of some months.
struct OverviewPages: Sendable {
  let trend: String
  let feed: [UInt8]?
  let archive: [UInt8]
  private let months: [String: [UInt8]]
  /// The files of some months.
  let files: [String: [UInt8]]

  /// - Parameters:
  ///   - months: All runs of each month whose page is made.
  ///   - changed: Those of them whose file is made.
  init(
    _ overview: ProjectOverview, months: [String: [PublishedRun]] = [:],
    changed: Set<String> = []
  ) {
    trend = overview.trend()
    feed = overview.feed()
    archive = overview.archive()
    self.months = Dictionary(
      uniqueKeysWithValues: months.map { ($0.key, overview.month($0.key, $0.value)) })
    files = months.filter { changed.contains($0.key) }.compactMapValues(StoredMonth.file)
  }

  /// The page of a month, if it is made.
  func page(of month: String) -> [UInt8]? { months[month] }
}

/// Pages that another thread makes while the page of the run is rendered. The months and templates that they
/// need are read before, while the report is composed.
final class EarlyPages {
  /// What is known once the report is composed.
  struct Order: Sendable {
    /// Of the run; not needed of a missing one.
    var tracker: SharedValue<PackedTracker>?
    /// Without runs, which the thread reads.
    var overview: ProjectOverview
    /// The last months, the oldest first.
    var last: [StoredMonth]
    /// The months whose pages are made.
    var shown: [StoredMonth]
    /// Those of them whose files are made.
    var changed: Set<String>
  }

  /// The months that are read.
  let months: Set<String>
  /// What the project had when the pages were begun; nil before.
  private(set) var index: ProjectIndex?
  /// The runs of each month.
  private let read: SharedValue<[String: [PublishedRun]]>
  private let reading: Errand
  private var made: SharedValue<(OverviewPages, ProjectOverview)?>?
  private var making: Errand?

  /// - Parameters:
  ///   - months: Those that are in no memory and will be needed.
  ///   - prepare: What else can be done meanwhile.
  init(reading months: [StoredMonth], _ prepare: @escaping @Sendable () -> Void) {
    self.months = Set(months.map(\.name))
    read = SharedValue {
      Dictionary(months.map { ($0.name, $0.runs ?? []) }) { first, _ in first }
    }
    reading = Workers.begin { [read] in
      prepare()
      _ = read.value
    }
  }

  /// Begins to make the pages.
  func begin(_ order: Order) {
    index = order.overview.index
    let made = SharedValue { [read] in Self.make(order, read.value) }
    self.made = made
    making = Workers.begin {
      // Needed first.
      _ = order.tracker?.value
      _ = made.value
    }
  }

  /// Waits for the pages; nil when a month is damaged.
  var finished: (OverviewPages, ProjectOverview)? { made?.value }

  private static func make(
    _ order: Order, _ read: [String: [PublishedRun]]
  ) -> (OverviewPages, ProjectOverview)? {
    var runs: [String: [PublishedRun]] = [:]
    for month in order.last + order.shown where runs[month.name] == nil {
      guard let found = month.runs(ifRead: read[month.name]) else { return nil }
      runs[month.name] = found
    }
    var overview = order.overview
    overview.runs = order.last.flatMap { runs[$0.name] ?? [] }
      .suffix(ProjectOverview.trendLength)
    let shown = Set(order.shown.map(\.name))
    let pages = OverviewPages(
      overview, months: runs.filter { shown.contains($0.key) }, changed: order.changed)
    return (pages, overview)
  }
}
