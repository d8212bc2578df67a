internal import Model

extension Report {
  /// A part of a page's list: the news of a category, or the rest of the category (see "Lists of changes").
  package struct ListPart: Sendable {
    /// The index of the category's section in `sections`.
    package var category: Int
    /// The section with only the messages of this part.
    package var section: Section
    package var isNews = false
    /// The number of the category's messages in the part with its news, if this is its rest.
    package var above = 0
    /// Whether it has the links to the category's alerts and banners: the last part of a category.
    package var isLast = true
  }

  /// The parts of a target's list: each section, or with `newsFirst` the news of each category and
  /// then the rest of each category.
  package func listParts(newsFirst: Bool) -> [ListPart] {
    var news: [ListPart] = []
    var rest: [ListPart] = []
    for (category, section) in sections.enumerated() {
      guard newsFirst, section.items.contains(where: isNews) else {
        rest.append(ListPart(category: category, section: section))
        continue
      }
      let (fresh, others) = section.parted(isNews)
      let isLast = others.items.isEmpty
      news.append(
        ListPart(
          category: category, section: withOwnCounts(isLast ? section : fresh), isNews: true,
          isLast: isLast)
      )
      if isLast { continue }
      rest.append(
        ListPart(category: category, section: withOwnCounts(others), above: fresh.items.count))
    }
    return byFirst(news) + byFirst(rest)
  }

  /// In an order that is not the default one, sections are sorted by their first message.
  private func byFirst(_ parts: [ListPart]) -> [ListPart] {
    if ranks.isEmpty { return parts }
    func rank(_ part: ListPart) -> Int { part.section.items.first.flatMap { ranks[$0] } ?? .max }
    return parts.sorted { rank($0) < rank($1) }
  }

  private func isNews(_ index: Int) -> Bool { index < changes.count && changes[index].isNews }

  /// A section with its own highest urgency and its groups' own counts.
  private func withOwnCounts(_ section: Section) -> Section {
    var section = section
    section.urgency = section.items.map { messages[$0].urgency }.max() ?? section.urgency
    for index in section.groups.indices {
      let items = section.items[section.groups[index].items]
      let counts = Urgency.allCases.reversed().map { urgency in
        (urgency: urgency, count: items.count { messages[$0].urgency == urgency })
      }.filter { $0.count > 0 }
      section.groups[index].urgency = counts.first?.urgency ?? section.groups[index].urgency
      section.groups[index].urgencies = counts.count > 1 ? counts : []
    }
    return SortCriterion.areStandard(sort) ? section.byUrgency(messages) : section
  }
}

extension Report.Section {
  /// The most similar news that are rows of their own beside the rest of their group.
  private static let mostApart = 3

  /// Parts the news from the other messages. Few news of a group become rows; more stay together.
  /// One test in several environments is one line, so its group stays whole.
  fileprivate func parted(_ isNews: (Int) -> Bool) -> (news: Self, rest: Self) {
    var news = emptied
    var rest = emptied
    rest.leftOut = leftOut
    for block in blocks {
      let items = items[block.items]
      guard let index = block.group else {
        for item in items {
          if isNews(item) { news.items.append(item) } else { rest.items.append(item) }
        }
        continue
      }
      let group = groups[index]
      let fresh = items.filter(isNews)
      if fresh.isEmpty || fresh.count == items.count || group.likeness == .environment {
        if fresh.isEmpty { rest.append(group, items) } else { news.append(group, items) }
        continue
      }
      if fresh.count > Self.mostApart {
        var part = group
        part.leftOut = 0
        news.append(part, fresh[...])
      } else {
        news.items += fresh
      }
      var part = group
      (part.new, part.worse) = (0, 0)
      rest.append(part, items.filter { !isNews($0) }[...])
    }
    return (news, rest)
  }

  /// In the standard order, a group without its news may be less urgent than what follows.
  fileprivate func byUrgency(_ messages: [Message]) -> Self {
    let units = blocks.flatMap { block -> [(items: Range<Int>, group: Int?, urgency: Urgency)] in
      if let group = block.group { return [(block.items, group, groups[group].urgency)] }
      return block.items.map { ($0..<$0 + 1, nil, messages[items[$0]].urgency) }
    }
    var section = emptied
    section.leftOut = leftOut
    for urgency in Urgency.allCases.reversed() {
      for unit in units where unit.urgency == urgency {
        if let group = unit.group {
          section.append(groups[group], items[unit.items])
        } else {
          section.items += items[unit.items]
        }
      }
    }
    return section
  }

  private var emptied: Self {
    var section = self
    (section.items, section.groups, section.leftOut) = ([], [], 0)
    return section
  }

  private mutating func append(_ group: Report.MessageGroup, _ members: ArraySlice<Int>) {
    var group = group
    let start = items.count
    items += members
    group.items = start..<items.count
    groups.append(group)
  }
}
