package import Time

/// A site's memory of the messages of a run and of earlier runs.
package struct MessageRecall: Sendable {
  /// The matches with the site's baseline; nil if the run is compared with another baseline.
  package var matches: MessageMatches?
  /// The history of each message of the run.
  package let histories: [MessageHistory]
  /// The first fingerprint of each message of the run, under which the site remembers it.
  package let fingerprints: [Fingerprint]
  /// The history of each message of the site's baseline, as of the previous run.
  package private(set) var earlier: [MessageHistory]
  /// The number of messages at the end of the site's baseline that the previous run did not check
  /// for.
  package private(set) var keptCount: Int
  /// The messages of the site's baseline that the site forgets if this run does not check for them.
  package private(set) var outdated: Set<Int>

  /// The day of the previous run.
  package private(set) var before: CivilDate?
  /// The durations of the slowest tests in the last earlier runs, by test name.
  package var durations: [String: [Double]] = [:]
  /// The flaky messages that the run does not have.
  package var gone: [GoneMessage] = []

  package init(
    matches: MessageMatches?, histories: [MessageHistory], fingerprints: [Fingerprint],
    earlier: [MessageHistory], keptCount: Int, outdated: Set<Int>, before: CivilDate? = nil
  ) {
    self.keptCount = keptCount
    self.outdated = outdated
    self.matches = matches
    self.histories = histories
    self.fingerprints = fingerprints
    self.earlier = earlier
    self.before = before
  }

  /// The same memory for a run that is compared with another baseline than the site's.
  package var withoutBaseline: MessageRecall {
    var recall = self
    recall.matches = nil
    recall.earlier = []
    recall.keptCount = 0
    recall.outdated = []
    recall.before = nil
    return recall
  }
}
