internal import Basics
internal import Model

/// What one file gave, and what its times and addresses mean.
struct DatasetInput: Sendable {
  var file: UInt16 = 0
  var url: String?
  /// Whether the summary of the merged dataset is this file's.
  var hasSummary = false
  var timeZone: String?
  var timeZoneSource: SourceMark?
  var run: Dataset.Run?
  var finishedSource: SourceMark?
  var messages: Range<Int> = 0..<0
  var entries: Range<Int> = 0..<0
}

extension Dataset.Run {
  /// The runs of several inputs as one: the worst status, and of the runs that have it the earliest
  /// start, the latest end, and every reason, commit and branch.
  ///
  /// - Parameters:
  ///   - isEveryInput: Whether each input has a run; one that says nothing may have gone wrong, and
  ///     then nothing says that all are completed (M1).
  ///   - zone: What times without an offset are in.
  static func merging(
    _ runs: [Dataset.Run], isEveryInput: Bool, in zone: TimeZoneRules
  ) -> Dataset.Run? {
    guard let worst = runs.map(\.rank).max() else { return nil }
    if runs.count == 1, isEveryInput { return runs[0] }
    let told = runs.filter { $0.rank == worst }
    var merged = Dataset.Run(status: told.first?.status)
    if merged.status == .completed, !isEveryInput || runs.contains(where: { $0.status == nil }) {
      merged.status = nil
    }
    merged.reason = joined(told.map(\.reason), by: "; ")
    merged.started = told.compactMap(\.started).min { zone.instant(of: $0) < zone.instant(of: $1) }
    merged.finished = told.compactMap(\.finished)
      .max { zone.instant(of: $0) < zone.instant(of: $1) }
    merged.commit = joined(told.map(\.commit), by: ", ")
    merged.branch = joined(told.map(\.branch), by: ", ")
    merged.facts = runs.flatMap(\.facts)
    return merged
  }

  /// Each text once, in order; nil where there is none.
  private static func joined(_ texts: [String?], by separator: String) -> String? {
    var distinct: [String] = []
    for case let text? in texts where !text.isEmpty && !distinct.contains(text) {
      distinct.append(text)
    }
    return distinct.isEmpty ? nil : distinct.joined(separator: separator)
  }

  private var rank: Int {
    status.flatMap { Status.allCases.firstIndex(of: $0) } ?? -1
  }
}
