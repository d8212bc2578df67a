package import Basics

/// What a site remembers of the messages of a run and of those before it.
package struct MessageRecall: Sendable {
  /// Which messages are those of the site's baseline; nil when the run is compared with another one.
  package var matches: MessageMatches?
  /// The history of each message of the run.
  package let histories: [MessageHistory]
  /// The fingerprint by which each message of the run is known since it is there.
  package let fingerprints: [Fingerprint]
  /// The history of each message of the site's baseline, as of the run before.
  package private(set) var earlier: [MessageHistory]
  /// How many messages at the end of the site's baseline the run before did not look for.
  package private(set) var keptCount: Int
  /// The messages of the site's baseline that are forgotten if this run does not look for them.
  package private(set) var outdated: Set<Int>

  /// The day of the run before.
  package private(set) var before: CivilDate?
  /// How long the slowest tests took in the last runs before, by their names.
  package var durations: [String: [Double]] = [:]
  /// The messages that came and went and are not there now.
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

  /// The same for a run that is compared with another baseline than the site's.
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
