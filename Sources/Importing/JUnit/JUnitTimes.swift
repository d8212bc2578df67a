internal import Basics

/// When the whole run began and ended, and what was odd about its times.
struct JUnitTimes {
  private(set) var started: TimePoint?
  private(set) var finished: TimePoint?

  /// What is said once a file.
  enum Oddity: Hashable { case unreadableTime, unreadableDuration }

  private var oddities: Set<Oddity> = []

  mutating func isFirst(_ oddity: Oddity) -> Bool { oddities.insert(oddity).inserted }

  /// Takes in when a suite began and how long it took.
  mutating func note(_ begin: TimePoint, seconds: Double?) {
    let end = begin.adding(seconds: Int64(seconds ?? 0))
    if started.map({ begin.isBefore($0) }) ?? true { started = begin }
    if finished.map({ $0.isBefore(end) }) ?? true { finished = end }
  }
}

extension TimePoint {
  /// The same time later; a date stays.
  fileprivate func adding(seconds: Int64) -> TimePoint {
    switch self {
    case .date: self
    case .local(let wall): .local(CivilDateTime(seconds: wall.seconds + seconds))
    case .instant(let instant): .instant(instant.adding(seconds: seconds))
    }
  }

  /// Whether it is before another of the same report, whose times are all of one kind.
  fileprivate func isBefore(_ other: TimePoint) -> Bool {
    switch (self, other) {
    case (.date(let own), .date(let other)): own < other
    case (.local(let own), .local(let other)): own.seconds < other.seconds
    case (.instant(let own), .instant(let other)): own.seconds < other.seconds
    default: false
    }
  }
}
