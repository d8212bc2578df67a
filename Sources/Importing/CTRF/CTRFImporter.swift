internal import Basics
internal import Diagnostics
internal import JSON
internal import Model

/// Reads reports in the Common Test Report Format. The tests win over the summary.
struct CTRFImporter: ~Copyable {
  var reader: JSONReader
  let context: ImportContext
  var report: ImportedReport
  private var claimed: [String: Int] = [:]
  /// What is said once a file.
  var said: Set<String> = []

  init(_ reader: consuming JSONReader, _ context: ImportContext) {
    self.reader = reader
    self.context = context
    report = ImportedReport(context)
  }

  consuming func read() -> (report: ImportedReport, log: DiagnosticLog) {
    guard reader.peek() == .object else {
      reader.report(
        .error, "wrong-type", at: reader.valuePosition, "the report is not an object",
        help: ["give reports that were joined into one separately"])
      return (report, reader.log)
    }
    report.holdsTests = true
    let start = reader.valuePosition
    var hasResults = false
    reader.enterObject()
    while reader.nextKey() {
      if reader.textString == "results", reader.peek() == .object {
        hasResults = true
        readResults()
      } else {
        reader.skipValue()
      }
    }
    reader.finish()
    if !hasResults, !reader.hasFailed {
      reader.report(
        .error, "missing-results", at: start, "the report has no object 'results'",
        help: ["give the whole report, with 'results' around 'summary' and 'tests'"])
      return (report, reader.log)
    }
    report.finishTests()
    compareTotals()
    report.wall = wall
    if !reader.hasFailed, report.ending == .unknown { report.ending = .completed }
    return (report, reader.log)
  }

  private mutating func readResults() {
    reader.enterObject()
    while reader.nextKey() {
      switch (reader.textString, reader.peek()) {
      case ("tests", .array):
        reader.enterArray()
        while reader.nextElement() { readTest() }
      case ("summary", .object): readSummary(reader.takeTree())
      case ("environment", .object): readEnvironment(reader.takeTree())
      default: reader.skipValue()
      }
    }
  }

  // MARK: Totals

  private var wall: Double? {
    guard case .instant(let start)? = report.started, case .instant(let end)? = report.finished
    else { return nil }
    let seconds = end.seconds(since: start)
    return seconds > 0 ? Double(seconds) : nil
  }

  private mutating func readSummary(_ summary: JSONValue) {
    for key in ["tests", "passed", "failed", "skipped", "pending", "other"] {
      claimed[key] = summary[key]?.number.flatMap { Int(exactly: $0) }.map {
        min(max($0, 0), 1_000_000_000)
      }
    }
    report.started = Self.time(summary["start"])
    report.finished = Self.time(summary["stop"])
  }

  /// Milliseconds since 1970; 0 is no time.
  static func time(_ value: JSONValue?) -> TimePoint? {
    value?.number.flatMap {
      1e11...1e14 ~= $0 ? .instant(Instant(seconds: Int64($0 / 1_000))) : nil
    }
  }

  /// The tests win over the summary. One that counts fewer tests than there are does not know of any
  /// that is missing.
  private mutating func compareTotals() {
    guard !reader.hasFailed else { return }
    let start = JSONReader.Position(line: 1, column: 1)
    let run = report.tests
    if run.count == 0 {
      reader.report(.warning, "no-tests", at: start, "the report holds no test")
    }
    let failures = run.failures
    if let more = claimed["failed"].map({ $0 - failures }), more > 0,
      claimed["tests"].map({ $0 >= run.count }) ?? true
    {
      report.addHidden(failures: more, in: [], source: context.mark(1))
    }
    let skipped = ["skipped", "pending", "other"].compactMap { claimed[$0] }.reduce(0, +)
    let isOff =
      claimed["tests"].map { $0 != run.count } ?? false
      || claimed["passed"].map { $0 != run.passed } ?? false
      || claimed["failed"].map { $0 != failures } ?? false
      || claimed["skipped"] != nil && skipped != run.skipped
    if isOff {
      reader.report(
        .warning, "total-mismatch", at: start,
        "the summary counts \(claimed["tests"] ?? 0) tests and \(claimed["failed"] ?? 0) failures, "
          + "the report holds \(run.count) and \(failures)")
    }
  }

  // MARK: Environment

  private mutating func readEnvironment(_ value: JSONValue) {
    report.title = (value["reportName"] ?? value["appName"])?.string
    report.commit = value["commit"]?.string
    report.branch = value["branchName"]?.string
    report.url = value["buildUrl"]?.string
    report.subtitle = value["buildNumber"]?.written
    guard value["healthy"]?.bool == false else { return }
    var problem = TestCase(title: context.locale.string(.unhealthyEnvironment))
    (problem.problem, problem.source) = (["environment"], context.mark(value.location))
    report.addProblem(problem, .warning)
  }
}
