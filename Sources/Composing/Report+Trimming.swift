import Model

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
