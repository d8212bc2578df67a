internal import Basics
internal import Model

/// A list of what has changed, at the top of a report (N4).
package struct ChangeList: Sendable {
  /// The lists in their order.
  package enum Kind: String, Sendable, CaseIterable {
    case new, worse, back, expired, fixed, unseen

    /// Whether it lists messages of the baseline.
    package var isPast: Bool { self == .fixed || self == .unseen }
  }

  /// The maximum length of a list of messages that the sections have, too, and of any list in a
  /// target without disclosures.
  package static let longest = 30

  package let kind: Kind
  /// The indices of the listed messages, the most urgent first: in `Report.messages`, or in those of
  /// the baseline with this change.
  package let items: [Int]
  /// The number of others.
  package let more: Int
  /// Whether it is better folded, where a target can: something else is news.
  package let isFolded: Bool

  package var count: Int { items.count + more }
}

extension Report {
  /// The lists that have messages; empty without a baseline.
  ///
  /// - Parameter pastLimit: The length of the lists of the baseline's messages; nil lists all.
  package func changeLists(pastLimit: Int?) -> [ChangeList] {
    guard let comparison else { return [] }
    // What is shown alone says itself that it is new.
    let isSingle = verdict.kind == .single && single.count == 1
    let news = isSingle ? [] : comparison.news
    var kinds: [ChangeList.Kind: [Int]] = [:]
    for index in news { kinds[listKind(of: index), default: []].append(index) }
    kinds[.fixed] = Array(comparison.fixedMessages.indices)
    kinds[.unseen] = Array(comparison.unseenMessages.indices)
    let leftOut: [ChangeList.Kind: Int] = [
      .fixed: comparison.leftOut, .unseen: comparison.unseenLeftOut,
    ]
    var room = comparison.listedLimit ?? .max
    return ChangeList.Kind.allCases.compactMap { kind in
      let all = kinds[kind] ?? []
      let rest = leftOut[kind] ?? 0
      if all.isEmpty, rest == 0 { return nil }
      let limit = min(kind.isPast ? pastLimit ?? .max : ChangeList.longest, room)
      let items = Array(all.prefix(limit))
      room -= items.count
      return ChangeList(
        kind: kind, items: items, more: all.count - items.count + rest,
        isFolded: kind.isPast && (!news.isEmpty || all.count > ChangeList.longest / 3)
          || kind == .unseen && comparison.newlyUnseen.count + comparison.forgotten.count == 0)
    }
  }

  /// The list of a message that is news; without a baseline all of them are new.
  package func listKind(of index: Int) -> ChangeList.Kind {
    if index < changes.count, changes[index] == .worse { return .worse }
    if index < changes.count, changes[index] == .expired { return .expired }
    return isBack(index) ? .back : .new
  }

  /// The shown messages that are new or worse, the most urgent first and successes last, and of
  /// equally urgent ones in the order of the report.
  private func shownNews() -> [Int] {
    guard !changes.isEmpty else { return [] }
    var lists = [[Int]](repeating: [], count: Urgency.allCases.count)
    for items in [alerts, banners] + sections.map(\.items) {
      for index in items where changes[index].isNews {
        lists[messages[index].urgency.rank].append(index)
      }
    }
    return Urgency.byDemand.reversed().flatMap { lists[$0.rank] }
  }

  /// Decides what the lists and the headline name, before any budget.
  mutating func settleChanges() {
    let news = shownNews()
    comparison?.news = news
    settleHeadline()
  }

  /// Whether there are sections, or messages that would stand in them.
  package var hasSections: Bool {
    !sections.isEmpty || leftOut.messages > 0 || verdict.isFilteredOut
  }
}

extension Report.Change {
  /// Whether it is news: new, more urgent than before, or no longer known.
  package var isNews: Bool { self == .new || self == .worse || self == .expired }
}

extension Report.Verdict {
  /// Whether there are messages and a filter hides all of them.
  package var isFilteredOut: Bool { total > 0 && shown == 0 }
}
