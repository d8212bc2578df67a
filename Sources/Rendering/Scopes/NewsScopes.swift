import Composing
import Localization
import Model
import Templating

/// The kinds of news with the number of their messages, alerts and banners included.
final class NewsGroupScope: Scope {
  struct Group {
    var anchor: String
    var title: String
    var count: Int
  }

  private let view: ReportView
  private let groups: [Group]

  init(_ view: ReportView) {
    self.view = view
    let counts = view.report.comparison?.counts ?? ChangeCounts()
    groups = view.changeLists.filter { !$0.kind.isPast }.map {
      Group(
        anchor: $0.kind.rawValue, title: view.report.locale.word(for: $0.kind, counts),
        count: $0.count)
    }
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
