internal import Basics
internal import Model

/// The contribution of one file, with what its times and addresses depend on.
struct DatasetInput: Sendable {
  var file: UInt16 = 0
  var url: String?
  /// Whether the summary of the merged dataset comes from this file.
  var hasSummary = false
  var timeZone: String?
  var timeZoneSource: SourceMark?
  var run: Dataset.Run?
  /// What its locations without an address lead to, and the commit where no run names one.
  var links: SourceLinks?
  var commit: String?
  /// Whether it says what it looked at.
  var hasScope = false
  /// Whether it says that it looked at nothing.
  var hasEmptyScope = false
  /// The sources, where the lines around its places are to be read.
  var sources: SourceTree?
  /// Where files that its messages name are looked for.
  var attachments: AttachmentFolders?
  /// The sources, where the owners of its files are to be read.
  var owners: SourceTree?
  /// Paths of its places that begin with a package, and in no known folder.
  var packagePaths: Set<String> = []
  /// Whether it says how much was tested, and nothing of how the run went.
  var onlyMeasures = false
  /// Whether it is the report of another tool.
  var isImported = false
  /// Whether it is a calendar, which says nothing of a run.
  var isCalendar = false
  var finishedSource: SourceMark?
  var formats = DefaultFormats()
  var messages: Range<Int> = 0..<0
  var entries: Range<Int> = 0..<0
}

extension Dataset.Run {
  /// Merges the runs of several inputs: the worst status, and of the runs with that status the
  /// earliest start, the latest end, and all reasons, commits and branches.
  ///
  /// - Parameters:
  ///   - isEveryInput: whether each input has a run. If not, the merged run is not completed, as the
  ///     others may have failed (M1).
  ///   - zone: the zone for times without an offset.
  static func merging(
    _ runs: [Dataset.Run], isEveryInput: Bool, in zone: TimeZoneRules
  ) -> Dataset.Run? {
    guard let worst = runs.map(\.rank).max() else { return nil }
    if runs.count == 1, isEveryInput { return runs[0] }
    let worstRuns = runs.filter { $0.rank == worst }
    var merged = Dataset.Run(status: worstRuns.first?.status)
    if merged.status == .completed, !isEveryInput || runs.contains(where: { $0.status == nil }) {
      merged.status = nil
    }
    merged.reason = joined(worstRuns.map(\.reason), by: "; ")
    merged.started = worstRuns.compactMap(\.started).min {
      zone.instant(of: $0) < zone.instant(of: $1)
    }
    merged.finished = lastEnd(of: worstRuns, in: zone)
    merged.commit = joined(worstRuns.map(\.commit), by: ", ")
    merged.branch = joined(worstRuns.map(\.branch), by: ", ")
    merged.links.commit = runs.lazy.compactMap(\.links.commit).first
    merged.links.compare = runs.lazy.compactMap(\.links.compare).first
    merged.facts = FactSums(of: runs.flatMap(\.facts)).facts
    merged.skipReasons = Dataset.Run.SkipReason.joined(runs.flatMap(\.skipReasons))
    merged.shortfalls = runs.flatMap(\.shortfalls)
    for run in runs { merged.unread.add(run.unread) }
    return merged
  }

  /// The latest end; nil if a run without an end began after it.
  private static func lastEnd(of runs: [Dataset.Run], in zone: TimeZoneRules) -> TimePoint? {
    let ends = runs.compactMap(\.finished)
    let last = ends.max { zone.instant(of: $0) < zone.instant(of: $1) }
    let openStarts = runs.filter { $0.finished == nil }.compactMap(\.started)
    guard let last, !openStarts.contains(where: { zone.instant(of: last) < zone.instant(of: $0) })
    else { return nil }
    return last
  }

  /// The distinct texts in order, joined; nil if there are none.
  private static func joined(_ texts: [String?], by separator: String) -> String? {
    var known: Set<String> = []
    let distinct = texts.compactMap { $0 }.filter { !$0.isEmpty && known.insert($0).inserted }
    return distinct.isEmpty ? nil : distinct.joined(separator: separator)
  }

  private var rank: Int {
    status.flatMap { Status.allCases.firstIndex(of: $0) } ?? -1
  }
}
