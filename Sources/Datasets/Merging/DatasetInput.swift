internal import Model
internal import Time
internal import ToolReports

/// The contribution of one file, and the context of its times and addresses.
struct DatasetInput: Sendable {
  var file: UInt16 = 0
  var url: String?
  /// Whether the summary of the merged dataset comes from this file.
  var hasSummary = false
  var timeZone: String?
  var timeZoneSource: SourceMark?
  var run: Dataset.Run?
  /// The links for locations without an address, and the commit if no run names one.
  var links: SourceLinks?
  var commit: String?
  /// Whether it gives a scope.
  var hasScope = false
  /// Whether its scope is empty.
  var hasEmptyScope = false
  /// The reports that it consists of, or that a dataset lists.
  var reports: [ReadReport] = []
  /// The names of other files with the same bytes.
  var copies: [String] = []
  /// The tests that ran in a report, by environment.
  var tests: [RunScope.Part] = []
  /// The sources, if the lines around its places are to be read.
  var sources: SourceTree?
  /// The folders with the files that its messages name.
  var attachments: AttachmentFolders?
  /// The sources, if the owners of its files are to be read.
  var owners: SourceTree?
  /// Paths of its places that begin with a package and are in no known folder.
  var packagePaths: Set<String> = []
  /// Whether it only measures how much was tested and does not report how the run went.
  var onlyMeasures = false
  /// Whether it is the report of another tool.
  var isImported = false
  /// Whether it is a calendar, which does not describe a run.
  var isCalendar = false
  var finishedSource: SourceMark?
  var messages: Range<Int> = 0..<0
  var entries: Range<Int> = 0..<0
}

extension Dataset.Run {
  /// Merges the runs of several inputs: the worst status, and from the runs with this status the
  /// earliest start, the latest end, and all reasons, commits and branches.
  ///
  /// - Parameters:
  ///   - isEveryInput: Whether each input has a run. If not, the merged run is not completed,
  ///     because the other inputs may have failed (see "The verdict comes first").
  ///   - zone: The zone for times without an offset.
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
    merged.facts = facts(of: runs)
    for run in runs { merged.properties.add(run.properties) }
    merged.skipReasons = Dataset.Run.SkipReason.joined(runs.flatMap(\.skipReasons))
    merged.shortfalls = runs.flatMap(\.shortfalls)
    for run in runs { merged.unread.add(run.unread) }
    return merged
  }

  /// The facts of several runs as facts of one. Reports of tests that give no start may have run at
  /// the same time: their durations add up to the time in tests, but not to the duration of the run.
  static func facts(of runs: [Dataset.Run]) -> [Fact] {
    let isOne = runs.count { run in run.facts.contains { $0.kind == .tests } } < 2
    return FactSums(
      of: runs.flatMap { run in
        let isSumKnown = run.facts.contains { $0.kind == .testTime }
        return run.facts.filter { isOne || !isSumKnown || $0.kind != .duration }
      }
    ).facts
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
