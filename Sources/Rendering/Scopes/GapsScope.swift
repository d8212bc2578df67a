import Composing
import Localization
import Templating

/// The inputs that were not read or are incomplete (see "The verdict comes first").
final class GapsScope: Scope {
  private let view: ReportView
  private let gaps: [Report.Gaps]
  /// The items that are always visible, and those that a page folds.
  private let items: [(first: Value, others: Value)]

  /// The number of items that are not folded. With only one more item, none is folded.
  private static let mostFirst = 4

  init(_ view: ReportView) {
    self.view = view
    gaps = view.report.gaps
    items = gaps.map { gap in
      let scope = GapScope(view, gap.items)
      let all = gap.items.count
      let first = gap.count > Self.mostFirst + 1 ? min(Self.mostFirst, all) : all
      return (.records(scope, 0..<first), .records(scope, first..<all))
    }
  }

  func value(_ name: Name, at index: Int) -> Value {
    let gap = gaps[index]
    // A verdict without messages already contains the text.
    let isSaid = view.report.verdict.total == 0
    return switch Field(name) {
    case .kind: .text(gap.kind.rawValue)
    case .text: isSaid ? .absent : view.said(gap.text)
    case .count: view.said(view.report.locale.number(gap.count))
    case .items: items[index].first
    case .hasOthers: .flag(gap.count > Self.mostFirst + 1 && gap.items.count > Self.mostFirst)
    case .others: items[index].others
    case .moreWord: view.more(gap.count - min(Self.mostFirst, gap.items.count))
    case .more: view.more(gap.more)
    default: .missing
    }
  }
}

final class GapScope: Scope {
  private let view: ReportView
  private let items: [Report.Gaps.Item]

  init(_ view: ReportView, _ items: [Report.Gaps.Item]) {
    self.view = view
    self.items = items
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .title: .text(items[index].title)
    case .text: .text(items[index].text)
    case .help: Value(items[index].help)
    default: .missing
    }
  }
}
