internal import Basics
internal import Diagnostics
internal import XML

/// When the whole run of an XML report began and ended, and what was odd about its times.
struct RunTimes {
  private(set) var started: TimePoint?
  private var lastEnd: TimePoint?
  /// The last beginning of a part that does not say how long it took.
  private var lastOpen: TimePoint?

  /// nil if the part that began last may have ended at any time.
  var finished: TimePoint? {
    if let lastEnd, let lastOpen, lastEnd.isBefore(lastOpen) { return nil }
    return lastEnd
  }

  /// What is said once a file.
  private enum Oddity: Hashable { case unreadableTime, unreadableDuration }

  private var oddities: Set<Oddity> = []

  /// Takes in when a suite began and how long it took.
  mutating func note(_ begin: TimePoint, seconds: Double?) {
    note(begin, end: seconds.map { begin.adding(seconds: Int64($0)) })
  }

  /// Takes in when a part of the run began and ended.
  mutating func note(_ begin: TimePoint?, end: TimePoint?) {
    if let begin, started.map({ begin.isBefore($0) }) ?? true { started = begin }
    if let end, lastEnd.map({ $0.isBefore(end) }) ?? true { lastEnd = end }
    if end == nil, let begin, lastOpen.map({ $0.isBefore(begin) }) ?? true { lastOpen = begin }
  }

  /// The seconds from the beginning to the end; nil where these are unknown or the same.
  var wall: Double? {
    let seconds: Int64
    switch (started, finished) {
    case (.instant(let start)?, .instant(let end)?): seconds = end.seconds - start.seconds
    case (.local(let start)?, .local(let end)?): seconds = end.seconds - start.seconds
    default: return nil
    }
    return seconds > 0 ? Double(seconds) : nil
  }

  // MARK: Reading

  /// Reads the time of an attribute. One that can't be read is left out, with a note once a file.
  mutating func time(_ text: String?, _ reader: inout XMLReader) -> TimePoint? {
    guard let text, !text.isEmpty else { return nil }
    let time = ReportedTime.time(text)
    if time == nil, oddities.insert(.unreadableTime).inserted {
      reader.report(
        .note, "unreadable-time", at: reader.position,
        "the time \(VisibleText.quoted(text)) can't be read")
    }
    return time
  }

  /// Reads a duration in seconds, or that of a clock. One that can't be read is left out, with a note
  /// once a file.
  mutating func seconds(
    _ text: String?, _ reader: inout XMLReader, isClock: Bool = false
  ) -> Double? {
    guard let text else { return nil }
    let seconds =
      isClock ? ReportedDuration.seconds(clock: text) : ReportedDuration.seconds(text)
    if seconds == nil, oddities.insert(.unreadableDuration).inserted {
      reader.report(
        .note, "unreadable-duration", at: reader.position, ReportedDuration.summary(text))
    }
    return seconds
  }
}

extension TimePoint {
  /// The same time later; a date stays.
  func adding(seconds: Int64) -> TimePoint {
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
