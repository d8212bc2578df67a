package import Model
package import Time

/// The position of a run in an episode of errors. An episode begins with the first run with errors,
/// and ends with the first later run without errors and warnings. Errors after an error-free run
/// begin a new episode. A neutral run, which is incomplete or has no results, neither begins nor ends
/// one.
package struct RunEpisode: Sendable, Hashable {
  /// The report of an earlier run.
  package struct Earlier: Sendable, Hashable {
    package var date: CivilDate
    package var urgency: Urgency
    /// Its verdict.
    package var text: String

    package init(date: CivilDate, urgency: Urgency, text: String) {
      (self.date, self.urgency, self.text) = (date, urgency, text)
    }
  }

  /// The id of the run.
  private let run: String
  /// The id of the run that began the open episode before this run; nil if none is open.
  private var open: String?
  /// Whether all runs between the errors and this run have only warnings.
  private var isFading = false
  private var neutralRuns = 0
  private static let mostNeutralRuns = 30
  /// Whether the beginning of the episode is known.
  private var isSettled = false
  /// The last earlier run that has a report.
  package private(set) var lastReport: Earlier?
  /// The number of runs with errors directly before this run. Neutral runs don't count.
  package private(set) var failedRuns = 0
  /// The number of runs without errors directly before this run. Neutral runs don't count.
  package private(set) var cleanRuns = 0
  /// More clean runs are not counted, because each month of them is a file to read.
  package static let mostCleanRuns = 100

  package init(run: String) {
    self.run = run
  }

  /// Adds the earlier runs, the latest first, until it returns false.
  ///
  /// - Parameter report: Its report; nil if it has none.
  package mutating func addEarlier(id: String, urgency: Urgency, report: Earlier?) -> Bool {
    lastReport = lastReport ?? report
    if !isSettled { isSettled = !isEarlierNeeded(id: id, urgency: urgency) }
    switch urgency {
    case .error:
      if cleanRuns > 0 { return !isSettled }
      failedRuns += 1
    case .neutral:
      break
    case .warning, .success, .information:
      if failedRuns > 0 { return !isSettled }
      cleanRuns += 1
    }
    return !isSettled || cleanRuns > 0 && cleanRuns < Self.mostCleanRuns
  }

  /// Whether an earlier run may belong to the open episode.
  private mutating func isEarlierNeeded(id: String, urgency: Urgency) -> Bool {
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
