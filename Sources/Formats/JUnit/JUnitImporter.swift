internal import Diagnostics
internal import Localization
internal import Model
internal import ToolReports
internal import XML

/// Reads JUnit XML in all its dialects. Counts come from elements, never from attributes. Unknown
/// elements are skipped.
struct JUnitImporter: ~Copyable {
  var reader: XMLReader
  let context: ImportContext
  var report: ImportedReport
  var suites: [JUnitSuite] = []
  /// The names of the open suites.
  private(set) var path: [String] = []
  var times = RunTimes()
  /// The duration of the run, as the element around all suites gives it.
  var seconds: Double?
  private var names: [String] = []
  /// Whether there are tests outside of the suites.
  private var hasCasesOutside = false
  /// A failed test without details. Its suite may contain details after it.
  private var pending: TestCase?
  /// Suites that claim failures but contain no test.
  private var emptyClaims: [(failures: Int, path: [String], position: XMLPosition)] = []
  /// How many failures are described.
  private var described = 0
  private var hasMismatch = false
  private var unknownOutcomes: Set<String> = []

  init(_ reader: consuming XMLReader, _ context: ImportContext) {
    self.reader = reader
    self.context = context
    report = ImportedReport(context)
    report.holdsTests = true
  }

  /// Reads the whole file. The log contains its problems.
  consuming func read() -> (report: ImportedReport, log: DiagnosticLog) {
    while let event = reader.next() {
      switch event {
      case .start: readElement()
      case .end:
        if reader.isNamed("testsuite") || reader.isNamed("testsuites") { closeSuite() }
      case .text: break
      }
    }
    addPending()
    if reader.hasFailed {
      for var suite in suites {
        addWaiting(of: &suite)
        addParents(of: suite)
      }
    }
    report.finishTests()
    if !reader.hasFailed { resolveEmptyClaims() }
    report.acceptTruncation(&reader, context)
    report.title = names.count == 1 && !hasCasesOutside ? names[0] : nil
    // Tools that merge reports write the sum of all tests.
    let sum = report.tests.seconds ?? 0
    if times.started == nil, let seconds, abs(seconds - sum) > 0.01 * seconds {
      (report.wall, report.tellsTestTime) = (seconds, true)
    }
    report.finish(times, &reader)
    return (report, reader.finish())
  }

  private mutating func readElement() {
    if reader.isNamed("testcase") {
      addPending()
      if suites.count == 1, suites[0].isOuter, suites[0].name == nil { hasCasesOutside = true }
      return readCase()
    }
    if reader.depth == 1, reader.hasWrongRoot("testsuites", "testsuite") {
      report.ending = .incomplete
      return reader.skipElement()
    }
    switch reader.name {
    case "testsuites", "testsuite": openSuite()
    case "error", "failure": readSuiteProblem()
    case "system-err", "system-out": readSuiteOutput()
    case "properties": break
    case "property": readPropertyOfSuite()
    case let name where JUnitDialect.details.contains(name):
      report.skipUnknown(&reader, holding: Self.parts)
    default: skipUnknown()
    }
  }

  /// Skips an element of a suite that may give its outcome. AntUnit writes counts as elements.
  private mutating func skipUnknown() {
    let (name, line) = (reader.name, reader.position.line)
    let text = PlainText.trimmed(reader.readExcerpt(context).text)
    if Int(text) != 0 { report.unread.add("<\(name)>", line: line) }
  }

  /// The elements that describe tests.
  static let parts: Set<String> = ["testsuites", "testsuite", "testcase", "failure", "error"]

  // MARK: Suites

  private mutating func openSuite() {
    addPending()
    let suite = JUnitSuite(reader, in: suites.last, &report.unread)
    if suite.project == nil { report.environmentFacts.add(host: reader.attribute("hostname")) }
    noteTimes(
      reader.attribute("timestamp"), reader.attribute("time"), isRun: suite.isOuter && path.isEmpty)
    if let name = suite.name, suites.isEmpty || (suites.count == 1 && suites[0].name == nil) {
      names.append(name)
    }
    if let name = suite.name { path.append(name) }
    suites.append(suite)
  }

  private mutating func closeSuite() {
    addPending()
    guard var suite = suites.popLast() else { return }
    let path = path
    if suite.name != nil { self.path.removeLast() }
    addWaiting(of: &suite)
    addParents(of: suite)
    if suite.cases == 0, suite.suites == 0, !PlainText.trimmed(suite.errorOutput.text).isEmpty {
      var problem = TestCase(title: suite.name ?? context.locale.string(.unnamedSuite))
      problem.text = PlainText.firstLine(of: suite.errorOutput.text)
      problem.details = suite.errorOutput.text
      add(problem, to: &suite, path, at: suite.position)
    }
    compareTotals(of: suite)
    var total = suite.total
    if !reader.hasFailed {
      if suite.cases == 0, suite.hidden > 0 {
        emptyClaims.append((suite.hidden, path, suite.position))
        total.shownFailures += suite.hidden
      }
      total.noteUnshown(in: path, at: context.mark(suite.position), &report)
    }
    // The outer suites count the same tests.
    if let last = suites.indices.last { suites[last].add(suite, total) }
  }

