import Composing
import Datasets
import Model

/// What the runs of the main line say about a run of a branch (see "Where a failure comes from").
extension ProjectHistory {
  /// The last runs before a run that it can be compared with, the latest first.
  func baselines(
    of run: PublishedRun, as identity: RunIdentity, from ancestor: PublishedRun? = nil, most: Int
  ) -> [PublishedRun] {
    var found: [PublishedRun] = []
    runs(before: run, from: ancestor) { other in
      if other.canBeBaseline(of: run, as: identity) { found.append(other) }
      return found.count < most
    }
    return found
  }

  /// The number of runs before the previous one that may have checked for more.
  private static let mostEarlier = 3

  /// What the runs of the main line say about the failures of a run of a branch; nil without a
  /// previous run.
  ///
  /// - Parameters:
  ///   - previous: The previous run, as the site remembers it.
  ///   - recall: The memory of the run, as if it came directly after the previous run.
  func mainLine(
    of dataset: Dataset, _ run: PublishedRun, as identity: RunIdentity,
    from ancestor: PublishedRun?, previous: Dataset?, _ recall: MessageRecall?
  ) -> MainLine? {
    guard let previous, let matches = recall?.matches else { return nil }
    let before = baselines(of: run, as: identity, from: ancestor, most: Self.mostEarlier + 1)
    let last = all.last { $0.canBeBaseline(of: run, as: identity) }
    var latest: MainLine.Latest?
    if let last, last.id != before.first?.id {
      var tracker = self.tracker(at: last)
      let messages = tracker.baseline
      latest = MainLine.Latest(messages, tracker.recall(dataset, on: run.date))
    }
    return MainLine(dataset, previous: previous, matches, latest: latest) {
      before.dropFirst().compactMap { files.stored($0.id, $0.digest) }
    }
  }

  /// Sets what a run is compared with, and adds the run to the tracker. Later runs are not compared
  /// with a run of a branch, so their tracker lacks it.
  func compare(
    _ dataset: Dataset, of run: PublishedRun, as identity: RunIdentity,
    from ancestor: PublishedRun?, _ tracker: inout MessageTracker,
    _ context: inout Composer.Context
  ) {
    var own = ancestor.map { self.tracker(before: run, from: $0, as: identity) } ?? tracker
    let previous = own.baseline
    context.compare(
      dataset, with: previous, after: runBefore(run, as: identity, from: ancestor))
    context.recall = own.recall(dataset, on: run.date)
    if run.isOfBranch {
      context.mainLine = mainLine(
        of: dataset, run, as: identity, from: ancestor, previous: previous, context.recall)
    } else {
      tracker = own
    }
  }
}
