package import Basics
package import Model

/// What is decided about one message only when somebody says it: a report of a million messages
/// keeps none of it. A class, so that many threads can ask without copying anything.
package final class MessageLabels: Sendable {
  private let locale: Locale
  private let zone: TimeZoneRules
  private let today: CivilDate
  private let date: DatePattern
  private let time: DatePattern
  private let dateTime: DatePattern

  package init(_ report: Report) {
    locale = report.locale
    zone = report.zone
    today = report.zone.date(at: report.now)
    date = report.locale.pattern(.date)
    time = report.locale.pattern(.time)
    dateTime = report.locale.pattern(.dateTime)
  }

  /// When a message is from: the time alone on the report's own day.
  package func time(_ point: TimePoint) -> String {
    if case .date(let day) = point { return date.format(day, locale: locale) }
    let instant = zone.instant(of: point)
    let pattern = zone.date(at: instant) == today ? time : dateTime
    return pattern.format(instant, in: zone, locale: locale)
  }

  package func machineTime(_ point: TimePoint) -> String {
    point.machineTime(in: zone)
  }

  /// Since when the data of an `offline` message are (B8): "Data from 18 Nov 2026, 22:40".
  package func since(_ message: Message) -> String? {
    guard message.kind == .offline, let point = message.time else { return nil }
    return locale.string(.offlineSince, ["time": time(point)])
  }

  /// Whether a message needs more than the two lines of a banner (B1).
  package func isLong(title: String, text: String?) -> Bool {
    TextLimits.isLong(title) || text.map { TextLimits.isLong($0) } ?? false
  }

  /// What is said of a progress (B8): "312 of 480".
  package struct ProgressWords: Sendable {
    package var percent: Int?
    package var done: String
    package var of: String?
    package var text: String
  }

  package func progress(_ progress: Message.Progress?) -> ProgressWords {
    guard let progress, let of = progress.of, let percent = progress.percent else {
      return ProgressWords(
        percent: nil, done: progress.map { amount($0.done) } ?? "", of: nil,
        text: locale.string(.progressUnknown))
    }
    let words = ["done": amount(progress.done), "total": amount(of)]
    return ProgressWords(
      percent: percent, done: amount(progress.done), of: amount(of),
      text: locale.string(.progressOf, words))
  }

  /// A number of things; what is no whole number is written as it is.
  private func amount(_ number: Double) -> String {
    guard let whole = Int(exactly: number) else { return "\(number)" }
    return locale.number(whole)
  }
}

extension Report {
  /// The message that stands alone (M1), unless it is an alert or a banner and stands there.
  package var single: [Int] {
    verdict.kind == .single ? sections.flatMap(\.items) : []
  }

  /// `now` for a machine.
  package var machineNow: String { now.machineTime(in: zone) }
}
