package import Model

extension Report {
  /// Similar messages of a section, shown as a group (see "Groups of similar messages").
  package struct MessageGroup: Sendable {
    package var likeness: Likeness
    /// The rule, the title or the first line of the failure; values that differ are "…".
    package var title: String
    /// The other common text: the title of a rule's findings, or the text of equal titles.
    package var common: String?
    /// The urgency of the worst member.
    package var urgency: Urgency
    /// The members as a range of the section's items, in display order.
    package var items: Range<Int>
    /// The number of members left out by a budget.
    package var leftOut = 0
    /// The numbers of members by their kind of news.
    package var new = 0
    package var worse = 0
    /// The number of members of each urgency, the worst first; empty if all have the same urgency.
    package var urgencies: [(urgency: Urgency, count: Int)] = []

    package var count: Int { items.count + leftOut }

    /// The largest number of members that are not one line: one test is one line, in however few
    /// environments it failed.
    func limit(_ groupBeyond: Int) -> Int { likeness == .environment ? 1 : groupBeyond }
  }

  /// Similar news, shown as one line of a list (see "Lists of changes").
  package struct AlikeNews: Sendable {
    package var title: String
    /// The messages, the first one in display order first.
    package var items: [Int]
    /// The common owner; nil if there are several or none.
    package var owner: String?
    /// The common title of a rule's findings.
    package var cause: String?
    /// "a.py:3, b.py:12, b.py:40"; nil if no message has a place.
    package var places: String?
    /// The number of messages at other places.
    package var morePlaces: Int

    package var count: Int { items.count }
  }

  /// The common owner of messages; nil if all of them lack a service, because their code is not at
  /// fault.
  package func owner(of items: some Collection<Int>) -> String? {
    guard let first = items.first, let owner = messages[first].owner,
      items.allSatisfy({ messages[$0].owner == owner })
    else { return nil }
    return items.allSatisfy { messages[$0].lacksService } ? nil : owner
  }
}

extension Report.Section {
  /// The number of its messages, shown or left out by a budget.
  package var total: Int { groups.reduce(items.count + leftOut) { $0 + $1.leftOut } }

  /// The ranges of its items in display order: groups, and the messages between them.
  package var blocks: [(items: Range<Int>, group: Int?)] {
    var blocks: [(items: Range<Int>, group: Int?)] = []
    var end = 0
    for (index, group) in groups.enumerated() {
      if end < group.items.lowerBound { blocks.append((end..<group.items.lowerBound, nil)) }
      blocks.append((group.items, index))
      end = group.items.upperBound
    }
    if end < items.count { blocks.append((end..<items.count, nil)) }
    return blocks
  }

  /// Removes messages and counts them. A group with other members counts its own (see "Nothing is
  /// omitted silently").
  mutating func drop(_ dropped: [Bool]) {
    var kept: [Int] = []
    var keptGroups: [Report.MessageGroup] = []
    for block in blocks {
      let start = kept.count
      kept += items[block.items].filter { !dropped[$0] }
      let count = block.items.count - (kept.count - start)
      guard let index = block.group else {
        leftOut += count
        continue
      }
      var group = groups[index]
      group.items = start..<kept.count
      group.leftOut += count
      if group.items.isEmpty {
        leftOut += group.leftOut
      } else {
        keptGroups.append(group)
      }
    }
    items = kept
    groups = keptGroups
  }
}
