import Diagnostics
internal import Inputs
internal import JSON
internal import Model

extension DatasetReader {
  mutating func readMessages(_ reader: inout JSONReader) {
    guard reader.beginArray("messages") else { return }
    while reader.nextElement() { readMessage(&reader) }
  }

  mutating func readMessage(_ reader: inout JSONReader) {
    var message = Message(urgency: .information, title: "", source: SourceMark())
    guard read(&message, at: contents.dataset.messages.count, &reader) else { return }
    makeRoom(&reader)
    contents.dataset.messages.append(message)
  }

  /// Fills an empty message in place, because a copy would update a dozen reference counts. Returns
  /// false unless a message was read to its end.
  ///
  /// - Parameter index: The index of the message in the dataset.
  private mutating func read(
    _ message: inout Message, at index: Int, _ reader: inout JSONReader
  ) -> Bool {
    guard var fields = Fields(DatasetShapes.message, in: &reader) else { return false }
    message.source = mark(fields.start)
    var rules = MessageRules(start: fields.start)
    while let field = fields.next(&reader) {
      switch field.content {
      case .part(let part, _): read(part, of: &message, at: index, &rules, &reader)
      case .text(let path): message[keyPath: path] = reader.string(field.key)
      case .name(let path):
        let name = reader.string(field.key)
        message[keyPath: path] = name?.isEmpty == true ? nil : name
      case .seconds(let path): message[keyPath: path] = reader.seconds(field.key)
      case .number(let path, let range, let usual):
        message[keyPath: path] = reader.integer(field.key, range) ?? usual
      }
    }
    if reader.hasFailed { return false }
    message.cause = message.cause.flatMap { Message.cause(from: $0) }
    rules.check(message.kind, message.urgency, &reader)
    message.persistence = rules.stay
    if rules.stepsLeftOut > 0 { message.stepsLeftOut += rules.stepsLeftOut }
    if let id = message.id { noteMessage(id, rules.idPosition, &reader) }
    return true
  }

  private mutating func read(
    _ part: MessageField.Part, of message: inout Message, at index: Int,
    _ rules: inout MessageRules,
    _ reader: inout JSONReader
  ) {
    switch part {
    case .id:
      message.id = reader.string("id")
      rules.idPosition = reader.valuePosition
    case .urgency:
      rules.hasUrgency = true
      message.urgency = DatasetChoices.urgency.read(&reader, name: "urgency") ?? .information
    case .kind:
      let kind = DatasetChoices.kind.read(&reader, name: "kind")
      message.kind = kind ?? .message
      rules.isKindUnknown = kind == nil
    case .category: message.category = readCategory(&reader)
    case .title:
      let title = reader.string("title")
      message.title = title ?? ""
      rules.hasWords = rules.hasWords || title?.isEmpty != true
    case .text:
      message.text = reader.string("text")
      rules.hasWords = rules.hasWords || message.text?.isEmpty != true
    case .textFormat:
      message.textFormat = reader.format(
        "textFormat", at: index, noting: &formats.markdownTexts)
    case .details: message.details = reader.string("details")
    case .detailsFormat:
      message.detailsFormat = reader.format(
        "detailsFormat", at: index, noting: &formats.markdownDetails)
    case .time:
      rules.hasTime = true
      message.time = reader.time("time")
    case .location: message.location = readLocation(&reader)
    case .testLocation: message.testLocation = readLocation(&reader, as: "testLocation")
    case .link: message.link = readLink(&reader)
    case .actions: readActions(&reader, into: &message.actions)
    case .attachments: readAttachments(&reader, into: &message.attachments)
    case .steps: message.steps = readSteps(&reader, &rules)
    case .progress: message.progress = readProgress(&reader)
    case .properties: message.properties = readProperties(&reader)
    case .persistence:
      rules.hasPersistence = true
      rules.persistence = DatasetChoices.persistence.read(&reader, name: "persistence")
      rules.persistencePosition = reader.valuePosition
    case .seconds:
      rules.hasSeconds = true
      rules.seconds = reader.integer("seconds", 1...86_400)
      rules.secondsPosition = reader.valuePosition
    }
  }

  /// Reserves capacity for the expected messages. Growth by doubling would hold the messages twice.
  private mutating func makeRoom(_ reader: inout JSONReader) {
    let count = contents.dataset.messages.count
    guard count == contents.dataset.messages.capacity, count >= 256,
      let total = reader.expectedTotal(of: count)
    else { return }
    // Short first messages lead to an overestimate, so a step is limited. One step may be larger:
    // unused capacity costs little, while each step holds the messages twice.
    let most = count * (2_000..<10_000 ~= count ? 64 : 8)
    let capacity = min(max(total + total / 16, count + count / 2), most)
    contents.dataset.messages.reserveCapacity(capacity)
    if messageIDs.count == count { messageIDs.reserveCapacity(capacity) }
  }

  /// Records a message's id. References use the first message with a duplicate id.
  private mutating func noteMessage(
    _ id: String, _ position: JSONReader.Position, _ reader: inout JSONReader
  ) {
    guard let first = messageIDs.updateValue(contents.dataset.messages.count, forKey: id) else {
      return
    }
    messageIDs[id] = first
    let source = contents.dataset.messages[first].source
    reader.report(
      .warning, "duplicate-id", at: position, "the id \(VisibleText.quoted(id)) is given twice",
      help: ["first given to the message at \(source.line):\(source.column)"])
  }

  private mutating func readCategory(_ reader: inout JSONReader) -> String? {
    guard let category = readShared(&reader, "category") else { return nil }
    if contents.categoryUses[category] == nil {
      contents.categoryUses[category] = mark(reader.valuePosition)
    }
    return category
  }

  /// Reads a string that many messages have, so that it is held once. A string of up to 15 bytes
  /// takes no memory of its own.
  mutating func readShared(_ reader: inout JSONReader, _ name: String) -> String? {
    reader.string(name).map { text in
      text.utf8.count > 15 ? sharedStrings.insert(text).memberAfterInsert : text
    }
  }

  /// Reads the title of a part, which is often shared with other parts.
  mutating func readTitle(_ reader: inout JSONReader, of what: String) -> String? {
    guard let title = readShared(&reader, "title") else { return nil }
    reader.refuseBlank(title, of: what)
    return title
  }
}
