import Composing
import Model

/// An entry at a time or with a span: "2026-11-20", "2026-11-16/2026-11-27", "2026-11-18T22:40/"
/// for an open end.
func entry(
  _ when: String, _ title: String = "", status: Status = .none, tense: Tense? = nil,
  milestone: TimelineEntry.Milestone? = nil
) throws -> TimelineEntry {
  let ends = when.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
  let span: TimelineEntry.When
  if ends.count == 1 {
    span = .point(try time(ends[0]))
  } else {
    span = .span(start: try time(ends[0]), end: ends[1].isEmpty ? nil : try time(ends[1]))
  }
  return TimelineEntry(
    when: span, tense: tense, milestone: milestone, status: status,
    title: title.isEmpty ? when : title, source: SourceMark(line: 5, column: 7))
}

func timeline(
  _ entries: [TimelineEntry], _ context: Composer.Context? = nil,
  order: TimelineData.Order = .ascending, groupBy: TimelineData.Grouping = .auto
) throws -> Report.Timeline? {
  try report(
    dataset(timeline: TimelineData(order: order, groupBy: groupBy, entries: entries)), context
  ).timeline
}

/// The tense of a single entry.
func tense(
  _ when: String, status: Status = .none, now: String = night, zone: String = "Europe/Berlin"
) throws -> Tense? {
  try timeline([entry(when, status: status)], settings(now: now, zone: zone))?.entries.first?.tense
}

extension Report.Timeline {
  /// Titles from top to bottom, with a line for now.
  var standing: [String] {
    var lines = entries.map(\.entry.title)
    if let nowIndex { lines.insert("now", at: nowIndex) }
    return lines
  }

  /// Each header with the titles below it.
  var outline: [String] {
    groups.map { group in
      let titles = entries[group.entries].map(\.entry.title).joined(separator: ", ")
      return "\(group.header ?? "-"): \(titles)"
    }
  }
}
