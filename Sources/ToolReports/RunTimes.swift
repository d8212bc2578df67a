internal import Diagnostics
package import Time
package import XML

/// The start and the end of the run in an XML report, and the problems of its times.
package struct RunTimes {
  package private(set) var started: TimePoint?
  private var lastEnd: TimePoint?
  /// The last beginning of a part that does not say how long it took.
  private var lastOpen: TimePoint?

  /// nil if the part that began last may have ended at any time.
  package var finished: TimePoint? {
    if let lastEnd, let lastOpen, lastEnd.isBefore(lastOpen) { return nil }
    return lastEnd
  }

  /// The problems that are reported once for each file.
  private enum Oddity: Hashable { case unreadableTime, unreadableDuration }

  private var oddities: Set<Oddity> = []

  package init() {}

  /// Notes the start and the duration of a suite.
  package mutating func note(_ begin: TimePoint, seconds: Double?) {
    note(begin, end: seconds.map { begin.adding(seconds: Int64($0.rounded())) })
  }

  /// Notes the start and the end of a part of the run.
  package mutating func note(_ begin: TimePoint?, end: TimePoint?) {
    if let begin, started.map({ begin.isBefore($0) }) ?? true { started = begin }
    if let end, lastEnd.map({ $0.isBefore(end) }) ?? true { lastEnd = end }
    if end == nil, let begin, lastOpen.map({ $0.isBefore(begin) }) ?? true { lastOpen = begin }
  }

  /// The seconds from the start to the end; nil if they are unknown or not positive.
  package var wall: Double? {
    let seconds: Int64
    switch (started, finished) {
    case (.instant(let start)?, .instant(let end)?): seconds = end.seconds - start.seconds
    case (.local(let start)?, .local(let end)?): seconds = end.seconds - start.seconds
    default: return nil
    }
    return seconds > 0 ? Double(seconds) : nil
  }

  // MARK: Reading

  /// Reads the time of an attribute. An unreadable time is left out, with one note for each file.
  package mutating func time(_ text: String?, _ reader: inout XMLReader) -> TimePoint? {
    guard let text, !text.isEmpty else { return nil }
    let time = ReportedTime.time(text)
    if time == nil, oddities.insert(.unreadableTime).inserted {
      reader.report(
        .note, "unreadable-time", at: reader.position,
        "the time \(VisibleText.quoted(text)) can't be read")
    }
    return time
  }

  /// Reads a duration in seconds or as a clock time. An unreadable duration is left out, with one
  /// note for each file.
  package mutating func seconds(
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
  /// The time some seconds later; a date is unchanged.
  package func adding(seconds: Int64) -> TimePoint {
    switch self {
    case .date: self
    case .local(let wall): .local(CivilDateTime(seconds: wall.seconds + seconds))
    case .instant(let instant): .instant(instant.adding(seconds: seconds))
    }
  }

  /// Whether it is before another time of the same report. All times of a report are of one kind.
  fileprivate func isBefore(_ other: TimePoint) -> Bool {
    switch (self, other) {
    case (.date(let own), .date(let other)): own < other
    case (.local(let own), .local(let other)): own.seconds < other.seconds
    case (.instant(let own), .instant(let other)): own.seconds < other.seconds
    default: false
    }
  }
}
