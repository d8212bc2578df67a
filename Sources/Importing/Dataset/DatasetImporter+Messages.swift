internal import Basics
import Diagnostics
internal import JSON
internal import Model

extension DatasetImporter {
  mutating func readMessages(_ reader: inout JSONReader) {
    guard reader.beginArray("messages") else { return }
    while reader.nextElement() { readMessage(&reader) }
  }

  private mutating func readMessage(_ reader: inout JSONReader) {
    guard var fields = Fields(DatasetShapes.message, in: &reader) else { return }
    var draft = MessageDraft()
    while let key = fields.next(&reader) {
      draft.given |= key.bit
      switch key {
      case .id:
        draft.id = reader.string("id")
        draft.idPlace = reader.valuePosition
      case .urgency: draft.urgency = DatasetChoices.urgency.read(&reader, name: "urgency")
      case .kind: draft.kind = DatasetChoices.kind.read(&reader, name: "kind") ?? .message
      case .category: draft.category = readCategory(&reader)
      case .title: draft.title = reader.string("title")
      case .text: draft.text = reader.string("text")
      case .details: draft.details = reader.string("details")
      case .time: draft.time = reader.time("time")
      case .location: draft.location = readLocation(&reader)
      case .link: draft.link = readLink(&reader)
      case .actions: readActions(&reader, into: &draft.actions)
      case .progress: draft.progress = readProgress(&reader)
      case .persistence:
        draft.persistence = DatasetChoices.persistence.read(&reader, name: "persistence")
        draft.persistencePlace = reader.valuePosition
      case .seconds:
        draft.seconds = reader.integer("seconds", 1...86_400)
        draft.secondsPlace = reader.valuePosition
      case .fingerprint: draft.fingerprint = reader.string("fingerprint")
      }
    }
    if reader.hasFailed { return }
    draft.check(&reader, at: fields.start)
    if let id = draft.id { noteMessage(id, draft.idPlace, &reader) }
    dataset.messages.append(draft.message(at: mark(fields.start)))
  }

  /// Both messages are kept, for nothing may be lost; but whoever refers to the id gets the first.
  private mutating func noteMessage(
    _ id: String, _ place: JSONReader.Position, _ reader: inout JSONReader
  ) {
    let messages = dataset.messages
    guard
      let first = messageIDs.insert(id, at: messages.count, idAt: { messages[$0].id })
    else { return }
    let source = messages[first].source
    reader.report(
      .warning, "duplicate-id", at: place, "the id \(VisibleText.quoted(id)) is given twice",
      help: ["it was given to the message at \(source.line):\(source.column)"])
  }

  private mutating func readCategory(_ reader: inout JSONReader) -> String? {
    guard reader.peek() == .string else {
      reader.rejectType("a string", name: "category")
      return nil
    }
    let place = reader.valuePosition
    reader.scanStringValue()
    let (category, isNew) = categories.string(of: reader.text)
    if isNew, categoryUses[category] == nil { categoryUses[category] = mark(place) }
    return category
  }

  mutating func readPath(_ reader: inout JSONReader, _ name: String) -> String? {
    guard reader.peek() == .string else {
      reader.rejectType("a string", name: name)
      return nil
    }
    reader.scanStringValue()
    return paths.string(of: reader.text).string
  }
}

/// A message while its keys come in, in whatever order.
struct MessageDraft {
  var given: UInt32 = 0
  var id: String?
  var idPlace = JSONReader.Position(line: 0, column: 0)
  var urgency: Urgency?
  var kind = Message.Kind.message
  var category: String?
  var title: String?
  var text: String?
  var details: String?
  var time: TimePoint?
  var location: Message.Location?
  var link: Message.Link?
  var actions: [Message.Action] = []
  var progress: Message.Progress?
  var persistence: PersistenceWord?
  var persistencePlace = JSONReader.Position(line: 0, column: 0)
  var seconds: Int?
  var secondsPlace = JSONReader.Position(line: 0, column: 0)
  var fingerprint: String?

  private func has(_ key: MessageKey) -> Bool { given & key.bit != 0 }

  /// The rules that more than one key has a part in.
  func check(_ reader: inout JSONReader, at place: JSONReader.Position) {
    if !has(.urgency), kind == .message || kind == .alert {
      let words = DatasetChoices.urgency.table.words.reversed().joined(separator: ", ")
      reader.report(
        .error, "missing-urgency", at: place, "a message without 'urgency'",
        help: ["it is one of \(words)"])
    }
    let isEmpty = (title?.isEmpty ?? true) && (text?.isEmpty ?? true)
    if isEmpty, !(has(.title) && title == nil), !(has(.text) && text == nil) {
      reader.report(
        .error, "missing-title", at: place, "a message with neither 'title' nor 'text'")
    }
    if has(.seconds), persistence != .timed, !(has(.persistence) && persistence == nil) {
      reader.report(
        .warning, "unused-seconds", at: secondsPlace,
        "'seconds' means nothing unless 'persistence' is 'timed'")
    }
    if persistence == .timed, urgency == .error {
      reader.report(
        .warning, "timed-error", at: persistencePlace,
        "an error is never hidden after a time; it stays")
    }
  }

  func message(at source: SourceMark) -> Message {
    Message(
      id: id, urgency: urgency ?? .information, kind: kind, category: category, title: title ?? "",
      text: text, details: details, time: time, location: location, link: link, actions: actions,
      progress: progress, persistence: stay, fingerprint: fingerprint, source: source)
  }

  /// Never timed for errors (B9).
  private var stay: Message.Persistence {
    switch persistence {
    case .timed: urgency == .error ? .persistent : .timed(seconds: seconds ?? 10)
    case .dismissible: .dismissible
    case .persistent, nil: .persistent
    }
  }
}

extension MessageKey {
  var bit: UInt32 {
    let place =
      switch self {
      case .id: 0
      case .urgency: 1
      case .kind: 2
      case .category: 3
      case .title: 4
      case .text: 5
      case .details: 6
      case .time: 7
      case .location: 8
      case .link: 9
      case .actions: 10
      case .progress: 11
      case .persistence: 12
      case .seconds: 13
      case .fingerprint: 14
      }
    return 1 << UInt32(place)
  }
}
