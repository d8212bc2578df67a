internal import Model
internal import ToolReports
internal import XML

/// An open suite, with the claims of its attributes and its contents.
struct JUnitSuite {
  let position: XMLPosition
  /// Whether it is the element around all suites.
  var isOuter = false
  /// nil for a placeholder.
  var name: String?
  var file: String?
  /// Whether pytest wrote it, which counts lines from 0.
  var isPytest = false
  /// The browser of its tests. Playwright writes it instead of the machine's name.
  var project: String?
  /// The environment of its tests: properties, and a machine that is named like one.
  private(set) var environment: [String] = []
  /// The machine of its tests, if its name is the same in each run.
  private(set) var machine: String?
  /// The linter, if its tests are a linter's findings.
  var linter: String?
  /// The claims of its attributes. Missing parts of inner suites count as shown.
  var claims: ReportClaims
  let claimedTests: Int?
  private let claimedFailures: Int
  private let claimedErrors: Int
  /// Whether the total counts more than tests: assertions, subtests, checks that passed.
  private let countsOtherwise: Bool
  /// Whether pytest may have written it, under any name.
  private(set) var mayBePytest = false
  /// The numbers of tests, of their tries except the last ones and of their failed teardowns, of
  /// described failures, of described errors, and of suites.
  var cases = 0
  var tries = 0
  var describedFailures = 0
  var describedErrors = 0
  var suites = 0
  /// Its standard error, as long as it contains no test.
  var errorOutput = Excerpt()
  /// Failed tests, with the errors of their teardowns.
  var waiting: [(test: TestCase, teardown: TestCase?)] = []
  /// The indices of the last ones by class and name.
  var waitingByName: [[String]: Int] = [:]
  /// Failed tests that only frame the failures of their subtests, which may follow.
  var parents: [TestCase] = []
  /// The names of the tests with failed subtests.
  var parentsOfFailures: Set<String> = []

  /// - Parameter unread: Gets the counts that are no numbers.
  init(_ reader: borrowing XMLReader, in outer: JUnitSuite?, _ unread: inout UnreadParts) {
    position = reader.position
    isOuter = reader.name == "testsuites"
    let given = reader.attribute("name")
    name = JUnitNames.filled(given)
    file = reader.attribute("file") ?? reader.attribute("filepath")
    isPytest = given?.hasPrefix("pytest") ?? false || outer?.isPytest ?? false
    mayBePytest = isPytest || JUnitDialect.hasAttributesOfPytest(reader)
    // Only Playwright gives the outer element an id, even an empty one.
    if outer?.project != nil { project = reader.attribute("hostname") ?? outer?.project }
    if isOuter, reader.attribute("id") != nil { project = "" }
    environment = outer?.environment ?? []
    machine = outer?.machine
    if project == nil, let host = reader.attribute("hostname").flatMap(EnvironmentName.machine) {
      if !EnvironmentName.isOne(host) {
        machine = host
      } else if !environment.contains(host) {
        environment.append(host)
      }
    }
    linter = JUnitDialect.linter(package: reader.attribute("package")) ?? outer?.linter
    claimedTests = reader.count("tests", &unread)
    claimedFailures =
      [reader.count("failures", &unread), reader.count("failed"), reader.count("failure")]
      .compactMap { $0 }.max() ?? 0
    claimedErrors = reader.count("errors", &unread) ?? 0
    countsOtherwise =
      outer?.countsOtherwise ?? false || JUnitDialect.countsOtherwise(reader, name: given)
    claims = ReportClaims(part: name)
    if !countsOtherwise { claims.tests = claimedTests }
    claims.skipped = reader.count("skipped", &unread)
    // The test harness of Rust counts ignored tests and does not list them.
    claims.mayOmitSkipped = true
    claims.failure = JUnitOutcome.ofSuite(reader).failure
  }

  /// Whether its tests are identified by their names alone.
  var isPlain: Bool {
    linter == nil && project?.isEmpty != false && environment.isEmpty && machine == nil
  }

