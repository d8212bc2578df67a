package import Model

/// Maps the columns of a table to fields, and its words for severities to urgencies.
package struct TableMapping: Sendable, Hashable {
  /// The fields that a column can contain.
  package enum ColumnField: String, Sendable, Hashable, CaseIterable {
    case urgency, title, text, file, line, column, category, rule, time, url, fingerprint
  }

  /// The columns by field. The first of them that the table has is used.
  package private(set) var columns: [ColumnField: [String]] = [:]
  private var urgencies: [String: Urgency] = [:]

  package init() {}

  /// Adds a rule such as `title=Vulnerability`; false if it can't be read.
  package mutating func addColumn(_ text: String) -> Bool {
    guard let equals = text.firstIndex(of: "="),
      let field = ColumnField(rawValue: String(text[..<equals]))
    else { return false }
    let name = String(text[text.index(after: equals)...])
    guard !name.isEmpty else { return false }
    columns[field, default: []].append(name)
    return true
  }

  /// Adds a rule such as `P1=error`; the word may be empty. False if it can't be read.
  package mutating func addWord(_ text: String) -> Bool {
    guard let equals = text.lastIndex(of: "="),
      let urgency = Urgency(rawValue: String(text[text.index(after: equals)...]))
    else { return false }
    urgencies[text[..<equals].lowercased()] = urgency
    return true
  }

  package var namesColumns: Bool { !columns.isEmpty }

  package func urgency(_ word: String) -> Urgency? { urgencies[word.lowercased()] }
}
