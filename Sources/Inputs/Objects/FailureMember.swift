import JSON

/// An unknown member with a single value that reports a failure, such as `"status": "failed"`,
/// `"errorCount": 3` and `"success": false`.
enum FailureMember {
  /// Reads the next value, which is no list and no object. Returns whether it reports a failure.
  static func reads(_ reader: inout JSONReader, key: String) -> Bool {
    let kind = Kind(key)
    guard kind != .other else {
      reader.skipValue()
      return false
    }
    switch reader.peek() {
    case .string: return isFailure(reader.readString(), kind)
    case .number:
      guard let number = reader.readNumber() else { return false }
      return kind == .count || kind == .failure ? number != 0 : kind == .success && number == 0
    case .bool: return reader.readBool() ? kind == .failure : kind == .success
    default:
      reader.skipValue()
      return false
    }
  }

  /// What the value of a key says.
  private enum Kind {
    /// The word of a status.
    case status
    /// A failure, or how many: `error`, `hasFailed`, `errorCount`.
    case failure
    /// A number other than 0 is a failure, as for `exitCode`.
    case count
    case success
    case other

    init(_ key: String) {
      let words = Self.words(key)
      guard let last = words.last else {
        self = .other
        return
      }
      let noun = Self.counts.contains(last) ? words.dropLast().last ?? last : last
      if Self.statuses.contains(last) {
        self = .status
      } else if Self.exits.contains(words.joined()) {
        self = .count
      } else if Self.failures.contains(noun) {
        self = Self.others.isDisjoint(with: words) ? .failure : .other
      } else if Self.successes.contains(last), Self.others.isDisjoint(with: words) {
        self = .success
      } else {
        self = .other
      }
    }

    /// The words of `errorCount`, `error_count` and `error-count`.
    private static func words(_ key: String) -> [String] {
      var words = [""]
      var wasUpper = true
      for letter in key {
        if !letter.isLetter || letter.isUppercase && !wasUpper { words.append("") }
        if letter.isLetter { words[words.count - 1] += letter.lowercased() }
        wasUpper = letter.isUppercase
      }
      return words.filter { !$0.isEmpty }
    }

    private static let statuses: Set<String> = [
      "status", "state", "result", "outcome", "conclusion", "verdict",
    ]
    private static let failures: Set<String> = [
      "error", "errors", "errored", "failure", "failures", "failed", "crash", "crashed",
      "aborted", "exception", "exceptions", "fatal", "panic",
    ]
    private static let counts: Set<String> = ["count", "counts", "total", "number", "message"]
    private static let exits: Set<String> = [
      "exit", "exitcode", "exitstatus", "exitvalue", "returncode", "returnvalue", "rc",
    ]
    private static let successes: Set<String> = ["success", "successful", "succeeded", "ok"]
    /// Words of settings, of other runs and of the opposite.
    private static let others: Set<String> = [
      "no", "not", "non", "max", "min", "on", "allow", "allowed", "ignore", "ignored", "last",
      "previous", "expected", "known", "fixed", "if", "with", "skip",
    ]
  }

  private static func isFailure(_ text: String, _ kind: Kind) -> Bool {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    switch kind {
    case .status:
      return words.first.map(failures.contains) ?? false
        || failures.contains(words.prefix(2).joined(separator: " "))
    case .failure:
      guard let first = words.first else { return false }
      return !harmless.contains(first) && Double(first) != 0
    case .count: return words.first.flatMap { Double($0) }.map { $0 != 0 } ?? false
    case .success: return words.count == 1 && ["false", "no", "0"].contains(words[0])
    case .other: return false
    }
  }

  private static let failures: Set<String> = [
    "fail", "failed", "failure", "failing", "error", "errors", "errored", "fatal", "crash",
    "crashed", "abort", "aborted", "broken", "killed", "timeout", "timed out", "timedout",
    "cancelled", "canceled", "interrupted", "incomplete", "unsuccessful", "critical", "not ok",
    "startup failure",
  ]
  /// The first words of texts that report no failure.
  private static let harmless: Set<String> = [
    "no", "none", "never", "false", "null", "nil", "n", "ok", "pass", "passed", "success", "off",
    "ignore", "ignored",
  ]
}
