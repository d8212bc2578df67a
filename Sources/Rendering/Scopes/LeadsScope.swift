import Composing
import Localization
import Model
import Templating

/// The causes that several failed tests have in common (see "What to look at first").
final class LeadsScope: Scope {
  private let view: ReportView
  private let causes: LeadScope

  /// Returns nil if there are none.
  init?(_ view: ReportView) {
    if view.report.leads.causes.isEmpty { return nil }
    self.view = view
    causes = LeadScope(view, view.report.leads.causes)
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .items: .records(causes, 0..<view.report.leads.causes.count)
    case .more: view.said(view.report.otherFailures)
    default: .missing
    }
  }
}

final class LeadScope: Scope {
  private let view: ReportView
  private let leads: [Report.Lead]

  init(_ view: ReportView, _ leads: [Report.Lead]) {
    (self.view, self.leads) = (view, leads)
  }

  func value(_ name: Name, at index: Int) -> Value {
    let (lead, report) = (leads[index], view.report)
    return switch Field(name) {
    case .isFirst: .flag(index == 0)
    case .isLast: .flag(index == leads.count - 1)
    case .text: view.said(report.locale.count(.tests, lead.tests))
    case .cause: view.cause(lead.cause)
    case .advice: view.said(lead.advice)
    case .location:
      lead.location.map {
        .record(LocationScope(view, $0, base: report.messages[lead.first].base), 0)
      } ?? .absent
    case .owner: Value(report.owner(of: lead.items))
    case .commits: view.suspects(lead.suspects)
    case .changeWord: view.said(report.news(of: lead))
    case .history: view.said(report.history(of: lead))
    case .inShort: Value(title: view.style.cut(lead.name, by: TextLimits.title))
    case .breakable: lead.name.isEmpty ? .absent : .finished(WordBreaks.html(lead.name))
    case .anchor: view.anchor(anchor(of: lead))
    case .target: view.target(lead.first, anchor: anchor(of: lead))
    case .more: view.more(lead.otherTests)
    case .urgency: .text(Urgency.error.rawValue)
    case .urgencyWord: .text(view.labels.urgency(.error))
    case .sign: .text(view.style.urgency(.error))
    case .tint: .finished(view.style.tint(report.tone(of: .error)))
    case .tone: .text(report.tone(of: .error).rawValue)
    default: .missing
    }
  }

  private func anchor(of lead: Report.Lead) -> String { "m\(view.number(of: lead.first))" }
}
