import Composing
import Localization
import Model
import Templating

/// The commits since the last report (see "Commits since the last report").
final class CommitsScope: Scope {
  private let view: ReportView
  private let commits: CommitScope
  private let shown: Int
  private let listed: Int

  /// Returns nil if there are none.
  init?(_ view: ReportView) {
    let items = view.report.commits.items
    if items.isEmpty { return nil }
    self.view = view
    commits = CommitScope(view, items)
    shown = min(items.count, Report.Commits.named)
    listed = view.style.hasAside ? min(items.count, Report.Commits.most) : shown
  }

  func value(_ name: Name, at index: Int) -> Value {
    let locale = view.report.locale
    let count = view.report.commits.items.count
    return switch Field(name) {
    case .title: view.said(locale.string(.commitsSince))
    case .count: view.said(locale.number(count))
    case .titleWithCount: view.titleWithCount(locale.string(.commitsSince), count)
    case .url: view.address(view.report.commits.changes)
    case .items: .records(commits, 0..<shown)
    case .others: .records(commits, shown..<listed)
    case .more: view.more(count - shown)
    case .moreCommits: view.more(count - listed)
    // The commits beside the news are more likely. A single message is in no list of news.
    case .isFolded:
      .flag(view.report.verdict.kind != .single && !view.report.commits.suspects.isEmpty)
    default: .missing
    }
  }
}

extension ReportView {
  func suspects(_ suspects: Report.Suspects?) -> Value {
    suspects.map { .record(SuspectsScope(self, $0), 0) } ?? .absent
  }
}

/// The commits that touched the files of a failure.
final class SuspectsScope: Scope {
  private let view: ReportView
  private let suspects: Report.Suspects
  private let commits: CommitScope

  init(_ view: ReportView, _ suspects: Report.Suspects) {
    self.view = view
    self.suspects = suspects
    let shown = suspects.commits.prefix(Report.Commits.namedOfMessage)
    commits = CommitScope(view, shown.map { view.report.commits.items[$0] })
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .title: view.said(suspects.title(view.report.locale))
    case .items: .records(commits, 0..<commits.count)
    case .more: view.more(suspects.commits.count - commits.count)
    default: .missing
    }
  }
}

final class CommitScope: Scope {
  private let view: ReportView
  private let commits: [Commit]
  private let links: CommitLinks

  var count: Int { commits.count }

  init(_ view: ReportView, _ commits: [Commit]) {
    self.view = view
    self.commits = commits
    links = view.report.commits.links
  }

  func value(_ name: Name, at index: Int) -> Value {
    let commit = commits[index]
    return switch Field(name) {
    case .isFirst: .flag(index == 0)
    case .isLast: .flag(index == commits.count - 1)
    case .name: .text(CommitLinks.short(commit.id))
    case .url: view.address(links.address(of: commit.id))
    case .title: Value(title: view.style.cut(commit.subject, by: TextLimits.title))
    case .author: Value(title: commit.author)
    default: .missing
    }
  }
}
