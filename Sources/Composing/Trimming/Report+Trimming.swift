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

  /// Keeps the entries around the preview, evenly on both sides if possible. The preview itself is
  /// always kept.
  mutating func keep(entries limit: Int) {
    guard let count = timeline?.entries.count, limit < count else { return }
    let window = window(max(limit, preview?.items.count ?? 0), of: count)
    timeline?.keep(window)
    let items = preview?.items.map { $0 - window.lowerBound }
    preview?.items = items ?? []
    guard limit <= 0 else { return }
    timeline?.leftOut.later += window.count
    timeline?.groups = []
    timeline?.nowIndex = window.count
  }

  /// The range of the entries nearest to now.
  func window(_ limit: Int, of count: Int) -> Range<Int> {
    let limit = max(0, min(limit, count))
    let now = min(timeline?.nowIndex ?? 0, count)
    let first = preview?.items.min() ?? now
    let last = preview?.items.max().map { $0 + 1 } ?? now
    let start = max(0, min(first - (limit - (last - first)) / 2, count - limit))
    return start..<(start + limit)
  }
}

extension Report.Timeline {
  fileprivate mutating func keep(_ window: Range<Int>) {
    let (before, after) = (window.lowerBound, entries.count - window.upperBound)
    leftOut.earlier += isDescending ? after : before
    leftOut.later += isDescending ? before : after
    entries = Array(entries[window])
    let count = entries.count
    nowIndex = nowIndex.map { min(max($0 - window.lowerBound, 0), count) }
    groups = groups.compactMap { group in
      let range = group.entries.clamped(to: window)
      guard !range.isEmpty else { return nil }
      var group = group
      group.entries =
        (range.lowerBound - window.lowerBound)..<(range.upperBound - window.lowerBound)
      return group
    }
  }
}
