package import Localization
package import Model
package import Time

/// All decisions of a report: counts, order, tenses, groups and windows. Targets only write them.
package struct Report: Sendable {
  package var locale: Locale
  package var zone: TimeZoneRules
  package var now: Instant

  package var title: String
  package var subtitle: String?
  /// Markdown of untrusted origin.
  package var summary: String?
  /// The address of the published report.
  package var url: String?
  /// Whether the address is that of a run in a site.
  package var isOnSite = false
  /// The address of the site's page of tests; nil if it is unknown.
  package var testsAddress: String?
  /// Whether the address leads to this report, not only to its project.
  package var hasOwnAddress = true
  /// The base of relative addresses: the dataset's `url`.
  package var base: String?
  /// The base of the summary's relative addresses, if different.
  package var summaryBase: String?
  package var project: String?
  package var bannerPosition: Dataset.BannerPosition
  package var detailsView: Dataset.DetailsView
  package var filterSettings: Dataset.FilterSettings

  /// "As of 20 Nov 2026, 03:12 CET".
  package var asOf: String
  package var run: RunStatement?
  /// The gaps of the report's inputs; empty for none.
  package var gaps: [Gaps] = []
  /// Whether no test ran, although there is a report of tests or the run before had some.
  package var lacksTests = false
  /// Whether there are reports of tests alone, and one of them did not complete.
  package var isUnfinished = false
  package var verdict: Verdict
  /// All messages, shown or not, in input order. Other properties refer to them by index.
  package var messages: [Message]
  /// The change of each message, parallel to `messages`; empty without a baseline.
  package var changes: [Change] = []
  /// The fingerprint of each message, parallel to `messages`; empty without a comparison.
  package var fingerprints: [Fingerprint] = []
  /// The history of each message, parallel to `messages`; empty without a site.
  package var histories: [MessageHistory] = []
  /// The shown messages of kind `alert`, in display order.
  package var alerts: [Int] = []
  /// The shown `offline` and `progress` messages, most recent first (see "Order of banners").
  package var banners: [Int] = []
  /// The sections with at least one shown message.
  package var sections: [Section] = []
  /// The ranks of messages in an order that is not the default one; empty without a baseline.
  var ranks: [Int: Int] = [:]
  /// The categories of all shown messages: those of the sections in order, then those with only
  /// alerts and banners.
  package var categories: [Category] = []
  /// The number of leading categories in the category filter (see "Filter by category"): all except
  /// those of alerts and banners without a category. 0 if there is no choice.
  package var offeredCategories: Int = 0
  /// Whether the categories are shown as links to sections, because a filter would have too many
  /// (see "Filter by category").
  package var listsCategories: Bool { offeredCategories > Self.mostCategoryChoices }
  /// The maximum number of choices, because more would not fit into one line. Each costs a style
  /// rule that the browser matches against every section.
  static let mostCategoryChoices = 5
  package var comparison: ComparisonSummary?
  /// The shortest unambiguous paths of all files.
  package var shortPaths = ShortPaths()
  /// Whether there is an earlier run to compare with.
  package var earlierRun = EarlierRun.none
  /// The causes that several failed tests have in common.
  package var leads = Leads()
  /// The results of failed tests in each environment.
  package var environmentResults = EnvironmentResults()
  /// The origins of the failures of a run of a branch.
  package var origins = Origins()
  /// The places of findings in the diff of the change.
  package var diffPlaces = DiffPlaces()
  /// The commits since the last report, if a failure is new.
  package var commits = Commits()
  /// The parts of the environment that are not as in the last report.
  package var environmentChanges: [EnvironmentChange] = []
  /// The run and the beginning of its episode of errors; nil without a site.
  package var episode: RunEpisode?
  /// The trend of the last runs; nil without a site, and for its first run.
  package var trend: Trend?
  /// The lists of slow tests, flaky tests and long-lasting failures.
  package var testLists: [TestList] = []
  package var timeline: Timeline?
  package var preview: Preview?
  /// "Filtered by ..." with a filter; may contain `PhraseValue`s.
  package var filterNote: String?
  /// The sort criteria of the sections.
  package var sort = SortCriterion.standard(hasBaseline: false)
  /// The page's fast filters, in order (see "The filter bar").
  package var fastFilters: [String] = []
  /// "Sorted by ..." if the order is not the default.
  package var sortNote: String?
  /// A note if the run checked less than before, or ran no test (see "Less coverage").
  package var scopeNote: String?
  /// Whether source lines around places are shown (see "Lines of source").
  package var showsSource = false
  /// The known messages, which no other property contains.
  package var known = Known()
  /// The index in the dataset of each message, parallel to `messages`; empty if they are the same.
  package var positions: [Int] = []
  /// The tests of the reports, for outputs that list them; their messages are indices in the
  /// dataset.
  package var tests = ReportedTests()
  /// The notes at messages that are no longer known, by their index.
  package var knownNotes: [Int: KnownNote] = [:]
  /// The number of items left out by a budget (see "Nothing is omitted silently").
  package var leftOut = LeftOut()
  /// Whether the run was compared with a threshold.
  package var hasThresholds = false
  /// The numbers that a site stores for thresholds.
  var watched: [RunFigures.Fact] = []
  /// The short form; nil if the whole report is shown.
  package var digest: Digest?

  /// The statement about the run at the top (see "The verdict comes first"), and the facts below
  /// the title.
  package struct RunStatement: Sendable {
    package var status: Dataset.Run.Status?
    /// The appearance: `error` for failed and missing, `warning` for canceled. A completed run is
    /// `neutral`, because its messages determine the colour.
    package var urgency: Urgency
    /// "Run failed"; nil without a status.
    package var headline: String?
    /// Whether the headline is shown above everything else: any status except `completed`.
    package var isAlarming: Bool
    package var reason: String?
    /// A short name of the run: the first digits of its commit.
    package var label: String?
    package var started: Instant?
    package var finished: Instant?
    /// The duration in seconds, if start and end are known.
    package var seconds: Int?
    /// Started, finished, duration, branch, commit and the facts of the dataset, in that order.
    package var facts: [Fact]
    package var commit: String?
    package var branch: String?
    package var properties: [Property] = []
    package var coverage = CodeCoverage()
    /// The reasons for skipped tests. Uncounted tests have no reason, or another one.
    package var skipReasons: [Dataset.Run.SkipReason] = []
    /// The number of skipped tests and expected failures without these reasons.
    package var otherSkips = 0
  }

  package struct Fact: Sendable {
    /// Its name in templates. Of facts with one id, templates find the first.
    package var id = ""
    package var title: String
    package var value: String
    /// The value as a number, if the dataset has one.
    package var number: Double?
    package var kind: Dataset.Run.Fact.Kind?
    /// The key of its title, if the program computes it from the run.
    package var key: StringKey?
    /// The unit of the number; nil if it is unknown.
    package var unit: String?
    /// The direction in which the number improves; nil if it is unknown.
    package var better: Dataset.Run.Fact.Better?
    /// The target of its link: the address of a commit.
    package var url: String?
    /// The values from each of several inputs.
    package var origins: [Dataset.Run.Fact.Origin] = []
    /// "+11 min": the difference from the previous run.
    package var difference: String?
  }

  /// The summary of all messages (see "The verdict comes first").
  package struct Verdict: Sendable {
    package enum Kind: String, Sendable {
      /// No messages, the run completed, and no message is unchecked.
      case allClear
      /// No messages, and it is unknown whether there are any.
      case nothingReported
      /// One message, shown as a banner.
      case single
      /// Several messages, shown as an overview.
      case several
    }

    package struct Count: Sendable {
      package var urgency: Urgency
      package var count: Int
      /// "3 errors".
      package var text: String
    }

    package var kind: Kind
    package var total: Int
    /// The highest urgency; `success` for all clear, `neutral` for nothing reported. `neutral`
    /// replaces `success` in a bad run (see "The verdict comes first"), and if errors or warnings
    /// are not run (see "Less coverage").
    package var urgency: Urgency
    /// Highest urgency first, without zeros.
    package var counts: [Count]
    /// "27 messages: 3 errors, 12 warnings, 12 notes"; "All clear".
    package var text: String
    /// The text with the news, in lines of decreasing importance.
    package var lines = VerdictLines()
    /// The number of messages that pass the filter.
    package var shown: Int
    /// Whether a report of this run is all clear if it has no messages: the run completed, checked
    /// everything and ran tests.
    package var isClear = false
  }

  package struct Section: Sendable {
    package var title: String
    /// The id of its category; nil for the section of an urgency.
    package var category: String?
    /// Its index among the sections in default order.
    package var filed = 0
    /// The highest urgency among its shown messages.
    package var urgency: Urgency
    /// The messages of the section in display order.
    package var items: [Int]
    /// The groups of similar messages, in their order (see "Groups of similar messages").
    package var groups: [MessageGroup] = []
    /// The number of messages left out by a budget, except those of shown groups (see "Nothing is
    /// omitted silently").
    package var leftOut = 0
  }

  /// A category with its count for filters, including alerts and banners (see "Heading and number
  /// of messages").
  package struct Category: Sendable {
    /// Its id in the dataset, or the urgency of its messages.
    package var id: String
    package var title: String
    /// Whether it is a category of the dataset, not an urgency.
    package var isGiven: Bool
    package var count: Int
    /// The category's alerts and banners.
    package var above: [Int]
  }

  /// The change of a message since the baseline, in sort order (see "One word for each change").
  /// The last four apply to messages of the baseline. `expired` means no longer known (see "When an
  /// entry ends").
  package enum Change: String, Sendable, CaseIterable {
    case new, worse, expired, still, better, fixed, removed, unseen, gone

    /// Whether it applies to messages of the baseline.
    package var isPast: Bool {
      switch self {
      case .fixed, .removed, .unseen, .gone: true
      case .new, .worse, .expired, .still, .better: false
      }
    }
  }

  /// Messages of the baseline with one change, the most urgent first.
  package struct LostMessages: Sendable {
    package var messages: [Message] = []
    /// Their histories as of the last run with each message, in the same order; empty without a
    /// site.
    package var histories: [MessageHistory] = []
    /// The number of messages left out by a budget (see "Nothing is omitted silently").
    package var leftOut = 0
  }

  /// The earlier run that a report is compared with.
  package enum EarlierRun: Sendable {
    /// There is none, as on a first run.
    case none
    /// There is one that could not be read.
    case unread
    case read
  }

  @dynamicMemberLookup
  package struct ComparisonSummary: Sendable {
    package var counts: ChangeCounts
    /// "2 new, 1 fixed, 24 unchanged"; "nothing has changed".
    package var text: String
    /// "2 new warnings (6 errors unchanged)".
    package var headline: Headline?
    /// The shown messages that are new or worse, the most urgent first.
    package var news: [Int] = []
    /// The same messages for lists. The first message of a group represents the group.
    package var listedNews: [Int] = []
    package var alikeNews: [Int: AlikeNews] = [:]
    /// The baseline's lost messages that pass the filter, by their change.
    package var lost: [Change: LostMessages] = [:]
    /// The coverage of the run, compared with the previous run.
    package var coverage: Coverage
    package var tests = TestChanges()

    package func lost(to change: Change) -> LostMessages { lost[change] ?? LostMessages() }
    package var fixedMessages: [Message] { lost(to: .fixed).messages }
    package var unseenMessages: [Message] { lost(to: .unseen).messages }
    package var goneMessages: [Message] { lost(to: .gone).messages }

    package subscript<Value>(dynamicMember member: KeyPath<ChangeCounts, Value>) -> Value {
      counts[keyPath: member]
    }
    /// The number of messages in all lists of changes under the smallest budget.
    package var listedLimit: Int?
  }

  package struct Timeline: Sendable {
    package var title: String
    package var isDescending: Bool
    /// The shown entries in display order.
    package var entries: [Entry]
    /// The unit of `groups`; nil without grouping.
    package var unit: CalendarUnit?
    package var groups: [Group]
    /// The number of all entries.
    package var total: Int
    /// The position of the now indicator: before the entry with this index, or after the last one
    /// for `entries.count`; nil without entries (see "The mark for now").
    package var nowIndex: Int?
    /// The first day of the unit that contains now; nil without grouping.
    package var nowUnit: CivilDate?
    /// "Now: 20 Nov 2026, 03:12".
    package var nowText: String
    /// The entries left out by a budget.
    package var leftOut = LeftOutEntries()
  }

  /// The number of entries left out by a budget before and after the shown ones.
  package struct LeftOutEntries: Sendable {
    package var earlier = 0
    package var later = 0

    package var count: Int { earlier + later }
  }

  /// The entries below one header (see "Headers").
  package struct Group: Sendable {
    /// nil without grouping.
    package var header: String?
    /// The first day of its unit; nil without grouping.
    package var start: CivilDate?
    package var entries: Range<Int>
  }

  package struct Entry: Sendable {
    package enum Shape: String, Sendable {
      case circle, diamond
    }

    package var entry: TimelineEntry
    package var tense: Tense
    package var shape: Shape
    /// The timestamp for the timeline.
    package var timestamp: String
    /// The timestamp with the time of day, if `timestamp` omits it: "20 Nov, 14:00".
    package var clockTimestamp: String?
    /// The complete timestamp, independent of headers: "Fri, 20 Nov 2026, 14:00".
    package var fullTimestamp: String
    /// The timestamp for the preview: "Today, 14:00".
    package var previewTimestamp: String
    /// For `<time datetime>`: "2026-11-20T14:00:00+01:00" or "2026-11-20".
    package var machineTime: String
    /// The tense of each half of the line; nil for none (see "Colours of the timeline").
    package var lineBefore: Tense?
    package var lineAfter: Tense?
  }

  /// The windows of the preview strip (see "Choice of entries").
  package struct Preview: Sendable {
    /// The regular window: indices of at most four entries, earliest first in any order of the
    /// timeline.
    package var items: [Int]
    /// The compact window: a range of at most two of `items`.
    package var compact: Range<Int>
    /// The number of entries of the timeline.
    package var total: Int
    /// "See all (15)".
    package var seeAll: String
  }
}
