import Composing
import Localization
import Model
import Templating

/// The changes since the baseline.
final class ComparisonScope: Scope {
  private let view: ReportView
  private let summary: Report.ComparisonSummary
  private let lists: Value
  private let parts: Value

  init(_ view: ReportView, _ summary: Report.ComparisonSummary) {
    self.view = view
    self.summary = summary
    lists = .records(ChangeListScope(view, summary), 0..<view.changeLists.count)
    let parts = ChangePartScope(view, summary.counts.parts(view.report.locale))
    self.parts = .records(parts, 0..<parts.count)
  }

  func value(_ name: Name, at index: Int) -> Value {
    let locale = view.report.locale
    return switch Field(name) {
    case .headline: view.said(summary.headline?.text)
    case .text: view.said(summary.text)
    case .parts: parts
    case .lists: lists
    case .newCount: .text(locale.number(summary.new))
    case .worseCount: .text(locale.number(summary.worse))
    case .expiredCount: summary.expired > 0 ? .text(locale.number(summary.expired)) : .absent
    case .betterCount: .text(locale.number(summary.better))
    case .stillCount: .text(locale.number(summary.still))
    case .fixedCount: .text(locale.number(summary.fixed))
    case .isUnchanged: .flag(!summary.hasNews)
    default: .missing
    }
  }
}

/// The parts of the sentence about the changes: "2 new", "1 fixed".
final class ChangePartScope: Scope {
  private let view: ReportView
  private let parts: [ChangeCounts.Part]
  private let listed: Set<ChangeList.Kind>

  var count: Int { parts.count }

  init(_ view: ReportView, _ parts: [ChangeCounts.Part]) {
    self.view = view
    self.parts = parts
    // A page has the news in its list, if not only alerts and banners are new.
    let hasNews = !view.style.hasAside || view.listParts.first?.isNews ?? false
    listed = Set(view.changeLists.map(\.kind).filter { $0.isPast || hasNews })
  }

  func value(_ name: Name, at index: Int) -> Value {
    let part = parts[index]
    return switch Field(name) {
    case .isFirst: .flag(index == 0)
    case .isLast: .flag(index == parts.count - 1)
    case .separator: .finished(part.separator)
    case .text: view.said(kept(part.text))
    case .anchor: Value(part.list.flatMap { listed.contains($0) ? $0.rawValue : nil })
    case .url: address(of: part)
    default: .missing
    }
  }

  /// On a page, joins a number and the next word with a no-break space.
  private func kept(_ text: String) -> String {
    guard view.style.hasAside, text.first?.isNumber == true,
      let space = text.firstIndex(of: " ")
    else { return text }
    return String(text[..<space]) + "\u{A0}" + String(text[text.index(after: space)...])
  }

  /// The address of a part's messages: their list, or the report's messages with a filter that the
  /// page's script applies.
  private func address(of part: ChangeCounts.Part) -> Value {
    if let list = part.list {
      return listed.contains(list) ? .finished("#\(list.rawValue)") : .absent
    }
    guard let filter = part.filter, view.report.verdict.kind == .several,
      !view.report.sections.isEmpty
    else { return .absent }
    return .finished("?change=\(filter.rawValue)#messages")
  }
}

/// The lists of changes, one record for each kind of change.
final class ChangeListScope: Scope {
  private let view: ReportView
  private let messages: [Value]
  private let counts: ChangeCounts

  init(_ view: ReportView, _ summary: Report.ComparisonSummary) {
    self.view = view
    counts = summary.counts
    messages = view.changeLists.map { list in
      if let change = list.kind.past {
        let lost = summary.lost(to: change)
        return view.past(
          lost.messages, change, list.items, change == .fixed ? [] : lost.histories)
      }
      return .records(
        view.messageScope(list.items, heading: 3, alike: list.alike), 0..<list.items.count)
    }
  }

  func value(_ name: Name, at index: Int) -> Value {
    let list = view.changeLists[index]
    let title = view.report.locale.word(for: list.kind, counts)
    return switch Field(name) {
    case .isFirst: .flag(index == 0)
    case .isLast: .flag(index == view.changeLists.count - 1)
    case .change, .anchor: .text(list.kind.rawValue)
    case .title: view.said(title)
    case .count: view.said(view.report.locale.number(list.count))
    case .titleWithCount: view.titleWithCount(title, list.count)
    case .messages: messages[index]
    case .more: view.more(list.more)
    case .isFolded: .flag(list.isFolded)
    case .isPast: .flag(list.kind.isPast)
    default: .missing
    }
  }
}

/// The names of the added, removed and renamed tests, one line for each of the three kinds.
final class TestNoteScope: Scope {
  private let view: ReportView
  private let lines: [String]

  var count: Int { lines.count }

  init(_ view: ReportView) {
    self.view = view
    let limit = TestChanges.named * (view.style.hasAside ? 3 : 1)
    lines = view.report.comparison?.tests.lines(view.report.locale, naming: limit) ?? []
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .text: view.said(lines[index])
    case .isFirst: .flag(index == 0)
    case .isLast: .flag(index == lines.count - 1)
    default: .missing
    }
  }
}
