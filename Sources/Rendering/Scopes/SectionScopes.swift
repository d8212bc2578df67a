import Composing
import Localization
import Model
import Templating

/// The sections of messages, one record for each category; on a page, first those with the news of
/// each category (see "Lists of changes").
final class SectionScope: Scope {
  private let view: ReportView
  private let parts: [Report.ListPart]
  private let messages: [Value]
  private let blocks: [BlockScope]
  /// The number of messages in the sections before each.
  private let before: [Int]

  init(_ view: ReportView) {
    self.view = view
    let parts = view.listParts
    self.parts = parts
    var count = 0
    let before = parts.map { part in
      defer { count += part.section.items.count }
      return count
    }
    let scopes = parts.map {
      view.messageScope($0.section.items, heading: 4, category: $0.section.title)
    }
    messages = zip(scopes, parts).map { .records($0, 0..<$1.section.items.count) }
    blocks = parts.indices.map {
      BlockScope(view, parts[$0].section, scopes[$0], before: before[$0])
    }
    self.before = before
  }

  var count: Int { parts.count }

  /// The number of compressed messages of a part.
  private func packed(of index: Int) -> Int {
    guard view.style.packsWaiting else { return 0 }
    var count = 0
    for block in parts[index].section.blocks {
      count += ChunkScope.waiting(
        of: block.items.count, before: before[index] + block.items.lowerBound)
    }
    return count
  }

  /// The alerts and banners of a part's category, which are above all sections.
  private func notices(of part: Report.ListPart) -> [Int] {
    let categories = view.report.categories
    guard part.isLast, categories.indices.contains(part.category) else { return [] }
    return categories[part.category].above
  }

  private func noticeRecords(of part: Report.ListPart) -> Value {
    let notices = notices(of: part)
    return notices.isEmpty
      ? .absent : .records(view.messageScope(notices, heading: 4), 0..<notices.count)
  }

  private func chunks(of index: Int) -> Value {
    guard case .records(let scope, let range) = messages[index] else { return .absent }
    let chunks = ChunkScope(scope, range, before: before[index])
    return .records(chunks, 0..<chunks.count)
  }

  func value(_ name: Name, at index: Int) -> Value {
    let part = parts[index]
    let section = part.section
    return switch Field(name) {
    case .id: .text(section.category ?? section.urgency.rawValue)
    case .title: .text(section.title)
    case .count: view.said(view.report.locale.number(section.total))
    case .titleWithCount:
      view.titleWithCount(section.title, section.total + notices(of: part).count)
    case .position: .number(part.category + 1)
    case .filed: .number(section.filed + 1)
    case .anchor:
      .text(
        part.isNews && !part.isLast ? "news-\(part.category + 1)" : "section-\(part.category + 1)")
    case .isNew: .flag(part.isNews)
    case .isFirst: .flag(index == 0)
    case .countAbove:
      part.above == 0
        ? .absent
        : view.said(
          view.report.locale.string(
            .countAbove, ["count": view.report.locale.number(part.above)]))
    case .urgency: .text(section.urgency.rawValue)
    case .urgencyWord: .text(view.labels.urgency(section.urgency))
    case .messages: messages[index]
    case .chunks: chunks(of: index)
    case .blocks: .records(blocks[index], 0..<blocks[index].count)
    case .more: view.more(section.leftOut)
    case .moreWaiting: view.more(packed(of: index))
    case .hasNotices: .flag(!notices(of: part).isEmpty)
    case .notices: noticeRecords(of: part)
    case .countWithNotices:
      view.said(view.report.locale.number(section.total + notices(of: part).count))
    case .sign: .text(view.style.urgency(section.urgency))
    case .tint: .finished(view.style.tint(view.report.tone(of: section.urgency)))
    case .tone: .text(view.report.tone(of: section.urgency).rawValue)
    default: .missing
    }
  }
}

/// A section's messages in chunks of a hundred, so that a browser can skip the layout of distant
/// ones. After the page's first thousand messages, chunks wait: a script keeps them as text until
/// they come near the window, because elements need ten times as much memory.
final class ChunkScope: Scope {
  static let length = 100
  static let live = 1_000

  private let messages: any Scope
  private let range: Range<Int>
  private let before: Int

  init(_ messages: any Scope, _ range: Range<Int>, before: Int) {
    self.messages = messages
    self.range = range
    self.before = before
  }

  var count: Int { (range.count + Self.length - 1) / Self.length }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .messages:
      let start = range.lowerBound + index * Self.length
      return .records(messages, start..<min(start + Self.length, range.upperBound))
    case .waits: return .flag(Self.waits(index, before: before))
    case .rows:
      let rows = min(range.count - index * Self.length, Self.length)
      return .text(rows < 10 ? "0\(rows)" : "\(rows)")
    default: return .missing
    }
  }

  /// Whether a chunk waits, given the number of messages before its block.
  private static func waits(_ chunk: Int, before: Int) -> Bool { before + chunk * length >= live }

  /// The number of a block's messages that wait, given the number of messages before it.
  static func waiting(of count: Int, before: Int) -> Int {
    let chunks = max(0, live - before + length - 1) / length
    return max(0, count - chunks * length)
  }

  /// Whether a chunk of any block waits.
  static func areAnyWaiting(of parts: [Report.ListPart]) -> Bool {
    var before = 0
    for part in parts {
      for block in part.section.blocks {
        if waiting(of: block.items.count, before: before) > 0 { return true }
        before += block.items.count
      }
    }
    return false
  }
}

/// The categories with the counts of filters, which include alerts and banners.
final class CategoryScope: Scope {
  private let view: ReportView

  init(_ view: ReportView) {
    self.view = view
  }

  func value(_ name: Name, at index: Int) -> Value {
    let category = view.report.categories[index]
    return switch Field(name) {
    case .id: .text(category.id)
    case .messages: messages(of: category)
    case .notices: view.messages(category.above, heading: 4)
    case .title: .text(category.title)
    case .count: view.said(view.report.locale.number(category.count))
    case .titleWithCount: view.titleWithCount(category.title, category.count)
    case .position: .number(index + 1)
    default: .missing
    }
  }

  /// The messages of the category's section, in its order.
  private func messages(of category: Report.Category) -> Value {
    let section = view.report.sections.first {
      category.isGiven
        ? $0.category == category.id : $0.category == nil && $0.urgency.rawValue == category.id
    }
    return view.messages(section?.items ?? [], heading: 4)
  }

  func member(_ name: Name, in records: Range<Int>) -> Value {
    let categories = view.report.categories[records]
    // The id of a category may be any words; a name in a template has no spaces. An urgency may have
    // the name of a category.
    let index =
      categories.firstIndex { $0.isGiven && $0.id == name.text }
      ?? categories.firstIndex { TemplateID.of($0.id) == name.text }
    return index.map { .record(self, $0) } ?? .absent
  }

  func written(at index: Int) -> Value { .text(view.report.categories[index].title) }
}

/// The category filter.
final class FilterScope: Scope {
  private let view: ReportView

  init(_ view: ReportView) {
    self.view = view
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .categories: .records(CategoryScope(view), 0..<view.report.offeredCategories)
    case .hasManyCategories: .flag(view.report.listsCategories)
    case .count: view.said(view.report.locale.number(view.report.sections.count))
    case .all: .text(view.report.locale.string(.all))
    case .legend: .text(view.report.locale.string(.filterByCategory))
    default: .missing
    }
  }
}
