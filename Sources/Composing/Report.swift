package import Basics
package import Model

/// What is decided about one night: every count, order, tense, group and window. Targets only say
/// it in their own language.
package struct Report: Sendable {
  package var locale: Locale
  package var zone: TimeZoneRules
  package var now: Instant

  package var title: String
  package var subtitle: String?
  /// Markdown of untrusted origin.
  package var summary: String?
  /// Where the hosted report is.
  package var url: String?
  /// What relative addresses are relative to: the dataset's `url`.
  package var base: String?
  /// The same of the summary, where that is another.
  package var summaryBase: String?
  package var project: String?
  package var bannerPosition: Dataset.BannerPosition
  package var filterSettings: Dataset.FilterSettings

  /// "As of 20 Nov 2026, 03:12 CET".
  package var asOf: String
  package var run: RunStatement?
  package var verdict: Verdict
  /// All messages that were read, shown or not, in input order; everything below refers to them
  /// by index.
  package var messages: [Message]
  /// The change of each message, parallel to `messages`; empty without a baseline.
  package var changes: [Change]
  /// The fingerprint of each message, parallel to `messages`; empty where nothing was compared.
  package var fingerprints: [Fingerprint] = []
  /// What earlier nights knew of the messages, where a site remembers them.
  package var histories: [Fingerprint: MessageHistory] = [:]
  /// Messages of kind `alert` that are shown, in the order they stand (A).
  package var alerts: [Int]
  /// `offline` and `progress` messages that are shown, most recent first (B6).
  package var banners: [Int]
  /// The category sections that hold at least one shown message.
  package var sections: [Section]
  /// Every category of a shown message: those of the sections in their order, then those that
  /// alerts and banners alone have.
  package var categories: [Category]
  /// How many of the categories, from the first, the category filter offers (M7): all but those of
  /// alerts and banners without a category. None where there is nothing to choose.
  package var offeredCategories: Int
  /// Whether the categories are a list of links to their sections, being too many to choose among
  /// side by side (M7).
  package var listsCategories: Bool { offeredCategories > Self.mostCategoryChoices }
  /// Each choice costs a browser a style rule that it tries on every section.
  static let mostCategoryChoices = 24
  package var comparison: ComparisonSummary?
  package var timeline: Timeline?
  package var preview: Preview?
  /// "Filtered by ..." when a filter is in force; a phrase with `PhraseValue`s in it.
  package var filterNote: String?
  /// What the sections are sorted by.
  package var sort = SortCriterion.standard
  /// The filters that the page keeps at hand, in their order (F1).
  package var fastFilters: [String] = []
  /// "Sorted by ..." when a sort other than the default is in force.
  package var sortNote: String?
  /// What a budget had no room for (M14).
  package var leftOut = LeftOut()

  /// What is said above everything about the run itself (M1) and the facts beneath the title.
  package struct RunStatement: Sendable {
    package var status: Dataset.Run.Status?
    /// What the statement looks like: `error` for failed and missing, `warning` for canceled; a
    /// completed run is `neutral`, because what it found has a colour of its own.
    package var urgency: Urgency
    /// "The run failed"; nil when there is nothing to say (no status).
    package var headline: String?
    /// Whether the headline stands above everything: every status but `completed`.
    package var isAlarming: Bool
    package var reason: String?
    /// Started, finished, duration, branch, commit and the dataset's own facts, in that order.
    package var facts: [Fact]
  }

  package struct Fact: Sendable {
    package var title: String
    package var value: String
    /// The value as a number, where the dataset gives one.
    package var number: Double?
  }

  /// What the night comes to (M1 to M3).
  package struct Verdict: Sendable {
    package enum Kind: Sendable {
      /// Nothing reported and the run completed.
      case allClear
      /// Nothing reported, and nobody knows whether that is good.
      case nothingReported
      /// One message: its banner stands alone.
      case single
      /// Several: the overview.
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
    /// The highest urgency present; `success` for all clear, `neutral` for nothing reported. Beside
    /// an alarming run `neutral` stands in for `success` (M1).
    package var urgency: Urgency
    /// Highest first, zero left out.
    package var counts: [Count]
    /// "27 messages: 3 errors, 12 warnings, 12 information"; "All clear".
    package var text: String
    /// How many messages the filter lets through.
    package var shown: Int
  }

  package struct Section: Sendable {
    package var title: String
    /// The id of its category; nil when it is filed by urgency.
    package var category: String?
    /// Its place among the sections in the usual order.
    package var filed = 0
    /// The highest urgency among its shown messages.
    package var urgency: Urgency
    /// The section's messages in the order they stand.
    package var items: [Int]
    /// How many more there are that a budget had no room for (M14).
    package var leftOut = 0
  }

  /// A category as filters count it: with its alerts and banners, which stand in no section (M6).
  package struct Category: Sendable {
    package var title: String
    /// Whether it is a category of the dataset, and not an urgency in place of one.
    package var isGiven: Bool
    package var count: Int
    /// The category's alerts and banners.
    package var above: [Int]
  }

  /// What became of a message since the baseline (N1), in the order that sorting by it has. The last
  /// three are of the baseline's messages.
  package enum Change: String, Sendable, CaseIterable {
    case new, worse, still, better, fixed, unseen, gone
  }

  @dynamicMemberLookup
  package struct ComparisonSummary: Sendable {
    package var counts: ChangeCounts
    /// "2 new, 1 fixed, 24 still there"; "nothing has changed".
    package var text: String
    /// The baseline's messages that are fixed and that the filter lets through, most urgent first.
    package var fixedMessages: [Message]
    /// The same of those that were not seen, and of those that are gone otherwise.
    package var unseenMessages: [Message] = []
    package var goneMessages: [Message] = []

    package subscript<Value>(dynamicMember member: KeyPath<ChangeCounts, Value>) -> Value {
      counts[keyPath: member]
    }
    /// How many more are fixed that a budget had no room for (M14).
    package var leftOut = 0
  }

  package struct Timeline: Sendable {
    package var title: String
    package var isDescending: Bool
    /// All entries that are shown, in the order they stand.
    package var entries: [Entry]
    /// What `groups` divide by; nil when entries are not grouped.
    package var unit: CalendarUnit?
    package var groups: [Group]
    /// How many entries were read.
    package var total: Int
    /// Where the now indicator stands: before the entry of this index, or after the last when it
    /// equals `entries.count`; nil when there are no entries (T4).
    package var nowIndex: Int?
    /// The first day of the unit that now is in; nil when entries are not grouped.
    package var nowUnit: CivilDate?
    /// "Now: 20 Nov 2026, 03:12".
    package var nowText: String
    /// What a budget had no room for.
    package var leftOut = LeftOutEntries()
  }

  /// How many entries a budget had no room for, and on which side of those that stand.
  package struct LeftOutEntries: Sendable {
    package var earlier = 0
    package var later = 0

    package var count: Int { earlier + later }
  }

  /// Entries under one header (T2).
  package struct Group: Sendable {
    /// nil when entries are not grouped.
    package var header: String?
    /// The first day of its unit; nil when entries are not grouped.
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
    /// The time as the timeline says it.
    package var timestamp: String
    /// The same with the time of day, where a timestamp under a month or more leaves it out:
    /// "20 Nov, 14:00".
    package var clockTimestamp: String?
    /// The time with nothing left to guess, for whoever sees no header: "Fri, 20 Nov 2026, 14:00".
    package var fullTimestamp: String
    /// The time as the preview says it: "Today, 14:00".
    package var previewTimestamp: String
    /// For `<time datetime>`: "2026-11-20T14:00:00+01:00" or "2026-11-20".
    package var machineTime: String
    /// The tense of each half-line; nil where there is none (T6).
    package var lineBefore: Tense?
    package var lineAfter: Tense?
  }

  /// The windows of the preview strip (P3).
  package struct Preview: Sendable {
    /// The window of regular: indices into the timeline's entries, earliest first whatever the
    /// timeline's order; at most four.
    package var items: [Int]
    /// The window of compact: which places of `items`, at most two.
    package var compact: Range<Int>
    /// How many entries the timeline has.
    package var total: Int
    /// "See All (15)".
    package var seeAll: String
  }
}
