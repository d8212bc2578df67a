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
  /// How many seconds after a night the next is overdue.
  package var patience: Int?

  package init() {}

  func staleAfter(_ night: Night) -> Instant? {
    patience.map { night.time.adding(seconds: Int64($0)) }
  }

  /// The nights that go, of all of a project, the oldest first.
  func outdated(_ nights: [Night]) -> [Night] {
    guard let latest = nights.last else { return [] }
    let surplus = keep.map { max(0, nights.count - $0) } ?? 0
    return nights.enumerated().filter { place, night in
      place < surplus
        || keepDays.map { Int(latest.date.dayNumber - night.date.dayNumber) >= $0 } ?? false
    }.map(\.element)
  }
}

/// Why nothing was published.
package enum PublishError: Error {
  case file(FileError)
  case refused([Diagnostic], Blame)

  package enum Blame: Sendable {
    case usage, input, site
  }
}