  /// Adds the tests that only enclose other tests. They wait for the failures of these.
  private mutating func addParents(of suite: JUnitSuite) {
    for var parent in suite.parents {
      parent.isFolded = suite.parentsOfFailures.contains(parent.identity.dropFirst().first ?? "")
      report.add(parent)
    }
  }

  /// A suite without tests that claims failures may sum up the other suites. If these describe
  /// fewer failures, it does not.
  private mutating func resolveEmptyClaims() {
    for (failures, path, position) in emptyClaims {
      if described >= failures {
        noteMismatch(
          at: position, "the suite counts \(failures) failures and holds no test")
        let text = context.locale.count(.hiddenFailures, failures)
        report.addShortfall(path.last.map { "\($0): \(text)" } ?? text)
      } else {
        report.addHidden(failures: failures, in: path, source: context.mark(position))
      }
    }
  }

  private mutating func compareTotals(of suite: JUnitSuite) {
    guard !reader.hasFailed, let claimed = suite.claimedTests, !suite.holdsWhatItClaims,
      suites.allSatisfy({ $0.claimedTests == nil })
    else { return }
    noteMismatch(
      at: suite.position,
      "the suite counts \(claimed) \(claimed == 1 ? "test" : "tests") and holds \(suite.cases)")
  }

  /// Reports only the first mismatch of a file.
  private mutating func noteMismatch(at position: XMLPosition, _ summary: String) {
    guard !hasMismatch else { return }
    hasMismatch = true
    reader.report(.note, "total-mismatch", at: position, summary)
  }

  private mutating func readSuiteProblem() {
    let position = reader.position
    let problem = readProblem()
    let said = problem.described(for: nil)
    var made = TestCase(title: path.last ?? context.locale.string(.unnamedSuite))
    (made.text, made.details) = (said.text, said.details)
    guard let last = suites.indices.last else { return }
    var suite = suites[last]
    add(made, to: &suite, path, at: position)
    suites[last] = suite
  }

  /// Adds a problem of a suite as a whole.
  private mutating func add(
    _ problem: TestCase, to suite: inout JUnitSuite, _ path: [String], at position: XMLPosition
  ) {
    var problem = problem
    (problem.suites, problem.source) = (path, context.mark(position))
    suite.describedErrors += 1
    described += 1
    report.addProblem(problem)
  }

  /// The output of a suite belongs to its only test, as Bazel writes it, or explains missing tests.
  private mutating func readSuiteOutput() {
    let isError = reader.name == "system-err"
    var output = context.excerpt
    reader.readText(into: &output)
    guard let last = suites.indices.last else { return }
    if pending != nil, suites[last].cases == 1 {
      let text = PlainText.trimmed(output.text)
      if !text.isEmpty {
        let before =
          pending?.details.map { $0 + "\n" } ?? context.locale.string(.outputHeading) + "\n"
        pending?.details = before + text
      }
    } else if isError, suites[last].cases == 0 {
      suites[last].errorOutput = output
    }
  }

  // MARK: Tests

  /// Adds a test, or holds it back if the following elements may add details.
  mutating func add(_ test: JUnitCase, at position: XMLPosition) {
    let tries = test.flakyTries.count + test.reruns.count
    let descriptions = test.problems.count + tries
    if let word = test.unknownOutcome { noteUnknown(word, at: position) }
    described += descriptions
    var made = test.testCase(in: suites, path, context)
    if test.isBrokenCollection {
      report.ending = .failed
      report.reason = report.reason ?? made.text.map { "\(made.title): \($0)" } ?? made.title
    }
    if test.isInterrupted(in: suites.last) {
      let text = context.locale.string(.didNotFinish)
      (made.outcome, made.text) = (.error, text)
      report.ending = .failed
      report.reason = report.reason ?? "\(made.title): \(text)"
    }
    made.source = context.mark(position)
    guard let last = suites.indices.last else { return report.add(made) }
    if test.isTeardown, join(teardown: made, named: test.names) {
      suites[last].describedErrors += descriptions
      return
    }
    suites[last].cases += 1
    if test.isSkipped || made.outcome == .skipped || made.outcome == .todo {
      suites[last].claims.shownSkipped += 1
    }
    // pytest counts the result of such a test and its teardown.
    suites[last].tries += tries + test.teardowns
    let errors = test.problems.count(where: \.isError)
    suites[last].describedErrors += errors
    suites[last].describedFailures += descriptions - errors
    guard made.outcome == .failed || made.outcome == .error else { return report.add(made) }
    if let name = test.name { suites[last].noteFailure(of: name) }
    if test.isFrame, test.name != nil {
      suites[last].parents.append(made)
    } else if made.details == nil, suites[last].cases == 1 {
      pending = made
    } else {
      addFailed(made, named: test.names)
    }
  }

  private mutating func noteUnknown(_ outcome: String, at position: XMLPosition) {
    report.unread.add(outcome, line: position.line)
    guard unknownOutcomes.insert(outcome).inserted else { return }
    reader.report(
      .warning, "unknown-test-status", at: position,
      "the outcome \(VisibleText.quoted(outcome)) counts as skipped")
  }

  private mutating func addPending() {
    guard let test = pending else { return }
    pending = nil
    report.add(test)
  }
}
