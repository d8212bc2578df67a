internal import Localization
package import Model

extension Report {
  /// The short form of a report: the messages named besides the lists of changes, and the counts of
  /// all others. It is made before any budget, so that its numbers are those of the whole report.
  package struct Digest: Sendable {
    /// The counts of a category.
    package struct Count: Sendable {
      package var title: String
      /// The highest urgency of the counted messages.
      package var urgency: Urgency
      package var total: Int
      /// "5 errors", "7 warnings".
      package var parts: [String]
      /// The number of its section, from 1; nil if it has none.
      package var position: Int?
    }

    /// The number of messages from which a report uses the short form.
    package static let long = 30
    /// The default number of messages in a list, and its limits.
    package static let usualTop = 10
    package static let possibleTop = 1...ChangeList.longest
    /// The maximum number of categories with separate counts.
    private static let mostCounts = 20
    /// The number of messages named in a report without news, so that a mail fits a screen.
    private static let mostNamedWithoutNews = 5

    /// The number of messages named in each list.
    package let top: Int
    /// Named messages outside of the lists of changes: alerts, and in a report without news its
    /// errors, else its warnings. Messages of groups are not named.
    package let named: [Int]
    /// The number of messages of this kind that are not named.
    package let more: Int
    /// The unchanged messages by category, or without a baseline all messages.
    package let counts: [Count]
    /// The number of messages in `counts` and beyond them.
    package let counted: Int
    /// The number of categories beyond `counts`.
    package let moreCounts: Int
    /// "2,246 old: 1 error, 1,730 warnings"; nil without a baseline, or if all messages are new.
    package let backlog: String?
    /// The first failure, which shows the beginning of its details.
    package let excerpted: Int?

    package init(_ report: Report, top: Int = usualTop) {
      self.top = top
      let isSingle = report.verdict.kind == .single
      let changes = report.changes
      func isNews(_ index: Int) -> Bool { index < changes.count && changes[index].isNews }
      let hasBaseline = report.comparison != nil
      let hasNews = report.comparison.map { !$0.news.isEmpty } ?? false
      var named = report.alerts.filter { !isNews($0) }
      var most = top
      // The backlog counts unchanged warnings.
      if !hasNews, let worst = report.verdict.counts.first?.urgency,
        worst >= (hasBaseline ? .error : .warning)
      {
        named += (report.banners + report.sections.flatMap(\.single)).filter {
          report.messages[$0].urgency == worst
        }
        if hasBaseline { most = min(top, Self.mostNamedWithoutNews) }
      }
      // The verdict shows a single message, but the mail of a run without news has no verdict.
      if isSingle { named = report.isWithoutNews ? report.single : [] }
      more = max(named.count - most, 0)
      self.named = Array(named.prefix(most))
      excerpted = (report.comparison?.listedNews ?? named).first {
        report.messages[$0].urgency == .error && report.messages[$0].details != nil
      }

      var all: [Count] = []
      for (position, category) in report.categories.enumerated() {
        let section =
          position < report.sections.count ? report.sections[position].items : []
        var numbers = [Int](repeating: 0, count: Urgency.allCases.count)
        for index in category.above + section where !isNews(index) {
          numbers[report.messages[index].urgency.rank] += 1
        }
        let kinds = Urgency.allCases.reversed().filter { numbers[$0.rank] > 0 }
        guard let urgency = kinds.first else { continue }
        all.append(
          Count(
            title: category.title, urgency: urgency, total: numbers.reduce(0, +),
            parts: kinds.map { report.locale.count($0.countKey, numbers[$0.rank]) },
            position: section.isEmpty ? nil : position + 1))
      }
      if isSingle || hasBaseline { all = [] }
      counts = Array(all.prefix(Self.mostCounts))
      counted = all.reduce(0) { $0 + $1.total }
      moreCounts = all.count - counts.count
      backlog = hasBaseline && !isSingle ? report.backlog : nil
    }
  }
}

extension Report {
  /// "2,246 old: 1 error, 1,730 warnings": the counts of the messages that are no news.
  fileprivate var backlog: String? {
    var numbers = [Int](repeating: 0, count: Urgency.allCases.count)
    for (index, change) in changes.enumerated() where !change.isNews {
      numbers[messages[index].urgency.rank] += 1
    }
    let total = numbers.reduce(0, +)
    if total == 0 { return nil }
    let parts = Urgency.allCases.reversed().filter { numbers[$0.rank] > 0 }
      .map { locale.count($0.countKey, numbers[$0.rank]) }
    return locale.labeled(locale.count(.old, total), locale.list(parts))
  }

  /// The groups of all sections with their blocks, by urgency and size. Groups of only new messages
  /// are in the list of new messages instead.
  package func groupsByWeight() -> [(section: Section, block: Int, group: MessageGroup)] {
    var found: [(section: Section, block: Int, group: MessageGroup)] = []
    for section in sections where !section.groups.isEmpty {
      for (index, block) in section.blocks.enumerated() {
        guard let group = block.group.map({ section.groups[$0] }), group.new < group.count else {
          continue
        }
        found.append((section, index, group))
      }
    }
    let order = found.indices.sorted {
      let (left, right) = (found[$0].group, found[$1].group)
      if left.urgency != right.urgency { return left.urgency > right.urgency }
      return left.count == right.count ? $0 < $1 : left.count > right.count
    }
    return order.map { found[$0] }
  }
}

extension Report.Section {
  /// The messages outside of groups.
  fileprivate var single: [Int] {
    blocks.filter { $0.group == nil }.flatMap { items[$0.items] }
  }
}
