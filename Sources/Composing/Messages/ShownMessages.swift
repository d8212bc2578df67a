internal import Model

/// The messages that the filter lets through, by the place they go to, in input order.
struct ShownMessages {
  private(set) var alerts: [Int] = []
  private(set) var banners: [Int] = []
  /// Parallel to the filing's slots.
  private(set) var filed: [[Int]]
  private(set) var count = 0

  init(_ messages: [Message], filing: Filing, filter: Filter, changes: [Report.Change]) {
    filed = [[Int]](repeating: [], count: filing.slots.count)
    for index in messages.indices {
      if filter.concernsMessages {
        let change = changes.isEmpty ? nil : changes[index]
        guard filter.admits(messages[index], slot: filing.slot(of: index), change) else {
          continue
        }
      }
      count += 1
      switch filing.facts[index].kind {
      case .message: filed[filing.slot(of: index)].append(index)
      case .alert: alerts.append(index)
      case .offline, .progress: banners.append(index)
      }
    }
  }
}
