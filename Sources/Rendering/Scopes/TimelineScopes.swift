import Composing
import Localization
import Model
import Templating
import Text
import Time

/// The timeline.
final class TimelineScope: Scope {
  let entries: EntryScope
  private let view: ReportView
  private let timeline: Report.Timeline
  private let groups: Value
  private let now: Report.NowPosition?

  init(_ view: ReportView, _ timeline: Report.Timeline) {
    self.view = view
    self.timeline = timeline
    now = timeline.nowPosition
    entries = EntryScope(view, timeline, now)
    groups = .records(GroupScope(view, timeline, entries, now), 0..<timeline.groups.count)
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .title: .text(timeline.title)
    case .titleWithCount:
      view.titleWithCount(timeline.title, timeline.total)
    case .total: .text(view.report.locale.number(timeline.total))
    case .groups: groups
    case .nowText: view.said(timeline.nowText)
    case .nowAtEnd: .flag(now == .end)
    case .isDescending: .flag(timeline.isDescending)
    // If no entry is left, one count replaces those before and after the entries.
    case .more: view.more(timeline.groups.isEmpty ? timeline.leftOut.count : 0)
    case .moreBefore: view.said(timeline.leftOutText(above: true, view.report.locale))
    case .moreAfter: view.said(timeline.leftOutText(above: false, view.report.locale))
    default: .missing
    }
  }
}

/// The entries under one header.
final class GroupScope: Scope {
  private let view: ReportView
  private let groups: [Report.Group]
  private let nowUnit: CivilDate?
  private let entries: EntryScope
  private let now: Report.NowPosition?

  init(
    _ view: ReportView, _ timeline: Report.Timeline, _ entries: EntryScope,
    _ now: Report.NowPosition?
  ) {
    self.view = view
    groups = timeline.groups
    nowUnit = timeline.nowUnit
    self.entries = entries
    self.now = now
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .header: view.said(groups[index].header)
    case .isNow: .flag(groups[index].start == nowUnit)
    case .nowAbove: .flag(now == .above(group: index))
    case .entries: .records(entries, groups[index].entries)
    default: .missing
    }
  }
}

/// The entries of the timeline.
final class EntryScope: Scope {
  private let view: ReportView
  private let timeline: Report.Timeline
  private let now: Report.NowPosition?

  init(_ view: ReportView, _ timeline: Report.Timeline, _ now: Report.NowPosition?) {
    self.view = view
    self.timeline = timeline
    self.now = now
  }

  /// The title, shortened to fit a preview.
  func shortTitle(_ index: Int) -> String {
    view.style.cut(timeline.entries[index].entry.title) {
      $0.truncated(toClusters: TextLimits.previewClusters)
    }
  }

  func value(_ name: Name, at index: Int) -> Value {
    guard let field = Field(name) else { return .missing }
    let item = timeline.entries[index]
    let entry = item.entry
    switch field {
    case .id: return Value(entry.id)
    case .properties: return PropertyScope.records(entry.properties)
    case .anchor: return .text("e\(index + 1)")
    case .title: return .title(view.style.cut(entry.title, by: TextLimits.title))
    case .timestamp: return view.said(item.timestamp)
    case .clockTimestamp: return view.said(item.clockTimestamp)
    case .fullTimestamp: return view.said(item.fullTimestamp)
    case .previewTimestamp: return view.said(item.previewTimestamp)
    case .machineTime: return .text(item.machineTime)
    case .tense: return .text(item.tense.rawValue)
    case .tenseWord: return .text(view.labels.tense(item.tense))
    case .isPast: return .flag(item.tense == .past)
    case .isCurrent: return .flag(item.tense == .current)
    case .isFuture: return .flag(item.tense == .future)
    case .status: return .text(entry.status.rawValue)
    case .statusWord: return Value(view.labels.status(entry.status))
    case .isOpen: return .flag(entry.status == .open)
    case .isInProgress: return .flag(entry.status == .inProgress)
    case .isCompleted: return .flag(entry.status == .completed)
    case .isNone: return .flag(entry.status == .none)
    case .milestone: return Value(entry.milestone?.rawValue)
    case .milestoneWord: return Value(milestoneWord(entry))
    case .isStart: return .flag(entry.milestone == .start)
    case .isEnd: return .flag(entry.milestone == .end)
    case .shape: return .text(item.shape.rawValue)
    case .isDiamond: return .flag(item.shape == .diamond)
    case .icon: return view.icon(entry.icon)
    case .url: return view.address(entry.url, base: entry.base)
    case .relativeURL: return view.relativeURL(entry.url, base: entry.base)
    case .description:
      return Value(entry.description.map { view.style.cut($0, by: TextLimits.description) })
    // Details of entries use the component of messages, which has these fields.
    case .input, .detailsBefore, .linesBefore: return .absent
    case .details:
      return view.details(
        view.colored(entry.details, entry.detailsFormat, entry.coloredDetails),
        entry.detailsFormat, heading: timeline.unit == nil ? 3 : 4, base: entry.base)
    case .statuses:
      let scope = StatusNoteScope(view, entry.statuses)
      let count =
        view.style.cutsTexts ? TextLimits.statuses(of: entry).shown.count : entry.statuses.count
      return count == 0 ? .absent : .records(scope, 0..<count)
    case .moreStatuses:
      guard view.style.cutsTexts else { return .absent }
      return view.said(TextLimits.more(TextLimits.statuses(of: entry).more, view.report.locale))
    case .attributes:
      let scope = AttributeScope(view, entry.attributes)
      let count =
        view.style.cutsTexts ? TextLimits.attributes(of: entry).shown.count : entry.attributes.count
      return count == 0 ? .absent : .records(scope, 0..<count)
    case .moreAttributes:
      guard view.style.cutsTexts else { return .absent }
      return view.said(TextLimits.more(TextLimits.attributes(of: entry).more, view.report.locale))
    case .lineBefore: return lineBefore(index)
    case .lineAfter: return lineAfter(index)
    case .nowBefore: return .flag(now == .before(entry: index))
    case .nowAfter: return .flag(now == .after(entry: index))
    case .isLong: return .flag(TextLimits.isLong(entry))
    case .label: return view.said(item.label(view.report.locale))
    case .sign: return .text(view.style.node(item))
    case .tint: return .finished(view.style.tint(item.tense))
    default: return .missing
    }
  }

