package import Model

/// The position of a run in an episode of errors. An episode begins with the first run with errors,
/// and ends with the first later run without errors and warnings. Errors after an error-free run
/// begin a new episode. A neutral run, which is incomplete or has no results, neither begins nor ends
/// one.
package struct RunEpisode: Sendable, Hashable {
  /// The id of the run.
  private let run: String
  /// The id of the run that began the open episode before this run; nil if none is open.
  private var open: String?
  /// Whether all runs between the errors and this run have only warnings.
  private var isFading = false
  private var neutralRuns = 0
  private static let mostNeutralRuns = 30

  package init(run: String) {
    self.run = run
  }

  /// Adds the earlier runs, the latest first, until it returns false.
  package mutating func addEarlier(id: String, urgency: Urgency) -> Bool {
    if urgency == .error {
      open = id
      return true
    }
    if urgency == .neutral {
      neutralRuns += 1
      return neutralRuns <= Self.mostNeutralRuns
    }
    guard open == nil, urgency == .warning else { return false }
    isFading = true
    return true
  }

  /// The id of the first run of this run's episode; nil if it belongs to none.
  func beginning(urgency: Urgency) -> String? {
    guard urgency == .error else { return open }
    return isFading ? run : open ?? run
  }
}

extension Report {
  /// The id of the first run of this report's episode; nil if it belongs to none, or without a
  /// site.
  package var beginningOfEpisode: String? {
    let alarm = run.map { $0.isAlarming ? $0.urgency : .neutral } ?? .neutral
    return episode?.beginning(urgency: max(verdict.urgency, alarm))
  }
}
