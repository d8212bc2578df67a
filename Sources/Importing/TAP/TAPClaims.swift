internal import Basics

/// What comments of a stream claim of its tests: `# tests 5`, `# fail 1`, `# Looks like you failed 1 test
/// of 2`, `# Looks like you planned 3 tests but ran 2`.
struct TAPClaims {
  private(set) var tests: Int?
  private(set) var failures: Int?
  private(set) var planned: (tests: Int, ran: Int)?

  /// Takes a comment at the outermost level.
  mutating func take(_ comment: Substring) {
    let words = comment.prefix(100).split { $0 == " " || $0 == "." }.map { $0.lowercased() }
    guard let first = words.first else { return }
    if words.starts(with: ["looks", "like", "you"]) {
      let numbers = words.compactMap { Int($0) }
      if words.count > 4, words[3] == "failed" {
        failures = numbers.first
      } else if words.count > 4, words[3] == "planned", numbers.count == 2 {
        planned = (numbers[0], numbers[1])
      }
      return
    }
    guard words.count == 2 || words.count > 2 && Self.tests.contains(words[2]),
      let number = Int(words.count > 1 ? words[1] : "")
    else { return }
    switch first {
    case "tests": tests = number
    case "fail", "fail:", "failed", "failed:", "failures:": failures = number
    default: break
    }
  }

  private static let tests: Set<String> = ["test", "tests", "of"]
}
