internal import Diagnostics
internal import Inputs
internal import JSON
internal import Model
internal import Time

/// Reads the entries of `known`, in a dataset or in a separate file.
struct KnownReader: Sendable {
  private(set) var entries: [KnownEntry] = []
  /// The location of each condition, to find duplicates.
  private var seen: [KnownCondition: SourceLocation] = [:]
  private var counts: [KnownCondition.Key: Int] = [:]

  mutating func read(_ reader: inout JSONReader) {
    guard reader.beginArray("known") else { return }
    while reader.nextElement() {
      guard var fields = Fields(DatasetShapes.known, in: &reader) else { continue }
      let location = reader.location(fields.start)
      var entry = KnownEntry([], reason: "", location: location)
      var condition = KnownCondition(location: location)
      var list: [KnownCondition]?
      while let key = fields.next(&reader) {
        switch key {
        case .fingerprint: condition.fingerprint = reader.string("fingerprint")
        case .rule: condition.rule = reader.string("rule")
        case .file: condition.file = reader.string("file")
        case .text: condition.text = reader.string("text")
        case .urgency:
          condition.urgency = DatasetChoices.urgency.read(&reader, name: "urgency")
        case .messages: list = accepted(&reader)
        case .reason: entry.reason = reason(&reader)
        case .owner: entry.owner = reader.string("owner")
        case .link: entry.link = reader.string("link")
        case .until: entry.until = reader.date("until")
        }
      }
      if let list {
        refuseConditions(beside: condition, at: fields.start, &reader)
        entry.conditions = list
      } else if check(condition, at: fields.start, &reader) {
        entry.conditions = [condition]
      }
      if !entry.conditions.isEmpty { entries.append(entry) }
    }
  }

  private func reason(_ reader: inout JSONReader) -> String {
    let reason = reader.string("reason")
    if let reason, reason.allSatisfy(\.isWhitespace) {
      reader.rejectValue(
        at: reader.valuePosition, "'reason' is empty", help: ["say why the message is accepted"])
    }
    return reason ?? ""
  }

  /// The messages of a list.
  private mutating func accepted(_ reader: inout JSONReader) -> [KnownCondition] {
    var list: [KnownCondition] = []
    guard reader.beginArray("messages") else { return list }
    while reader.nextElement() {
      guard var fields = Fields(DatasetShapes.accepted, in: &reader) else { continue }
      var condition = KnownCondition(count: 1, location: reader.location(fields.start))
      while let key = fields.next(&reader) {
        switch key {
        case .fingerprint: condition.fingerprint = reader.string("fingerprint")
        case .rule: condition.rule = reader.string("rule")
        case .file: condition.file = reader.string("file")
        case .urgency:
          condition.urgency = DatasetChoices.urgency.read(&reader, name: "urgency")
        case .count: condition.count = reader.integer("count", 1...Int.max)
        }
      }
      if condition.fingerprint != nil, check(condition, at: fields.start, &reader) {
        list.append(condition)
      }
    }
    return list
  }

  private func refuseConditions(
    beside condition: KnownCondition, at position: JSONReader.Position, _ reader: inout JSONReader
  ) {
    guard !condition.isEmpty || condition.urgency != nil else { return }
    reader.rejectValue(
      at: position, "'messages' stands without 'fingerprint', 'rule', 'file', 'text' and 'urgency'",
      help: ["write two entries: one with 'messages', one with the others"])
  }

  /// Whether a condition can be used; reports the reason if not.
  private mutating func check(
    _ condition: KnownCondition, at position: JSONReader.Position, _ reader: inout JSONReader
  ) -> Bool {
    if condition.isEmpty {
      reader.report(
        .error, "empty-known", at: position, "a known issue without a condition",
        help: ["add 'fingerprint', 'rule', 'file' or 'text'"])
      return false
    }
    let words =
      condition.fingerprint.map { [("fingerprint", $0)] }
      ?? [("rule", condition.rule), ("file", condition.file), ("text", condition.text)]
      .compactMap { name, value in value.map { (name, $0) } }
    for (name, value) in words where value.allSatisfy(\.isWhitespace) {
      reader.report(
        .error, "empty-known", at: position, "'\(name)' of a known issue is empty",
        help: ["leave the key out, or say what the message has"])
      return false
    }
    if condition.matchesEverything {
      reader.report(
        .error, "matches-everything", at: position, "this entry matches every message of a file",
        help: ["add a 'rule' or a 'text', or name a folder as in 'vendor/**'"])
      return false
    }
    if let first = seen[condition.identity] {
      // Several inputs may contain the same list.
      if first.file == reader.file {
        reader.report(
          .warning, "duplicate-known", at: position,
          "the same as the entry in line \(first.line), which is used",
          help: ["remove one of them"])
      }
      return false
    }
    seen[condition.identity] = condition.location
    let count = counts[condition.key, default: 0] + 1
    counts[condition.key] = count
    guard count > KnownCondition.mostAlike else { return true }
    if count == KnownCondition.mostAlike + 1 {
      reader.report(
        .error, "too-many-known", at: position,
        "more than \(KnownCondition.mostAlike) entries with patterns or texts for one rule or file",
        help: ["join them in patterns, or add the 'rule'"])
    }
    return false
  }
}

extension JSONReader {
  /// A date without a time.
  mutating func date(_ name: String) -> CivilDate? {
    guard peek() == .string else {
      rejectType("a string", name: name)
      return nil
    }
    let position = valuePosition
    scanStringValue()
    if case .date(let date)? = TimePoint(parsing: text) { return date }
    let given = String(decoding: text.prefix(256), as: UTF8.self)
    report(
      .error, "invalid-date", at: position, "invalid date \(VisibleText.quoted(given))",
      help: ["write a day of the calendar as 2026-12-31"])
    return nil
  }
}
