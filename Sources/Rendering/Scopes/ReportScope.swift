import Composing
import Localization
import Model
import Preparing
import Templating
import Text
import Time

/// The report: the outermost names of every template.
final class ReportScope: Scope {
  private let view: ReportView
  private let run: Value
  private let facts: Value
  private let metrics: Value
  private let environments: Value
  private let verdict: Value
  private let gaps: Value
  private let alerts: Value
  private let banners: Value
  private let single: Value
  private let sections: Value
  private let categories: Value
  private let comparison: Value
  private let trend: Value
  private let testLists: Value
  private let testNotes: Value
  private let filter: Value
  private let timeline: Value
  private let preview: Value
  private let known: Value
  private let leads: Value
  private let commits: Value
  private let digest: Value
  private let footer: Value

  init(_ view: ReportView) {
    self.view = view
    leads = LeadsScope(view).map { .record($0, 0) } ?? .absent
    commits = CommitsScope(view).map { .record($0, 0) } ?? .absent
    let report = view.report
    digest = report.digest.map { .record(DigestScope(view, $0), 0) } ?? .absent
    footer = view.style.footer.map { .record(FooterScope(view, $0), 0) } ?? .absent
    let sectionScope = SectionScope(view)
    known = KnownScope(view).map { .record($0, 0) } ?? .absent
    run = report.run.map { .record(RunScope(view, $0), 0) } ?? .absent
    func facts(_ isIncluded: (Report.Fact) -> Bool) -> Value {
      report.run.map { FactScope(view, $0, where: isIncluded).records } ?? .absent
    }
    self.facts = facts { _ in true }
    metrics = facts { $0.number != nil }
    environments = facts { $0.kind == .environment || $0.kind == .host }
    verdict = .record(VerdictScope(view), 0)
    gaps = .records(GapsScope(view), 0..<report.gaps.count)
    alerts = view.messages(report.alerts, heading: 3)
    banners = view.messages(report.banners, heading: 2)
    single = report.verdict.kind == .single ? view.messages(report.single, heading: 2) : .absent
    sections = .records(sectionScope, 0..<sectionScope.count)
    comparison = report.comparison.map { .record(ComparisonScope(view, $0), 0) } ?? .absent
    trend =
      report.trend.map { .record(TrendScope($0, report.locale, view.style), 0) } ?? .absent
    testLists = .records(TestListScope(view), 0..<report.testLists.count)
    let notes = TestNoteScope(view)
    testNotes = .records(notes, 0..<notes.count)
    categories = .records(CategoryScope(view), 0..<report.categories.count)
    filter = report.offeredCategories > 0 ? .record(FilterScope(view), 0) : .absent
    if let data = report.timeline {
      let scope = TimelineScope(view, data)
      timeline = .record(scope, 0)
      preview = report.preview.map { .record(PreviewScope(view, $0, scope.entries), 0) } ?? .absent
    } else {
      timeline = .absent
      preview = .absent
    }
  }

