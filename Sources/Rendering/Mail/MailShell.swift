import Basics
import Composing
import Diagnostics
import Model
import Templating

/// The additional names of `mail/shell.html`.
final class MailShell: Scope {
  /// The name that the shell goes by among the components.
  static let name = "mail/shell.html"

  static func contexts(_ template: Template) -> (Template?, [Diagnostic]) {
    var rights = ComponentContext.Rights.document(finished: ["styles", "content", "schemes"])
    rights.isMail = true
    return ComponentContext.assign(template, rights: rights)
  }

  private let style: MailStyle
  private let schemes: String

  init(style: MailStyle, schemes: String) {
    self.style = style
    self.schemes = schemes
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .styles: .finished(style.sheet)
    case .content: .finished(PageShell.contentMark)
    case .schemes: .text(schemes)
    default: .missing
    }
  }
}

/// The words that an inbox shows beside the subject: what matters most comes first.
enum Preheader {
  private static let clusters = 89

  static func words(of report: Report) -> String {
    var facts: [String] = []
    let run = report.runHeadline
    // The subject says the headline already.
    if report.run?.isAlarming ?? false, let reason = report.run?.reason { facts.append(reason) }
    facts += [run.headline, run.change].compactMap { $0 }
    if let comparison = report.comparison {
      facts.append(comparison.counts.messagesText(report.locale))
    }
    let counts = report.verdict.counts.map(\.text)
    facts.append(counts.isEmpty ? report.verdict.text : report.locale.list(counts))
    if report.verdict.kind == .single, let title = report.messages.first?.title, !title.isEmpty {
      facts.append(title)
    }
    return TextLimits.words(facts.joined(separator: " \u{B7} "), toClusters: clusters)
  }
}
