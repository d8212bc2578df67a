internal import Model

/// Sorts messages (see "Order of messages and sections", "The sort option" and "Order of banners")
/// by index: each criterion becomes a column of numbers, computed once per message.
struct MessageSorting {
  private let criteria: [SortCriterion]
  private let messages: [Message]
  private let changes: [Report.Change]
  private let assignment: CategoryAssignment

  init(
    _ criteria: [SortCriterion], messages: [Message], _ changes: [Report.Change],
    _ assignment: CategoryAssignment
  ) {
    self.criteria = criteria
    self.messages = messages
    self.changes = changes
    self.assignment = assignment
  }

  /// The sections with shown messages. In a non-default order, the sections are sorted by their
  /// first message. For the criterion `category` they are sorted by name, with messages without a
  /// category last (see "The sort option").
  func sections(of shown: ShownMessages) -> [Report.Section] {
    var sections: [Report.Section] = []
    for slot in usualOrder(of: shown) {
      let items = shown.filed[slot]
      sections.append(
        Report.Section(
          title: assignment.slots[slot].title, category: assignment.slots[slot].category,
          filed: sections.count, urgency: highest(items), items: sorted(items, by: criteria)))
    }
    if SortCriterion.areStandard(criteria) { return sections }
    let firsts = sections.map { $0.items[0] }
    let columns = criteria.compactMap { criterion in
      guard criterion.key == .category else { return column(criterion, of: firsts) }
      let titles = TextRanks(sections.map { $0.category == nil ? "" : $0.title })
      return titles.column(isDescending: criterion.isDescending)
    }
    return MessageSorting.order(Array(sections.indices), by: columns).map { sections[$0] }
  }

  /// The ranks of all messages in the given order; empty in the default one.
  func ranks(of sections: [Report.Section]) -> [Int: Int] {
    if SortCriterion.areStandard(criteria) { return [:] }
    let items = sections.flatMap(\.items)
    let columns = criteria.compactMap { criterion in
      guard criterion.key == .category else { return column(criterion, of: items) }
      let titles = sections.flatMap { section in
        section.items.map { _ in section.category == nil ? "" : section.title }
      }
      return TextRanks(titles).column(isDescending: criterion.isDescending)
    }
    let order = MessageSorting.order(Array(items.indices), by: columns)
    return Dictionary(
      order.enumerated().map { (items[$1], $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The slots with shown messages in the default order (see "Sections"): listed categories as the
  /// dataset orders them, then the worst and newest first.
  private func usualOrder(of shown: ShownMessages) -> [Int] {
    let slots = shown.filed.indices.filter { !shown.filed[$0].isEmpty }
    let listed = slots.prefix { $0 < assignment.listed }
    let rest = Array(slots.dropFirst(listed.count))
    let ranks = rest.map { rank(shown.filed[$0]) }
    return listed
      + MessageSorting.order(
        rest,
        by: [ranks.map { $0.hasNewErrors ? 0 : 1 }, ranks.map(\.urgency), ranks.map(\.news)])
  }

  /// The sort keys of a section, as ascending numbers.
  private func rank(_ items: [Int]) -> (hasNewErrors: Bool, urgency: Int64, news: Int64) {
    let news = changes.isEmpty ? [] : items.filter { changes[$0].isNews }
    return (
      news.contains { assignment.facts[$0].urgency == .error }, -Int64(highest(items).rank),
      -Int64(news.count)
    )
  }

  /// Alerts, always most urgent first, because they are shown one at a time.
  func alerts(of shown: ShownMessages) -> [Int] {
    sorted(shown.alerts, by: SortCriterion.standard(hasBaseline: false))
  }

  /// Banners, most recent first, then most urgent first (see "Order of banners").
  func banners(of shown: ShownMessages) -> [Int] {
    sorted(
      shown.banners,
      by: [
        SortCriterion(.time, isDescending: true), SortCriterion(.urgency, isDescending: true),
      ])
  }

  private func highest(_ items: [Int]) -> Urgency {
    var highest = Urgency.neutral
    for item in items {
      let urgency = assignment.facts[item].urgency
      if urgency.rank > highest.rank { highest = urgency }
      if highest == .error { break }
    }
    return highest
  }

  private func sorted(_ items: [Int], by criteria: [SortCriterion]) -> [Int] {
    if items.count < 2 { return items }
    return MessageSorting.order(items, by: criteria.compactMap { column($0, of: items) })
  }

  /// The values of items for one criterion; nil if they are all equal.
  private func column(_ criterion: SortCriterion, of items: [Int]) -> [Int64]? {
    let isDescending = criterion.isDescending
    switch criterion.key {
    case .category:
      return nil
    case .urgency:
      return items.map {
        SortValue.of(Int64(assignment.facts[$0].urgency.rank), isDescending: isDescending)
      }
    case .time:
      return items.map { item in
        let seconds = assignment.facts[item].seconds
        return seconds == SortValue.missing
          ? seconds : SortValue.of(seconds, isDescending: isDescending)
      }
    case .change:
      if changes.isEmpty { return nil }
      let all = Report.Change.allCases
      return items.map { item in
        let rank = all.firstIndex(of: changes[item]) ?? all.count
        return SortValue.of(Int64(rank), isDescending: isDescending)
      }
    case .title:
      return TextRanks(items.map { messages[$0].title }).column(isDescending: isDescending)
    case .file:
      return TextRanks(items.map { messages[$0].location?.file ?? "" })
        .column(isDescending: isDescending)
    case .field(let field, _):
      return TextRanks(items.map { field.text(of: messages[$0]) ?? "" })
        .column(isDescending: isDescending)
    }
  }

  private struct Key {
    var first: Int64
    var second: Int64
    /// The position in `items`. It is compared last and keeps the sort stable.
    var position: Int
  }

  /// The items sorted by parallel columns.
  static func order(_ items: [Int], by columns: [[Int64]]) -> [Int] {
    guard let first = columns.first else { return items }
    let second = columns.count > 1 ? columns[1] : []
    let rest = Array(columns.dropFirst(2))
    var keys: [Key] = []
    keys.reserveCapacity(items.count)
    for position in items.indices {
      keys.append(
        Key(
          first: first[position], second: second.isEmpty ? 0 : second[position], position: position)
      )
    }
    func precedes(_ left: Key, _ right: Key) -> Bool {
      if left.first != right.first { return left.first < right.first }
      if left.second != right.second { return left.second < right.second }
      for column in rest where column[left.position] != column[right.position] {
        return column[left.position] < column[right.position]
      }
      return left.position < right.position
    }
    // The input is often in the default order already.
    if keys.indices.dropFirst().allSatisfy({ precedes(keys[$0 - 1], keys[$0]) }) { return items }
    keys.sort(by: precedes)
    return keys.map { items[$0.position] }
  }
}

/// Encodes values as numbers, so that ascending numbers give the requested order.
enum SortValue {
  /// Sorts last in either direction (see "The sort option").
  static let missing = Int64.max

  static func of(_ value: Int64, isDescending: Bool) -> Int64 {
    let value = min(max(value, .min + 1), .max - 1)
    return isDescending ? ~value : value
  }
}
