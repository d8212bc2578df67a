package import Basics
package import Diagnostics

/// What a site is asked to keep and to say.
package struct PublishOptions: Sendable {
  /// Where the site will stand, with a slash at the end; nil when nobody says.
  package var baseURL: String?
  /// How many nights stay.
  package var keep: Int?
  /// How many days before the latest night stay.
  package var keepDays: Int?
  /// How many seconds after a night the next is overdue; 0 for never.
  package var patience: Int?
  /// Whether a site may be made in a folder that holds other files.
  package var initializesSite = false

  package init() {}

  func staleAfter(_ night: PublishedRun) -> Instant? {
    patience.map { night.time.adding(seconds: Int64($0)) }
  }

  /// Whether a night goes that has so many after it, the latest of them being this.
  func isOutdated(_ night: PublishedRun, followers: Int, latest: PublishedRun) -> Bool {
    if let keep, followers >= keep { return true }
    guard let keepDays else { return false }
    return Int(latest.date.dayNumber) - Int(night.date.dayNumber) >= keepDays
  }
}

/// Why nothing was published.
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
