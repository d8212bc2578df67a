import Composing
import Diagnostics
import Model
internal import ToolReports

extension Report {
  /// Returns a note with the messages that meet `--fail-on`; nil if none does. Without a previous
  /// run, as on a site's first run, all messages are new.
  func reason(toFailOn threshold: FailureThreshold?) -> Diagnostic? {
    guard let threshold else { return nil }
    let reasons = reasons(for: comparison == nil ? threshold.ofAll : threshold)
    if reasons.isEmpty { return nil }
    let asksForNew = threshold.needsBaseline
    let parts =
      [
        reasons.run.map(Self.text), reasons.lacksTests ? "no test was run" : nil,
        reasons.isUnfinished ? "the tests did not complete" : nil,
      ]
      + reasons.gaps.map(Self.text)
      + counts(of: reasons.messages, asksForNew: asksForNew)
    var diagnostic = Diagnostic(
      .note, "fail-on-met",
      "'--fail-on \(threshold.rawValue)' is met: "
        + parts.compactMap { $0 }.joined(separator: ", "))
    let lines = asksForNew ? listed(of: reasons.messages) : reasons.messages
    diagnostic.findings = lines.prefix(Self.most).map { finding(of: $0, asksForNew: asksForNew) }
    let named = lines.prefix(Self.most).reduce(0) {
      $0 + (asksForNew ? comparison?.alikeNews[$1]?.count ?? 1 : 1)
    }
    diagnostic.moreFindings = max(reasons.messages.count - named, 0)
    return diagnostic
  }

  private static func unread(_ count: Int) -> String {
    count == 1 ? "1 file was not read" : "\(count) files were not read"
  }

  /// The messages without those that a list of changes shows as part of a group (see "Groups of
  /// similar messages").
  private func listed(of indices: [Int]) -> [Int] {
    guard let comparison, !comparison.alikeNews.isEmpty else { return indices }
    let followers = Set(comparison.news).subtracting(comparison.listedNews)
    return indices.filter { !followers.contains($0) }
  }

  private func finding(of index: Int, asksForNew: Bool) -> Diagnostic.Finding {
    let message = messages[index]
    var title = title(of: message)
    if asksForNew, let alike = comparison?.alikeNews[index] {
      title = TextLimits.cut(alike.title, toClusters: Self.titleClusters) + " \u{D7}\(alike.count)"
    }
    let isGroup = asksForNew && comparison?.alikeNews[index] != nil
    return Diagnostic.Finding(
      message.urgency.severity, title, label: label(index, asksForNew: asksForNew, isOne: true),
      cause: isGroup ? nil : message.shownCause,
      at: message.location.map {
        SourceLocation(file: $0.file, line: max($0.line ?? 0, 0), column: max($0.column ?? 0, 0))
      })
  }

  /// The largest number of listed messages.
  private static let most = 10
  private static let titleClusters = 200

  /// "2 new errors", "1 worsened warning": in the order of the messages.
  private func counts(of indices: [Int], asksForNew: Bool) -> [String?] {
    var counts: [(one: String, many: String, count: Int)] = []
    for index in indices {
      let one = label(index, asksForNew: asksForNew, isOne: true)
      if let position = counts.firstIndex(where: { $0.one == one }) {
        counts[position].count += 1
      } else {
        counts.append((one, label(index, asksForNew: asksForNew, isOne: false), 1))
      }
    }
    return counts.map { "\($0.count) \($0.count == 1 ? $0.one : $0.many)" }
  }

  private func label(_ index: Int, asksForNew: Bool, isOne: Bool) -> String {
    let urgency = messages[index].urgency
    let noun = urgency.rawValue + (isOne || urgency < .warning ? "" : "s")
    guard asksForNew else { return noun }
    return switch listKind(of: index) {
    case .worse: "worsened " + noun
    case .back: "returned " + noun
    case .expired: "no longer known " + noun
    default: "new " + noun
    }
  }

  /// The title; for a message without one, the beginning of its text.
  private func title(of message: Message) -> String {
    let title = message.title.isEmpty ? message.text ?? "" : message.title
    return TextLimits.cut(title, toClusters: Self.titleClusters)
  }

  private static func text(for gaps: Report.Gaps) -> String {
    switch gaps.kind {
    case .shortfalls: "results are incomplete"
    case .unread: unread(gaps.count)
    }
  }

  private static func text(for status: Dataset.Run.Status) -> String {
    switch status {
    case .completed: "the run was completed"
    case .canceled: "the run was canceled"
    case .failed: "the run failed"
    case .missing: "the run is missing"
    }
  }
}

extension Urgency {
  fileprivate var severity: Severity {
    switch self {
    case .error: .error
    case .warning: .warning
    case .success, .information, .neutral: .note
    }
  }
}
