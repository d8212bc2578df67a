internal import Localization
internal import Model

/// A list of changes at the top of a report (see "Lists of changes").
package struct ChangeList: Sendable {
  /// The lists in display order.
  package enum Kind: String, Sendable, CaseIterable {
    case new, worse, back, expired, fixed, removed, unseen

    /// The change of the listed messages of the baseline; nil for messages of the run.
    package var past: Report.Change? {
      switch self {
      case .fixed: .fixed
      case .removed: .removed
      case .unseen: .unseen
      case .new, .worse, .back, .expired: nil
      }
    }

    /// Whether it lists messages of the baseline.
    package var isPast: Bool { past != nil }
  }

  /// The length limit of a list with messages that the sections show, too, and of all lists in a
  /// target without disclosures.
  package static let longest = 30
  /// The number of places named for similar messages.
  static let places = 3

  package let kind: Kind
  /// The indices of the listed messages, the most urgent first: in `Report.messages`, or in those
  /// of the baseline with this change.
  package let items: [Int]
  /// The group behind each item, if the item represents similar messages; parallel to `items`, or
  /// empty.
  package var alike: [Report.AlikeNews?] = []
  /// The number of messages that are not listed.
  package let more: Int
  /// Whether a target should fold the list, because other changes are more important.
  package let isFolded: Bool

  package var count: Int {
    alike.isEmpty ? items.count + more : alike.reduce(more) { $0 + ($1?.count ?? 1) }
  }
}

extension Report {
  /// The lists with messages; empty without a baseline.
  ///
  /// - Parameter pastLimit: The length limit for messages of the baseline; nil lists all.
  package func changeLists(pastLimit: Int?) -> [ChangeList] {
    guard let comparison else { return [] }
    // A single shown message is itself marked as new.
    let isSingle = verdict.kind == .single && single.count == 1
    let news = isSingle ? [] : comparison.news
    var kinds: [ChangeList.Kind: [Int]] = [:]
    var totals: [ChangeList.Kind: Int] = [:]
    for index in news { totals[listKind(of: index), default: 0] += 1 }
    for index in isSingle ? [] : comparison.listedNews {
      kinds[listKind(of: index), default: []].append(index)
    }
    for kind in ChangeList.Kind.allCases {
      kind.past.map { kinds[kind] = Array(comparison.lost(to: $0).messages.indices) }
    }
    if digest != nil { kinds.merge(urgentOnly(kinds)) { $1 } }
    var room = comparison.listedLimit ?? .max
    return ChangeList.Kind.allCases.compactMap { kind in
      let all = kinds[kind] ?? []
      let rest = kind.past.map { comparison.lost(to: $0).leftOut } ?? 0
      if all.isEmpty, rest == 0, totals[kind] == nil { return nil }
      let limit = min(
        kind.isPast ? pastLimit ?? .max : ChangeList.longest, digest?.top ?? .max, room)
      let items = Array(all.prefix(limit))
      room -= items.count
      let alike = kind.isPast ? [] : items.map { comparison.alikeNews[$0] }
      let count = alike.isEmpty ? items.count : alike.reduce(0) { $0 + ($1?.count ?? 1) }
      return ChangeList(
        kind: kind, items: items, alike: alike,
        more: (totals[kind] ?? all.count) - count + rest,
        isFolded: kind.isPast && (!news.isEmpty || all.count > ChangeList.longest / 3)
          || kind == .unseen && comparison.newlyUnseen.count + comparison.forgotten.count == 0)
    }
  }

  /// The lists of news without what is less urgent than a warning, if there is anything else (see
  /// "The headline").
  private func urgentOnly(_ kinds: [ChangeList.Kind: [Int]]) -> [ChangeList.Kind: [Int]] {
    let news = kinds.filter { !$0.key.isPast }
    let urgent = news.mapValues { $0.filter { messages[$0].urgency >= .warning } }
    return urgent.values.allSatisfy(\.isEmpty) ? news : urgent
  }

  /// The list for a message that is news; without a baseline all messages are new.
  package func listKind(of index: Int) -> ChangeList.Kind {
    if index < changes.count, changes[index] == .worse { return .worse }
    if index < changes.count, changes[index] == .expired { return .expired }
    return !histories.isEmpty && shownHistories.isBack(index) ? .back : .new
  }

  /// The shown messages that are new or worse: the most urgent first, successes last, equally
  /// urgent ones in the order of the report.
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

  /// Chooses the messages for lists and headline, before any budget.
  mutating func settleChanges(groupBeyond: Int) {
    let news = shownNews()
    let lost = comparison?.lost.values.map(\.messages) ?? []
    shortPaths = ShortPaths([messages] + lost)
    comparison?.news = news
    listNews(news, groupBeyond: groupBeyond)
    settleHeadline()
  }

  /// Replaces similar messages by one line, at the place of the first message (see "Groups of
  /// similar messages").
  private mutating func listNews(_ news: [Int], groupBeyond: Int) {
    var groups: [Int: Int] = [:]
    var named: [MessageGroup] = []
    for section in sections {
      for group in section.groups where group.new + group.worse > group.limit(groupBeyond) {
        for item in section.items[group.items] { groups[item] = named.count }
        named.append(group)
      }
    }
    comparison?.listedNews = news
    if groups.isEmpty { return }
    struct Line: Hashable {
      var group: Int
      var kind: ChangeList.Kind
    }
    var lines: [Line: [Int]] = [:]
    for index in news {
      guard let group = groups[index] else { continue }
      lines[Line(group: group, kind: listKind(of: index)), default: []].append(index)
    }
    var isFollower = Set<Int>()
    for (line, items) in lines {
      let group = named[line.group]
      guard items.count > group.limit(groupBeyond), let first = items.first else { continue }
      let places = places(of: items)
      let news = AlikeNews(
        title: group.title, items: items, owner: owner(of: items),
        cause: [.rule, .environment].contains(group.likeness) ? group.common : nil,
        places: places?.named, morePlaces: places?.more ?? 0)
      comparison?.alikeNews[first] = news
      isFollower.formUnion(items.dropFirst())
    }
    comparison?.listedNews.removeAll { isFollower.contains($0) }
  }

  /// The first places of messages, and the number of messages at other places.
  private func places(of items: [Int]) -> (named: String, more: Int)? {
    var named: [String] = []
    var rest = items[...]
    while let location = rest.first.map({ messages[$0].location }) {
      let place = location.map { shortPaths.place(of: $0) } ?? ""
      if !place.isEmpty, !named.contains(place) {
        if named.count == ChangeList.places { break }
        named.append(place)
      }
      rest.removeFirst()
    }
    if named.isEmpty { return nil }
    return (locale.list(named), rest.count)
  }

  /// Whether there are sections, or filtered or dropped messages of sections.
  package var hasSections: Bool {
    !sections.isEmpty || leftOut.messages > 0 || verdict.isFilteredOut
  }
}

extension Report.Change {
  /// Whether it counts as news: new, more urgent, or no longer known.
  package var isNews: Bool { self == .new || self == .worse || self == .expired }
}

extension Report.Verdict {
  /// Whether there are messages, but a filter hides all of them.
  package var isFilteredOut: Bool { total > 0 && shown == 0 }
}
