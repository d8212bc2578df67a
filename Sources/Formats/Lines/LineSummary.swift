internal import Basics
internal import ToolReports

/// The counts in a summary of a run or a file: `3 errors generated.`, `2 Warning(s)`,
/// `Found 3 errors in 2 files`, `error: aborting due to 2 previous errors`.
struct LineSummary {
  private(set) var errors = 0
  private(set) var warnings = 0
  /// Whether a compiler writes the summary after each file, so that the counts add up.
  private(set) var isOfFile = false

  private static let errorWords: Set<String> = ["error", "errors"]
  private static let otherWords: Set<String> = ["warning", "warnings"]
  private static let allWords: Set<String> = [
    "problem", "problems", "offense", "offenses", "violation", "violations",
  ]

  /// Returns nil for a line without counts.
  init?(_ line: Substring) {
    let line = PlainText.trimmedLine(line)
    guard let first = line.utf8.first, line.utf8.count < 400,
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= first || "FfEe[TtBb".utf8.contains(first)
        || first >= 0x80
    else { return nil }
    // Only numbers between blanks are counts, unlike the numbers in `a.c:1:2: error`.
    var words = line.prefix(200).lowercased().split { " (),;[]".contains($0) }
      .map { $0.last == "." || $0.last == ":" ? $0.dropLast() : $0 }[...]
    if ["info", "error", "warning"].contains(words.first ?? ""),
      line.utf8.first == UInt8(ascii: "[")
    {
      words = words.dropFirst()
    }
    guard let opening = words.first else { return nil }
    let isError = opening == "error"
    let isSummary =
      ["found", "errors", "✖", "total", "build"].contains(opening) || Int(opening) != nil
      || isError && (line.contains("aborting due to") || line.contains("could not compile"))
    guard isSummary, !words.contains("fixable") else { return nil }
    // `Errors: 2`, `Total errors found: 2`
    if opening == "errors" || opening == "total" {
      guard let last = words.last.flatMap({ Int($0) }),
        words.contains(where: { Self.errorWords.contains(String($0)) }),
        words.count <= 4
      else { return nil }
      errors = last
      return
    }
    guard count(words) || isError else { return nil }
    isOfFile = words.contains("generated") && !words.contains("total")
    // A linter includes suppressed warnings in this count.
    if words.contains("generated") { warnings = 0 }
  }

  /// Reads the numbers before the words for findings. Returns false if there are none.
  private mutating func count(_ words: ArraySlice<Substring>) -> Bool {
    var hasCount = false
    var all = 0
    var number: Int?
    for word in words {
      let name = String(word)
      if let value = Int(word) {
        number = min(max(value, 0), 1_000_000_000)
      } else if let value = number {
        if name == "previous" { continue }
        hasCount =
          hasCount || Self.errorWords.contains(name) || Self.otherWords.contains(name)
          || Self.allWords.contains(name)
        if Self.errorWords.contains(name) {
          errors = max(errors, value)
        } else if Self.otherWords.contains(name) {
          warnings = max(warnings, value)
        } else if Self.allWords.contains(name) {
          all = value
        }
        number = nil
      }
    }
    if errors + warnings == 0 { warnings = all }
    return hasCount
  }
}
