import Model

extension Report {
  /// The shown messages that have changed in this way, the most urgent first; empty without a baseline.
  ///
  /// - Parameter limit: The length of a list; what is still there gets half of it. nil lists all.
  package func listed(_ change: Change, limit: Int?) -> [Int] {
    guard !changes.isEmpty else { return [] }
    var lists = [[Int]](repeating: [], count: Urgency.allCases.count)
    for index in [alerts, banners, sections.flatMap(\.items)].joined()
    where changes[index] == change {
      lists[messages[index].urgency.rank].append(index)
    }
    let limit = change == .still ? limit.map { $0 / 2 } : limit
    return Array(lists.reversed().joined().prefix(limit ?? .max))
  }

  /// Whether there are sections, or messages that would stand in them.
  package var hasSections: Bool {
    !sections.isEmpty || leftOut.messages > 0 || verdict.isFilteredOut
  }
}

extension Report.Verdict {
  /// Whether there are messages and a filter hides all of them.
  package var isFilteredOut: Bool { total > 0 && shown == 0 }
}

extension Report.ComparisonSummary {
  /// How many of the fixed messages a list of this length shows.
  package func fixedListed(limit: Int?) -> Int { min(fixedMessages.count, limit ?? .max) }

  /// How many messages are fixed: those of `fixedMessages` and those that a budget left out.
  package var fixedTotal: Int { fixedMessages.count + leftOut }
}
