/// The column of a table with the state of what each row names: OK, WARN, CRIT. A column is one only
/// if there is no doubt: see "Tables of states".
package struct StateColumn: Sendable, Hashable {
  /// The index of the column.
  package let state: Int
  /// The index of the column with the names.
  package let name: Int

  /// The words in lower case. `neutral` says that nothing was checked.
  private static let words: [String: Urgency] = {
    let states: [(words: String, urgency: Urgency)] = [
      ("ok okay pass passed up healthy success online good", .success),
      ("warn warning degraded unknown", .warning),
      ("crit critical fail failed failure down error unhealthy offline bad unreachable", .error),
      ("skip skipped pending n/a disabled", .neutral),
    ]
    let pairs = states.flatMap { state in
      state.words.split(separator: " ").map { (String($0), state.urgency) }
    }
    return Dictionary(pairs) { first, _ in first }
  }()

  /// The titles of columns that have states.
  private static let titles: Set<String> = [
    "status", "state", "health", "result", "outcome", "verdict",
  ]
  /// The words for a good state that are no direction and no yes or no.
  private static let plain: Set<String> = ["ok", "pass", "passed", "healthy"]
  /// The titles of columns that name a time. The rows of such a table are its history.
  private static let times: Set<String> = ["date", "day", "time", "night", "week", "when"]

  /// The urgency of a word such as `OK`, `**CRIT**` or `✔ PASS`; nil for any other text.
  package static func urgency(of text: String) -> Urgency? { words[word(text)] }

  /// Whether the title of a column says that it has states.
  package static func isTitle(_ text: String) -> Bool { titles.contains(word(text)) }

  private static func word(_ text: String) -> String {
    func isPart(_ character: Character) -> Bool { character.isLetter || character.isNumber }
    guard text.utf8.count <= 64, let start = text.firstIndex(where: isPart),
      let end = text.lastIndex(where: isPart)
    else { return "" }
    return text[start...end].lowercased()
  }

  /// Whether a cell has no text, or only a dash.
  private static func isBlank(_ cell: String) -> Bool {
    cell.allSatisfy { $0.isWhitespace || "-\u{2013}\u{2014}".contains($0) }
  }

  /// Finds the column; nil if there is none, or if its meaning is in doubt.
  package init?(header: [String], rows: [[String]]) {
    let words = header.indices.map { index in
      rows.compactMap { row in
        row.indices.contains(index) && !Self.isBlank(row[index]) ? Self.word(row[index]) : nil
      }
    }
    let candidates = header.indices.filter { index in
      !words[index].isEmpty && words[index].allSatisfy { Self.words[$0] != nil }
    }
    let titled = candidates.filter { Self.isTitle(header[$0]) }
    guard let state = titled.first ?? candidates.first, titled.count < 2 else { return nil }
    // Two columns without such a title may be before and after, or expected and actual.
    if titled.isEmpty {
      guard candidates.count == 1, state > 0, words[state].contains(where: Self.plain.contains)
      else { return nil }
    }
    func names(_ index: Int) -> Bool {
      let texts = rows.compactMap { $0.indices.contains(index) ? $0[index] : nil }
      return !candidates.contains(index) && texts.contains { $0.contains(where: \.isLetter) }
    }
    let name = header.indices.prefix(state).first(where: names)
    if let name {
      self.name = name
    } else {
      // A first column that never repeats a word may explain the words.
      guard state == 0, Set(words[0]).count < words[0].count,
        let next = header.indices.dropFirst().first(where: names)
      else { return nil }
      self.name = next
    }
    self.state = state
    let isHistory = [0, self.name].contains { index in
      Self.times.contains(Self.word(header[index]))
        || rows.contains { $0.indices.contains(index) && Self.isTime($0[index]) }
    }
    if isHistory { return nil }
  }

  /// Whether a text begins with a date such as 2026-11-20 or a time such as 03:12.
  private static func isTime(_ text: String) -> Bool {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let next = text.dropFirst(digits.count).first else { return false }
    return digits.count == 4 && next == "-" || (1...2).contains(digits.count) && next == ":"
  }
}
