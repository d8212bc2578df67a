internal import Text
internal import ToolReports

/// The counts in a summary of a run or a file: `3 errors generated.`, `2 Warning(s)`,
/// `Found 3 errors in 2 files`, `error: aborting due to 2 previous errors`,
/// `Found 5 violations, 2 serious`, `4 issues:`, `3 files would be reformatted`.
struct LineSummary {
  private(set) var errors = 0
  private(set) var warnings = 0
  /// Whether a compiler writes the summary after each file, so that the counts add up.
  private(set) var isOfFile = false

  private static let errorWords: Set<String> = ["error", "errors", "serious"]
  private static let otherWords: Set<String> = ["warning", "warnings"]
  private static let allWords: Set<String> = [
    "problem", "problems", "offense", "offenses", "violation", "violations",
  ]
  /// The words with which a summary begins, unless it begins with a number.
  private static let openings: Set<String> = ["found", "errors", "✖", "total", "build"]

  /// The summary of Checkstyle's Ant task, at the place of the task: `build.xml:22: Got 3 errors and
  /// 1 warnings.`
  init?(ofTask found: SourceLine) {
    guard found.message.hasPrefix("Got "), found.level == nil,
      found.file?.hasSuffix(".xml") ?? false
    else { return nil }
    var words = found.message.split(separator: " ").dropFirst()
    guard words.popLast().map({ ["errors.", "warnings."].contains($0) }) ?? false,
      words.count == 1 || words.count == 4 && words.dropFirst().prefix(2) == ["errors", "and"],
      let first = words.first.flatMap({ Int($0) }), let last = words.last.flatMap({ Int($0) })
    else { return nil }
    (errors, warnings) = (first, words.count == 1 ? 0 : last)
  }

  /// Returns nil for a line without counts.
  init?(_ line: Substring) {
    let line = PlainText.trimmedLine(line)
    guard let first = line.utf8.first, line.utf8.count < 400,
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= first || "FfEe[TtBbCcDd".utf8.contains(first)
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
      Self.openings.contains(String(opening)) || Int(opening) != nil
      || line.hasPrefix("Done linting!") || line.hasPrefix("Checkstyle ends with ")
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
    // `4 issues:` and `Found 4 issues`, but not `4 issues closed`
    if words.count == 2, let value = Int(words.first ?? ""), words.last?.hasPrefix("issue") ?? false
    {
      warnings = value
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
    for (index, word) in zip(words.indices, words) {
      let name = String(word)
      if let value = Int(word) {
        number = min(max(value, 0), 1_000_000_000)
      } else if let value = number {
        if name == "previous" || name == "checkstyle" { continue }
        // `3 files would be reformatted, 1 file would fail to reformat`
        if let action = Self.neededAction(words[index...]) {
          hasCount = true
          if action == "fail" { errors = value } else { warnings = value }
          number = nil
          continue
        }
        hasCount =
          hasCount || Self.errorWords.contains(name) || Self.otherWords.contains(name)
          || Self.allWords.contains(name)
        if Self.errorWords.contains(name) {
          errors = max(errors, value)
        } else if Self.otherWords.contains(name) {
          warnings = max(warnings, value)
        } else if Self.allWords.contains(name) {
          all = max(all, value)
        }
        number = nil
      }
    }
    warnings = max(warnings, all - errors)
    return hasCount
  }

  /// What a formatter would do: `files would be reformatted`, `file would fail to reformat`.
  private static func neededAction(_ words: ArraySlice<Substring>) -> Substring? {
    var words = words.prefix(4)
    guard let noun = words.popFirst(), noun == "file" || noun == "files",
      words.popFirst() == "would"
    else { return nil }
    if words.first == "be" { words.removeFirst() }
    return words.first.flatMap { $0 == "reformatted" || $0 == "fail" ? $0 : nil }
  }
}
