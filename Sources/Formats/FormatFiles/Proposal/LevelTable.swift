internal import Model

/// The words of a tool for levels or outcomes, with the words of a format file for them.
struct LevelTable {
  /// More different words are no levels.
  static let mostWords = 12

  struct Entry: Equatable {
    var word: String
    var meaning: String
    /// Whether the meaning is a guess without a reason.
    var isUnknown: Bool
  }

  private(set) var entries: [Entry] = []

  var unknown: [String] { entries.filter(\.isUnknown).map(\.word) }

  /// The table of the levels in a sample. An unknown word is a warning.
  init(levels values: [String]) {
    entries = Self.distinct(values.filter { !FieldValues.isPass($0) }).map { word in
      let known = FormatReport.words[word.lowercased()]
      return Entry(
        word: word, meaning: known?.rawValue ?? "warning", isUnknown: known == nil)
    }
  }

  /// The table of the outcomes in a sample. An unknown word is a failure.
  init(outcomes values: [String]) {
    entries = Self.distinct(values).map { word in
      let known = Self.outcome(word)
      return Entry(word: word, meaning: known ?? "failed", isUnknown: known == nil)
    }
  }

  /// Outcomes that format files have to map.
  static let furtherOutcomes = [
    "true": "passed", "false": "failed", "good": "passed", "completed": "passed",
    "bad": "failed", "ko": "failed", "nok": "failed", "not ok": "failed", "notok": "failed",
    "timeout": "error", "timedout": "error", "crashed": "error",
    "aborted": "error", "notrun": "skipped", "not run": "skipped", "inconclusive": "skipped",
    "blocked": "skipped",
  ]

  static func outcome(_ word: String) -> String? {
    let word = word.lowercased()
    return FormatReport.outcomes[word].map(ExampleFields.word) ?? furtherOutcomes[word]
  }

  /// The different words in the order of the sample; case does not count.
  private static func distinct(_ values: [String]) -> [String] {
    var known: Set<String> = []
    let words = values.filter { !$0.isEmpty && known.insert($0.lowercased()).inserted }
    return Array(words.prefix(mostWords))
  }

  /// The table as the `map` of a format file: `{ high: "error", low: "warning" }`.
  var text: String {
    let words = entries.map { "\(FormatNotation.key($0.word)): \"\($0.meaning)\"" }
    return "{ " + words.joined(separator: ", ") + " }"
  }
}
