// Unsafe pointers: labels are written into their final memory.

internal import Diagnostics
internal import Localization
package import Model
package import Time

/// Labels of messages, computed on demand to save memory in reports of a million messages. It is a
/// class, so that threads share it without copying.
package final class MessageLabels: Sendable {
  private let locale: Locale
  private let zone: TimeZoneRules
  private let today: CivilDate
  private let date: DatePattern
  private let dateOfYear: DatePattern
  private let time: DatePattern
  private let dateTime: DatePattern
  /// Looked up once, because every message needs one.
  private let urgencies: [String]
  /// Whether the run has ended, so that nothing is still in progress.
  private let isOver: Bool

  package init(_ report: Report) {
    locale = report.locale
    zone = report.zone
    today = report.zone.date(at: report.now)
    date = report.locale.pattern(.date)
    dateOfYear = report.locale.pattern(.monthTimestamp)
    time = report.locale.pattern(.time)
    dateTime = report.locale.pattern(.dateTime)
    urgencies = Urgency.allCases.map(report.locale.word)
    isOver = report.run?.status == .completed
  }

  /// "Error"; "Information, Offline": the words for colour and icon.
  package func label(_ message: Message) -> String {
    let urgency = urgencies[message.urgency.rank]
    guard message.kind == .offline else { return urgency }
    return locale.list([urgency, locale.string(.kindOffline)])
  }

  /// The time of a message, without the date on the report's own day.
  package func time(_ point: TimePoint) -> String {
    if case .date(let day) = point { return date.format(day, locale: locale) }
    let instant = zone.instant(of: point)
    let pattern = zone.date(at: instant) == today ? time : dateTime
    return pattern.format(instant, in: zone, locale: locale)
  }

  /// The time of a message in a row: the clock time on the report's own day, else the day. The year
  /// is omitted if it is the report's.
  package func shortTime(_ point: TimePoint) -> String {
    if case .date(let day) = point { return self.day(day) }
    let instant = zone.instant(of: point)
    let day = zone.date(at: instant)
    return day == today ? time.format(instant, in: zone, locale: locale) : self.day(day)
  }

  /// The first and the last of several times; nil without any.
  package func range(of points: [TimePoint]) -> String? {
    var ends: (first: (TimePoint, Instant), last: (TimePoint, Instant))?
    for point in points {
      let instant = zone.instant(of: point)
      guard let known = ends else {
        ends = ((point, instant), (point, instant))
        continue
      }
      if instant < known.first.1 { ends?.first = (point, instant) }
      if known.last.1 < instant { ends?.last = (point, instant) }
    }
    guard let ends else { return nil }
    let (start, end) = (time(ends.first.0), time(ends.last.0))
    return start == end ? start : locale.string(.range, ["start": start, "end": end])
  }

  /// The whole time, if `shortTime` shortens it; nil otherwise.
  package func whole(_ point: TimePoint) -> String? {
    if case .date = point { return nil }
    let instant = zone.instant(of: point)
    if zone.date(at: instant) == today { return nil }
    return dateTime.format(instant, in: zone, locale: locale)
  }

  package func day(_ day: CivilDate) -> String {
    (day.year == today.year ? dateOfYear : date).format(day, locale: locale)
  }

  package func machineTime(_ point: TimePoint) -> String {
    point.machineTime(in: zone)
  }

  /// The age of the data of an `offline` message (see "Kinds of banners"): "Data from 18 Nov 2026,
  /// 22:40"; on the report's own day "Data from 22:40".
  package func since(_ message: Message) -> String? {
    guard message.kind == .offline, let point = message.time else { return nil }
    var isToday = false
    if point.hasTime { isToday = zone.date(at: zone.instant(of: point)) == today }
    return locale.string(isToday ? .offlineSinceTime : .offlineSince, ["time": time(point)])
  }

  /// Whether a message needs more than the two lines of a banner (see "Length of banners and
  /// alerts").
  package func isLong(title: String, text: String?) -> Bool {
    TextLimits.isLong(title) || text.map { TextLimits.isLong($0) } ?? false
  }

  /// The labels of a progress (see "Kinds of banners"): "312 of 480".
  package struct ProgressWords: Sendable {
    /// "In progress"; "Completed"; "Progress" if the run ended before completion.
    package var label: String
    package var percent: Int?
    package var done: String
    package var of: String?
    package var text: String
  }

  package func progress(_ progress: Message.Progress?) -> ProgressWords {
    guard let progress, let of = progress.of, let percent = progress.percent else {
      return ProgressWords(
        label: locale.string(isOver ? .kindProgressLeft : .kindProgress), percent: nil,
        done: progress.map { amount($0.done) } ?? "", of: nil,
        text: locale.string(isOver ? .extentUnknown : .progressUnknown))
    }
    let values = ["done": amount(progress.done), "total": amount(of)]
    let label: StringKey =
      percent >= 100 ? .kindProgressDone : isOver ? .kindProgressLeft : .kindProgress
    return ProgressWords(
      label: locale.string(label), percent: percent, done: amount(progress.done), of: amount(of),
      text: locale.string(.progressOf, values))
  }

  /// An amount; a fraction keeps its digits.
  private func amount(_ number: Double) -> String {
    guard let whole = Int(exactly: number) else { return locale.decimal("\(number)") }
    return locale.number(whole)
  }
}

extension Message.Location {
  /// `Sources/A.swift:12:5`.
  package var text: String {
    guard let line else { return file }
    // Computed without intermediate strings, because each message has one.
    return file.withBytes { path in
      String(unsafeUninitializedCapacity: path.count + 2 * 21) { bytes in
        var end = bytes.initialize(fromContentsOf: path)
        func append(_ number: Int) {
          bytes.initializeElement(at: end, to: UInt8(ascii: ":"))
          end = bytes[(end + 1)...].initialize(fromContentsOf: String(number).utf8)
        }
        append(line)
        if let column { append(column) }
        return end
      }
    }
  }

  /// `A.swift`: the last part of the path.
  package var name: String {
    file.withBytes { path in
      var end = path.count
      while end > 0, Self.isSeparator(path[end - 1]) { end -= 1 }
      guard end > 0 else { return file }
      var start = end
      while start > 0, !Self.isSeparator(path[start - 1]) { start -= 1 }
      return String(decoding: path[start..<end], as: UTF8.self)
    }
  }

  @inline(__always)
  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
  }
}

extension Report {
  /// The index of the single shown message (see "The verdict comes first"), unless it is an alert
  /// or a banner.
  package var single: [Int] {
    verdict.kind == .single ? sections.flatMap(\.items) : []
  }

  /// `now` in machine-readable form.
  package var machineNow: String { now.machineTime(in: zone) }
}
