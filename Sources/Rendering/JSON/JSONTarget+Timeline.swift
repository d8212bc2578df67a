import Composing
import JSON
import Model
import Text
import Time

extension JSONTarget {
  func writeTimeline(_ writer: inout JSONWriter) {
    guard let timeline = report.timeline else { return }
    writer.key("timeline")
    writer.object { writer in
      writer.member("title", timeline.title)
      writer.member("total", timeline.total)
      writer.member("unit", timeline.unit?.rawValue)
      writer.member("isDescending", timeline.isDescending)
      writer.member("now", timeline.nowText)
      writer.member("nowIndex", timeline.nowIndex)
      writer.member("nowGroup", nowGroup(of: timeline))
      writer.member("nowUnit", timeline.nowUnit?.machineTime)
      writer.member("seeAll", report.preview?.seeAll)
      writer.key("preview")
      writer.array { writer in for item in report.preview?.items ?? [] { writer.value(item) } }
      writer.key("previewCompact")
      writer.array { writer in
        guard let preview = report.preview else { return }
        for item in preview.items[preview.compact] { writer.value(item) }
      }
      writer.key("entries")
      writer.array { writer in
        for group in timeline.groups {
          for index in group.entries { write(timeline.entries[index], in: group, &writer) }
        }
      }
    }
  }

  /// The header of the group with the mark for now; nil if no group has it.
  private func nowGroup(of timeline: Report.Timeline) -> String? {
    switch timeline.nowPosition {
    case .before(let entry), .after(let entry):
      timeline.groups.first { $0.entries.contains(entry) }?.header
    case .above, .end, nil: nil
    }
  }

  private func write(
    _ item: Report.Entry, in group: Report.Group, _ writer: inout JSONWriter
  ) {
    let entry = item.entry
    writer.object { writer in
      writer.member("id", entry.id)
      writer.member("group", group.header)
      writer.member("groupStart", group.start?.machineTime)
      writer.member("time", item.machineTime)
      if case .span(_, let end?) = entry.when {
        writer.member("end", saying.machineTime(end))
      }
      writer.member("timestamp", item.clockTimestamp ?? item.timestamp)
      writer.member("fullTimestamp", item.fullTimestamp)
      writer.member("previewTimestamp", item.previewTimestamp)
      writer.member("tense", item.tense.rawValue)
      writer.member("status", entry.status.rawValue)
      writer.member("milestone", entry.milestone?.rawValue)
      writer.member("shape", item.shape.rawValue)
      writer.member("lineBefore", item.lineBefore?.rawValue)
      writer.member("lineAfter", item.lineAfter?.rawValue)
      writer.member("title", entry.title)
      writer.member("description", entry.description)
      writer.member("details", entry.details, as: entry.detailsFormat)
      writer.member("url", resolved(entry.url, base: entry.base))
      writer.member("base", entry.base)
      writeStatuses(entry.statuses, &writer)
      if !entry.attributes.isEmpty { writeList("attributes", entry.attributes, &writer) }
      writer.member(entry.properties)
    }
  }

  private func writeStatuses(
    _ statuses: [TimelineEntry.StatusNote], _ writer: inout JSONWriter
  ) {
    if statuses.isEmpty { return }
    writer.key("statuses")
    writer.array { writer in
      for status in statuses {
        writer.object { writer in
          writer.member("text", status.text)
          writer.member("tone", status.tone.rawValue)
        }
      }
    }
  }
}
