internal import Basics
internal import XML

/// An open suite: an assembly, a namespace, a fixture or a method with several cases.
struct NUnitSuite {
  let position: XMLPosition
  var name: String
  var hasFailed = false
  /// The cause of its failure: `SetUp`, `TearDown`, `Parent`, `Child` or `Test`; only in version 3.
  var site: String?
  /// `Error`, `Invalid`, `Cancelled` and others.
  var label: String?
  var problem = JUnitProblem()
  var outputs: [Excerpt] = []
  /// Its claims and contents.
  var claims: ReportClaims

  init(_ reader: borrowing XMLReader) {
    position = reader.position
    let title = reader.attribute("name") ?? ""
    let full = reader.attribute("fullname")
    name = full.flatMap { $0.isEmpty ? nil : $0 } ?? title
    hasFailed = NUnitOutcome(reader).isFailure
    claims = ReportClaims(part: DotNetTest.fileName(name) ?? name)
    claims.tests = reader.count("total")
    claims.failed = reader.count("failed")
    if hasFailed { claims.failure = reader.attribute("result") ?? "success: False" }
    site = reader.attribute("site")
    label = reader.attribute("label")
    // The assembly, which surrounds all tests, is named by a path.
    isAssembly =
      reader.attribute("type") == "Assembly"
      || [".dll", ".exe"].contains(String(name.suffix(4)).lowercased())
  }

  let isAssembly: Bool

  /// Whether its failure is its own and not the failure of an inner or outer suite. In version 2,
  /// only a description shows this.
  var isProblem: Bool {
    guard hasFailed, claims.shownFailures == 0, site != "Child", site != "Parent" else {
      return false
    }
    return site != nil || problem.message != nil || !problem.content.isEmpty
  }
}

/// The outcome of a test or a suite according to its attributes, in all versions.
struct NUnitOutcome {
  var outcome = TestCase.Outcome.passed
  var hasWarning = false
  /// An unknown word. It counts as skipped.
  var unknown: String?

  var isFailure: Bool { outcome == .failed || outcome == .error }

  init(_ reader: borrowing XMLReader) {
    let label = reader.attribute("label")
    // Unity adds the site: `Failed(Child)`.
    switch reader.attribute("result").map({ $0.prefix { $0 != "(" && $0 != ":" } }) {
    case "Passed", "Success": break
    case "Warning": hasWarning = true
    case "Failed", "Failure":
      outcome = ["Error", "Invalid", "Cancelled"].contains(label) ? .error : .failed
    case "Error", "Cancelled", "NotRunnable", "Invalid": outcome = .error
    case "Skipped", "Ignored", "Inconclusive", "NotRun", "Explicit":
      outcome = .skipped
    case nil:
      let success = reader.attribute("success")?.lowercased()
      outcome = Self.outcome(executed: reader.attribute("executed")?.lowercased(), success)
    case let word?: (outcome, unknown) = (.skipped, String(word))
    }
  }

  /// The outcome in versions before 2.5.
  private static func outcome(executed: String?, _ success: String?) -> TestCase.Outcome {
    if executed == "false" { return .skipped }
    return success.map { $0 == "true" } ?? true ? .passed : .failed
  }
}
