package import Basics
package import Diagnostics
package import Model

/// Makes all decisions of a report. Depends only on its parameters, including clock, zone and
/// locale.
package struct Composer: Sendable {
  package struct Settings: Sendable {
    package var now: Instant
    package var zone: TimeZoneRules
    package var locale: Locale
    /// Sort criteria as written, `urgency:desc`; nil uses those of the dataset (see "The sort
    /// option").
    package var sort: [String]?
    /// The location of `sort`; nil for the command line.
    package var sortOrigin: SourceLocation?
    /// Filters as written: `urgency=error,warning`. A message must match all of them (see "Filter
    /// option and address").
    package var filters: [String]
    /// The location of `filters`; nil for the command line.
    package var filtersOrigin: SourceLocation?
    /// The dataset of the previous report.
    package var baseline: Dataset?
    /// The address where the report will be published; nil uses the dataset's `url`. Relative
    /// addresses are always relative to the dataset's `url`.
    package var address: String?
    /// The status of the previous run, if it is not the baseline: a site compares with the last
    /// completed run.
    package var runBefore: RunBefore?
    /// The run and the beginning of its episode of errors; nil without a site.
    package var episode: RunEpisode?
    /// The site's memory of the messages; nil without a site.
    package var recall: MessageRecall?
    /// The earlier runs of a site, the oldest first; nil without a site.
    package var earlierRuns: [TrendRun]?

    /// Whether source lines around places are shown (see "Lines of source").
    package var showsSource = false
    /// Known issues in addition to those of the dataset (see "Known messages are counted apart").
    package var known: [KnownEntry] = []
    /// The number of similar messages above which they are shown as a group; 0 for never (see
    /// "Groups of similar messages").
    package var groupBeyond = MessageGrouping.usual

    package struct RunBefore: Sendable {
      package var status: Dataset.Run.Status?

      package init(_ status: Dataset.Run.Status?) {
        self.status = status
      }
    }

    package init(
      now: Instant, zone: TimeZoneRules, locale: Locale, sort: [String]? = nil,
      sortOrigin: SourceLocation? = nil, filters: [String] = [],
      filtersOrigin: SourceLocation? = nil, baseline: Dataset? = nil
    ) {
      self.now = now
      self.zone = zone
      self.locale = locale
      self.sort = sort
      self.sortOrigin = sortOrigin
      self.filters = filters
      self.filtersOrigin = filtersOrigin
      self.baseline = baseline
    }

    /// Sets the baseline. Without a baseline, every message counts as new if the sort or the
    /// filters use changes, as in a first run.
    package mutating func compare(
      _ dataset: Dataset, with baseline: Dataset?, after runBefore: RunBefore? = nil
    ) {
      self.baseline = baseline
      self.runBefore = runBefore
      let wishes = (sort ?? dataset.sort ?? []) + filters
      if baseline == nil, wishes.contains(where: { $0.hasPrefix("change") }) {
        self.baseline = Dataset()
      }
    }
  }

  package init() {}

  /// Makes the report and its diagnostics; nil if a diagnostic is an error.
  package func compose(_ given: Dataset, settings: Settings) -> (Report?, [Diagnostic]) {
    var dataset = given.withShownLogs()
    var diagnostics: [Diagnostic] = []
    var assignment = CategoryAssignment(dataset, settings.locale, settings.zone)
    let (criteria, filter, formats) = wishes(dataset, assignment, settings, &diagnostics)
    var composing: TimelineComposing?
    if let data = dataset.timeline, !data.entries.isEmpty {
      let made = TimelineComposing(data, formats: formats, filter: filter, settings: settings)
      diagnostics += made.diagnostics(in: dataset)
      composing = made
    }
    if diagnostics.contains(where: { $0.severity == .error }) { return (nil, diagnostics) }

    let baseline = settings.baseline?.withShownLogs()
    let known = KnownComposing(
      &dataset, baseline, &assignment, filter, settings)
    let recall = known?.recall ?? settings.recall
    var comparison = baseline.map { baseline in
      let before = settings.runBefore.map(\.status) ?? baseline.run?.status
      return Comparison(
        dataset, baseline: baseline, matches: known?.matches, recall: recall,
        expired: known?.expired ?? [],
        runChange: RunChange(from: before, to: dataset.run?.status))
    }
    let changes = comparison?.changes ?? []
    let titles = EnvironmentTitles(dataset, after: baseline)
    titles.mark(&dataset.messages)
    comparison?.mark(with: titles)
    let shown = ShownMessages(
      dataset.messages, assignment: assignment, filter: filter, changes: changes)
    let sorting = MessageSorting(criteria, messages: dataset.messages, changes, assignment)
    let gaps = Report.Gaps.all(of: dataset.run, settings.locale)
    let overview = Overview(
      dataset, assignment, shown: shown.count, comparison, gaps, known: known?.summary.text,
      settings.locale)
    var sections = sorting.sections(of: shown)
    MessageGrouping(dataset.messages, changes, beyond: settings.groupBeyond).group(&sections)
    let categories = shown.categories(assignment, sections)

    let timeline = composing?.timeline()
    let preview = composing?.preview()

    var report = Report(
      locale: settings.locale, zone: settings.zone, now: settings.now,
      title: dataset.title.filled ?? dataset.project.filled ?? settings.locale.string(.report),
      subtitle: dataset.subtitle.filled, summary: dataset.summary.filled,
      url: settings.address ?? dataset.url.filled, base: dataset.url.filled,
      summaryBase: dataset.summaryBase, project: dataset.project.filled,
      bannerPosition: dataset.bannerPosition ?? .embedded,
      filterSettings: dataset.filters ?? Dataset.FilterSettings(), asOf: asOf(settings),
      run: dataset.run.map {
        RunComposing(settings.locale, settings.zone)
          .statement($0, since: settings.baseline?.run?.commit)
      },
      gaps: gaps, verdict: overview.verdict, messages: dataset.messages, changes: changes,
      fingerprints: comparison.map { recall?.fingerprints ?? $0.fingerprints } ?? [],
      histories: recall?.histories ?? [],
      alerts: sorting.alerts(of: shown), banners: sorting.banners(of: shown),
      sections: sections,
      categories: categories,
      offeredCategories: ShownMessages.offered(categories, sections),
      comparison: comparison.map {
        Self.keepingAddresses(
          $0.summary(settings.locale, filter, assignment, recall?.earlier ?? []), settings,
          dataset)
      },
      timeline: timeline, preview: preview,
      filterNote: filter.note(
        settings.locale, assignment, messages: (shown.count, dataset.messages.count),
        entries: timeline.map { ($0.entries.count, $0.total) }),
      sort: criteria,
      fastFilters: FastFilters.choose(
        dataset.filters, dataset.messages, categories: sections.count,
        hasBaseline: comparison != nil),
      sortNote: SortCriterion.note(criteria, settings.locale),
      scopeNote: comparison?.coverage.text(
        settings.locale, today: settings.zone.wall(at: settings.now).date) ?? overview.noTests,
      showsSource: settings.showsSource, groupBeyond: settings.groupBeyond)
    report.episode = settings.episode
    report.lacksTests = overview.lacksTests
    report.ranNoTest = dataset.run?.testsRun == 0
    report.isUnfinished = dataset.isUnfinished
    report.tests = dataset.tests
    known?.apply(to: &report)
    titles.mark(&report.known.messages)
    report.settleChanges()
    report.setTrend(dataset, settings.earlierRuns)
    report.addFactDifferences(since: settings.baseline?.run, settings.earlierRuns ?? [])
    report.setTestLists(dataset.durations, settings.recall)
    return (report, diagnostics)
  }

  /// The diagnostics of sort, filters and formats for a dataset that can't be rendered, so that all
  /// mistakes are reported at once. `isPartial` suppresses diagnostics caused by missing data.
  package func check(_ dataset: Dataset, settings: Settings, isPartial: Bool) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    let assignment = CategoryAssignment(dataset, settings.locale, settings.zone)
    _ = wishes(dataset, assignment, settings, &diagnostics)
    return isPartial ? diagnostics.filter { $0.id != "unknown-category" } : diagnostics
  }

  /// Parses the sort, the filters and the formats.
  private func wishes(
    _ dataset: Dataset, _ assignment: CategoryAssignment, _ settings: Settings,
    _ diagnostics: inout [Diagnostic]
  ) -> ([SortCriterion], Filter, TimelineFormats) {
    let criteria = criteria(for: dataset, settings, &diagnostics)
    let filter = Filter.parse(
      settings.filters, assignment: assignment, hasBaseline: settings.baseline != nil,
      at: settings.filtersOrigin, &diagnostics)
    FastFilters.check(dataset, &diagnostics)
    return (criteria, filter, TimelineFormats.read(dataset, &diagnostics))
  }

  private func criteria(
    for dataset: Dataset, _ settings: Settings, _ diagnostics: inout [Diagnostic]
  ) -> [SortCriterion] {
    let hasBaseline = settings.baseline != nil
    if let texts = settings.sort {
      return SortCriterion.parse(
        texts, hasBaseline: hasBaseline, at: settings.sortOrigin, &diagnostics)
    }
    guard let texts = dataset.sort else { return SortCriterion.standard(hasBaseline: hasBaseline) }
    return SortCriterion.parse(
      texts, hasBaseline: hasBaseline, at: dataset.sortSource.map { dataset.location($0) },
      &diagnostics)
  }

  /// Resolves the addresses of the baseline's messages against the baseline's own address.
  private static func keepingAddresses(
    _ summary: Report.ComparisonSummary, _ settings: Settings, _ dataset: Dataset
  ) -> Report.ComparisonSummary {
    guard let url = settings.baseline?.url.filled, url != dataset.url else { return summary }
    var summary = summary
    for change in summary.lost.keys where change != .gone {
      for index in summary.lost(to: change).messages.indices
      where summary.lost[change]?.messages[index].base == nil {
        summary.lost[change]?.messages[index].base = url
      }
    }
    return summary
  }

  /// "As of" with the time of the report.
  private func asOf(_ settings: Settings) -> String {
    let time = settings.locale.pattern(.dateTimeZone).format(
      settings.now, in: settings.zone, locale: settings.locale)
    return settings.locale.string(.asOf, ["time": time])
  }
}

extension String {
  var filled: String? { isEmpty ? nil : self }
}

extension String? {
  /// nil for nil or an empty text.
  var filled: String? {
    if let self, !self.isEmpty { self } else { nil }
  }
}
