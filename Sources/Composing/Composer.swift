package import Basics
package import Diagnostics
package import Model

/// Makes all decisions of a report. Depends only on its parameters, including clock, zone and
/// locale.
package struct Composer: Sendable {
  /// The wishes of a user for a report. nil keeps the dataset's value. This is the only declaration
  /// of an option of the report and of its default.
  package struct Settings: Sendable, Hashable {
    package var now: TimePoint?
    package var timeZone: Override?
    package var locale: Override?
    package var project: String?
    /// Sort criteria as written, `urgency:desc` (see "The sort option").
    package var sort: [String]?
    /// The location of `sort`; nil for the command line.
    package var sortOrigin: SourceLocation?
    /// Filters as written: `urgency=error,warning`. A message must match all of them (see "Filter
    /// option and address").
    package var filters: [String] = []
    /// The location of `filters`; nil for the command line.
    package var filtersOrigin: SourceLocation?
    /// Whether source lines around places are shown (see "Lines of source").
    package var showsSource = false
    /// Known issues in addition to those of the dataset (see "Known messages are counted apart").
    package var known: [KnownEntry] = []
    /// The number of similar messages above which they are shown as a group; 0 for never (see
    /// "Groups of similar messages"). Readers see five at once.
    package var groupBeyond = 5

    package init() {}

    /// A value, with its location in a settings file.
    package struct Override: Sendable, Hashable {
      package var value: String
      package var location: SourceLocation?

      package init(_ value: String, at location: SourceLocation? = nil) {
        self.value = value
        self.location = location
      }
    }
  }

  /// The settings, and the facts that only the caller knows: the resolved time, zone and language,
  /// and the earlier runs.
  package struct Context: Sendable {
    package var settings: Settings
    package var now: Instant
    package var zone: TimeZoneRules
    package var locale: Locale
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

    package struct RunBefore: Sendable {
      package var status: Dataset.Run.Status?

      package init(_ status: Dataset.Run.Status?) {
        self.status = status
      }
    }

    package init(
      _ settings: Settings, now: Instant, zone: TimeZoneRules, locale: Locale,
      baseline: Dataset? = nil
    ) {
      self.settings = settings
      self.now = now
      self.zone = zone
      self.locale = locale
      self.baseline = baseline
    }

    /// Sets the baseline. Without a baseline, every message counts as new if the sort or the
    /// filters use changes, as in a first run.
    package mutating func compare(
      _ dataset: Dataset, with baseline: Dataset?, after runBefore: RunBefore? = nil
    ) {
      self.baseline = baseline
      self.runBefore = runBefore
      let wishes = (settings.sort ?? dataset.sort ?? []) + settings.filters
      if baseline == nil, wishes.contains(where: { $0.hasPrefix("change") }) {
        self.baseline = Dataset()
      }
    }
  }

  package init() {}

  /// Makes the report and its diagnostics; nil if a diagnostic is an error.
  package func compose(_ given: Dataset, in context: Context) -> (Report?, [Diagnostic]) {
    var dataset = given.withShownLogs()
    var diagnostics: [Diagnostic] = []
    var assignment = CategoryAssignment(dataset, context.locale, context.zone)
    let (criteria, filter, formats) = wishes(dataset, assignment, context, &diagnostics)
    var composing: TimelineComposing?
    if let data = dataset.timeline, !data.entries.isEmpty {
      let made = TimelineComposing(data, formats: formats, filter: filter, context: context)
      diagnostics += made.diagnostics(in: dataset)
      composing = made
    }
    if diagnostics.contains(where: { $0.severity == .error }) { return (nil, diagnostics) }

    let baseline = context.baseline?.withShownLogs()
    let known = KnownComposing(
      &dataset, baseline, &assignment, filter, context)
    let recall = known?.recall ?? context.recall
    var comparison = baseline.map { baseline in
      let before = context.runBefore.map(\.status) ?? baseline.run?.status
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
    let gaps = Report.Gaps.all(of: dataset.run, context.locale)
    let overview = Overview(
      dataset, assignment, shown: shown.count, comparison, gaps, known: known?.summary.text,
      context.locale)
    var sections = sorting.sections(of: shown)
    MessageGrouping(dataset.messages, changes, beyond: context.settings.groupBeyond).group(
      &sections)
    let categories = shown.categories(assignment, sections)

    let timeline = composing?.timeline()
    let preview = composing?.preview()

    var report = Report(
      locale: context.locale, zone: context.zone, now: context.now,
      title: dataset.title.filled ?? dataset.project.filled ?? context.locale.string(.report),
      subtitle: dataset.subtitle.filled, summary: dataset.summary.filled,
      url: context.address ?? dataset.url.filled, base: dataset.url.filled,
      summaryBase: dataset.summaryBase, project: dataset.project.filled,
      bannerPosition: dataset.bannerPosition ?? .embedded,
      filterSettings: dataset.filters ?? Dataset.FilterSettings(), asOf: asOf(context),
      run: dataset.run.map {
        RunComposing(context.locale, context.zone)
          .statement($0, since: context.baseline?.run?.commit)
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
          $0.summary(context.locale, filter, assignment, recall?.earlier ?? []), context,
          dataset)
      },
      timeline: timeline, preview: preview,
      filterNote: filter.note(
        context.locale, assignment, messages: (shown.count, dataset.messages.count),
        entries: timeline.map { ($0.entries.count, $0.total) }),
      sort: criteria,
      fastFilters: FastFilters.choose(
        dataset.filters, dataset.messages, categories: sections.count,
        hasBaseline: comparison != nil),
      sortNote: SortCriterion.note(criteria, context.locale),
      scopeNote: comparison?.coverage.text(
        context.locale, today: context.zone.wall(at: context.now).date) ?? overview.noTests,
      showsSource: context.settings.showsSource)
    report.episode = context.episode
    report.lacksTests = overview.lacksTests
    report.ranNoTest = dataset.run?.testsRun == 0
    report.isUnfinished = dataset.isUnfinished
    report.tests = dataset.tests
    known?.apply(to: &report)
    titles.mark(&report.known.messages)
    report.settleChanges(groupBeyond: context.settings.groupBeyond)
    report.settleTrend(dataset, context.earlierRuns)
    report.settleFacts(since: context.baseline?.run, context.earlierRuns ?? [])
    report.settleTestLists(dataset.durations, context.recall)
    return (report, diagnostics)
  }

  /// The diagnostics of sort, filters and formats for a dataset that can't be rendered, so that all
  /// mistakes are reported at once. `isPartial` suppresses diagnostics caused by missing data.
  package func check(_ dataset: Dataset, in context: Context, isPartial: Bool) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    let assignment = CategoryAssignment(dataset, context.locale, context.zone)
    _ = wishes(dataset, assignment, context, &diagnostics)
    return isPartial ? diagnostics.filter { $0.id != "unknown-category" } : diagnostics
  }

  /// Parses the sort, the filters and the formats.
  private func wishes(
    _ dataset: Dataset, _ assignment: CategoryAssignment, _ context: Context,
    _ diagnostics: inout [Diagnostic]
  ) -> ([SortCriterion], Filter, TimelineFormats) {
    let criteria = criteria(for: dataset, context, &diagnostics)
    let filter = Filter.parse(
      context.settings.filters, assignment: assignment, hasBaseline: context.baseline != nil,
      at: context.settings.filtersOrigin, &diagnostics)
    FastFilters.check(dataset, &diagnostics)
    return (criteria, filter, TimelineFormats.read(dataset, &diagnostics))
  }

  private func criteria(
    for dataset: Dataset, _ context: Context, _ diagnostics: inout [Diagnostic]
  ) -> [SortCriterion] {
    let hasBaseline = context.baseline != nil
    if let texts = context.settings.sort {
      return SortCriterion.parse(
        texts, hasBaseline: hasBaseline, at: context.settings.sortOrigin, &diagnostics)
    }
    guard let texts = dataset.sort else { return SortCriterion.standard(hasBaseline: hasBaseline) }
    return SortCriterion.parse(
      texts, hasBaseline: hasBaseline, at: dataset.sortSource.map { dataset.location($0) },
      &diagnostics)
  }

  /// Resolves the addresses of the baseline's messages against the baseline's own address.
  private static func keepingAddresses(
    _ summary: Report.ComparisonSummary, _ context: Context, _ dataset: Dataset
  ) -> Report.ComparisonSummary {
    guard let url = context.baseline?.url.filled, url != dataset.url else { return summary }
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
  private func asOf(_ context: Context) -> String {
    let time = context.locale.pattern(.dateTimeZone).format(
      context.now, in: context.zone, locale: context.locale)
    return context.locale.string(.asOf, ["time": time])
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
