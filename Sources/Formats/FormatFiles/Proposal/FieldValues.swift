internal import Text
internal import ToolReports

/// What the values of a field look like.
enum FieldValues {
  /// The share of the values for which a condition holds.
  static func share(_ values: [String], _ holds: (String) -> Bool) -> Double {
    values.isEmpty ? 0 : Double(values.count(where: holds)) / Double(values.count)
  }

  static func isMostly(_ values: [String], _ holds: (String) -> Bool) -> Bool {
    share(values, holds) >= 0.8
  }

  /// Whether a text may be the path of a file.
  static func isPath(_ text: String) -> Bool {
    guard text.utf8.count <= 400, !text.contains("\n"), !isAddress(text) else { return false }
    if text.contains(" "), !text.contains("/"), !text.contains("\\") { return false }
    guard let name = text.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last else {
      return false
    }
    if name.count < text.count { return true }
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return false }
    let ending = name[dot...].dropFirst()
    return (1...8).contains(ending.count) && ending.contains { $0.isLetter }
      && ending.allSatisfy { $0.isLetter || $0.isNumber }
  }

  static func isAddress(_ text: String) -> Bool {
    text.hasPrefix("https://") || text.hasPrefix("http://")
  }

  static func isNumber(_ text: String) -> Bool { Double(PlainText.trimmed(text)) != nil }

  static func isWhole(_ text: String) -> Bool {
    Int(PlainText.trimmed(text)).map { $0 >= 0 } ?? false
  }

  static func hasBlank(_ text: String) -> Bool { text.contains(" ") }

  static func isLong(_ text: String) -> Bool { text.utf8.count > 120 || text.contains("\n") }

  static func isLevel(_ text: String) -> Bool { FormatReport.words[text.lowercased()] != nil }

  /// Whether a text is the outcome of a test.
  static func isOutcome(_ text: String) -> Bool {
    FormatReport.outcomes[text.lowercased()] != nil
      || LevelTable.furtherOutcomes[text.lowercased()] != nil
  }

  static func isTruth(_ text: String) -> Bool { ["true", "false"].contains(text.lowercased()) }

  /// Whether a status says that a check found nothing.
  static func isPass(_ text: String) -> Bool {
    ["pass", "passed", "ok", "success", "compliant", "passing"].contains(text.lowercased())
  }
}
