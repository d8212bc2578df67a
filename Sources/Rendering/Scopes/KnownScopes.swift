import Composing
import Diagnostics
import Localization
import Model
import Templating

/// The known messages, at the end of a report.
final class KnownScope: Scope {
  private let view: ReportView
  private let known: Report.Known
  private let issues: Value
  /// The number of messages of issues that are not listed.
  private let more: Int

  /// The maximum number of listed entries without a match.
  private static let mostUnused = 10

  /// Returns nil if there are neither known messages nor unused entries.
  init?(_ view: ReportView) {
    let known = view.report.known
    if known.total == 0, known.unused.isEmpty { return nil }
    self.view = view
    self.known = known
    var room = min(view.style.mostKnown, known.listedLimit ?? .max)
    var listed: [(issue: Report.Known.Issue, items: [Int])] = []
    for issue in known.issues where room > 0 && !issue.items.isEmpty {
      let items = Array(issue.items.prefix(room))
      room -= items.count
      listed.append((issue, items))
    }
    more = known.total - listed.reduce(0) { $0 + $1.issue.count }
    issues = .records(KnownIssueScope(view, listed), 0..<listed.count)
  }

  func value(_ name: Name, at index: Int) -> Value {
    let locale = view.report.locale
    let title = locale.string(.known)
    return switch Field(name) {
    case .title: view.said(title)
    case .titleWithCount: view.titleWithCount(title, known.total)
    case .count: .text(locale.number(known.total))
    case .text: view.said(known.text)
    case .issues: issues
    case .more: view.more(more)
    case .unusedNote: view.said(unusedNote)
    default: .missing
    }
  }

  /// "Entries without a match (30 runs): known.json:12, known.json:40".
  private var unusedNote: String? {
    if known.unused.isEmpty { return nil }
    let locale = view.report.locale
    let places = known.unused.prefix(Self.mostUnused).map { "\($0.file):\($0.line)" }
    let rest = TextLimits.more(known.unused.count - places.count, locale)
    return locale.string(
      .knownUnused,
      [
        "runs": locale.count(.runs, Report.Known.mostIdleRuns),
        "entries": locale.list(places + [rest].compactMap { $0 }),
      ])
  }
}

/// The entries that accept the known messages.
final class KnownIssueScope: Scope {
  private let view: ReportView
  private let listed: [(issue: Report.Known.Issue, items: [Int])]
  private let messages: [Value]

  init(_ view: ReportView, _ listed: [(issue: Report.Known.Issue, items: [Int])]) {
    self.view = view
    self.listed = listed
    var all = view.report.known.messages
    for (issue, items) in listed {
      // The entry names the owner for all its messages.
      for item in items where all[item].owner == issue.owner { all[item].owner = nil }
    }
    messages = listed.map { _, items in
      let scope = MessageScope(
        view, all, [], items, category: nil, heading: 3, past: .still)
      return .records(scope, 0..<items.count)
    }
  }

  func value(_ name: Name, at index: Int) -> Value {
    let issue = listed[index].issue
    return switch Field(name) {
    case .reason: .text(issue.reason)
    case .owner: Value(issue.owner)
    case .url: view.address(issue.link)
    case .until: view.said(issue.untilText)
    case .count: .text(view.report.locale.number(issue.count))
    case .isFolded: .flag(issue.count > ChangeList.longest / 3)
    case .messages: messages[index]
    case .more: view.more(issue.count - listed[index].items.count)
    default: .missing
    }
  }
}

/// Why a message is not known although an entry matches it (see "When an entry ends").
final class KnownNoteScope: Scope {
  private let view: ReportView
  private let note: Report.KnownNote

  init(_ view: ReportView, _ note: Report.KnownNote) {
    self.view = view
    self.note = note
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .text: view.said(note.text)
    case .reason: .text(note.reason)
    case .url: view.address(note.link)
    default: .missing
    }
  }
}
