internal import Diagnostics

/// Collects the problems of one template. They are returned in source order.
struct TemplateProblems {
  private struct Problem {
    var offset: Int
    var id: String
    var summary: String
    var help: [String]
  }

  /// The maximum number of problems kept, so that a hostile file can't exhaust memory.
  private static let limit = 1_000

  private var problems: [Problem] = []
  private var omitted = 0

  var isEmpty: Bool { problems.isEmpty }

  mutating func add(_ id: String, at offset: Int, _ summary: String, help: [String] = []) {
    if problems.count < Self.limit {
      problems.append(Problem(offset: offset, id: id, summary: summary, help: help))
    } else {
      omitted += 1
    }
  }

  func diagnostics(_ finder: LocationFinder) -> [Diagnostic] {
    var finder = finder
    let order = problems.indices.sorted { left, right in
      (problems[left].offset, left) < (problems[right].offset, right)
    }
    var result = order.map { index in
      let problem = problems[index]
      return Diagnostic(
        .error, problem.id, problem.summary, at: finder.location(at: problem.offset),
        help: problem.help)
    }
    if omitted > 0 { result.append(.more(omitted, in: finder.file)) }
    return result
  }
}
