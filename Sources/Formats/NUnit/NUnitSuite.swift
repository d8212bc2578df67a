internal import ToolReports
internal import XML

/// An open suite: an assembly, a namespace, a fixture or a method with several cases.
struct NUnitSuite {
  let position: XMLPosition
  var name: String
  var hasFailed = false
  /// The cause of its failure: `SetUp`, `TearDown`, `Parent`, `Child` or `Test`; only in version 3.
  var site: String?
  /// Whether its tests could not run.
  let isInvalid: Bool
  var problem = JUnitProblem()
  var outputs: [Excerpt] = []
  /// Where its tests ran.
  var environment: String?
  /// Its claims and contents.
  var claims: ReportClaims

  /// - Parameter unread: Gets the counts that are no numbers.
  init(_ reader: borrowing XMLReader, _ unread: inout UnreadParts) {
    position = reader.position
    let title = reader.attribute("name") ?? ""
    let full = reader.attribute("fullname")
    name = full.flatMap { $0.isEmpty ? nil : $0 } ?? title
    let outcome = NUnitOutcome(reader)
    (hasFailed, isInvalid) = (outcome.isFailure, outcome.isInvalid)
    claims = ReportClaims(part: DotNetTest.fileName(name) ?? name)
    claims.tests = reader.count("total", &unread)
    claims.failed = reader.count("failed", &unread)
    claims.failure = outcome.failure
    site = reader.attribute("site")
    // The assembly, which surrounds all tests, is named by a path.
    isAssembly =
      reader.attribute("type") == "Assembly"
      || [".dll", ".exe"].contains(String(name.suffix(4)).lowercased())
  }

  let isAssembly: Bool

  /// Notes a described failure, which has happened, regardless of the attributes.
  mutating func fail() {
    hasFailed = true
    claims.failure = claims.failure ?? "failure"
  }

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
  /// Whether it could not run, such as a fixture without a suitable constructor.
  let isInvalid: Bool
  /// The word for its failure; nil if it did not fail.
  private(set) var failure: String?

  var isFailure: Bool { outcome == .failed || outcome == .error }

  init(_ reader: borrowing XMLReader) {
    let label = reader.attribute("label")
    let result = reader.attribute("result")
    let success = reader.attribute("success")?.lowercased()
    let isMarked = reader.attribute("runstate") == "NotRunnable"
    isInvalid = isMarked || label == "Invalid"
    if isMarked {
      outcome = .error
      failure = "NotRunnable"
      return
    }
    // Unity adds the site: `Failed(Child)`.
    switch result.map({ $0.prefix { $0 != "(" && $0 != ":" } }) {
    case "Passed", "Success":
      if success == "false" { (outcome, failure) = (.failed, "success: False") }
    case "Warning": hasWarning = true
    case "Failed", "Failure":
      outcome = ["Error", "Invalid", "Cancelled"].contains(label) ? .error : .failed
    case "Error", "Cancelled", "NotRunnable", "Invalid": outcome = .error
    case "Skipped", "Ignored", "Inconclusive", "NotRun", "Explicit":
      outcome = .skipped
    case nil: readExecution(reader.attribute("executed")?.lowercased(), success)
    case let word?: (outcome, unknown) = (.skipped, String(word))
    }
    if isFailure { failure = failure ?? result ?? "success: False" }
  }

  /// Reads the attributes of versions before 2.5. Without any, as in a list of tests to run, the
  /// test did not run.
  private mutating func readExecution(_ executed: String?, _ success: String?) {
    switch (executed, success) {
    case ("false", _): outcome = .skipped
    case (nil, nil): (outcome, unknown) = (.skipped, "")
    case (_, let success): outcome = success.map { $0 == "true" } ?? true ? .passed : .failed
    }
  }
}
