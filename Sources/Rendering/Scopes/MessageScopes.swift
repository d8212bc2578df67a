import Basics
import Composing
import Markup
import Model
import Templating

/// Messages in display order: record `index` is the message `indices[index]`.
final class MessageScope: Scope {
  private let view: ReportView
  private let saying: MessageLabels
  private let messages: [Message]
  private let changes: [Report.Change]
  private let indices: [Int]
  /// The title of their section.
  private let category: String?
  /// The level of headings in their texts: one below that of their section.
  private let heading: Int
  /// Whether these are the baseline's messages that are gone.
  private let isFixed: Bool

  init(
    _ view: ReportView, _ messages: [Message], _ changes: [Report.Change], _ indices: [Int],
    category: String?, heading: Int, isFixed: Bool
  ) {
    self.category = category
    self.heading = heading
    self.view = view
    saying = view.saying
    self.messages = messages
    self.changes = changes
    self.indices = indices
    self.isFixed = isFixed
  }

  func value(_ name: Name, at index: Int) -> Value {
    guard let field = Field(name) else { return .missing }
    let place = indices[index]
    switch field {
    case .isFirst: return .flag(index == 0)
    case .anchor: return .text((isFixed ? "f" : "m") + String(place + 1))
    case .urgency: return .text(messages[place].urgency.rawValue)
    case .urgencyWord: return .text(view.words.urgency(messages[place].urgency))
    case .label: return view.said(saying.label(messages[place]))
    case .sign: return .text(view.signs.urgency(messages[place].urgency))
    case .tint: return .finished(view.signs.tint(tone(of: place)))
    case .alert: return .finished(view.signs.alert(tone(of: place)))
    case .tone: return .text(tone(of: place).rawValue)
    case .kind: return .text(messages[place].kind.rawValue)
    case .isAlert: return .flag(messages[place].kind == .alert)
    case .isOffline: return .flag(messages[place].kind == .offline)
    case .isProgress: return .flag(messages[place].kind == .progress)
    case .isMessage: return .flag(messages[place].kind == .message)
    case .title: return Value(messages[place].title)
    case .inShort: return inShort(messages[place])
    case .text:
      return
        Value(rich: messages[place].text, heading: heading, base: messages[place].base)
    case .details:
      return
        view.details(messages[place].details, heading: heading, base: messages[place].base)
    case .isLong:
      return .flag(saying.isLong(title: messages[place].title, text: messages[place].text))
    case .since: return view.said(saying.since(messages[place]))
    case .time: return view.said(messages[place].time.map { saying.time($0) })
    case .machineTime: return Value(messages[place].time.map { saying.machineTime($0) })
    case .category: return Value(category)
    case .position:
      return isFixed ? .absent : view.categoryPositions[place].map { .number($0) } ?? .absent
    case .location:
      return messages[place].location.map {
        .record(LocationScope(view, $0, base: messages[place].base), 0)
      } ?? .absent
    case .link:
      return messages[place].link.map {
        .record(LinkScope(view, $0, base: messages[place].base), 0)
      } ?? .absent
    case .hasActions: return .flag(!messages[place].actions.isEmpty)
    case .hasManyActions: return .flag(messages[place].actions.count > 1)
    case .actions:
      return actions(messages[place].orderedActions, of: place)
    case .hasLinks: return .flag(!messages[place].linkedActions.isEmpty)
    case .links:
      return actions(messages[place].linkedActions, of: place)
    case .progress:
      guard messages[place].kind == .progress else { return .absent }
      return .record(ProgressScope(view, messages[place].progress), 0)
    case .change: return Value(change(of: place)?.rawValue)
    case .changeWord: return Value(change(of: place).map(view.words.change))
    case .isNew: return .flag(change(of: place) == .new)
    case .isWorse: return .flag(change(of: place) == .worse)
    case .isBetter: return .flag(change(of: place) == .better)
    case .isStill: return .flag(change(of: place) == .still)
    case .isFixed: return .flag(isFixed)
    case .isDismissible: return .flag(messages[place].shownPersistence == .dismissible)
    case .isTimed: return .flag(seconds(of: place) != nil)
    case .fingerprint: return .text(fingerprint(of: place).short)
    case .seconds: return seconds(of: place).map { .number($0) } ?? .absent
    case .history: return view.said(history(of: place)?.text(view.report.locale))
    case .flakyWord: return view.said(history(of: place)?.flakyText(view.report.locale))
    case .strip: return Value(history(of: place)?.strip)
    case .stripWords: return view.said(history(of: place)?.stripText(view.report.locale))
    default: return .missing
    }
  }

