import Model

extension Report {
  /// The number of items left out by a budget, besides those counted in sections, the timeline and
  /// the comparison (see "Nothing is omitted silently").
  package struct LeftOut: Sendable {
    package var alerts = 0
    package var banners = 0
    /// Messages of sections without a shown heading.
    package var messages = 0
  }

  /// The maximum number of headings without a message.
  static let emptySections = 20

  /// Removes messages from all lists and counts them.
  mutating func drop(_ dropped: [Bool], emptySections limit: Int) {
    func keep(_ items: inout [Int]) -> Int {
      let count = items.count
      items.removeAll { dropped[$0] }
      return count - items.count
    }
    leftOut.alerts += keep(&alerts)
    leftOut.banners += keep(&banners)
    for index in sections.indices { sections[index].drop(dropped) }
    var empty = 0
    var folded = 0
    sections.removeAll { section in
      guard section.items.isEmpty else { return false }
      empty += 1
      if empty > limit { folded += section.leftOut }
      return empty > limit
    }
    leftOut.messages += folded
    // Without its single message, the verdict becomes an overview.
    if verdict.kind == .single, let first = dropped.first, first { verdict.kind = .several }
  }

  /// Keeps the first messages of each section, and counts the others.
  package mutating func keep(items limit: Int) {
    var dropped = [Bool](repeating: false, count: messages.count)
    for section in sections {
      for index in section.items.dropFirst(limit) { dropped[index] = true }
    }
    drop(dropped, emptySections: 0)
  }

  /// The maximum number of facts of a run under a small budget.
  private static let mostFacts = 20

  /// Whether the statement about the run takes more than `limit` bytes.
  func isRunLongerThan(_ limit: Int) -> Bool {
    guard let run else { return false }
    return run.facts.reduce(run.reason?.utf8.count ?? 0) {
      $0 + $1.title.utf8.count + $1.value.utf8.count + 16
    } > limit
  }

  /// Keeps the beginning of the reason and the first facts, and adds a fact with the number of
  /// others.
  mutating func shortenRun() {
    guard var short = run else { return }
    (short.skipReasons, short.otherSkips) = ([], 0)
    short.coverage = CodeCoverage()
    let left = short.facts.count - Self.mostFacts
    short.reason = short.reason.map {
      TextLimits.cut($0, toClusters: TextLimits.descriptionClusters)
    }
    short.facts = short.facts.prefix(Self.mostFacts).map { fact in
      var fact = fact
      fact.title = TextLimits.cut(fact.title, toClusters: TextLimits.attributeClusters)
      fact.value = TextLimits.cut(fact.value, toClusters: TextLimits.attributeClusters)
      return fact
    }
    if let more = TextLimits.more(left, locale) {
      short.facts.append(Fact(title: more, value: "…"))
    }
    run = short
  }

  /// Keeps the most urgent fixed, removed and unseen messages.
  mutating func keep(past limit: Int) {
    for change in ChangeList.Kind.allCases.compactMap(\.past) {
      guard var lost = comparison?.lost[change], limit < lost.messages.count else { continue }
      lost.leftOut += lost.messages.count - limit
      lost.messages = Array(lost.messages.prefix(limit))
      lost.histories = Array(lost.histories.prefix(limit))
      comparison?.lost[change] = lost
    }
  }

  /// Keeps the entries of the preview, and the nearest ones to now.
  mutating func keep(entries limit: Int) {
    guard let count = timeline?.entries.count, limit < count else { return }
    let kept = nearestEntries(limit, of: count)
    timeline?.keep(kept)
    let previewed = preview?.items.compactMap { kept.firstIndex(of: $0) }
    preview?.items = previewed ?? []
    guard limit <= 0 else { return }
    timeline?.leftOut.later += kept.count
    timeline?.groups = []
    timeline?.nowIndex = kept.count
  }

  /// The indices of the preview's entries, and of others next to now until there are `limit`,
  /// evenly on both sides if possible; in ascending order.
  func nearestEntries(_ limit: Int, of count: Int) -> [Int] {
    var kept = Set(preview?.items ?? [])
    var below = min(timeline?.nowIndex ?? 0, count)
    var above = below - 1
    while kept.count < min(limit, count) {
      if below < count { kept.insert(below) }
      if above >= 0, kept.count < limit { kept.insert(above) }
      (below, above) = (below + 1, above - 1)
    }
    return kept.sorted()
  }
}

extension Report.Timeline {
  /// Keeps the entries with the given indices, which are in ascending order.
  fileprivate mutating func keep(_ kept: [Int]) {
    func keptBefore(_ index: Int) -> Int { kept.prefix { $0 < index }.count }
    let now = nowIndex ?? 0
    let above = now - keptBefore(now)
    let below = entries.count - kept.count - above
    leftOut.earlier += isDescending ? below : above
    leftOut.later += isDescending ? above : below
    groups = groups.compactMap { group in
      let range = keptBefore(group.entries.lowerBound)..<keptBefore(group.entries.upperBound)
      guard !range.isEmpty else { return nil }
      var group = group
      group.entries = range
      return group
    }
    entries = kept.map { entries[$0] }
    nowIndex = nowIndex.map(keptBefore)
  }
}
