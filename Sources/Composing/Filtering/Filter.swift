internal import Model
internal import Text

/// Selects the shown messages (see "Filter option and address"). Does not affect the verdict.
package struct Filter {
  enum Condition {
    case urgency(Set<Urgency>)
    case kind(Set<Message.Kind>)
    case change(Set<Report.Change>)
    /// Slots of the assignment, and names without a slot.
    case category(Set<Int>, unknown: [String])
    /// Matches any value of a field, which may have several values with commas between them.
    case field(MessageField, MessageField.Labels, [Glob], written: [String])
    case file([Glob], written: [String])
    case text([FoldedText], written: [String])
    case tense(Set<Tense>)
    case status(Set<Status>)

    var concernsEntries: Bool {
      switch self {
      case .tense, .status: true
      default: false
      }
    }
  }

  /// All conditions must match; in each, any of its values.
  private(set) var conditions: [Condition] = []

  private var messageConditions: [Condition] = []
  private var entryConditions: [Condition] = []

  mutating func add(_ condition: Condition) {
    conditions.append(condition)
    if condition.concernsEntries {
      entryConditions.append(condition)
    } else {
      messageConditions.append(condition)
    }
  }

  var concernsMessages: Bool { !messageConditions.isEmpty }
  var concernsEntries: Bool { !entryConditions.isEmpty }

  /// Whether a message is shown; `slot` is nil for an unknown category.
  func admits(_ message: borrowing Message, slot: Int?, _ change: Report.Change?) -> Bool {
    for condition in messageConditions {
      let holds: Bool
      switch condition {
      case .urgency(let urgencies): holds = urgencies.contains(message.urgency)
      case .kind(let kinds): holds = kinds.contains(message.kind)
      case .change(let changes): holds = change.map { changes.contains($0) } ?? false
      case .category(let slots, _): holds = slot.map { slots.contains($0) } ?? false
      case .field(let field, _, let globs, _):
        let values = field.text(of: message)?.split(separator: ",").map(\.trimmed) ?? []
        holds = values.contains { value in globs.contains { $0.matches(value) } }
      case .file(let globs, _):
        let file = message.location?.file
        holds = file.map { file in globs.contains { $0.matches(file) } } ?? false
      case .text(let needles, _):
        let texts = [message.title, message.text, message.details].compactMap { $0 }
        holds = needles.contains { needle in texts.contains { needle.isContained(in: $0) } }
      case .tense, .status: holds = true
      }
      if !holds { return false }
    }
    return true
  }

  /// Whether an entry of the timeline is shown.
  func admits(_ entry: TimelineEntry, _ tense: Tense) -> Bool {
    entryConditions.allSatisfy { condition in
      switch condition {
      case .tense(let tenses): tenses.contains(tense)
      case .status(let statuses): statuses.contains(entry.status)
      default: true
      }
    }
  }
}
