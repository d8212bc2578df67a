import Composing
import Localization
import Model
import Templating

/// Why tests were skipped: their number, and a row for each reason. Only HTML has all the rows.
final class SkipReasonScope: Scope {
  private let view: ReportView
  private let run: Report.RunStatement
  private let rows: [(text: String, count: Int)]
  private let shown: Int

  private static let most = 10

  init(_ view: ReportView, _ run: Report.RunStatement) {
    self.view = view
    self.run = run
    rows = run.skipRows(view.report.locale)
    shown = view.style.usesHTML ? rows.count : min(rows.count, Self.most)
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .count: count(rows.reduce(0) { $0 + $1.count })
    case .text: view.said(run.skipLine(view.report.locale))
    case .rows: .records(SkipReasonRowScope(self), 0..<shown)
    case .more: view.more(rows.dropFirst(shown).reduce(0) { $0 + $1.count })
    default: .missing
    }
  }

  private func count(_ number: Int) -> Value { view.said(view.report.locale.number(number)) }

  private final class SkipReasonRowScope: Scope {
    private let list: SkipReasonScope

    init(_ list: SkipReasonScope) {
      self.list = list
    }

    func value(_ name: Name, at index: Int) -> Value {
      switch Field(name) {
      case .text: .text(list.rows[index].text)
      case .count: list.count(list.rows[index].count)
      default: .missing
      }
    }
  }
}
