import Composing
import Localization
import Markup
import Model
import Templating

/// The blocks of a section in order: groups of similar messages, and the messages between them.
final class BlockScope: Scope {
  private let view: ReportView
  private let section: Report.Section
  private let blocks: [(items: Range<Int>, group: Int?)]
  private let messages: MessageScope
  private let before: Int

  init(_ view: ReportView, _ section: Report.Section, _ messages: MessageScope, before: Int) {
    self.view = view
    self.section = section
    self.messages = messages
    self.before = before
    blocks = section.blocks
  }

  var count: Int { blocks.count }

  func value(_ name: Name, at index: Int) -> Value {
    guard let field = Field(name) else { return .missing }
    let (range, group) = blocks[index]
    switch field {
    case .isAlike: return .flag(group != nil)
    case .isFirst: return .flag(index == 0)
    case .messages: return .records(messages, range)
    case .chunks:
      let chunks = ChunkScope(messages, range, before: before + range.lowerBound)
      return .records(chunks, 0..<chunks.count)
    default: return group.map { value(field, of: section.groups[$0]) } ?? .missing
    }
  }

  private func value(_ field: Field, of group: Report.MessageGroup) -> Value {
    let locale = view.report.locale
    let first = section.items[group.items.lowerBound]
    return switch field {
    case .title: .title(group.title)
    case .common: Value(common(of: group))
    case .environments: view.environments(of: section.items[group.items])
    case .count: view.said(locale.number(group.count))
    case .times: view.times(group.count)
    case .text: view.said(locale.count(.messages, group.count))
    case .changeWord: view.said(news(of: group))
    case .owner: Value(view.report.owner(of: section.items[group.items]))
    case .urgency: .text(group.urgency.rawValue)
    case .urgencyWord: .text(view.labels.urgency(group.urgency))
    case .sign: .text(view.style.urgency(group.urgency))
    case .tint: .finished(view.style.tint(view.report.tone(of: group.urgency)))
    case .tone: .text(view.report.tone(of: group.urgency).rawValue)
    case .anchor: view.anchor("m\(view.number(of: first))")
    case .isListed: .flag(section.items[group.items].contains(where: view.isListed))
    case .target: view.hosted("m\(view.number(of: first))")
    case .hasPlaces: .flag(placed(of: group).contains { PlaceScope.hasPlace($0, in: group, view) })
    case .places: PlaceScope(view, placed(of: group), of: group).records
    case .more:
      view.more(group.count - placed(of: group).count { PlaceScope.hasPlace($0, in: group, view) })
    default: .missing
    }
  }

  /// "2 errors, 30 warnings, 03:12 – 05:40: Line too long": the counts of the urgencies if they
  /// differ, the first and the last time, and the common text of the members.
  private func common(of group: Report.MessageGroup) -> String? {
    let locale = view.report.locale
    var labels: [String] = []
    if !group.urgencies.isEmpty {
      labels.append(
        view.style.spelled(
          locale.list(group.urgencies.map { locale.count($0.urgency.countKey, $0.count) })))
    }
    let messages = view.report.messages
    let times = section.items[group.items].compactMap { messages[$0].time }
    if let range = view.saying.range(of: times) { labels.append(range) }
    if labels.isEmpty { return group.common }
    let label = locale.list(labels)
    guard let common = group.common else { return label }
    return locale.string(.labelWithValue, ["label": label, "value": common])
  }

  /// "3 new, 1 more urgent"; nil for none.
  private func news(of group: Report.MessageGroup) -> String? {
    let locale = view.report.locale
    var parts: [String] = []
    if group.new > 0 { parts.append(locale.count(.new, group.new)) }
    if group.worse > 0 { parts.append(locale.count(.worse, group.worse)) }
    return parts.isEmpty ? nil : locale.list(parts)
  }

  /// The messages with a listed place, up to a limit. If there are more, new and worse messages
  /// come first.
  private func placed(of group: Report.MessageGroup) -> ArraySlice<Int> {
    let items = section.items[group.items]
    let limit = view.style.mostPlaces
    guard group.new + group.worse > 0, items.count > limit else { return items.prefix(limit) }
    let changes = view.report.changes
    let news = items.lazy.filter { $0 < changes.count && changes[$0].isNews }.prefix(limit)
    let rest = items.lazy.filter { $0 >= changes.count || !changes[$0].isNews }
    return (Array(news) + rest.prefix(limit - news.count))[...]
  }
}

/// The places of a group of similar messages, in one line.
final class PlaceScope: Scope {
  private let view: ReportView
  private let places: [(item: Int, text: String)]
  private let group: Report.MessageGroup

  init(_ view: ReportView, _ items: ArraySlice<Int>, of group: Report.MessageGroup) {
    self.view = view
    self.group = group
    places = items.compactMap { item in
      let text = Self.place(of: item, in: group, view)
      // A message without a place adds nothing to its group.
      return text.isEmpty ? nil : (item, text)
    }
  }

  var count: Int { places.count }
  var records: Value { .records(self, 0..<places.count) }

  func value(_ name: Name, at index: Int) -> Value {
    let (item, text) = places[index]
    let message = view.report.messages[item]
    switch Field(name) {
    case .isFirst: return .flag(index == 0)
    case .separator: return .finished(index == 0 ? "" : view.report.locale.list(["", ""]))
    case .text: return .text(text)
    case .url:
      if let url = message.location?.url { return view.address(url, base: message.base) }
      return view.hosted("m\(view.number(of: item))")
    case .changeWord:
      let change = item < view.report.changes.count ? view.report.changes[item] : nil
      // If all members are new or all are worse, the group itself shows it.
      guard let change, change.isNews, group.new < group.count, group.worse < group.count else {
        return .absent
      }
      return view.said(view.labels.change(change, of: message))
    default: return .missing
    }
  }

  /// Whether a message has a place. Most have a location, so the text of the place is not needed.
  static func hasPlace(
    _ item: Int, in group: Report.MessageGroup, _ view: ReportView
  ) -> Bool {
    if group.likeness == .environment { return false }
    let messages = view.report.messages
    if !isNamed(messages[item], in: group), let file = messages[item].location?.file {
      return !file.isEmpty || messages[item].location?.line != nil
    }
    return !place(of: item, in: group, view).isEmpty
  }

  /// Whether a message is identified by its title instead of its place, such as a failed test.
  private static func isNamed(_ message: Message, in group: Report.MessageGroup) -> Bool {
    switch group.likeness {
    case .lead, .failure, .stack: !message.title.isEmpty
    case .rule, .title, .environment: false
    }
  }

  /// The place of a message. For a failed test it is the test's name, the title.
  static func place(
    of item: Int, in group: Report.MessageGroup, _ view: ReportView
  ) -> String {
    // The title of the group names the environments, and the test has the same place in each.
    if group.likeness == .environment { return "" }
    let message = view.report.messages[item]
    let style = view.style
    if !isNamed(message, in: group), let location = message.location { return location.text }
    if message.title != group.title { return style.cut(message.title, by: TextLimits.title) }
    // Messages with equal titles differ in their texts.
    guard group.common == nil, let text = message.text else { return "" }
    return RichText.line(text, in: message.textFormat, limit: TextLimits.attributeClusters).text
  }
}
