import Composing

extension HelpTopic {
  static var gates: String {
    let rows = gateWords
    let width = (rows.map(\.word.count).max() ?? 0) + 2
    let table = rows.map { row in
      "  " + row.word + String(repeating: " ", count: width - row.word.count)
        + Help.wrap(row.meaning, indent: width + 2).drop { $0 == " " }
    }
    return """
      '--fail-on WORD,…' ends with status 1 if one of its words is met, and lists
      everything that met it. The report is written anyway.

      \(table.joined(separator: "\n"))

      \(gateRules.map { Help.wrap($0, indent: 0) }.joined(separator: "\n\n"))

      """
  }

  /// The words of `--fail-on` with their meanings, for a terminal and for documents.
  static var gateWords: [(word: String, meaning: String)] {
    Gate.Condition.allCases.map { ($0.rawValue, $0.meaning) }
      + Gate.Exception.allCases.map { ($0.rawValue, $0.meaning) }
  }

  /// The rules for all words.
  static let gateRules = [
    "Commas join words: 'new-error,fewer-tests,-flaky'. A word with a minus leaves messages out, and "
      + "needs a word that asks for messages.",
    "Every word is also met if an input was not read or is incomplete, if no test ran although "
      + "there should be some, or if the tests did not complete. A run that is missing meets every "
      + "word, and a run that failed meets every word except 'unread'. A canceled run meets every "
      + "word except 'error', 'new-error', 'new-error-in-diff' and 'unread'.",
    "Words about changes need '--baseline' or '--site'. On a first run every message is new. "
      + "'worse' and the words about tests are not decided then: a note says so, and the status "
      + "stays 0. They are met if '--baseline-optional' allows a baseline that cannot be read.",
    "With '--baseline-commits', words about new messages do not count what only the latest run of "
      + "the main branch has, too.",
  ]
}

extension Gate.Condition {
  fileprivate var meaning: String {
    switch self {
    case .error: "A message is an error."
    case .warning: "A message is a warning or an error."
    case .information: "A message is information, a warning or an error."
    case .newError:
      "An error is new or back again, has become more urgent, or is no longer known."
    case .newWarning: "The same for a warning or an error."
    case .newErrorInDiff:
      "As 'new-error', without findings in files that the diff of '--diff' does not change. "
        + "Failed tests and errors without a file count."
    case .worse: "A message has become more urgent."
    case .fewerTests: "Fewer tests ran than in the earlier run."
    case .removedTest: "A test of the earlier run does not exist any more. A renamed test does."
    case .newSkip: "A test is skipped that the earlier run ran or did not have."
    case .threshold:
      "A threshold is broken, or its number is absent. Without a threshold, a note says so."
    case .unread: "An input was not read or is incomplete."
    }
  }
}

extension Gate.Exception {
  fileprivate var meaning: String {
    switch self {
    case .flaky:
      "A failed test that comes and goes does not count, but it is listed. It counts in its third "
        + "run in a row, and if it fails for another cause. Needs a site."
    case .known: "Known messages do not count. They never count, also without this word."
    }
  }
}
