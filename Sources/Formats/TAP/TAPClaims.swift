/// What comments of a stream claim of its tests: `# tests 5`, `# fail 1`, `# Looks like you failed 1 test
/// of 2`, `# Looks like you planned 3 tests but ran 2`, `# bats warning: Executed 1 instead of expected 2
/// tests`.
struct TAPClaims {
  private(set) var tests: Int?
  private var failed: Int?
  /// Node counts the tests that it canceled apart from those that failed.
  private var canceled: Int?
  private(set) var planned: (tests: Int, ran: Int)?

  var failures: Int? {
    failed == nil && canceled == nil ? nil : (failed ?? 0) + (canceled ?? 0)
  }

  /// Reads a comment at the outermost level.
  mutating func readComment(_ comment: Substring) {
    let words = comment.prefix(100).split { $0 == " " || $0 == "." }.map { $0.lowercased() }
    guard let first = words.first else { return }
    if words.starts(with: ["looks", "like", "you"]) {
      let numbers = words.compactMap { Int($0) }
      if words.count > 4, words[3] == "failed" {
        failed = numbers.first
      } else if words.count > 4, words[3] == "planned", numbers.count == 2 {
        planned = (numbers[0], numbers[1])
      }
      return
    }
    if words.starts(with: ["bats", "warning:", "executed"]) {
      let numbers = words.compactMap { Int($0) }
      if numbers.count == 2 { planned = (numbers[1], numbers[0]) }
      return
    }
    guard words.count == 2 || words.count > 2 && Self.tests.contains(words[2]),
      let number = Int(words.count > 1 ? words[1] : "")
    else { return }
    switch first {
    case "tests": tests = number
    case "fail", "fail:", "failed", "failed:", "failures:": failed = number
    case "cancelled", "canceled": canceled = number
    default: break
    }
  }

  private static let tests: Set<String> = ["test", "tests", "of"]
}
