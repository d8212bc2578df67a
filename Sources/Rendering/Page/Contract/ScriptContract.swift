/// The attributes and elements that the page's script needs: the table of docs/template-page.md.
enum ScriptContract {
  /// A part of a report that a page shows and the script finds.
  enum Part: String, CaseIterable {
    case sections, section, alike, message, banner, alert, entry, timeline, now, run

    /// Its name in diagnostics.
    var title: String {
      switch self {
      case .sections: "the list of messages"
      case .alike: "a group of messages alike"
      case .message, .section, .banner: "a \(rawValue)"
      case .alert, .entry: "an \(rawValue)"
      case .timeline: "the timeline"
      case .now: "the now indicator"
      case .run: "the as-of line"
      }
    }
  }

  /// A need of the script. An attribute is written `name`, or `name=value` if its value matters.
  enum Need {
    /// Each outermost element has the attribute.
    case outermost(String)
    /// Some element has the attribute and a name in `on`, if the part has a tag in `by`. An empty
    /// list sets no condition.
    case marks(String, by: [String] = [], on: [String] = [])
    /// Each element with attribute `in` and a name in `of` contains one with the first attribute
    /// and a name in `on`. An empty list or attribute sets no condition.
    case holds(String = "", on: [String] = [], in: String, of: [String] = [])
    /// Each element with the attribute directly follows a `<summary>`.
    case followsSummary(String)
    /// Some element has the first attribute, and each such element has the others.
    case together([String])
    /// The parent of each outermost element has the attribute.
    case directlyIn(String)
    /// Each outermost element has the attribute or is inside an element that has it.
    case within(String)
    /// The values of these names are in headings or in elements that searches ignore.
    case aside([String], in: String? = nil)
    /// The values of these names, of section `in` if given, are in elements with the attribute.
    case covers(String, [String], in: String? = nil)
    /// Each element of these names has the attribute.
    case each(String, on: [String])
    /// Each disclosure around the part has the attribute, except disclosures of similar messages.
    case folded(String)
    /// The title is in an element with the attribute, if the part uses it or folds the title.
    case rows(String)
  }

  struct Line {
    let part: Part
    let need: Need
    /// The function that fails without it.
    let purpose: String
  }

  static let lines: [Line] =
    sections + section + message + banner + alert + timeline
    + [
      Line(
        part: .run, need: .covers("id=as-of", ["asOf"]),
        purpose: "dates without a time are in the report's zone"),
      Line(
        part: .run, need: .together(["id=as-of", "datetime={{asOfMachine}}"]),
        purpose: "dates without a time are in the report's zone"),
      Line(
        part: .now, need: .covers("data-component=now-indicator", ["timeline.nowText", "nowText"]),
        purpose: "it keeps its place when entries are filtered"),
      Line(
        part: .now, need: .covers("id=now", ["timeline.nowText", "nowText"]),
        purpose: "links lead to it"),
    ]

  private static func lines(
    _ part: Part, _ needs: [(Need, String)]
  ) -> [Line] {
    needs.map { Line(part: part, need: $0.0, purpose: $0.1) }
  }

  private static let sections = lines(
    .sections,
    [
      (.outermost("id=messages"), "the messages are found"),
      (.outermost("data-sort={{sortKeys}}"), "they are sorted"),
      (.outermost("data-fast={{fastFilters}}"), "they have fast filters"),
      (
        .marks("data-waiting", by: ["hasWaiting", "strings.waiting", "strings.packed"]),
        "the note for blocked scripts goes"
      ),
    ])

  private static let section =
    lines(
      .section,
      [
        (.outermost("id={{anchor}}"), "links lead to it"),
        (.outermost("data-component=section"), "its messages are found"),
        (.outermost("data-filed={{filed}}"), "sections are sorted"),
        (.directlyIn("id=messages"), "its messages are found"),
        (.marks("data-header"), "it is cleared, and says how many of it are shown"),
        (
          .holds(on: ["h2", "h3", "h4"], in: "data-header"), "the focus has a heading to go to"
        ),
        (.holds("data-title", in: "data-header"), "it is called by its title"),
        (.holds("data-count", in: "data-header"), "it says how many of it are shown"),
      ])
    + lines(
      .alike,
      [
        (.marks("data-alike", on: ["details"]), "links and searches open it"),
        (.holds("data-count", in: "data-alike"), "it counts what is shown"),
        (.holds(on: ["summary"], in: "data-alike"), "it opens"),
      ])

