package import Text
package import Time

/// Whether an entry is before, at or after now (see "Past, current and future").
package enum Tense: String, Sendable, Hashable, CaseIterable {
  case past, current, future
}

/// The status of an entry, shown as the shape inside its node (see "Nodes").
package enum Status: String, Sendable, Hashable, CaseIterable {
  case open, inProgress, completed, none
}

/// An entry of the timeline, as given.
package struct TimelineEntry: Sendable, Hashable {
  package enum Milestone: String, Sendable, Hashable, CaseIterable {
    case start, end
  }

  /// The time of an entry: a point, or a span that may have no end.
  package enum When: Sendable, Hashable {
    case point(TimePoint)
    case span(start: TimePoint, end: TimePoint?)
  }

  /// A status text. At most two are shown (see "Size of a cell").
  package struct StatusNote: Sendable, Hashable {
    package enum Tone: String, Sendable, Hashable, CaseIterable {
      case positive, critical, negative, neutral
    }

    package var text: String
    package var tone: Tone

    package init(text: String, tone: Tone = .neutral) {
      self.text = text
      self.tone = tone
    }
  }

  package var id: String?
  package var when: When
  /// An explicit tense, which overrides the times (see "Past, current and future").
  package var tense: Tense?
  package var milestone: Milestone?
  package var status: Status
  package var title: String
  /// Plain text.
  package var description: String?
  /// Text of untrusted origin in the format `detailsFormat`.
  package var details: String?
  package var detailsFormat = TextFormat.markdown
  /// The details in the format `log` with their colours; nil if they have none.
  package var coloredDetails: String?
  /// The name of an icon of the theme.
  package var icon: String?
  package var url: String?
  /// The base of its relative addresses, if it is not the dataset's `url`.
  package var base: String?
  package var statuses: [StatusNote]
  package var attributes: [String]
  package var properties: [Property] = []
  package var source: SourceMark

  package init(
    id: String? = nil, when: When, tense: Tense? = nil, milestone: Milestone? = nil,
    status: Status = .none, title: String, description: String? = nil, details: String? = nil,
    icon: String? = nil, url: String? = nil, base: String? = nil, statuses: [StatusNote] = [],
    attributes: [String] = [], source: SourceMark = SourceMark()
  ) {
    self.id = id
    self.when = when
    self.tense = tense
    self.milestone = milestone
    self.status = status
    self.title = title
    self.description = description
    self.details = details
    self.icon = icon
    self.url = url
    self.base = base
    self.statuses = statuses
    self.attributes = attributes
    self.source = source
  }
}

/// The timeline as given.
package struct TimelineData: Sendable, Hashable {
  package enum Order: String, Sendable, Hashable, CaseIterable {
    case ascending, descending
  }

  /// The unit of the headers (see "Headers").
  package enum Grouping: String, Sendable, Hashable, CaseIterable {
    case auto, day, week, month, quarter, year, none
  }

  package var title: String?
  package var order: Order
  package var groupBy: Grouping
  /// A date pattern; nil uses the locale's for the unit.
  package var headerFormat: String?
  package var headerFormatSource: SourceMark?
  /// A date pattern; nil uses the locale's for the grouping.
  package var timestampFormat: String?
  package var timestampFormatSource: SourceMark?
  /// The date pattern of the preview (see "An object of the preview"); nil uses the locale's.
  package var previewFormat: String?
  package var previewFormatSource: SourceMark?
  /// Whether a preview object that is current and only of today shows "Today" (see "Today").
  package var todayText: Bool
  package var entries: [TimelineEntry]

  package init(
    title: String? = nil, order: Order = .ascending, groupBy: Grouping = .auto,
    headerFormat: String? = nil, timestampFormat: String? = nil, previewFormat: String? = nil,
    todayText: Bool = true, entries: [TimelineEntry] = []
  ) {
    self.title = title
    self.order = order
    self.groupBy = groupBy
    self.headerFormat = headerFormat
    self.timestampFormat = timestampFormat
    self.previewFormat = previewFormat
    self.todayText = todayText
    self.entries = entries
  }
}
