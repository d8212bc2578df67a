import Basics
import Model

/// The words that an inbox shows beside the subject: what matters most comes first.
package enum Preheader {
  private static let clusters = 89

  package static func text(of report: Report) -> String {
    var facts: [String] = []
    let run = report.runHeadline
    // The subject has the headline already.
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
    return TextLimits.cut(facts.joined(separator: " \u{B7} "), toClusters: clusters)
  }
}