  /// The properties by which tools describe the environment of tests.
  private static let environments: Set<String> = [
    "browser", "browsername", "device", "devicename", "platform", "platformname", "os", "os.name",
    "os.arch", "arch",
  ]
  private static let longestEnvironment = 40
  private static let mostEnvironments = 7

  /// The runtimes whose version is a property: `java.version`, `python`.
  private static let runtimes: Set<String> = [
    "java", "jdk", "python", "pypy", "node", "nodejs", "ruby", "php", "go", "dotnet",
  ]

  /// Whether a property describes the environment of tests.
  static func isEnvironment(_ name: String) -> Bool {
    environments.contains(name.lowercased()) || runtime(name) != nil
  }

  private static func runtime(_ name: String) -> String? {
    var word = name.lowercased().filter(\.isLetter)
    if word.hasSuffix("version") { word.removeLast("version".count) }
    return runtimes.contains(word) ? word : nil
  }

  /// The runtime and its version without the numbers that change from night to night; nil for
  /// another value.
  private static func environment(of runtime: String, _ value: String) -> String? {
    let value = EnvironmentName.short(
      PlainText.trimmed(String(value.prefix { $0 != "(" && $0 != "+" })))
    if value.lowercased().hasPrefix(runtime) { return value }
    let number = value.hasPrefix("v") ? value.dropFirst() : value[...]
    return number.first?.isNumber ?? false ? "\(runtime) \(number)" : nil
  }

  /// The properties by which tools give the exit status of the program that ran the tests.
  private static let exitStatuses: Set<String> = ["exitcode", "exitstatus", "returncode"]

  /// Whether a property is the exit status of a program.
  static func isExitStatus(_ name: String) -> Bool {
    exitStatuses.contains(name.lowercased().filter(\.isLetter))
  }

  mutating func noteProperty(_ name: String, _ value: String) {
    if Self.isExitStatus(name), Int(PlainText.trimmed(value)).map({ $0 != 0 }) ?? false {
      claims.failure = claims.failure ?? "\(name): \(PlainText.trimmed(value))"
    }
    Self.note(name, value, in: &environment)
  }

  /// Adds the value of a property that describes an environment.
  static func note(_ name: String, _ value: String, in environment: inout [String]) {
    guard isEnvironment(name),
      let value = runtime(name).map({ Self.environment(of: $0, value) }) ?? value,
      !value.isEmpty, value.utf8.count <= longestEnvironment,
      environment.count < mostEnvironments, !environment.contains(value)
    else { return }
    environment.append(value)
  }

  /// The described failures, including failures that inner suites only count.
  var described: Int { describedFailures + describedErrors + claims.shownFailures }

  /// The claimed failures and errors, at most one for each test. Some tools count a failure as
  /// both, or count errors among the failures.
  private var claimedProblems: Int {
    if claimedFailures == described, claimedErrors == describedErrors { return described }
    if claimedErrors == described, claimedFailures == describedFailures { return described }
    return min(claimedFailures + claimedErrors, claimedTests.flatMap { $0 > 0 ? $0 : nil } ?? .max)
  }

  /// How many claimed failures it does not describe.
  var hidden: Int { max(claimedProblems - described, 0) }

  /// All its claims and contents.
  var total: ReportClaims {
    var total = claims
    total.failed = claimedProblems
    total.shownTests += cases + tries
    total.shownFailures = described
    return total
  }

  /// Whether it contains as many tests as it claims. Tries may count as tests.
  var holdsWhatItClaims: Bool {
    claimedTests.map { $0 == cases || $0 == cases + tries } ?? true
  }

  /// Adds the totals of an inner suite.
  ///
  /// - Parameter total: All claims of the inner suite, settled.
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

  /// The most parents that are searched in one name.
  private static let mostParents = 16

  /// Notes a failed subtest, which Go names `parent/subtest`.
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
