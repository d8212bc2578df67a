import Composing
import Diagnostics
import Model

/// The parts of a report that the file of a format does not contain, for one note with their
/// numbers.
struct OmittedParts {
  private var parts: [String] = []

  /// Counts the parts that no format for findings has.
  init(of report: Report, _ shown: [Int]) {
    var (actions, attachments) = (0, 0)
    for index in shown where !report.messages[index].rest.isEmpty {
      actions += report.messages[index].actions.count
      attachments += report.messages[index].attachments.count
    }
    add(
      report.verdict.total - shown.count, "message outside of the filter",
      "messages outside of the filter")
    add(actions, "action", "actions")
    add(attachments, "attachment", "attachments")
    add(report.timeline?.total ?? 0, "entry of the timeline", "entries of the timeline")
  }

  /// Adds a number of parts, unless it is zero.
  mutating func add(_ count: Int, _ one: String, _ several: String) {
    if count > 0 { parts.append("\(count) \(count == 1 ? one : several)") }
  }

  /// Adds the messages of the baseline that the report lists, with some of the changes.
  mutating func addLost(of report: Report, _ changes: [Report.Change]) {
    for change in changes {
      let count = report.comparison?.lost(to: change).messages.count ?? 0
      let word = change == .unseen ? "not run" : change.rawValue
      add(count, "\(word) message", "\(word) messages")
    }
  }

  /// A note about all parts; nil if nothing is omitted.
  func note(for title: String) -> [Diagnostic] {
    if parts.isEmpty { return [] }
    return [
      Diagnostic(
        .note, "not-in-format", "\(title) does not contain " + parts.joined(separator: ", "),
        help: ["'--to json' writes the whole report"])
    ]
  }
}
