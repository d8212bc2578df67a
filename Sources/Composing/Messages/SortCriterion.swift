internal import Basics
package import Diagnostics

/// One of the criteria that messages are sorted by; the first that tells two apart decides (O4).
package struct SortCriterion: Sendable, Hashable {
  package enum Key: String, Sendable, Hashable, CaseIterable {
    case urgency, category, time, title, file, change

    /// What is asked for when no direction is given: what matters most, or A to Z.
    var isUsuallyDescending: Bool { self == .urgency || self == .time }
  }

  package var key: Key
  package var isDescending: Bool

  package init(_ key: Key, isDescending: Bool) {
    self.key = key
    self.isDescending = isDescending
  }

  /// As `parse` reads it: `urgency:desc`.
  package var written: String { key.rawValue + (isDescending ? ":desc" : ":asc") }

  /// Most urgent first, then newest first (M13).
  package static let standard = [
    SortCriterion(.urgency, isDescending: true), SortCriterion(.time, isDescending: true),
  ]

  /// Reads `urgency:desc`, `time`, or several with commas between them.
  package static func parse(
    _ texts: [String], hasBaseline: Bool, at location: SourceLocation?,
    _ diagnostics: inout [Diagnostic]
  ) -> [SortCriterion] {
    if texts.isEmpty {
      diagnostics.append(
        Diagnostic(
          .warning, "no-sort-key", "the sort names no key, so the usual order stays", at: location,
          help: ["keys are \(keyNames)"]))
      return standard
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
              "the sort names '\(criterion.key.rawValue)' twice; the first one counts",
              at: location))
        } else {
          criteria.append(criterion)
        }
      }
    }
    return criteria
  }

  private static let keyNames = Key.allCases.map(\.rawValue).joined(separator: ", ")

  private static func criterion(
    _ text: String, at location: SourceLocation?, _ diagnostics: inout [Diagnostic]
  ) -> SortCriterion? {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0].trimmed
    if name.isEmpty {
      diagnostics.append(
        Diagnostic(
          .error, "no-sort-key", "the sort names no key in \(VisibleText.quoted(text))",
          at: location, help: ["keys are \(keyNames)"]))
      return nil
    }
    guard let key = Key(rawValue: name) else {
      diagnostics.append(
        Diagnostic(
          .error, "unknown-sort-key", "unknown sort key \(VisibleText.quoted(name))",
          at: location,
          help: Suggestion.help(for: name, among: Key.allCases.map(\.rawValue))
            .or("keys are \(keyNames)")))
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
          "unknown sort direction \(VisibleText.quoted(direction)) for '\(key.rawValue)'",
          at: location,
          help: Suggestion.help(for: direction, among: ["desc", "asc"])
            .or("directions are asc and desc")))
      return nil
    }
  }
}

extension SortCriterion {
  /// "Sorted by Time (Newest First), Title (A to Z)."; nil for the usual order.
  static func note(_ criteria: [SortCriterion], _ locale: Locale) -> String? {
    if criteria == standard { return nil }
    let texts = criteria.map { criterion in
      "\(locale.string(criterion.nameKey)) (\(locale.string(criterion.orderKey)))"
    }
    return locale.string(.sortedBy, ["criteria": locale.list(texts)])
  }

  /// The key of the word for what is sorted by.
  var nameKey: StringKey {
    switch key {
    case .urgency: .sortUrgency
    case .category: .sortCategory
    case .time: .sortTime
    case .title: .sortTitle
    case .file: .sortFile
    case .change: .sortChange
    }
  }

  /// The key of the words for the direction in context (O2).
  var orderKey: StringKey {
    switch key {
    case .urgency: isDescending ? .orderUrgencyDescending : .orderUrgencyAscending
    case .time: isDescending ? .orderTimeDescending : .orderTimeAscending
    case .category, .title, .file: isDescending ? .orderTextDescending : .orderTextAscending
    case .change: isDescending ? .orderChangeDescending : .orderChangeAscending
    }
  }
}

extension Diagnostic {
  static func needsBaseline(_ what: String, at location: SourceLocation?) -> Diagnostic {
    Diagnostic(
      .error, "needs-baseline", "\(what) needs a report to compare with", at: location,
      help: ["name one with --baseline, or a site with --site"])
  }
}

extension [String] {
  /// The other words where there are none.
  func or(_ text: String) -> [String] { isEmpty ? [text] : self }
}

extension Substring {
  /// Without spaces at either end.
  var trimmed: String {
    var text = self
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
