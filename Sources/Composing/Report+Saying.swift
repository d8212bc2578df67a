package import Basics
package import Model

/// What is decided about one message only when somebody says it: a report of a million messages
/// keeps none of it.
extension Report {
  /// The message that stands alone (M1), unless it is an alert or a banner and stands there.
  package var single: [Int] {
    verdict.kind == .single ? sections.flatMap(\.items) : []
  }

  /// `now` for a machine.
  package var machineNow: String { now.machineTime(in: zone) }

  /// When a message is from: the time alone on the report's own day.
  package func time(_ point: TimePoint) -> String {
    switch point {
    case .date(let date): return locale.pattern("date").format(date, locale: locale)
    case .local, .instant:
      let instant = zone.instant(of: point)
      let isToday = zone.date(at: instant) == zone.date(at: now)
      return locale.pattern(isToday ? "time" : "dateTime").format(
        instant, in: zone, locale: locale)
    }
  }

  package func machineTime(_ point: TimePoint) -> String {
    point.machineTime(in: zone)
  }

  /// Since when the data of an `offline` message are (B8): "Data from 18 Nov 2026, 22:40".
  package func since(_ message: Message) -> String? {
    guard message.kind == .offline, let point = message.time else { return nil }
    return locale.string("offlineSince", ["time": time(point)])
  }

  /// Whether a message's text needs more than the two lines of a banner (B1).
  package func isLong(_ message: Message) -> Bool {
    Clamp.isLong(message.title) || message.text.map { Clamp.isLong($0) } ?? false
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
        text: locale.string("progressUnknown"))
    }
    let words = ["done": amount(progress.done), "total": amount(of)]
    return ProgressWords(
      percent: percent, done: amount(progress.done), of: amount(of),
      text: locale.string("progressOf", words))
  }

  /// A number of things; what is no whole number is written as it is.
  private func amount(_ number: Double) -> String {
    guard let whole = Int(exactly: number) else { return "\(number)" }
    return locale.number(whole)
  }
}

// MARK: - Fitting a budget

extension Report {
  /// The report with as many messages in its sections as said, the most urgent of them, and as many
  /// timeline entries around now; what is left out is counted (M14).
  package func trimmed(messages: Int, entries: Int) -> Report {
    var report = self
    report.keep(messages: messages)
    guard let window = report.timeline?.keep(entries) else { return report }
    report.preview?.items =
      preview?.items.filter(window.contains).map { $0 - window.lowerBound } ?? []
    return report
  }

  private mutating func keep(messages limit: Int) {
    var places: [(urgency: Urgency, section: Int, item: Int)] = []
    for (section, data) in sections.enumerated() {
      for item in data.items.indices {
        places.append((self.messages[data.items[item]].urgency, section, item))
      }
    }
    guard limit < places.count else { return }
    // Stable: of two that are equally urgent the one that stands first stays.
    let kept = places.enumerated().sorted {
      $0.element.urgency == $1.element.urgency
        ? $0.offset < $1.offset : $0.element.urgency > $1.element.urgency
    }.prefix(max(limit, 0))
    var keptItems = sections.map { _ in Set<Int>() }
    for place in kept { keptItems[place.element.section].insert(place.element.item) }
    for index in sections.indices {
      let all = sections[index].items
      sections[index].items = all.indices.filter(keptItems[index].contains).map { all[$0] }
      sections[index].leftOut += all.count - sections[index].items.count
    }
  }
}

extension Report.Timeline {
  /// Keeps the entries nearest to now, as many before as after where there are.
  fileprivate mutating func keep(_ limit: Int) -> Range<Int> {
    guard limit < entries.count else { return 0..<entries.count }
    let center = nowIndex ?? 0
    let start = max(0, min(center - limit / 2, entries.count - limit))
    let window = start..<(start + max(limit, 0))
    leftOut += entries.count - window.count
    entries = Array(entries[window])
    nowIndex = nowIndex.map { min(max($0 - start, 0), entries.count) }
    groups = groups.compactMap { group in
      let range = group.entries.clamped(to: window)
      guard !range.isEmpty else { return nil }
      var group = group
      group.entries = (range.lowerBound - start)..<(range.upperBound - start)
      return group
    }
    return window
  }
}
