internal import ToolReports
internal import XML

/// The outcome of a test or a suite according to attributes. Only words of success count as passed.
/// Any other word is a failure, a skipped test, or unknown.
struct JUnitOutcome {
  private enum Word {
    case passed, flaky, warning, skipped, failed, unknown
  }

  private var words: Set<Word> = []
  /// The first attribute with an unknown word, as written: `status="timedOut"`.
  private(set) var unknown: String?
  /// The first failed or unknown word, such as `FAIL`.
  private(set) var failure: String?

  var isFailed: Bool { words.contains(.failed) }
  var isSkipped: Bool { words.contains(.skipped) }
  var isFlaky: Bool { words.contains(.flaky) }
  var hasWarning: Bool { words.contains(.warning) }

  /// The attributes with words for the outcome of a test.
  private static let ofTest: [StaticString] = [
    "status", "result", "outcome", "success", "passed", "executed",
  ]
  /// The attributes of a test that mean a failure, unless they deny it.
  private static let ofFailure: [StaticString] = [
    "failed", "failure", "failures", "error", "errors",
  ]
  private static let rare = Array(ofTest.dropFirst(2)) + ofFailure
  private static let ofSuite: [StaticString] = ["status", "result", "outcome", "success"]
  /// The attributes of a suite that say that it or a test in it ended before its end, unless they deny it.
  private static let ofEnd: [StaticString] = [
    "aborted", "crashed", "timedout", "timedOut", "canceled", "cancelled", "interrupted", "killed",
    "exitcode", "exitCode", "exit-code", "exit_code",
  ]

  private static let table: [Word: Set<String>] = [
    .passed: [
      "pass", "passed", "passing", "success", "successful", "succeeded", "ok", "okay", "run", "ran",
      "executed", "complete", "completed", "done", "finished", "green", "true", "yes",
    ],
    .flaky: ["flaky", "unstable"],
    .warning: ["warn", "warning", "warned"],
    .skipped: ["skip", "skipped", "notrun", "disabled", "ignored", "suppressed"],
    .failed: ["fail", "failed", "failure", "error"],
  ]
  private static let denials: Set<String> = ["false", "no", "none", "0"]

  /// The outcome according to the attributes of a test.
  static func ofTest(_ reader: borrowing XMLReader) -> JUnitOutcome {
    var outcome = JUnitOutcome()
    for name in ofTest { outcome.addWord(reader.attribute(name), name) }
    for name in ofFailure {
      guard let word = folded(reader.attribute(name)), !denials.contains(word) else { continue }
      outcome.words.insert(.failed)
    }
    return outcome
  }

  /// The outcome according to the attributes of a suite. Numbers in them are counts.
  static func ofSuite(_ reader: borrowing XMLReader) -> JUnitOutcome {
    var outcome = JUnitOutcome()
    for name in ofSuite {
      let word = reader.attribute(name)
      if word.flatMap({ Int($0) }) == nil { outcome.addWord(word, name) }
    }
    for name in ofEnd {
      guard let word = reader.attribute(name), let folded = folded(word), !denials.contains(folded)
      else { continue }
      outcome.failure = outcome.failure ?? "\(name)=\"\(word)\""
    }
    return outcome
  }

  /// Whether attributes may give more than GoogleTest's usual statement that the test ran.
  static func maySayMore(_ reader: borrowing XMLReader) -> Bool {
    for name in rare where reader.hasAttribute(name) { return true }
    return reader.attribute("status").map { $0 != "run" } ?? false
      || reader.attribute("result").map { $0 != "completed" } ?? false
  }

  private mutating func addWord(_ written: String?, _ name: StaticString) {
    guard let written, let folded = Self.folded(written) else { return }
    let word = Self.table.first { $0.value.contains(folded) }?.key ?? .unknown
    words.insert(word)
    if word == .unknown { unknown = unknown ?? "\(name)=\"\(written)\"" }
    if word == .failed || word == .unknown { failure = failure ?? written }
  }

  /// The word in lower case; nil for an empty word.
  private static func folded(_ written: String?) -> String? {
    written.map { PlainText.trimmed($0).lowercased() }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
