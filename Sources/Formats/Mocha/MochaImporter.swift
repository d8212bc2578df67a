internal import Diagnostics
internal import JSON
internal import Localization
internal import Model
internal import Text
internal import ToolReports

/// Reads reports of Mocha's reporter `json`. Each test is in the list of its outcome. The list of
/// all tests is ignored because it lacks failed hooks.
struct MochaImporter: ~Copyable {
  private var reader: JSONReader
  private let context: ImportContext
  private var report: ImportedReport
  private var claims = ReportClaims()
  private var fields = TestFields([:])

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
      case ("stats", .object): readStats(reader.readTree())
      case ("passes", .array): readTests(.passed)
      case ("failures", .array): readTests(.failed)
      case ("pending", .array): readTests(.skipped)
      default: reader.skipValue()
      }
    }
    reader.finish()
    report.finishTests()
    // Mocha's count of tests does not include failed hooks.
    if let tests = claims.tests, let failed = claims.failed, tests < report.tests.count,
      failed == report.tests.failures
    {
      claims.tests = nil
    }
    report.finish(claims, &reader)
    return (report, reader.log)
  }

  private mutating func readStats(_ stats: JSONValue) {
    claims.tests = report.unread.count("tests", of: stats)
    claims.passed = report.unread.count("passes", of: stats)
    claims.failed = report.unread.count("failures", of: stats)
    // Mochawesome counts the tests that did not run because of a failed hook apart.
    let skipped = ["pending", "skipped"].compactMap { report.unread.count($0, of: stats) }
    claims.skipped = skipped.isEmpty ? nil : skipped.reduce(0, +)
    report.started = TestFields.time(stats["start"])
    report.finished = TestFields.time(stats["end"])
    report.wall = fields.seconds(stats["duration"], unit: 1_000, &reader.log)
  }

  private mutating func readTests(_ outcome: TestCase.Outcome) {
    reader.enterArray()
    while reader.nextElement() {
      let value = reader.readTree()
      guard case .object = value.kind else { continue }
      add(value, outcome)
    }
  }

  private mutating func add(_ value: JSONValue, _ outcome: TestCase.Outcome) {
    let name = value["fullTitle"]?.string ?? value["title"]?.string ?? ""
    let path = value["file"]?.string ?? ""
    var test = TestCase(title: name.isEmpty ? context.locale.string(.unnamedTest) : name)
    (test.suites, test.identity) = (path.isEmpty ? [] : [TestCase.suite(ofFile: path)], [name])
    test.outcome = outcome
    let tries = value["currentRetry"]?.whole ?? 0
    test.isFlaky = outcome == .passed && 1..<1_000_000 ~= tries
    test.seconds = fields.seconds(value["duration"], unit: 1_000, &reader.log)
    test.source = context.mark(value.location)
    if test.isProblem {
      let error = value["err"]
      let message = error?["message"]?.string ?? ""
      let stack = error?["stack"]?.string ?? ""
      // The stack begins with the class of the error and the message.
      let parts = stack.contains(message) ? [stack] : [message, stack]
      if test.isFlaky { test.failedTries = tries }
      let opening =
        test.isFlaky ? context.locale.failedTries(tries, of: tries + 1) : nil
      test.describe(parts, opening: opening, context)
      if let expected = error?["expected"]?.string, let actual = error?["actual"]?.string {
        test.values = FailureValues(
          expected: TerminalText.plain(expected), actual: TerminalText.plain(actual))
      }
      if let trace = TraceInText(TerminalText.plain(stack)) {
        test.setPlace(from: trace)
      } else if !path.isEmpty {
        test.file = path
      }
    }
    report.add(test)
  }
}