  func value(_ name: Name, at index: Int) -> Value {
    guard let field = Field(name) else { return .missing }
    switch field {
    case .title: return .text(view.report.title)
    case .subtitle: return Value(view.report.subtitle)
    case .summary:
      return
        Value(rich: view.report.summary, .markdown, heading: 2, base: view.report.summaryBase)
    case .url: return view.address(view.report.url)
    case .logo: return view.logo.map { .finished($0.address) } ?? .absent
    case .project: return Value(view.report.project)
    case .language: return .text(view.report.locale.tag)
    case .direction: return .text(view.report.locale.isRightToLeft ? "rtl" : "ltr")
    case .asOf: return view.said(view.report.asOf)
    case .asOfMachine: return .text(view.report.machineNow)
    case .bannerPosition: return .text(view.report.bannerPosition.rawValue)
    case .total: return view.said(view.report.locale.number(view.report.verdict.total))
    case .hasMessages: return .flag(view.report.verdict.kind == .several)
    case .hasSections: return .flag(view.report.hasSections)
    case .hasTimeline: return .flag(view.report.timeline?.hasEntries ?? false)
    case .hasAlerts: return .flag(!view.report.alerts.isEmpty)
    case .hasAside: return .flag(view.style.hasAside)
    case .hasNewParts: return .flag(view.listParts.first?.isNews ?? false)
    case .newGroups: return NewsGroupScope(view).records
    case .hasColumn: return .flag(hasColumn)
    case .hasList: return .flag(view.style.hasList && hasList)
    case .hasSide: return .flag(!view.style.sideParts.isEmpty)
    case .side: return view.style.sideParts.isEmpty ? .absent : .record(SideScope(view.style), 0)
    case .bannersOverlap:
      return .flag(view.style.hasAside && view.report.bannerPosition == .overlapping)
    case .brief: return view.said(view.report.brief)
    case .recent: return view.recent.map { .finished(PageFrame.marked($0, .recent)) } ?? .absent
    case .hasKnown:
      if case .absent = known { return .flag(false) }
      return .flag(true)
    case .hasBanners: return .flag(!view.report.banners.isEmpty)
    case .filterNote: return view.report.filterNote.map { .finished($0) } ?? .absent
    case .sortNote: return view.said(view.report.sortNote)
    case .diffText: return view.said(view.report.diffPlaces.text)
    case .originText: return view.said(view.report.origins.text)
    case .scopeNote: return view.said(view.report.scopeNote)
    case .state: return view.said(view.report.locale.afterLabel(view.report.state))
    case .results:
      return view.said(view.report.resultsInShort.joined(separator: " \u{B7} "))
    case .lastReport: return view.said(view.report.lastReportText)
    case .isWithoutVerdict: return .flag(view.report.isWithoutVerdict)
    case .attachedNote:
      return view.style.footer?.hasAttachedReport == true
        ? view.said(view.report.locale.string(.reportAttached)) : .absent
    case .jobURL:
      let job = view.style.footer?.job
      return job == view.report.url ? .absent : view.address(job)
    case .environmentNote: return view.said(view.report.environmentNote)
    case .testNotes: return testNotes
    case .sortKeys: return .text(view.report.sort.map(\.written).joined(separator: ","))
    case .fastFilters: return .text(view.report.fastFilters.joined(separator: " "))
    case .hasCounter: return .flag(view.report.filterSettings.counter)
    case .hasPopover: return .flag(view.report.detailsView == .popover)
    case .isWrapped: return .flag(view.report.filterSettings.wrapped)
    case .hasPlaces: return .flag(view.report.messages.contains { $0.location != nil })
    case .hasOwners: return .flag(view.report.messages.contains { $0.owner != nil })
    case .hasAges:
      return .flag(
        !view.report.histories.isEmpty || view.report.messages.contains { $0.time != nil })
    case .hasWaiting: return .flag(ChunkScope.areAnyWaiting(of: view.listParts))
    case .hasPictures: return .flag(view.attachments.hasPictures)
    case .isPacked: return .flag(view.style.packsWaiting)
    case .run: return run
    case .facts: return facts
    case .metrics: return metrics
    case .environments: return environments
    case .verdict: return verdict
    case .gaps: return gaps
    case .alerts: return alerts
    case .banners: return banners
    case .single: return single
    case .sections: return sections
    case .categories: return categories
    case .comparison: return comparison
    case .trend: return trend
    case .testLists: return testLists
    case .filter: return filter
    case .timeline: return timeline
    case .preview: return preview
    case .known: return known
    case .leads: return leads
    case .commits: return commits
    case .digest: return digest
    case .footer: return footer
    case .moreAlerts: return view.more(view.report.leftOut.alerts)
    case .moreBanners: return view.more(view.report.leftOut.banners)
    case .moreMessages: return view.more(view.report.leftOut.messages)
    case .strings: return .record(view.strings, 0)
    case .preheader: return .text(Preheader.text(of: view.report))
    case .startSide: return .text(view.report.locale.isRightToLeft ? "right" : "left")
    case .endSide: return .text(view.report.locale.isRightToLeft ? "left" : "right")
    case .rule: return .finished(view.style.rule)
    case .bold: return .finished(view.style.bold)
    case .plain: return .finished(view.style.plain)
    case .nowSign: return .finished(nowSign)
    case .isWide: return .flag(view.style.isWide)
    default: return .missing
    }
  }