  /// Needs that messages, banners and alerts share.
  private static let words: [(Need, String)] = [
    (.marks("data-title"), "it is sorted by title and named by buttons"),
    (.covers("data-title", ["title", "rowTitle"]), "it is sorted by title and named by buttons"),
    (.covers("data-change={{change}}", ["changeWord"]), "it is filtered and sorted by change"),
    (.marks("data-details", by: ["details"]), "details open in a view"),
    (.followsSummary("data-details"), "details open in a view"),
    (.marks("data-actions", by: ["hasManyActions"]), "actions open as a sheet"),
    (.followsSummary("data-actions"), "actions open as a sheet"),
    (
      .covers("data-role", ["title"], in: "actions"),
      "actions that destroy ask, and Cancel stands last"
    ),
    (.marks("data-file", by: ["location"]), "it is sorted and filtered by file"),
    (.covers("data-file", ["text"], in: "location"), "it is sorted and filtered by file"),
    (.marks("data-label", by: ["urgencyWord"]), "the word for its urgency is not searched"),
    (.aside(["urgencyWord", "label"]), "the words for what it is are not searched"),
    (.marks("data-link", by: ["link"]), "its links are not searched"),
    (.covers("data-link", ["title"], in: "link"), "its links are not searched"),
    (.aside(["when", "history", "age", "since"]), "remarks are not searched"),
    (.aside(["text", "reason"], in: "knownNote"), "remarks are not searched"),
    (.aside(["text"], in: "progress"), "remarks are not searched"),
    (
      .marks("datetime", by: ["hasTime", "time", "machineTime", "since"], on: ["time"]),
      "it is sorted by time"
    ),
    (.each("datetime", on: ["time"]), "it is sorted by time"),
  ]

  private static let message = lines(
    .message,
    [
      (.outermost("id={{anchor}}"), "it is shown and linked to"),
      (.outermost("data-urgency={{urgency}}"), "it is filtered and sorted by urgency"),
      (.outermost("data-key={{fingerprint}}"), "it is counted, filtered and cleared"),
      (.directlyIn("data-rows={{rows}}"), "lists are filled and emptied"),
      (.folded("data-fold"), "sections are folded, and links open them"),
    ] + words + [
      (.marks("data-owner", by: ["owner"]), "the list is grouped by owner"),
      (.rows("data-row"), "links open it, and its details open in a view"),
      (.holds(on: ["h4"], in: "data-row"), "its view has a name"),
      (.holds("data-rest", in: "data-row", of: ["details"]), "its details open in a view"),
    ])

  private static func notice(_ part: Part) -> [Line] {
    lines(
      part,
      [
        (.outermost("id={{anchor}}"), "it is linked to"),
        (.outermost("data-component=\(part.rawValue)"), "it is found"),
        (.outermost("data-urgency={{urgency}}"), "it is filtered"),
        (.outermost("data-key={{fingerprint}}"), "it is counted, filtered and dismissed"),
        (.outermost("data-category={{position}}"), "it is counted with its category"),
        (.marks("data-more", on: ["details"]), "what is cut can be read"),
      ] + words)
  }

  private static let banner =
    notice(.banner)
    + lines(
      .banner,
      [
        (.marks("data-bar"), "its bar opens the details"),
        (.marks("data-rest"), "what is cut shows"),
      ])

  private static let alert =
    notice(.alert)
    + lines(
      .alert,
      [
        (.marks("data-buttons"), "it opens with its actions"),
        (.together(["id={{anchor}}-title"]), "its dialog has a name"),
        (.each("id={{anchor}}-title", on: ["h2", "h3", "h4"]), "its dialog has a name"),
        (.together(["id={{anchor}}-text"]), "its dialog reads its text"),
      ])

  private static let timeline =
    lines(
      .timeline,
      [
        (.within("id=timeline"), "the timeline is found"),
        (.within("data-component=timeline"), "the timeline is found"),
        (.within("data-unit"), "a unit of time without entries goes"),
      ])
    + lines(
      .entry,
      [
        (
          .together([
            "data-component=timeline-entry", "id={{anchor}}", "data-tense={{tense}}",
            "data-status={{status}}",
          ]),
          "entries are searched and filtered"
        ),
        (.marks("data-cell"), "entries are shortened"),
        (.holds("data-title", in: "data-cell"), "entries are searched"),
        (.covers("data-title", ["title"]), "entries are searched"),
        (.covers("data-text", ["description"]), "details show all of it"),
        (.covers("data-tone", ["text"], in: "statuses"), "of many statuses two are shown"),
        (.covers("data-attribute", ["text"], in: "attributes"), "of many attributes two are shown"),
        (.aside(["timestamp", "fullTimestamp", "label"]), "remarks are not searched"),
        (.aside(["toneWord"], in: "statuses"), "remarks are not searched"),
        (.marks("data-more", on: ["details"]), "what is cut can be read"),
        (.marks("datetime", on: ["time"]), "the now indicator keeps its place"),
        (.each("datetime", on: ["time"]), "the now indicator keeps its place"),
        (.marks("data-details", by: ["details"]), "details open in a view"),
        (.followsSummary("data-details"), "details open in a view"),
      ])
}
