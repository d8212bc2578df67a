package import Model

/// The matches between a run's messages and its baseline (see "Same message in two runs").
package struct MessageMatches: Sendable {
  /// For each message of the run its index in the baseline; nil for a new one.
  package let origins: [Int?]
  /// The indices of the baseline's messages that the run does not have.
  package let lost: [Int]
  /// The fingerprint of each message of the run.
  package let fingerprints: [Fingerprint]

  init(origins: [Int?], lost: [Int], fingerprints: [Fingerprint]) {
    (self.origins, self.lost, self.fingerprints) = (origins, lost, fingerprints)
  }

  package init(_ baseline: Dataset, _ dataset: Dataset) {
    let messages = dataset.messages
    var buffer: [UInt8] = []
    fingerprints = messages.indices.map { Fingerprint(of: messages, at: $0, buffer: &buffer) }
    var origins = [Int?](repeating: nil, count: messages.count)
    var isFound = [Bool](repeating: false, count: baseline.messages.count)
    if !baseline.messages.isEmpty {
      for pair in Matching(baseline, dataset, fingerprints: fingerprints).pairs {
        origins[pair.new] = pair.old
        isFound[pair.old] = true
      }
    }
    self.origins = origins
    lost = baseline.messages.indices.filter { !isFound[$0] }
  }
}

extension Dataset {
  /// Whether the run completed: it has no gap, and its status is completed or unknown. An
  /// incomplete run may have missed any message.
  package var hasCompleted: Bool { run?.hasCompleted ?? true }
}

extension Message {
  /// Whether the message counts as fixed if it is lost (see "Fixed and not run").
  package var canBeFixed: Bool {
    if kind == .progress { return false }
    return urgency >= .warning || urgency == .information && location?.file.isEmpty == false
  }
}
