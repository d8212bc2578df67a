internal import Diagnostics
internal import JSON
internal import Localization
internal import Model
internal import ToolReports

/// Reads the JSON of Jest and Vitest.
struct JestImporter: ~Copyable {
  private var reader: JSONReader
  private let context: ImportContext
  private var report: ImportedReport
  private var claims = ReportClaims()
  private var fields = TestFields([
    "passed": .passed, "failed": .failed, "pending": .skipped, "skipped": .skipped,
    "todo": .skipped, "disabled": .skipped,
  ])
  private var times = RunTimes()
  /// The error that ended the whole run.
  private var runError: String?
  /// How many files could not be run: described, and claimed by the report.
  private var brokenFiles = 0
  private var claimedBrokenFiles: Int?
  private var claimedFailedFiles = 0
  /// How many files it counts and shows. Vitest, which counts no broken files, counts suites instead.
  private var claimedFiles: Int?
  private var files = 0
  /// How many tests failed as `test.failing` expects. The report counts them as passed.
  private var expectedFailures = 0
  private var succeeded: Bool?
  private var hasSnapshotFailure = false
  private var wasInterrupted = false

  init(_ reader: consuming JSONReader, _ context: ImportContext) {
    self.reader = reader
    self.context = context
    report = ImportedReport(context)
  }

  consuming func read() -> (report: ImportedReport, log: DiagnosticLog) {
    guard reader.isReport(.object, "an object") else { return (report, reader.log) }
    report.holdsTests = true
    reader.enterObject()
    while reader.nextKey() {
      switch (reader.textString, reader.peek()) {
      case ("testResults", .array):
        reader.enterArray()
        while reader.nextElement() { readFile(reader.readTree()) }
      case ("success", .bool): succeeded = reader.readBool()
      case ("snapshot", .object):
        hasSnapshotFailure = reader.readTree()["failure"]?.bool == true
      case ("wasInterrupted", .bool): wasInterrupted = reader.readBool()
      case ("runExecError", .object): runError = reader.readTree()["message"]?.string ?? ""
      case ("startTime", .number):
        if let time = TestFields.time(reader.readTree()) { times.note(time, end: nil) }
      case (let key, _) where Self.totals.contains(key): readTotal(reader.readTree(), as: key)
      default: reader.skipValue()
      }
    }
    reader.finish()
    finishReport()
    return (report, reader.log)
  }

  private static let totals: Set<String> = [
    "numTotalTests", "numPassedTests", "numFailedTests", "numPendingTests", "numTodoTests",
    "numRuntimeErrorTestSuites", "numFailedTestSuites", "numTotalTestSuites",
  ]

  private mutating func readTotal(_ value: JSONValue, as key: String) {
    guard let count = report.unread.count(value, of: key) else { return }
    switch key {
    case "numTotalTests": claims.tests = count
    case "numPassedTests": claims.passed = count
    case "numFailedTests": claims.failed = count
    case "numPendingTests", "numTodoTests": claims.skipped = (claims.skipped ?? 0) + count
    case "numRuntimeErrorTestSuites": claimedBrokenFiles = count
    case "numFailedTestSuites": claimedFailedFiles = count
    case "numTotalTestSuites": claimedFiles = count
    default: break
    }
  }

  private mutating func finishReport() {
    if let runError {
      report.ending = .failed
      report.reason = PlainText.firstLine(of: TerminalText.plain(runError))
    }
    (report.started, report.finished) = (times.started, times.finished)
    report.finishTests()
    let isWell = report.tests.failures == 0 && brokenFiles == 0 && (claims.failed ?? 0) == 0
    if wasInterrupted {
      report.ending = .incomplete
    } else if let claimed = claimedBrokenFiles, claimed > brokenFiles, !reader.hasFailed {
      report.addHidden(failures: claimed - brokenFiles, in: [], source: context.mark(1))
    } else if isWell, succeeded == false || hasSnapshotFailure {
      // Coverage below a threshold or obsolete snapshots: the report does not give the reason.
      report.ending = .failed
      claims.failure = hasSnapshotFailure ? "snapshot.failure: true" : "success: false"
    }
    if claimedFailedFiles > 0, claims.failure == nil {
      claims.failure = "numFailedTestSuites: \(claimedFailedFiles)"
    }
    claims.passed = claims.passed.map { $0 - expectedFailures }
    if claimedBrokenFiles != nil { claims.claim("numTotalTestSuites", claimedFiles, shown: files) }
    report.finish(claims, &reader)
  }

  // MARK: Files