  /// The history in a site; nil without a site, and for fixed messages.
  private func history(of place: Int) -> MessageHistory? {
    isFixed ? nil : view.report.history(of: place)
  }

  private func tone(of place: Int) -> Urgency { view.report.tone(of: messages[place].urgency) }

  private func change(of place: Int) -> Report.Change? {
    if isFixed { return .fixed }
    return place < changes.count ? changes[place] : nil
  }

  private func fingerprint(of place: Int) -> Fingerprint {
    // Messages of the baseline have other indices.
    if !isFixed, place < view.report.fingerprints.count { return view.report.fingerprints[place] }
    return Fingerprint(of: messages, at: place)
  }

  /// The title, or the first words of the text of a message without one.
  private func inShort(_ message: Message) -> Value {
    guard message.title.isEmpty, let text = message.text else {
      return Value(view.signs.cut(message.title, by: TextLimits.title))
    }
    return Value(RichText.words(text, limit: TextLimits.titleClusters).text)
  }

  private func actions(_ actions: [Message.Action], of place: Int) -> Value {
    if actions.isEmpty { return .absent }
    return .records(ActionScope(view, actions, base: messages[place].base), 0..<actions.count)
  }

  private func seconds(of place: Int) -> Int? {
    if case .timed(let seconds) = messages[place].shownPersistence { seconds } else { nil }
  }
}

/// The location of a message.
final class LocationScope: Scope {
  private let view: ReportView
  private let location: Message.Location
  private let base: String?

  init(_ view: ReportView, _ location: Message.Location, base: String?) {
    self.view = view
    self.location = location
    self.base = base
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .text: .text(location.text)
    case .file: .text(location.file)
    case .line: location.line.map { .text(String($0)) } ?? .absent
    case .column: location.column.map { .text(String($0)) } ?? .absent
    case .url: view.address(location.url, base: base)
    case .relativeURL: view.relativeURL(location.url, base: base)
    default: .missing
    }
  }
}

final class LinkScope: Scope {
  private let view: ReportView
  private let link: Message.Link
  private let base: String?

  init(_ view: ReportView, _ link: Message.Link, base: String?) {
    self.view = view
    self.link = link
    self.base = base
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .title: .text(link.title)
    case .url: view.address(link.url, base: base)
    case .relativeURL: view.relativeURL(link.url, base: base)
    default: .missing
    }
  }
}

final class ActionScope: Scope {
  private let view: ReportView
  private let actions: [Message.Action]
  private let base: String?

  init(_ view: ReportView, _ actions: [Message.Action], base: String?) {
    self.view = view
    self.actions = actions
    self.base = base
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .isFirst: .flag(index == 0)
    case .title: .text(actions[index].title)
    case .url: view.address(actions[index].url, base: base)
    case .relativeURL: view.relativeURL(actions[index].url, base: base)
    case .role: .text(actions[index].role.rawValue)
    case .isDestructive: .flag(actions[index].role == .destructive)
    case .isDefault: .flag(actions[index].role == .default)
    case .isCancel: .flag(actions[index].role == .cancel)
    default: .missing
    }
  }
}

/// The progress of a running message (B8).
final class ProgressScope: Scope {
  private let view: ReportView
  private let progress: Message.Progress?

  init(_ view: ReportView, _ progress: Message.Progress?) {
    self.view = view
    self.progress = progress
  }

  func value(_ name: Name, at index: Int) -> Value {
    let state = view.saying.progress(progress)
    return switch Field(name) {
    case .isKnown: .flag(state.percent != nil)
    case .hasBegun: .flag((state.percent ?? 0) > 0)
    case .isFull: .flag((state.percent ?? 0) >= 100)
    case .done: view.said(state.done)
    case .of: view.said(state.of)
    case .percent: state.percent.map { .number($0) } ?? .absent
    case .text: view.said(state.text)
    case .bar: .text(view.signs.bar(percent: state.percent))
    default: .missing
    }
  }
}
