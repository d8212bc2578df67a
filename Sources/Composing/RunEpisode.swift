package import Model
package import Time

/// The position of a run in an episode of errors. An episode begins with the first run with errors,
/// and ends with the first later run without errors and warnings. Errors after an error-free run
/// begin a new episode. A neutral run, which is incomplete or has no results, neither begins nor ends
/// one.
package struct RunEpisode: Sendable, Hashable {
  /// An earlier run.
  package struct Earlier: Sendable, Hashable {
    /// What the messages of a run say about it.
    package enum Result: Sendable, Hashable {
      case errors, warnings, good
      /// It did not complete, or nothing tells that it is good.
      case unknown
    }

    package var id: String
    /// The urgency of its messages and its outcome.
    package var urgency: Urgency
    package var result: Result
    package var date: CivilDate
    /// What its report says in a few words; nil for a run without a report.
    package var text: String?

    package init(id: String, urgency: Urgency, result: Result, date: CivilDate, text: String?) {
      (self.id, self.urgency, self.result, self.date) = (id, urgency, result, date)
      self.text = text
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
  /// The number of runs with errors directly before this run. Runs with an unknown result, such as
  /// missing ones, don't count.
  package private(set) var failedRuns = 0
  /// The number of runs without errors directly before this run, counted in the same way.
  package private(set) var cleanRuns = 0
  private var unknownRuns = 0
  /// Whether both numbers are known.
  private var isCounted = false
  /// More runs are not counted, because each month of them is a file to read.
  private static let mostRuns = 1_000

  package init(run: String) {
    self.run = run
  }

  /// Adds the earlier runs, the latest first, until it returns false.
  package mutating func add(_ earlier: Earlier) -> Bool {
    if lastReport == nil, earlier.text != nil { lastReport = earlier }
    if !isSettled { isSettled = !isEarlierNeeded(id: earlier.id, urgency: earlier.urgency) }
    if !isCounted { isCounted = !isCountNeeded(earlier.result) }
    return !isSettled || !isCounted
  }

  /// Counts a run; returns whether an earlier one may count, too.
  private mutating func isCountNeeded(_ result: Earlier.Result) -> Bool {
    switch result {
    case .errors:
      if cleanRuns > 0 { return false }
      failedRuns += 1
    case .unknown:
      unknownRuns += 1
      return unknownRuns <= Self.mostNeutralRuns
    case .warnings, .good:
      if failedRuns > 0 { return false }
      cleanRuns += 1
    }
    return failedRuns < Self.mostRuns && cleanRuns < Self.mostRuns
  }

  /// The episode for a report that is not compared with the run before it, so that numbers of runs
  /// would say something else than its changes.
  package var withoutNumbers: RunEpisode {
    var episode = self
    (episode.failedRuns, episode.cleanRuns) = (0, 0)
    return episode
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
