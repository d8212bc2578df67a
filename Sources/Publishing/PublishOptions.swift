package import Diagnostics
package import Files
internal import Time

/// The options of `publish` for the site's contents.
package struct PublishOptions: Sendable {
  /// The address of the site with a slash at the end; nil when unknown.
  package var baseURL: String?
  /// The number of runs to keep.
  package var keep: Int?
  /// The number of days to keep, counted back from the latest run's day.
  package var keepDays: Int?
  /// The number of seconds after a run at which the next is overdue; 0 for never.
  package var dueAfter: Int?
  /// Whether a site may be started in a folder that holds other files.
  package var initializesSite = false

  package init() {}

  /// The time at which the next run is overdue.
  func staleAfter(_ run: PublishedRun) -> Instant? {
    dueAfter.map { run.time.adding(seconds: Int64($0)) }
  }

  /// Whether a run is expired.
  ///
  /// - Parameter followers: The number of runs after it, up to `latest`.
  func isOutdated(_ run: PublishedRun, followers: Int, latest: PublishedRun) -> Bool {
    if let keep, followers >= keep { return true }
    guard let keepDays else { return false }
    return Int(latest.date.dayNumber) - Int(run.date.dayNumber) >= keepDays
  }
}

/// The reason why nothing was published.
package enum PublishError: Error {
  case file(FileError)
  case refused([Diagnostic], Blame)

  package enum Blame: Sendable {
    case usage, input, site
  }

  package var diagnostics: [Diagnostic] {
    switch self {
    case .file(let error): [error.diagnostic]
    case .refused(let problems, _): problems
    }
  }
}