  /// Whether the report has a list of messages.
  private var hasList: Bool {
    view.report.hasSections && view.report.verdict.kind != .single
  }

  /// Whether a page has something to show in a column beside its list.
  private var hasColumn: Bool {
    let report = view.report
    guard hasList else { return false }
    return view.style.sideParts.contains { part in
      switch part {
      case .banners: report.bannerPosition == .embedded && !report.banners.isEmpty
      case .facts:
        report.run.map { !$0.facts.isEmpty || !$0.skipReasons.isEmpty || !$0.coverage.isEmpty }
          ?? false
      case .trend: report.trend != nil || !report.testLists.isEmpty
      case .preview, .timeline: report.timeline?.hasEntries ?? false
      }
    }
  }

  /// The arrow of the current time, which points at its text.
  private var nowSign: String {
    let isLeft = view.report.locale.isRightToLeft
    return view.style.isAscii ? (isLeft ? "<" : ">") : isLeft ? "◀" : "▶"
  }
}

/// The verdict of the report.
final class VerdictScope: Scope {
  private let view: ReportView
  private let lines: (first: Value, second: Value, rest: Value, quiet: Value)

  init(_ view: ReportView) {
    self.view = view
    let lines = view.report.verdict.lines
    func parts(_ parts: [ChangeCounts.Part]) -> Value {
      .records(ChangePartScope(view, parts), 0..<parts.count)
    }
    self.lines = (
      parts(lines.first), parts(lines.second), parts(lines.rest), parts(lines.quiet)
    )
  }

  func value(_ name: Name, at index: Int) -> Value {
    let verdict = view.report.verdict
    return switch Field(name) {
    case .text: view.said(verdict.text)
    case .first: lines.first
    case .second: lines.second
    case .rest: lines.rest
    case .parts: lines.quiet
    case .others:
      verdict.counts.count > 1
        ? .records(CountScope(view, from: 1), 1..<verdict.counts.count) : .absent
    case .titleWithCount: view.said(view.report.locale.count(.messages, verdict.total))
    case .urgency: .text(verdict.urgency.rawValue)
    case .urgencyWord: .text(view.labels.urgency(verdict.urgency))
    case .total: .number(verdict.total)
    case .shown: .number(verdict.shown)
    case .isAllClear: .flag(verdict.kind == .allClear)
    case .isNothing: .flag(verdict.kind == .nothingReported)
    case .isSingle: .flag(verdict.kind == .single && !verdict.isFilteredOut)
    case .isSeveral: .flag(verdict.kind == .several)
    case .isFilteredOut: .flag(verdict.isFilteredOut)
    case .counts: .records(CountScope(view), 0..<verdict.counts.count)
    case .sign: .text(view.style.urgency(verdict.urgency))
    case .tint: .finished(view.style.tint(verdict.urgency))
    case .alert: .finished(view.style.alert(verdict.urgency))
    default: .missing
    }
  }
}

final class CountScope: Scope {
  private let view: ReportView
  private let first: Int

  /// - Parameter first: The index of the first shown count.
  init(_ view: ReportView, from first: Int = 0) {
    self.view = view
    self.first = first
  }

  func value(_ name: Name, at index: Int) -> Value {
    let count = view.report.verdict.counts[index]
    return switch Field(name) {
    case .isFirst: .flag(index == first)
    case .urgency: .text(count.urgency.rawValue)
    case .urgencyWord: .text(view.labels.urgency(count.urgency))
    case .count: view.said(view.report.locale.number(count.count))
    case .text: view.said(count.text)
    case .newCount:
      count.urgency < .warning
        ? .absent
        : view.report.verdict.lines.news[count.urgency].flatMap { $0 == 0 ? nil : $0 }.map {
          view.said(view.report.locale.count(.new, $0, of: count.urgency.countKey))
        } ?? .absent
    case .sign: .text(view.style.urgency(count.urgency))
    default: .missing
    }
  }
}
