package import Diagnostics
internal import Localization
package import Model

/// A criterion for sorting messages. Later criteria decide between equal ones (see "The sort
/// option").
package struct SortCriterion: Sendable, Hashable {
  package enum Key: Sendable, Hashable {
    case urgency, category, time, title, file, change
    case field(MessageField, MessageField.Labels)

    package static let all: [Key] =
      [.urgency, .category, .time, .title, .file]
      + MessageField.allCases.compactMap { field in field.labels.map { .field(field, $0) } }
      + [.change]

    package var name: String {
      switch self {
      case .urgency: "urgency"
      case .category: "category"
      case .time: "time"
      case .title: "title"
      case .file: "file"
      case .change: "change"
      case .field(let field, _): field.key
      }
    }

    /// The default direction: most important first, or A to Z.
    var isUsuallyDescending: Bool { self == .urgency || self == .time }
  }

  package var key: Key
  package var isDescending: Bool

  package init(_ key: Key, isDescending: Bool) {
    self.key = key
    self.isDescending = isDescending
  }

  /// The form that `parse` reads: `urgency:desc`.
  package var written: String { key.name + (isDescending ? ":desc" : ":asc") }

  /// Most urgent first, then newest first (see "Order of messages and sections"). With a baseline,
  /// new messages come before older ones; then the time decides.
  package static func standard(hasBaseline: Bool) -> [SortCriterion] {
    let change = hasBaseline ? [SortCriterion(.change, isDescending: false)] : []
    return [SortCriterion(.urgency, isDescending: true)] + change
      + [SortCriterion(.time, isDescending: true)]
  }

  /// Whether these are the default criteria, with or without a baseline.
  static func areStandard(_ criteria: [SortCriterion]) -> Bool {
    criteria == standard(hasBaseline: false) || criteria == standard(hasBaseline: true)
  }

  /// Parses `urgency:desc`, `time`, or several separated by commas.
  package static func parse(
    _ texts: [String], hasBaseline: Bool, at location: SourceLocation?,
    _ diagnostics: inout [Diagnostic]
  ) -> [SortCriterion] {
    if texts.isEmpty {
      diagnostics.append(
        Diagnostic(
          .warning, "no-sort-key", "no sort key given; the default order is used", at: location,
          help: ["valid keys: \(keyNames)"]))
      return standard(hasBaseline: hasBaseline)
    }
    var criteria: [SortCriterion] = []
    for text in texts {
      for part in text.split(separator: ",", omittingEmptySubsequences: false) {
        guard let criterion = criterion(part.trimmed, at: location, &diagnostics) else { continue }
        if criterion.key == .change, !hasBaseline {
          diagnostics.append(.needsBaseline("sorting by change", at: location))
        } else if criteria.contains(where: { $0.key == criterion.key }) {
          diagnostics.append(
            Diagnostic(
              .warning, "repeated-sort-key",
              "duplicate sort key '\(criterion.key.name)'; the first one is used",
              at: location))
        } else {
          criteria.append(criterion)
        }
      }
    }
    return criteria
  }

  private static let keyNames = Key.all.map(\.name).joined(separator: ", ")

  private static func criterion(
    _ text: String, at location: SourceLocation?, _ diagnostics: inout [Diagnostic]
  ) -> SortCriterion? {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0].trimmed
    if name.isEmpty {
      diagnostics.append(
        Diagnostic(
          .error, "no-sort-key", "no sort key in \(VisibleText.quoted(text))",
          at: location, help: ["valid keys: \(keyNames)"]))
      return nil
    }
    guard let key = Key.all.first(where: { $0.name == name }) else {
      diagnostics.append(
        Diagnostic(
          .error, "unknown-sort-key", "unknown sort key \(VisibleText.quoted(name))",
          at: location,
          help: Suggestion.help(for: name, among: Key.all.map(\.name))
            .or("valid keys: \(keyNames)")))
      return nil
    }
    guard parts.count == 2 else {
      return SortCriterion(key, isDescending: key.isUsuallyDescending)
    }
    let direction = parts[1].trimmed
    switch direction {
    case "asc": return SortCriterion(key, isDescending: false)
    case "desc": return SortCriterion(key, isDescending: true)
    default:
      diagnostics.append(
        Diagnostic(
          .error, "unknown-sort-direction",
          "unknown sort direction \(VisibleText.quoted(direction)) for '\(key.name)'",
          at: location,
          help: Suggestion.help(for: direction, among: ["desc", "asc"])
            .or("valid directions: asc, desc")))
      return nil
    }
  }
}

extension SortCriterion {
  /// "Sorted by Time (Newest first), Title (A to Z)."; nil for the default order.
  static func note(_ criteria: [SortCriterion], _ locale: Locale) -> String? {
    if areStandard(criteria) { return nil }
    let texts = criteria.map { criterion in
      "\(locale.string(criterion.nameKey)) (\(locale.string(criterion.orderKey)))"
    }
    return locale.string(.sortedBy, ["criteria": locale.list(texts)])
  }

  /// The string key of the label of the key.
  var nameKey: StringKey {
    switch key {
    case .urgency: .sortUrgency
    case .category: .sortCategory
    case .time: .sortTime
    case .title: .sortTitle
    case .file: .sortFile
    case .change: .sortChange
    case .field(_, let labels): labels.sort
    }
  }

  /// The string key of the label of the direction (see "Names of directions").
  var orderKey: StringKey {
    switch key {
    case .urgency: isDescending ? .orderUrgencyDescending : .orderUrgencyAscending
    case .time: isDescending ? .orderTimeDescending : .orderTimeAscending
    case .category, .title, .file, .field: isDescending ? .orderTextDescending : .orderTextAscending
    case .change: isDescending ? .orderChangeDescending : .orderChangeAscending
    }
  }
}

extension Diagnostic {
  static func needsBaseline(_ what: String, at location: SourceLocation?) -> Diagnostic {
    Diagnostic(
      .error, "needs-baseline", "\(what) needs a report to compare with", at: location,
      help: ["use --baseline FILE or --site DIR"])
  }
}

extension [String] {
  /// The list, or `text` if it is empty.
  func or(_ text: String) -> [String] { isEmpty ? [text] : self }
}

extension Substring {
  /// The text without leading and trailing spaces.
  var trimmed: String {
    var text = self
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
