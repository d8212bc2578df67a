import Basics
import Composing
import Model
import Templating

/// The timeline (T).
final class TimelineScope: Scope {
  let entries: EntryScope
  private let view: ReportView
  private let timeline: Report.Timeline
  private let groups: Value

  init(_ view: ReportView, _ timeline: Report.Timeline) {
    self.view = view
    self.timeline = timeline
    entries = EntryScope(view, timeline)
    groups = .records(GroupScope(view, timeline.groups, entries), 0..<timeline.groups.count)
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .title: .text(timeline.title)
    case .titleWithCount:
      view.titleWithCount(timeline.title, timeline.total)
    case .total: .text(view.report.locale.number(timeline.total))
    case .groups: groups
    case .nowText: view.said(timeline.nowText)
    case .nowAtEnd:
      .flag(!timeline.isDescending && timeline.nowIndex == timeline.entries.count)
    case .isDescending: .flag(timeline.isDescending)
    case .more: view.more(timeline.leftOut)
    default: .missing
    }
  }
}

/// Entries under one header (T2).
final class GroupScope: Scope {
  private let view: ReportView
  private let groups: [Report.Group]
  private let entries: EntryScope

  init(_ view: ReportView, _ groups: [Report.Group], _ entries: EntryScope) {
    self.view = view
    self.groups = groups
    self.entries = entries
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .header: view.said(groups[index].header)
    case .entries: .records(entries, groups[index].entries)
    default: .missing
    }
  }
}

/// The cells of the timeline (T3 to T7).
final class EntryScope: Scope {
  private let view: ReportView
  private let timeline: Report.Timeline

  init(_ view: ReportView, _ timeline: Report.Timeline) {
    self.view = view
    self.timeline = timeline
  }

  /// What a preview's object has room for.
  func shortTitle(_ index: Int) -> String {
    view.signs.cut(timeline.entries[index].entry.title) {
      $0.truncated(toClusters: Clamp.previewClusters)
    }
  }

  func value(_ name: Name, at index: Int) -> Value {
    guard let field = Field(name) else { return .missing }
    let item = timeline.entries[index]
    let entry = item.entry
    switch field {
    case .anchor: return .text("e\(index + 1)")
    case .title: return .text(view.signs.cut(entry.title, by: Clamp.title))
    case .timestamp: return view.said(item.timestamp)
    case .clockTimestamp: return view.said(item.clockTimestamp)
    case .fullTimestamp: return view.said(item.fullTimestamp)
    case .previewTimestamp: return view.said(item.previewTimestamp)
    case .machineTime: return .text(item.machineTime)
    case .tense: return .text(item.tense.rawValue)
    case .tenseWord: return .text(view.words.tense(item.tense))
    case .isPast: return .flag(item.tense == .past)
    case .isCurrent: return .flag(item.tense == .current)
    case .isFuture: return .flag(item.tense == .future)
    case .status: return .text(entry.status.rawValue)
    case .statusWord: return Value(view.words.status(entry.status))
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
      return Value(entry.description.map { view.signs.cut($0, by: Clamp.description) })
    case .details:
      return
        view.details(entry.details, heading: timeline.unit == nil ? 3 : 4, base: entry.base)
    case .statuses:
      let scope = StatusNoteScope(view, entry.statuses)
      let count =
        view.signs.cutsTexts ? Clamp.statuses(of: entry).shown.count : entry.statuses.count
      return count == 0 ? .absent : .records(scope, 0..<count)
    case .moreStatuses:
      guard view.signs.cutsTexts else { return .absent }
      return view.said(Clamp.more(Clamp.statuses(of: entry).more, view.report.locale))
    case .attributes:
      let scope = AttributeScope(view, entry.attributes)
      let count =
        view.signs.cutsTexts ? Clamp.attributes(of: entry).shown.count : entry.attributes.count
      return count == 0 ? .absent : .records(scope, 0..<count)
    case .moreAttributes:
      guard view.signs.cutsTexts else { return .absent }
      return view.said(Clamp.more(Clamp.attributes(of: entry).more, view.report.locale))
    case .lineBefore: return lineBefore(index)
    case .lineAfter: return lineAfter(index)
    // From the other side the indicator is below its entry, under that entry's header (T4).
    case .nowBefore:
      return .flag(timeline.nowIndex == index && (!timeline.isDescending || index == 0))
    case .nowAfter:
      return .flag(timeline.isDescending && timeline.nowIndex == index + 1)
    case .isLong: return .flag(Clamp.isLong(entry))
    case .label: return view.said(label(item))
    case .sign: return .text(view.signs.node(item))
    case .tint: return .finished(view.signs.tint(item.tense))
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
    entry.milestone.map(view.words.milestone)
  }

  /// "current, in progress, start": the words for what colour and shape say.
  private func label(_ item: Report.Entry) -> String {
    let words = [
      view.words.tense(item.tense), view.words.status(item.entry.status),
      milestoneWord(item.entry) ?? "",
    ]
    return words.filter { !$0.isEmpty }.joined(
      separator: view.report.locale.string("listSeparator"))
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
    case .toneWord: Value(view.words.tone(notes[index].tone))
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
    return .text(view.signs.cut(attributes[index], by: Clamp.attribute))
  }
}

/// The preview strip (P): its items are entries of the timeline.
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
    case .items:
      .records(PreviewItemScope(preview.items, entries, isReversed: isReversed), 0..<shown)
    case .table: .finished(PreviewTable.write(items, view))
    default: .missing
    }
  }

  /// The strip runs from past to future whichever way the timeline runs (P3).
  private var isReversed: Bool { view.report.timeline?.isDescending ?? false }

  private var items: [Report.Entry] {
    guard let timeline = view.report.timeline else { return [] }
    return preview.items.prefix(shown).map { timeline.entries[$0] }
  }

  /// Compact targets that cannot ask for their width show the first two.
  private var shown: Int {
    view.signs.isCompact ? min(2, preview.items.count) : preview.items.count
  }
}

final class PreviewItemScope: Scope {
  private let items: [Int]
  private let entries: EntryScope
  private let isReversed: Bool

  init(_ items: [Int], _ entries: EntryScope, isReversed: Bool) {
    self.items = items
    self.entries = entries
    self.isReversed = isReversed
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .isExtra: .flag(index >= 2)
    case .title: .text(entries.shortTitle(items[index]))
    case .lineBefore where isReversed: entries.lineAfter(items[index])
    case .lineAfter where isReversed: entries.lineBefore(items[index])
    default: entries.value(name, at: items[index])
    }
  }
}
