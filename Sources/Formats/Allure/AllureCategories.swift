internal import Diagnostics
internal import JSON
internal import ToolReports

/// The kinds of failures of a `categories.json`.
struct AllureCategories {
  private struct Category {
    var name: String
    /// Empty for all.
    var statuses: Set<String>
    var message: AllurePattern?
    var trace: AllurePattern?
    var isFlaky: Bool?
  }

  private var all: [Category] = []
  /// The names of the categories whose patterns are not understood.
  private var unread: [String] = []
  private var budget = AllurePattern.Budget()
  /// The texts of many tests are equal.
  private var known: [String: String?] = [:]

  private static let most = 200
  private static let mostKnown = 10_000

  mutating func read(_ value: JSONValue, _ log: inout DiagnosticLog) {
    for element in value.elements.prefix(Self.most) {
      guard let name = element["name"]?.string.map(PlainText.trimmed), !name.isEmpty else {
        continue
      }
      var category = Category(
        name: name,
        statuses: Set(
          (element["matchedStatuses"]?.elements ?? []).compactMap { $0.string?.lowercased() }),
        isFlaky: element["flaky"]?.bool)
      do throws(AllurePattern.Unsupported) {
        category.message = try element["messageRegex"]?.string.map(AllurePattern.init(parsing:))
        category.trace = try element["traceRegex"]?.string.map(AllurePattern.init(parsing:))
        all.append(category)
      } catch {
        unread.append(name)
      }
    }
  }

  /// The first category of a failure; nil for none.
  mutating func category(
    status: String, message: String, trace: String, isFlaky: Bool
  ) -> String? {
    if all.isEmpty { return nil }
    let key = [status, isFlaky ? "flaky" : "", message, trace].joined(separator: "\u{1F}")
    if let found = known[key] { return found }
    let (said, traced) = (TerminalText.plain(message), TerminalText.plain(trace))
    var found: String?
    for category in all {
      if !category.statuses.isEmpty, !category.statuses.contains(status) { continue }
      if let wanted = category.isFlaky, wanted != isFlaky { continue }
      if let pattern = category.message, !pattern.matches(said, &budget) { continue }
      if let pattern = category.trace, !pattern.matches(traced, &budget) { continue }
      found = category.name
      break
    }
    if known.count < Self.mostKnown { known[key] = found }
    return found
  }

  /// Notes what is not understood.
  func note(at path: String, _ log: inout DiagnosticLog) {
    if let first = unread.first {
      let more = unread.count > 1 ? " and \(unread.count - 1) more" : ""
      log.add(
        Diagnostic(
          .note, "unread-category",
          "the pattern of the category \(VisibleText.quoted(first))\(more) is not read",
          at: SourceLocation(file: path),
          help: ["lookarounds, back references and Unicode properties are not read"]))
    }
    if budget.isSpent {
      log.add(
        Diagnostic(
          .note, "unread-category", "the patterns of the categories take too long",
          at: SourceLocation(file: path), help: ["the later failures have no category"]))
    }
  }
}
