package import Diagnostics
package import Localization
package import Model
package import Time

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
    /// Conditions for the numbers of the run, as written: `coverage >= 80`.
    package var thresholds: [String] = []
    /// The location of `thresholds`; nil for the command line.
    package var thresholdsOrigin: SourceLocation?
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
    /// What is known about the previous report.
    package var earlierRun: Report.EarlierRun {
      isBaselineUnread ? .unread : baseline == nil || isBaselineEmpty ? .none : .read
    }
    /// Whether there is a previous report that could not be read.
    package var isBaselineUnread = false
    /// Whether the baseline only stands for a first run, in which everything is new.
    private var isBaselineEmpty = false
    /// The address where the report will be published; nil uses the dataset's `url`. Relative
    /// addresses are always relative to the dataset's `url`.
    package var address: String?
    /// The status of the previous run, if it is not the baseline: a site compares with the last
    /// completed run.
    package var runBefore: RunBefore?
    /// The run and the beginning of its episode of errors; nil without a site.
    /// Whether the address is that of the run in a site.
    package var isOnSite = false
    /// The address of the site's page of tests; nil if it is unknown.
    package var testsAddress: String?
    /// Whether the address leads to this report, not only to its project.
    package var hasOwnAddress = true
    package var episode: RunEpisode?
    /// The site's memory of the messages; nil without a site.
    package var recall: MessageRecall?
    /// What the main line says about the failures of a run of a branch; nil for other runs.
    package var mainLine: MainLine?
    /// The earlier runs of a site, the oldest first; nil without a site.
    package var earlierRuns: [TrendRun]?
    /// The diff of the change; nil if it is unknown.
    package var diff: SourceDiff?
    /// The last commits of the sources, the newest first.
    package var commits: [Commit] = []
    /// Whether there is no earlier run to compare with.
    private(set) var isFirstRun = false

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
      isFirstRun = baseline == nil
      let wishes = (settings.sort ?? dataset.sort ?? []) + settings.filters
      if baseline == nil, wishes.contains(where: { $0.hasPrefix("change") }) {
        self.baseline = Dataset()
        isBaselineEmpty = true
      }
    }
  }

  package init() {}

  /// Makes the report and its diagnostics; nil if a diagnostic is an error. Each pass reads only
  /// the results of those above it.
  package func compose(_ given: Dataset, in context: Context) -> (Report?, [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    var dataset = given.withShownLogs()
    let baseline = context.baseline?.withShownLogs()
    var assignment = CategoryAssignment(dataset, context.locale, context.zone)
    let (criteria, filter, formats) = wishes(dataset, assignment, context, &diagnostics)
    let entries = TimelineComposing(
      dataset, formats: formats, filter: filter, context, &diagnostics)
    if diagnostics.contains(where: { $0.severity == .error }) { return (nil, diagnostics) }

    // What has changed. The known messages leave the dataset before anything is counted.
    let known = KnownComposing(&dataset, baseline, &assignment, filter, context)
    let recall = known?.recall ?? context.recall
    var comparison = baseline.map { Comparison(dataset, after: $0, known, recall, context) }
    let titles = EnvironmentTitles(dataset, after: baseline)
    titles.mark(&dataset.messages)
    comparison?.mark(with: titles)
    let changes = comparison?.changes ?? []

    // Which messages are shown, where and in which order.
    let shown = ShownMessages(
      dataset.messages, assignment: assignment, filter: filter, changes: changes)
    let sorting = MessageSorting(criteria, messages: dataset.messages, changes, assignment)
    var sections = sorting.sections(of: shown)
    let leads = LeadComposing(dataset.messages, shown: sections)
    MessageGrouping(
      dataset.messages, changes, leads: leads.numbers(of: dataset.messages),
      beyond: context.settings.groupBeyond, context.locale
    ).group(&sections)

    // The verdict counts all messages, shown or not.
    let gaps = Report.Gaps.all(of: dataset.run, context.locale)
    let overview = Overview(
      dataset, assignment, shown: shown.count, comparison, gaps, known: known?.summary.text,
      context.locale)

    var report = Report(dataset, overview, gaps, context)
    report.place(shown, sections, sorting, assignment)
    // One banner may cover the edge of the verdict (see "Embedded and overlapping banners").
    if dataset.bannerPosition == nil, report.banners.count == 1 {
      report.bannerPosition = .overlapping
    }
    report.timeline = entries?.timeline()
    report.preview = entries?.preview()
    if let comparison {
      report.compare(comparison, filter, assignment, recall, context)
      report.ranks = sorting.ranks(of: sections)
    }
    report.describe(criteria, filter, assignment)
    known?.apply(to: &report)
    titles.mark(&report.known.messages)

    // The given dataset has the known failures, too: their tests did not pass.
    report.environmentResults = EnvironmentResults(given, titles)

    // What the whole report and the earlier runs decide.
    report.histories = recall?.histories ?? []
    report.setOrigins(context)
    report.setDiffPlaces(context.diff)
    report.settleChanges(groupBeyond: context.settings.groupBeyond)
    report.setLeads(leads)
    report.setCommits(dataset.run, context)
    report.setEnvironmentChanges(dataset.run, since: context.baseline?.run)
    report.setTrend(dataset, context.earlierRuns)
    report.addFactDifferences(since: context.baseline?.run, context.earlierRuns ?? [])
    report.setTestLists(dataset.durations, context.recall, dataset.testResults)
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
}

extension Comparison {
  fileprivate init(
    _ dataset: Dataset, after baseline: Dataset, _ known: KnownComposing?,
    _ recall: MessageRecall?, _ context: Composer.Context
  ) {
    let before = context.runBefore.map(\.status) ?? baseline.run?.status
    self.init(
      dataset, baseline: baseline, matches: known?.matches, recall: recall,
      expired: known?.expired ?? [],
      runChange: RunChange(from: before, to: dataset.run?.status))
  }
}

extension Report {
  /// The title, the run and the verdict: everything that does not depend on which messages are
  /// shown or have changed.
  fileprivate init(
    _ dataset: Dataset, _ overview: Overview, _ gaps: [Gaps], _ context: Composer.Context
  ) {
    let (locale, zone) = (context.locale, context.zone)
    let time = locale.pattern(.dateTimeZone).format(context.now, in: zone, locale: locale)
    self.init(
      locale: locale, zone: zone, now: context.now,
      title: dataset.title.filled ?? dataset.project.filled ?? locale.string(.report),
      subtitle: dataset.subtitle.filled, summary: dataset.summary.filled,
      url: context.address ?? dataset.url.filled, base: dataset.url.filled,
      summaryBase: dataset.summaryBase, project: dataset.project.filled,
      bannerPosition: dataset.bannerPosition ?? .embedded,
      detailsView: dataset.detailsView ?? .section,
      filterSettings: dataset.filters ?? Dataset.FilterSettings(),
      asOf: locale.string(.asOf, ["time": time]),
      run: dataset.run.map {
        RunComposing(locale, zone).statement($0, since: context.baseline?.run?.commit)
      },
      gaps: gaps, lacksTests: overview.lacksTests, isUnfinished: dataset.isUnfinished,
      verdict: overview.verdict, messages: dataset.messages,
      episode: context.episode, scopeNote: overview.noTests,
      showsSource: context.settings.showsSource, tests: dataset.tests)
    hasThresholds = !(dataset.thresholds + context.settings.thresholds).isEmpty
    if hasThresholds { watched = MetricWatch(dataset, context).figures(of: dataset) }
    earlierRun = context.earlierRun
    (isOnSite, hasOwnAddress) = (context.isOnSite, context.hasOwnAddress)
    testsAddress = context.testsAddress
  }

  /// Adds the shown messages.
  fileprivate mutating func place(
    _ shown: ShownMessages, _ sections: [Section], _ sorting: MessageSorting,
    _ assignment: CategoryAssignment
  ) {
    alerts = sorting.alerts(of: shown)
    banners = sorting.banners(of: shown)
    self.sections = sections
    categories = shown.categories(assignment, sections)
    offeredCategories = ShownMessages.offered(categories, sections)
  }

  /// Adds the sort and the filters, with the notes that name them.
  fileprivate mutating func describe(
    _ criteria: [SortCriterion], _ filter: Filter, _ assignment: CategoryAssignment
  ) {
    sort = criteria
    sortNote = SortCriterion.note(criteria, locale)
    filterNote = filter.note(
      locale, assignment, messages: (verdict.shown, messages.count),
      entries: timeline.map { ($0.entries.count, $0.total) })
    fastFilters = FastFilters.choose(
      filterSettings, messages,
      categories: categories.prefix(offeredCategories).count { $0.isGiven },
      hasBaseline: comparison != nil)
  }

  /// Adds the changes since the baseline. Resolves the addresses of the baseline's messages against
  /// the baseline's own address.
  fileprivate mutating func compare(
    _ comparison: Comparison, _ filter: Filter, _ assignment: CategoryAssignment,
    _ recall: MessageRecall?, _ context: Composer.Context
  ) {
    changes = comparison.changes
    fingerprints = recall?.fingerprints ?? comparison.fingerprints
    scopeNote =
      comparison.coverage.text(locale, today: zone.wall(at: now).date) ?? scopeNote
    var summary = comparison.summary(locale, filter, assignment, recall?.earlier ?? [])
    if let url = context.baseline?.url.filled, url != base {
      for change in summary.lost.keys where change != .gone {
        for index in summary.lost(to: change).messages.indices
        where summary.lost[change]?.messages[index].base == nil {
          summary.lost[change]?.messages[index].base = url
        }
      }
    }
    self.comparison = summary
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
