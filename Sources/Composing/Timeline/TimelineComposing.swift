internal import Basics
internal import Diagnostics
internal import Model

/// Orders a timeline, says of each entry whether it is past, current or future, and finds the place
/// of now (T1 to T6).
struct TimelineComposing {
  /// An entry as given, with what is known of it before anything is written.
  private struct Item {
    var index: Int
    var times: EntryTimes
    var computed: Tense
    var tense: Tense
  }

  private let data: TimelineData
  private let formats: TimelineFormats
  private let settings: Composer.Settings
  /// All entries, by time ascending (T1).
  private let items: [Item]
  /// Those that are shown, by time ascending.
  private let shown: [Item]

  init(
    _ data: TimelineData, formats: TimelineFormats, filter: Filter, settings: Composer.Settings
  ) {
    self.data = data
    self.formats = formats
    self.settings = settings
    items = TimelineComposing.ordered(
      data.entries.indices.map { index in
        let entry = data.entries[index]
        let times = EntryTimes(entry.when, in: settings.zone)
        let computed = times.tense(at: settings.now, entry.status)
        return Item(
          index: index, times: times, computed: computed, tense: entry.tense ?? computed)
      }, data.entries)
    shown =
      filter.concernsEntries
      ? items.filter { filter.admits(data.entries[$0.index], $0.tense) } : items
  }

  /// By start, then by end, then as they were given.
  private static func ordered(_ items: [Item], _ entries: [TimelineEntry]) -> [Item] {
    let keys = items.map { item in
      (item.times.start.seconds, item.times.tieBreak(entries[item.index].status).seconds)
    }
    return items.sorted { left, right in
      let (first, second) = (keys[left.index], keys[right.index])
      if first != second { return first < second }
      return left.index < right.index
    }
  }

  /// Entries that end before they start, and those whose author says one thing and whose times say
  /// another (T3), in input order.
  func diagnostics(in dataset: Dataset) -> [Diagnostic] {
    items.sorted { $0.index < $1.index }.flatMap { item -> [Diagnostic] in
      let entry = data.entries[item.index]
      var findings: [Diagnostic] = []
      if item.times.endsBeforeStart {
        findings.append(
          Diagnostic(
            .error, "end-before-start",
            "\(VisibleText.quoted(entry.title)) ends before it starts in the report's time zone",
            at: dataset.location(entry.source)))
      }
      if item.tense != item.computed {
        findings.append(
          Diagnostic(
            .warning, "contradicting-tense",
            "\(VisibleText.quoted(entry.title)) is given as \(item.tense.rawValue), but its time is \(item.computed.rawValue)",
            at: dataset.location(entry.source),
            help: ["the given tense counts; leave it out to go by the time"]))
      }
      return findings
    }
  }

  func timeline() -> Report.Timeline {
    let isDescending = data.order == .descending
    // Entries that begin and end together keep the order they were given in, either way round.
    let standing = isDescending ? reversedKeepingTies(shown) : shown
    let days = standing.map { settings.zone.date(at: $0.times.start) }
    let unit = data.groupBy.unit(from: days.min() ?? today, to: days.max() ?? today)
    let now = settings.locale.pattern(.dateTime).format(
      settings.now, in: settings.zone, locale: settings.locale)
    return Report.Timeline(
      title: data.title.filled ?? settings.locale.string(.timeline), isDescending: isDescending,
      entries: entries(standing, unit), unit: unit, groups: groups(days, by: unit),
      total: data.entries.count, nowIndex: nowIndex(standing, isDescending: isDescending),
      nowUnit: unit.map { today.start(of: $0, weeksBy: settings.locale.weeks) },
      nowText: settings.locale.string(.nowIndicator, ["time": now]))
  }

  private var today: CivilDate { settings.zone.date(at: settings.now) }

  private func reversedKeepingTies(_ items: [Item]) -> [Item] {
    func isTied(_ left: Item, _ right: Item) -> Bool {
      left.times.start == right.times.start
        && left.times.tieBreak(data.entries[left.index].status)
          == right.times.tieBreak(data.entries[right.index].status)
    }
    var result: [Item] = []
    result.reserveCapacity(items.count)
    var end = items.count
    while end > 0 {
      var start = end - 1
      while start > 0, isTied(items[start - 1], items[start]) { start -= 1 }
      result += items[start..<end]
      end = start
    }
    return result
  }