  fileprivate func lineBefore(_ index: Int) -> Value {
    Value(timeline.entries[index].lineBefore?.rawValue)
  }

  fileprivate func lineAfter(_ index: Int) -> Value {
    Value(timeline.entries[index].lineAfter?.rawValue)
  }

  private func milestoneWord(_ entry: TimelineEntry) -> String? {
    entry.milestone.map(view.labels.milestone)
  }
}

final class StatusNoteScope: Scope {
  private let view: ReportView
  private let notes: [TimelineEntry.StatusNote]

  init(_ view: ReportView, _ notes: [TimelineEntry.StatusNote]) {
    self.view = view
    self.notes = notes
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .isFirst: .flag(index == 0)
    case .text: .text(notes[index].text)
    case .tone: .text(notes[index].tone.rawValue)
    case .toneWord: Value(view.labels.tone(notes[index].tone))
    default: .missing
    }
  }
}

final class AttributeScope: Scope {
  private let view: ReportView
  private let attributes: [String]

  init(_ view: ReportView, _ attributes: [String]) {
    self.view = view
    self.attributes = attributes
  }

  func value(_ name: Name, at index: Int) -> Value {
    guard Field(name) == .text else { return .missing }
    return .text(view.style.cut(attributes[index], by: TextLimits.attribute))
  }
}

/// The preview strip: its items are entries of the timeline.
final class PreviewScope: Scope {
  private let view: ReportView
  private let preview: Report.Preview
  private let entries: EntryScope

  init(_ view: ReportView, _ preview: Report.Preview, _ entries: EntryScope) {
    self.view = view
    self.preview = preview
    self.entries = entries
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .title: Value(view.report.timeline?.title)
    case .seeAll: view.said(preview.seeAll)
    case .anchor: view.anchor("timeline")
    case .items:
      .records(PreviewItemScope(self, entries), 0..<shown.count)
    case .table: .finished(PreviewTable.write(items, view))
    default: .missing
    }
  }

  /// The strip runs from past to future, even if the timeline is descending.
  fileprivate var isReversed: Bool { view.report.timeline?.isDescending ?? false }

  private var items: [Report.Entry] {
    guard let timeline = view.report.timeline else { return [] }
    return shown.map { timeline.entries[$0] }
  }

  fileprivate var shown: [Int] { preview.shown(on: view.style.screenWidth) }

  fileprivate func isExtra(_ index: Int) -> Bool {
    preview.isExtra(index, on: view.style.screenWidth)
  }
}

final class PreviewItemScope: Scope {
  private let preview: PreviewScope
  private let items: [Int]
  private let entries: EntryScope

  init(_ preview: PreviewScope, _ entries: EntryScope) {
    self.preview = preview
    self.entries = entries
    items = preview.shown
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .isExtra: .flag(preview.isExtra(index))
    case .title: .title(entries.shortTitle(items[index]))
    case .lineBefore where preview.isReversed: entries.lineAfter(items[index])
    case .lineAfter where preview.isReversed: entries.lineBefore(items[index])
    default: entries.value(name, at: items[index])
    }
  }
}
