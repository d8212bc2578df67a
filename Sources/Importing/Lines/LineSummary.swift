internal import Basics

/// What a line says of the findings of a whole run or file: `3 errors generated.`, `Found 3 errors in 2
/// files`, `error: aborting due to 2 previous errors`, `2 Warning(s)`.
struct LineSummary {
  private(set) var errors = 0
  private(set) var warnings = 0
  /// Whether a compiler says it after each file, so that the numbers add up.
  private(set) var isOfFile = false

  private static let errorWords: Set<String> = ["error", "errors"]
  private static let otherWords: Set<String> = ["warning", "warnings"]
  private static let allWords: Set<String> = [
    "problem", "problems", "offense", "offenses", "violation", "violations",
  ]

  /// nil for a line that counts nothing.
  init?(_ line: Substring) {
    let line = PlainText.trimmedLine(line)
    guard let first = line.utf8.first, line.utf8.count < 400,
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= first || "FfEe[TtBb".utf8.contains(first)
        || first >= 0x80
    else { return nil }
    // A number stands between blanks, since `a.c:1:2: error` counts nothing.
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
    // What a linter suppresses is counted with the rest.
    if words.contains("generated") { warnings = 0 }
  }

  /// Takes the numbers before the words for findings; false if there are none.
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
