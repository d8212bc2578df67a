package import Model

/// Where a run stands among those with errors. An episode begins with the first run that has errors, and ends with
/// the first one after it that has neither errors nor warnings. Errors behind a run that had none begin another one.
package struct RunEpisode: Sendable, Hashable {
  /// The id of the run.
  private let run: String
  /// The id of the run that began the episode of the runs before it; nil if none is open.
  private var open: String?
  /// Whether runs with warnings only lie between the errors and this run.
  private var isFading = false

  package init(run: String) {
    self.run = run
  }

  /// Takes the runs before it, the latest first, until it returns false.
  package mutating func take(id: String, urgency: Urgency) -> Bool {
    if urgency == .error {
      open = id
      return true
    }
    guard open == nil, urgency == .warning else { return false }
    isFading = true
    return true
  }

  /// The id of the run that begins the episode of this run; nil if it belongs to none.
  func beginning(urgency: Urgency) -> String? {
    guard urgency == .error else { return open }
    return isFading ? run : open ?? run
  }
}

extension Report {
  /// The id of the run that begins the episode this report belongs to; nil if it belongs to none, or if no site
  /// knows the runs before.
  package var beginningOfEpisode: String? {
    let alarm = run.map { $0.isAlarming ? $0.urgency : .neutral } ?? .neutral
    return episode?.beginning(urgency: max(verdict.urgency, alarm))
  }
}
