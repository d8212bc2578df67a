internal import JSON

/// Conditions of `run` by the values of a sample's root: the word of a status, or a fatal error.
struct RunGuess {
  /// The value of `run`, as it is written; nil for none.
  private(set) var text: String?
  /// The keys of the root that the conditions name.
  private(set) var keys: Set<String> = []
  /// The keys of values that only some reports have.
  private(set) var optionalKeys: Set<String> = []
  /// The expectation of an example, as it is written; nil for a completed run.
  private(set) var expected: String?
  private(set) var remarks: [String] = []

  /// A condition on a path, and whether it holds for the sample.
  private struct Clause {
    var path: String
    var test: String
    var holds: Bool

    var written: String { "\(FormatNotation.quoted(path)): \(test)" }

    var negated: Clause {
      Clause(
        path: path, test: test == "\"exists\"" ? "\"absent\"" : "{ not: \(test) }", holds: !holds)
    }
  }

  private var failed: [Clause] = []
  private var completed: [Clause] = []
  private var reason: String?

  private static let statusNames: Set<String> = [
    "status", "state", "result", "outcome", "conclusion", "runstatus", "scanstatus", "success",
    "succeeded", "ok", "completed", "complete", "finished",
  ]
  private static let fatalNames: Set<String> = [
    "fatal", "fatalerror", "exception", "crash", "crashed", "panic", "abort", "aborted",
    "interrupted", "error", "errormessage", "failure", "failurereason",
  ]
  private static let badWords: Set<String> = [
    "fatal", "cancelled", "canceled", "interrupted", "incomplete", "partial", "killed", "stopped",
  ]
  private static let goodWords: Set<String> = ["complete", "done", "finished"]

  init(_ sample: FormatSample) {
    switch sample.contents {
    case .json(let root):
      for member in root.members {
        guard let path = FormatNotation.json("$", adding: member.key) else { continue }
        add(member.value, member.key, at: path)
      }
    case .xml(let root, let name):
      for member in root.members where member.key.hasPrefix("@") {
        add(member.value, String(member.key.dropFirst()), at: "/\(name)/\(member.key)")
      }
    case .jsonLines, .table, .lines: return
    }
    write()
  }

  private mutating func add(_ value: JSONValue, _ key: String, at path: String) {
    let name = FieldName.words(key).joined()
    let isFatal = Self.fatalNames.contains(name)
    guard isFatal || Self.statusNames.contains(name) else { return }
    if isFatal { optionalKeys.insert(key) }
    let before = failed.count + completed.count
    switch value.kind {
    case .bool(let flag): addFlag(flag, "true", isFatal, at: path)
    case .string(let word) where ["true", "false"].contains(word.lowercased()):
      let isUpper = word.allSatisfy(\.isUppercase)
      let test = isUpper ? "TRUE" : word.first?.isUppercase == true ? "True" : "true"
      addFlag(word.lowercased() == "true", FormatNotation.quoted(test), isFatal, at: path)
    case .string(let word) where !word.isEmpty && Double(word) == nil:
      if isFatal {
        failed.append(Clause(path: path, test: "\"exists\"", holds: true))
        reason = reason ?? path
      } else {
        addStatus(word, key, at: path)
      }
    case .null, .string:
      guard isFatal else { return }
      remarks += [
        "\(FormatNotation.comment(key)) is empty in the sample. If it names a fatal error, add to run",
        "failed: { \(FormatNotation.quoted(path)): \"exists\" }, and an example.",
      ]
    default: return
    }
    if failed.count + completed.count > before { keys.insert(key) }
  }

  private mutating func addFlag(
    _ flag: Bool, _ test: String, _ isFatal: Bool, at path: String
  ) {
    let clause = Clause(path: path, test: test, holds: flag)
    if isFatal { failed.append(clause) } else { completed.append(clause) }
  }

  private mutating func addStatus(_ word: String, _ key: String, at path: String) {
    let meaning = LevelTable.outcome(word)
    let clause = Clause(path: path, test: FormatNotation.quoted(word), holds: true)
    if ["failed", "error"].contains(meaning) || Self.badWords.contains(word.lowercased()) {
      failed.append(clause)
    } else if meaning == "passed" || Self.goodWords.contains(word.lowercased()) {
      completed.append(clause)
    } else {
      remarks.append(
        "Not used: \(FormatNotation.comment(key)), which is \(FormatNotation.comment(word)). "
          + "If it says that the tool stopped, add it to run.")
    }
  }

  /// All conditions of `failed` must hold, so it has one of them; the others are for `completed`.
  private mutating func write() {
    let first = failed.firstIndex(where: \.holds) ?? failed.indices.first
    var parts: [String] = []
    if let first {
      let clause = failed.remove(at: first)
      parts.append("failed: { \(clause.written) }")
      if clause.holds { expected = "{ failed: true }" }
    }
    completed += failed.map(\.negated)
    if !completed.isEmpty {
      parts.append("completed: { " + completed.map(\.written).joined(separator: ", ") + " }")
      if !completed.allSatisfy(\.holds) { expected = expected ?? "{ completed: false }" }
    }
    if let reason { parts.append("reason: " + FormatNotation.quoted(reason)) }
    if !parts.isEmpty { text = "{ " + parts.joined(separator: ", ") + " }" }
  }
}
