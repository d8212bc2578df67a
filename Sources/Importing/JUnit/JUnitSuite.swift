internal import Basics
internal import Model
internal import XML

/// A suite that is open, with what its attributes claim and what it holds.
struct JUnitSuite {
  let position: XMLPosition
  /// Whether it is the element around all suites.
  var isOuter = false
  /// nil for a name that says nothing.
  var name: String?
  var file: String?
  /// Whether lines count from 0.
  var isPytest = false
  /// The browser that its tests run in: Playwright writes it in place of the machine's name.
  var project: String?
  /// Where its tests run: the machine, if its name stays from run to run, and what properties say.
  private(set) var environment: [String] = []
  /// The linter whose findings its tests are.
  var linter: String?
  /// What its attributes claim, and what is missing in the suites in it, which counts as shown.
  var claims: ReportClaims
  let claimedTests: Int?
  private let claimedFailures: Int
  private let claimedErrors: Int
  /// Whether the total counts what is no test of the report: assertions, subtests, checks that passed.
  private let countsOtherwise: Bool
  /// How many tests it holds, how many of their tries but the last ones, how many descriptions of
  /// failures and of errors, and how many suites.
  var cases = 0
  var tries = 0
  var describedFailures = 0
  var describedErrors = 0
  var suites = 0
  /// What it has written to standard error, as long as it holds no test.
  var errorOutput = Excerpt()
  /// Failed tests that only frame those of their subtests, which may follow.
  var parents: [TestCase] = []
  /// The names of the tests that failed subtests belong to.
  var parentsOfFailures: Set<String> = []

  init(_ reader: borrowing XMLReader, in outer: JUnitSuite?) {
    position = reader.position
    isOuter = reader.name == "testsuites"
    let given = reader.attribute("name")
    name = JUnitNames.filled(given)
    file = reader.attribute("file") ?? reader.attribute("filepath")
    isPytest = given?.hasPrefix("pytest") ?? false || outer?.isPytest ?? false
    // Only Playwright gives the outer element an id, even an empty one.
    if outer?.project != nil { project = reader.attribute("hostname") ?? outer?.project }
    if isOuter, reader.attribute("id") != nil { project = "" }
    environment = outer?.environment ?? []
    if project == nil, let machine = reader.attribute("hostname").flatMap(EnvironmentName.machine),
      !environment.contains(machine)
    {
      environment.append(machine)
    }
    linter = JUnitDialect.linter(package: reader.attribute("package")) ?? outer?.linter
    claimedTests = reader.count("tests")
    claimedFailures =
      ["failures", "failed", "failure"].compactMap { reader.count($0) }.max() ?? 0
    claimedErrors = reader.count("errors") ?? 0
    countsOtherwise =
      outer?.countsOtherwise ?? false || JUnitDialect.countsOtherwise(reader, name: given)
    claims = ReportClaims(part: name)
    if !countsOtherwise { claims.tests = claimedTests }
    claims.skipped = reader.count("skipped")
    claims.failure = JUnitOutcome.ofSuite(reader).failure
  }

  /// Whether its tests are known by their names alone.
  var isPlain: Bool { linter == nil && project?.isEmpty != false && environment.isEmpty }

  /// The properties by which tools say where tests run.
  private static let environments: Set<String> = [
    "browser", "browsername", "device", "devicename", "platform", "platformname", "os", "os.name",
    "os.arch", "arch",
  ]
  private static let longestEnvironment = 40

  /// Whether a property says where tests run.
  static func isEnvironment(_ name: String) -> Bool { environments.contains(name.lowercased()) }

  mutating func noteProperty(_ name: String, _ value: String) {
    guard Self.isEnvironment(name), !value.isEmpty,
      value.utf8.count <= Self.longestEnvironment, !environment.contains(value)
    else { return }
    environment.append(value)
  }

  /// With those of the suites in it that are only counted.
  var described: Int { describedFailures + describedErrors + claims.shownFailures }

  /// How many failures and errors it claims. Some tools count a failure as both, or errors among the
  /// failures, and a test that fails has at least one.
  private var claimedProblems: Int {
    if claimedFailures == described, claimedErrors == describedErrors { return described }
    if claimedErrors == described, claimedFailures == describedFailures { return described }
    return min(claimedFailures + claimedErrors, claimedTests.flatMap { $0 > 0 ? $0 : nil } ?? .max)
  }

  /// How many failures it claims and does not describe.
  var hidden: Int { max(claimedProblems - described, 0) }

  /// All that it claims and holds.
  var total: ReportClaims {
    var total = claims
    total.failed = claimedProblems
    total.shownTests += cases + tries
    total.shownFailures = described
    return total
  }

  /// Whether it holds as many tests as it claims, where tries may count as tests.
  var holdsWhatItClaims: Bool {
    claimedTests.map { $0 == cases || $0 == cases + tries } ?? true
  }

  /// Takes in the totals of a suite in it.
  ///
  /// - Parameter total: All that it claims, settled.
  mutating func add(_ inner: JUnitSuite, _ total: ReportClaims) {
    cases += inner.cases
    tries += inner.tries
    describedFailures += inner.describedFailures
    describedErrors += inner.describedErrors
    suites += 1
    claims.add(total)
    claims.shownTests -= inner.cases + inner.tries
    claims.shownFailures -= inner.describedFailures + inner.describedErrors
  }

  /// How many names of parents are looked at in one name.
  private static let mostParents = 16

  /// Notes that a subtest has failed, `parent/subtest` as Go names it.
  mutating func noteFailure(of name: String) {
    var seen = 0
    let slash = UInt8(ascii: "/")
    for index in name.utf8.indices where name.utf8[index] == slash {
      seen += 1
      guard seen <= Self.mostParents else { return }
      parentsOfFailures.insert(String(name[..<index]))
    }
  }
}
