internal import Diagnostics
internal import Model
internal import Text

extension Filter {
  enum Key {
    case urgency, category, kind, change, file, text, tense, status
    case field(MessageField, MessageField.Labels)

    static let ofMessages: [Key] =
      [.urgency, .category, .kind, .change]
      + MessageField.allCases.compactMap { field in field.labels.map { .field(field, $0) } }
      + [.file, .text]
    static let ofEntries: [Key] = [.tense, .status]
    static let all = ofMessages + ofEntries

    var name: String {
      switch self {
      case .urgency: "urgency"
      case .category: "category"
      case .kind: "kind"
      case .change: "change"
      case .file: "file"
      case .text: "text"
      case .tense: "tense"
      case .status: "status"
      case .field(let field, _): field.key
      }
    }
  }

  /// The names of the keys for messages.
  package static let messageKeys = Key.ofMessages.map(\.name)
  /// The names of the keys for the timeline.
  package static let entryKeys = Key.ofEntries.map(\.name)

  /// Parses filters such as `urgency=error,warning`.
  static func parse(
    _ texts: [String], assignment: CategoryAssignment, hasBaseline: Bool,
    at location: SourceLocation?,
    _ diagnostics: inout [Diagnostic]
  ) -> Filter {
    var parser = FilterParser(assignment: assignment, hasBaseline: hasBaseline, location: location)
    var filter = Filter()
    for text in texts {
      if let condition = parser.condition(text) { filter.add(condition) }
    }
    diagnostics += parser.diagnostics
    return filter
  }
}

private struct FilterParser {
  let assignment: CategoryAssignment
  let hasBaseline: Bool
  let location: SourceLocation?
  var diagnostics: [Diagnostic] = []

  init(assignment: CategoryAssignment, hasBaseline: Bool, location: SourceLocation?) {
    self.assignment = assignment
    self.hasBaseline = hasBaseline
    self.location = location
  }

  private static let longest = 10_000
  private static let keyNames = Filter.Key.all.map(\.name)

  mutating func condition(_ text: String) -> Filter.Condition? {
    // Each message is compared with each value, so the length is limited.
    guard text.utf8.count <= FilterParser.longest else {
      report(
        "filter-too-long",
        "the filter \(VisibleText.quoted(text)) is longer than \(FilterParser.longest) characters",
        help: ["use fewer values, or a pattern that matches several"])
      return nil
    }
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0].trimmed
    guard let key = Filter.Key.all.first(where: { $0.name == name }) else {
      report(
        "unknown-filter-key", "unknown filter key \(VisibleText.quoted(name))",
        help: Suggestion.help(for: name, among: FilterParser.keyNames)
          .or("valid keys: \(FilterParser.keyNames.joined(separator: ", "))"))
      return nil
    }
    let values =
      parts.count < 2 ? [] : parts[1].split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
    if values.isEmpty {
      report(
        "malformed-filter", "no value in the filter \(VisibleText.quoted(text))",
        help: ["write '\(name)=value' or '\(name)=value,value'"])
      return nil
    }
    return condition(key, values)
  }

  private mutating func condition(_ key: Filter.Key, _ values: [String]) -> Filter.Condition? {
    switch key {
    case .urgency: return closed(key, values).map { .urgency($0) }
    case .kind: return closed(key, values).map { .kind($0) }
    case .tense: return closed(key, values).map { .tense($0) }
    case .status: return closed(key, values).map { .status($0) }
    case .change:
      if !hasBaseline {
        diagnostics.append(.needsBaseline("filtering by change", at: location))
        return nil
      }
      return closed(key, values).map { .change($0) }
    case .category: return category(values)
    case .field(let field, let labels):
      return .field(field, labels, values.map { Glob($0) }, written: values)
    case .file: return .file(values.map { Glob($0) }, written: values)
    case .text: return .text(values.map { FoldedText($0) }, written: values)
    }
  }

  /// Values of a fixed set; nil if any is unknown.
  private mutating func closed<Value: RawRepresentable & CaseIterable & Hashable>(
    _ key: Filter.Key, _ values: [String]
  ) -> Set<Value>? where Value.RawValue == String {
    var known: Set<Value> = []
    var isKnown = true
    for text in values {
      if let value = Value(rawValue: text) {
        known.insert(value)
        continue
      }
      isKnown = false
      let names = Value.allCases.map(\.rawValue)
      report(
        "unknown-filter-value",
        "unknown \(key.name) \(VisibleText.quoted(text)) in a filter",
        help: Suggestion.help(for: text, among: names)
          .or("valid values: \(names.joined(separator: ", "))"))
    }
    return isKnown ? known : nil
  }

  /// Categories by id or title, ignoring case. An unknown one is only a warning, because the run
  /// may have no message of this category.
  private mutating func category(_ values: [String]) -> Filter.Condition {
    var slots: Set<Int> = []
    var unknown: [String] = []
    for value in values {
      let matches = matches(value)
      slots.formUnion(matches)
      if !matches.isEmpty { continue }
      unknown.append(value)
      let names = assignment.slots.prefix(1_000).compactMap(\.category)
      diagnostics.append(
        Diagnostic(
          .warning, "unknown-category",
          "no message has the category \(VisibleText.quoted(value)) named in a filter",
          at: location,
          help: Suggestion.help(for: value, among: names)))
    }
    return .category(slots, unknown: unknown)
  }

  /// The slots that match. Ids have precedence over titles, and categories over urgencies.
  private func matches(_ value: String) -> [Int] {
    let slots = assignment.slots
    let ways: [(CategoryAssignment.Slot) -> Bool] = [
      { $0.category == value },
      { $0.category != nil && $0.title.lowercased() == value.lowercased() },
      { $0.category == nil && ($0.name == value || $0.title.lowercased() == value.lowercased()) },
    ]
    for way in ways {
      let matches = slots.indices.filter { way(slots[$0]) }
      if !matches.isEmpty { return matches }
    }
    return []
  }

  private mutating func report(_ id: String, _ summary: String, help: [String]) {
    diagnostics.append(Diagnostic(.error, id, summary, at: location, help: help))
  }
}