  private func entries(_ items: [Item], _ unit: CalendarUnit?) -> [Report.Entry] {
    let timestamps = Timestamps(
      unit: unit, formats: formats, now: settings.now, showsToday: data.todayText,
      settings.locale, settings.zone)
    return items.enumerated().map { place, item in
      let entry = data.entries[item.index]
      return Report.Entry(
        entry: entry, tense: item.tense, shape: entry.milestone == nil ? .circle : .diamond,
        timestamp: timestamps.timestamp(entry.when, item.times),
        clockTimestamp: timestamps.clock(entry.when, item.times),
        fullTimestamp: timestamps.full(entry.when, item.times),
        previewTimestamp: timestamps.preview(entry.when, item.times, item.tense),
        machineTime: timestamps.machineTime(entry.when),
        lineBefore: place == 0 ? nil : item.tense,
        lineAfter: place == items.count - 1 ? nil : item.tense)
    }
  }

  /// Neighbours in the same day, week and so on (T2).
  private func groups(_ days: [CivilDate], by unit: CalendarUnit?) -> [Report.Group] {
    if days.isEmpty { return [] }
    guard let unit else { return [Report.Group(header: nil, start: nil, entries: days.indices)] }
    let rule = settings.locale.weeks
    var groups: [Report.Group] = []
    var first = 0
    var start = days[0].start(of: unit, weeksBy: rule)
    for place in days.indices.dropFirst() {
      let next = days[place].start(of: unit, weeksBy: rule)
      if next == start { continue }
      groups.append(group(first..<place, unit, start))
      first = place
      start = next
    }
    groups.append(group(first..<days.count, unit, start))
    return groups
  }

  private func group(
    _ entries: Range<Int>, _ unit: CalendarUnit, _ start: CivilDate
  ) -> Report.Group {
    Report.Group(
      header: formats.header(unit, of: start, settings.locale), start: start, entries: entries)
  }
}

extension TimelineComposing {
  /// Where now stands (T4): in front of the first current entry, else of the future one nearest to
  /// now, else behind the last. From the other side, "in front of" is below.
  private func nowIndex(_ standing: [Item], isDescending: Bool) -> Int? {
    if standing.isEmpty { return nil }
    // Seen in the order of time, whichever way the list goes.
    let places = isDescending ? Array(standing.indices.reversed()) : Array(standing.indices)
    guard let next = nextPlace(places.map { standing[$0] }) else {
      return isDescending ? 0 : standing.count
    }
    return isDescending ? places[next] + 1 : places[next]
  }

  /// The place of the first current item, else of the future one nearest to now; nil when all are
  /// past.
  private func nextPlace(_ items: [Item]) -> Int? {
    if let current = items.firstIndex(where: { $0.tense == .current }) { return current }
    let future = items.indices.filter { items[$0].tense == .future }
    return future.min { distance(items[$0]) < distance(items[$1]) }
  }

  private func distance(_ item: Item) -> UInt64 {
    item.times.start.seconds(since: settings.now).magnitude
  }

  /// For each width a window that starts where now is, filled from before where fewer remain; the
  /// last ones when all is past (P3). The narrow window is always within the wide one.
  func preview() -> Report.Preview? {
    if shown.isEmpty { return nil }
    let (wide, narrow) = (window(of: 4), window(of: 2))
    let standing = data.order == .descending ? reversedKeepingTies(shown) : shown
    var placeOf: [Int: Int] = [:]
    for (place, item) in standing.enumerated() { placeOf[item.index] = place }
    let total = data.entries.count
    return Report.Preview(
      items: shown[wide].compactMap { placeOf[$0.index] },
      compact: (narrow.lowerBound - wide.lowerBound)..<(narrow.upperBound - wide.lowerBound),
      total: total,
      seeAll: settings.locale.string(.seeAll, ["count": settings.locale.number(total)]))
  }

  private func window(of size: Int) -> Range<Int> {
    let start = min(nextPlace(shown) ?? shown.count, max(0, shown.count - size))
    return start..<min(shown.count, start + size)
  }
}