  /// Reads the tests of a file. Reports of custom reporters have other names for some keys.
  private mutating func readFile(_ value: JSONValue) {
    files += 1
    let path = value["name"]?.string ?? value["testFilePath"]?.string ?? ""
    let file = TestCase.suite(ofFile: path)
    noteTimes(value)
    let tests = value["assertionResults"]?.elements ?? value["testResults"]?.elements ?? []
    var hasFailure = false
    for test in tests { hasFailure = add(test, in: file, path) || hasFailure }
    let error = value["testExecError"]?["message"]?.string
    let message =
      error ?? [value["message"], value["failureMessage"]].lazy.compactMap { $0?.string }
      .first { !$0.isEmpty } ?? ""
    // Only a failed file has a message. Vitest gives the status of the tests alone.
    let failed = value["status"]?.string == "failed" || error != nil || !message.isEmpty
    if failed, !hasFailure { addBrokenFile(value, message, file, path) }
  }

  private mutating func noteTimes(_ value: JSONValue) {
    let span = value["perfStats"] ?? value
    times.note(
      TestFields.time(span["startTime"] ?? span["start"]),
      end: TestFields.time(span["endTime"] ?? span["end"]))
  }

  /// Adds a file that failed to run or that failed outside of its tests.
  private mutating func addBrokenFile(
    _ value: JSONValue, _ message: String, _ file: String, _ path: String
  ) {
    brokenFiles += 1
    var problem = TestCase(
      title: path.isEmpty ? context.locale.string(.unnamedSuite) : context.options.paths.path(path))
    (problem.suites, problem.problem) = ([file], [Self.title])
    let plain = PlainText.trimmed(TerminalText.plain(message))
    // Jest's own heading adds nothing to the sign of the message.
    let (first, rest) = PlainText.split(plain) ?? ("", "")
    problem.describe(first.hasSuffix(Self.title) ? [rest] : [message], context)
    problem.source = context.mark(value.location)
    (problem.file, problem.line) = (path.isEmpty ? nil : path, nil)
    report.addProblem(problem)
  }

  private static let title = "Test suite failed to run"

  // MARK: Tests

  /// Adds a test; true if it failed.
  private mutating func add(_ value: JSONValue, in file: String, _ path: String) -> Bool {
    let suites = value["ancestorTitles"]?.elements.compactMap(\.string).filter { !$0.isEmpty } ?? []
    let name = value["title"]?.string ?? value["fullName"]?.string ?? ""
    let shown = (suites + [name]).filter { !$0.isEmpty }
    var test = TestCase(
      title: shown.isEmpty
        ? context.locale.string(.unnamedTest) : shown.joined(separator: " › "))
    (test.suites, test.identity) = (file.isEmpty ? suites : [file] + suites, [name])
    let status = value["status"]?.string
    test.outcome = fields.outcome(status, at: value.location, &report, &reader.log)
    // Only this status gives a reason: the test is not written yet.
    if status == "todo" { test.reason = status }
    if test.outcome == .passed, value["failing"]?.bool == true {
      test.outcome = .todo
      expectedFailures += 1
    }
    // Vitest lists the failures of earlier tries as failures of the test, although it passed.
    let retries = test.outcome == .passed ? ["retryReasons", "failureMessages"] : ["retryReasons"]
    let failedTries =
      retries.map { (value[$0]?.elements ?? []).compactMap(\.string) }.first { !$0.isEmpty } ?? []
    test.isFlaky = test.outcome == .passed && !failedTries.isEmpty
    test.seconds = fields.seconds(value["duration"], unit: 1_000, &reader.log)
    test.time = TestFields.time(value["startAt"])
    test.source = context.mark(value.location)
    if test.isProblem {
      describe(&test, value, failedTries)
      if test.file == nil, !path.isEmpty {
        test.file = path
        (test.line, test.column) = (
          value["location"]?["line"]?.whole, value["location"]?["column"]?.whole
        )
      }
    }
    report.add(test)
    return test.outcome == .failed
  }

  private func describe(_ test: inout TestCase, _ value: JSONValue, _ failedTries: [String]) {
    let messages = (value["failureMessages"]?.elements ?? []).compactMap(\.string)
    let locale = context.locale
    if test.isFlaky {
      test.failedTries = failedTries.count
      let tries = failedTries.enumerated().map { index, reason in
        index == 0 ? reason : locale.tryHeading(index + 1) + "\n" + reason
      }
      let opening = locale.failedTries(failedTries.count, of: failedTries.count + 1)
      test.describe(tries, opening: opening, context)
    } else {
      let tries = failedTries.enumerated().map { locale.tryHeading($0 + 1) + "\n" + $1 }
      test.describe(messages + tries, context)
    }
    if let trace = TraceInText(TerminalText.plain(messages.first ?? "")) {
      test.setPlace(from: trace)
    }
  }
}
