internal import Model

/// The messages that pass the filter, by destination, in input order.
struct ShownMessages {
  private(set) var alerts: [Int] = []
  private(set) var banners: [Int] = []
  /// The messages of each slot of the assignment.
  private(set) var filed: [[Int]]
  private(set) var count = 0

  init(
    _ messages: [Message], assignment: CategoryAssignment, filter: Filter, changes: [Report.Change]
  ) {
    filed = [[Int]](repeating: [], count: assignment.slots.count)
    // Reserved, because growing by doubling would briefly need twice the memory at the peak.
    for (slot, count) in assignment.counts.enumerated() { filed[slot].reserveCapacity(count) }
    for index in messages.indices {
      if filter.concernsMessages {
        let change = changes.isEmpty ? nil : changes[index]
        guard filter.admits(messages[index], slot: assignment.slot(of: index), change) else {
          continue
        }
      }
      count += 1
      switch assignment.facts[index].kind {
      case .message: filed[assignment.slot(of: index)].append(index)
      case .alert: alerts.append(index)
      case .offline, .progress: banners.append(index)
      }
    }
  }

  /// The categories of all shown messages, including alerts and banners (see "Heading and number of
  /// messages" and "Filter by category"), in the order of `sections`, followed by those without a
  /// section.
  func categories(_ assignment: CategoryAssignment, _ sections: [Report.Section]) -> [Report
    .Category]
  {
    var above: [Int: [Int]] = [:]
    for index in alerts + banners { above[assignment.slot(of: index), default: []].append(index) }
    var categories = sections.map { section in
      let others = section.items.first.flatMap {
        above.removeValue(forKey: assignment.slot(of: $0))
      }
      return Report.Category(
        id: section.category ?? section.urgency.rawValue, title: section.title,
        isGiven: section.category != nil,
        count: section.items.count + (others?.count ?? 0), above: others ?? [])
    }
    for (slot, others) in above.sorted(by: { $0.key < $1.key }) {
      categories.append(
        Report.Category(
          id: assignment.slots[slot].name, title: assignment.slots[slot].title,
          isGiven: assignment.slots[slot].category != nil,
          count: others.count, above: others))
    }
    return categories
  }

  /// The number of categories in the category filter (see "Filter by category"). An urgency without
  /// a section is excluded, because it would look like the urgency filter, which has another count.
  static func offered(_ categories: [Report.Category], _ sections: [Report.Section]) -> Int {
    let others = categories.dropFirst(sections.count).prefix { $0.isGiven }
    let count = sections.count + others.count
    return sections.isEmpty || count < 2 ? 0 : count
  }
}
