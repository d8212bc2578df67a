internal import Text
internal import ToolReports
internal import XML

/// The result of one test. It may contain the results of data rows or of other tests that it runs.
struct TRXResult {
  /// The id of its definition.
  var definition: String?
  var test = DotNetTest()
  /// The folder of its files, below that of the run.
  var folder: String?
  /// How many inner results contain no others, and how many of all inner results failed.
  var leaves = 0
  var failures = 0
  let position: XMLPosition

  init(_ reader: borrowing XMLReader) {
    position = reader.position
    definition = reader.attribute("testId")
    folder = reader.attribute("relativeResultsDirectory")
    test.name = reader.attribute("testName")
    guard let row = reader.attribute("dataRowInfo"), !row.isEmpty, let name = test.name,
      !name.contains(row)
    else { return }
    test.name = "\(name) (\(row))"
  }

  var hasFailed: Bool { test.outcome == .failed || test.outcome == .error }

  /// Sets the outcome; false for an unknown word, which counts as skipped.
  mutating func setOutcome(_ outcome: String?) -> Bool {
    switch outcome {
    case "Passed", "Completed": test.outcome = .passed
    case "Warning", "PassedButRunAborted": (test.outcome, test.hasWarning) = (.passed, true)
    case "Failed": test.outcome = .failed
    // By the schema, a test without an outcome is an error.
    case nil, "Error", "Timeout", "Aborted", "Disconnected", "NotRunnable": test.outcome = .error
    case "NotExecuted", "Inconclusive": test.outcome = .skipped
    // `Pending` and `InProgress` are not outcomes.
    default:
      test.outcome = .skipped
      return false
    }
    return true
  }
}

/// The definition of a test.
struct TRXDefinition {
  /// The path of its assembly.
  var assembly: String?
  var className: String?

  /// The class without the name of its assembly.
  static func className(_ given: String?) -> String? {
    given.map { PlainText.trimmed(String($0.prefix { $0 != "," })) }
  }
}

/// How the whole run ended.
struct TRXSummary {
  var outcome: String?
  /// Whether counters show tests that had not ended.
  var isCutOff = false
  /// The runner's texts about the run, each with its outcome.
  var texts: [(outcome: String?, text: Excerpt)] = []

  private static let failures: Set<String> = [
    "Failed", "Error", "Timeout", "Aborted", "Disconnected",
  ]
  private static let ends: Set<String> = [
    "Aborted", "Timeout", "Disconnected", "PassedButRunAborted",
  ]
  private static let beginnings: Set<String> = ["InProgress", "Pending", "NotExecuted"]
  private static let others: Set<String> = ["Completed", "Passed", "Warning", "Inconclusive"]

  /// The outcome, if it is an unknown word.
  var unknownOutcome: String? {
    let known = Self.failures.union(Self.ends).union(Self.beginnings).union(Self.others)
    return outcome.flatMap { known.contains($0) ? nil : $0 }
  }

  /// The word by which the runner marks the run as failed.
  var failure: String? {
    ([outcome] + texts.map(\.outcome)).lazy.compactMap { $0 }.first(where: Self.failures.contains)
  }
  var hasFailed: Bool { failure != nil }
  /// Whether the run ended before all tests had run.
  var isAborted: Bool { outcome.map(Self.ends.contains) ?? false }
  var isUnfinished: Bool { isCutOff || outcome.map(Self.beginnings.contains) ?? false }

  /// The warnings. xUnit.net writes one for each skipped test.
  var warnings: [Excerpt] {
    texts.filter { $0.outcome == "Warning" && !$0.text.text.contains("[SKIP]") }.map(\.text)
  }

  /// The texts of failures, else all texts.
  var problems: [Excerpt] { wrong.isEmpty ? texts.map(\.text) : wrong }

  private var wrong: [Excerpt] {
    texts.filter { $0.outcome.map(Self.failures.contains) ?? false }.map(\.text)
  }

  /// The texts of failures other than failed tests. xUnit.net also reports each failed test as an
  /// error of the run.
  var problemsBesideTests: [Excerpt] { wrong.filter { !$0.text.contains("[FAIL]") } }
}
