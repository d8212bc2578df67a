internal import Diagnostics
internal import Localization
internal import Model
internal import Time

/// Orders a timeline, determines the tense of each entry, and positions now (see "Order of
/// entries").
struct TimelineComposing {
  /// An entry with the results computed so far.
  private struct Item {
    var index: Int
    var times: EntryTimes
    var computed: Tense
    var tense: Tense
  }

  private let data: TimelineData
  private let formats: TimelineFormats
  private let context: Composer.Context
  /// All entries by ascending time (see "Order of entries").
  private let items: [Item]
  /// The shown entries by ascending time.
  private let shown: [Item]

  /// Adds the problems of the entries; returns nil without entries.
  init?(
    _ dataset: Dataset, formats: TimelineFormats, filter: Filter, _ context: Composer.Context,
    _ diagnostics: inout [Diagnostic]
  ) {
    guard let data = dataset.timeline, !data.entries.isEmpty else { return nil }
    self.data = data
    self.formats = formats
    self.context = context
    items = TimelineComposing.ordered(
      data.entries.indices.map { index in
        let entry = data.entries[index]
        let times = EntryTimes(entry.when, in: context.zone)
        let computed = times.tense(at: context.now, entry.status)
        return Item(
          index: index, times: times, computed: computed, tense: entry.tense ?? computed)
      }, data.entries)
    shown =
      filter.concernsEntries
      ? items.filter { filter.admits(data.entries[$0.index], $0.tense) } : items
    diagnostics += problems(in: dataset)
  }

  /// Sorted by start, then by end, then as given.
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

  /// Diagnostics in input order: entries that end before they start, and given tenses that
  /// contradict the times (see "Past, current and future").
  private func problems(in dataset: Dataset) -> [Diagnostic] {
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
            help: ["the given tense is used; leave it out to derive it from the time"]))
      }
      return findings
    }
  }

  func timeline() -> Report.Timeline {
    let isDescending = data.order == .descending
    // Entries with equal times keep the given order in both directions.
    let displayed = isDescending ? reversedKeepingTies(shown) : shown
    let days = displayed.map { context.zone.date(at: $0.times.start) }
    let unit = data.groupBy.unit(from: days.min() ?? today, to: days.max() ?? today)
    let now = context.locale.pattern(.dateTime).format(
      context.now, in: context.zone, locale: context.locale)
    return Report.Timeline(
      title: data.title.filled ?? context.locale.string(.timeline), isDescending: isDescending,
      entries: entries(displayed, unit), unit: unit, groups: groups(days, by: unit),
      total: data.entries.count, nowIndex: nowIndex(displayed, isDescending: isDescending),
      nowUnit: unit.map { today.start(of: $0, weeksBy: context.locale.weeks) },
      nowText: context.locale.string(.nowIndicator, ["time": now]))
  }

  private var today: CivilDate { context.zone.date(at: context.now) }

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
      unit: unit, formats: formats, now: context.now, showsToday: data.todayText,
      context.locale, context.zone)
    return items.enumerated().map { position, item in
      let entry = data.entries[item.index]
      return Report.Entry(
        entry: entry, tense: item.tense, shape: entry.milestone == nil ? .circle : .diamond,
        timestamp: timestamps.timestamp(entry.when, item.times),
        clockTimestamp: timestamps.clock(entry.when, item.times),
        fullTimestamp: timestamps.full(entry.when, item.times),
        previewTimestamp: timestamps.preview(entry.when, item.times, item.tense),
        machineTime: timestamps.machineTime(entry.when),
        lineBefore: position == 0 ? nil : item.tense,
        lineAfter: position == items.count - 1 ? nil : item.tense)
    }
  }

  /// Groups neighbours in the same unit (see "Headers").
  private func groups(_ days: [CivilDate], by unit: CalendarUnit?) -> [Report.Group] {
    if days.isEmpty { return [] }
    guard let unit else { return [Report.Group(header: nil, start: nil, entries: days.indices)] }
    let rule = context.locale.weeks
    var groups: [Report.Group] = []
    var first = 0
    var start = days[0].start(of: unit, weeksBy: rule)
    for index in days.indices.dropFirst() {
      let next = days[index].start(of: unit, weeksBy: rule)
      if next == start { continue }
      groups.append(group(first..<index, unit, start))
      first = index
      start = next
    }
    groups.append(group(first..<days.count, unit, start))
    return groups
  }

  private func group(
    _ entries: Range<Int>, _ unit: CalendarUnit, _ start: CivilDate
  ) -> Report.Group {
    Report.Group(
      header: formats.header(unit, of: start, context.locale), start: start, entries: entries)
  }
}

extension TimelineComposing {
  /// The position of now (see "The mark for now"): after the last past entry. A current entry may
  /// have begun before past ones, so it does not move the mark. In descending order "after" means
  /// above.
  private func nowIndex(_ displayed: [Item], isDescending: Bool) -> Int? {
    if displayed.isEmpty { return nil }
    // A dataset can call an entry past that has not begun.
    func isOver(_ item: Item) -> Bool { item.tense == .past && item.times.start <= context.now }
    return isDescending
      ? displayed.firstIndex(where: isOver) ?? displayed.count
      : displayed.lastIndex(where: isOver).map { $0 + 1 } ?? 0
  }

  /// The windows of the preview (see "Choice of entries"): current entries, then future ones, and
  /// the last past ones before them if room is left. The compact window is within the regular one.
  func preview() -> Report.Preview? {
    if shown.isEmpty { return nil }
    let displayed = data.order == .descending ? reversedKeepingTies(shown) : shown
    var positions: [Int: Int] = [:]
    for (position, item) in displayed.enumerated() { positions[item.index] = position }
    let (past, current) = (of(.past), of(.current))
    let strip = past + current + of(.future)
    func window(on width: ScreenWidth) -> Range<Int> {
      let size = width.previewedEntries
      // Of many current entries, those that began last are shown.
      let first = past.count + max(0, current.count - size)
      let start = min(first, max(0, strip.count - size))
      return start..<min(strip.count, start + size)
    }
    let (wide, narrow) = (window(on: .regular), window(on: .compact))
    let total = data.entries.count
    return Report.Preview(
      items: strip[wide].compactMap { positions[$0.index] },
      compact: (narrow.lowerBound - wide.lowerBound)..<(narrow.upperBound - wide.lowerBound),
      total: total,
      seeAll: context.locale.string(.seeAll, ["count": context.locale.number(total)]))
  }

  private func of(_ tense: Tense) -> [Item] { shown.filter { $0.tense == tense } }
}
