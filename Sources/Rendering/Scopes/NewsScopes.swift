import Composing
import Localization
import Model
import Templating

/// The messages of the first screen: new, worse, returning and no longer known ones in one list,
/// the most urgent first; without a baseline, the errors, otherwise the warnings.
final class NewsScope: Scope {
  private let view: ReportView
  private let messages: MessageScope
  private let count: Int
  /// The number of messages that are not visible at first, and of those that are not listed at all.
  private let more: Int
  private let left: Int
  private let groups: Value

  private init(
    _ view: ReportView, _ items: [Int], alike: [Report.AlikeNews?] = [], left: Int,
    _ groups: [NewsGroupScope.Group]
  ) {
    self.view = view
    messages = view.messageScope(items, heading: 3, alike: alike)
    count = items.count
    self.left = left
    func number(_ range: Range<Int>) -> Int {
      range.reduce(0) { $0 + ($1 < alike.count ? alike[$1]?.count ?? 1 : 1) }
    }
    more = number(min(items.count, ChangeList.named)..<items.count) + left
    self.groups = .records(NewsGroupScope(view, groups), 0..<groups.count)
  }

  /// Returns nil if there is nothing to list.
  convenience init?(_ view: ReportView) {
    guard let summary = view.report.comparison else {
      self.init(urgentIn: view)
      return
    }
    let lists = view.changeLists.filter { !$0.kind.isPast }
    if lists.isEmpty { return nil }
    let named = Set(lists.flatMap(\.items))
    let items = summary.listedNews.filter(named.contains)
    self.init(
      view, items, alike: items.map { summary.alikeNews[$0] },
      left: lists.reduce(0) { $0 + $1.more },
      lists.map {
        NewsGroupScope.Group(
          anchor: $0.kind.rawValue, title: view.report.locale.word(for: $0.kind, summary.counts),
          count: $0.count)
      })
  }

  /// Lists the errors, otherwise the warnings, of a report without a baseline.
  private convenience init?(urgentIn view: ReportView) {
    let report = view.report
    guard report.verdict.kind == .several, let urgency = report.verdict.counts.first?.urgency,
      urgency >= .warning
    else { return nil }
    let (items, alike) = report.urgent(urgency)
    if items.isEmpty { return nil }
    func count(_ items: ArraySlice<Int>) -> Int { items.reduce(0) { $0 + (alike[$1]?.count ?? 1) } }
    let listed = items.prefix(ChangeList.longest)
    self.init(
      view, Array(listed), alike: listed.map { alike[$0] },
      left: count(items.dropFirst(listed.count)),
      [
        NewsGroupScope.Group(
          anchor: "urgent", title: view.labels.urgency(urgency), count: count(items[...]))
      ])
  }

  func value(_ name: Name, at index: Int) -> Value {
    let shown = min(count, ChangeList.named)
    return switch Field(name) {
    case .groups: groups
    case .messages: .records(messages, 0..<shown)
    case .others: .records(messages, shown..<count)
    case .more: view.more(shown < count ? more : 0)
    case .moreMessages: view.more(left)
    default: .missing
    }
  }
}

/// The kinds of news with the number of their messages.
final class NewsGroupScope: Scope {
  struct Group {
    var anchor: String
    var title: String
    var count: Int
  }

  private let view: ReportView
  private let groups: [Group]

  init(_ view: ReportView, _ groups: [Group]) {
    (self.view, self.groups) = (view, groups)
  }

  /// The kinds of news, with their alerts and banners.
  convenience init(_ view: ReportView) {
    let counts = view.report.comparison?.counts ?? ChangeCounts()
    self.init(
      view,
      view.changeLists.filter { !$0.kind.isPast }.map {
        Group(
          anchor: $0.kind.rawValue, title: view.report.locale.word(for: $0.kind, counts),
          count: $0.count)
      })
  }

  var records: Value { .records(self, 0..<groups.count) }

  func value(_ name: Name, at index: Int) -> Value {
    let group = groups[index]
    return switch Field(name) {
    case .isFirst: .flag(index == 0)
    case .anchor: .text(group.anchor)
    case .title: view.said(group.title)
    case .count: view.said(view.report.locale.number(group.count))
    default: .missing
    }
  }
}
