internal import Diagnostics
internal import Inputs
internal import JSON
internal import Localization
internal import Model
internal import Time
internal import ToolReports

/// Reads reports in the Common Test Report Format. Tests take precedence over the summary.
struct CTRFImporter: ~Copyable {
  var reader: JSONReader
  let context: ImportContext
  var report: ImportedReport
  private var claims = ReportClaims()
  /// The flaky tests: counted and shown.
  var flaky: (counted: Int?, shown: Int) = (nil, 0)
  var fields = TestFields([
    "passed": .passed, "failed": .failed, "skipped": .skipped, "pending": .skipped,
    "other": .skipped,
  ])

  init(_ reader: consuming JSONReader, _ context: ImportContext) {
    self.reader = reader
    self.context = context
    report = ImportedReport(context)
    report.mayNameEnvironment = true
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
    claims.claim("flaky", flaky.counted, shown: flaky.shown)
    report.finish(claims, &reader)
    return (report, reader.log)
  }

  private mutating func readResults() {
    reader.enterObject()
    while reader.nextKey() {
      switch (reader.textString, reader.peek()) {
      case ("tests", .array):
        reader.enterArray()
        while reader.nextElement() { readTest() }
      case ("summary", .object): readSummary(reader.readTree())
      case ("environment", .object): readEnvironment(reader.readTree())
      case ("tool", .object): readTool(reader.readTree())
      default: reader.skipValue()
      }
    }
  }

  private mutating func readSummary(_ summary: JSONValue) {
    func count(_ key: String) -> Int? { report.unread.count(key, of: summary) }
    (claims.tests, claims.passed, claims.failed) = (
      count("tests"), count("passed"), count("failed")
    )
    claims.skipped = count("skipped").map { $0 + (count("pending") ?? 0) + (count("other") ?? 0) }
    flaky.counted = count("flaky")
    report.started = Self.time(summary["start"])
    report.finished = Self.time(summary["stop"])
  }

  /// Parses milliseconds since 1970; returns nil for implausible values such as 0.
  static func time(_ value: JSONValue?) -> TimePoint? {
    value?.number.flatMap {
      1e11...1e14 ~= $0 ? .instant(Instant(seconds: Int64($0 / 1_000))) : nil
    }
  }

  // MARK: Environment

  private mutating func readTool(_ tool: JSONValue) {
    guard let name = tool["name"]?.string else { return }
    report.environmentFacts.add(program: name, tool["version"]?.string)
  }

  private mutating func readEnvironment(_ value: JSONValue) {
    report.title = (value["reportName"] ?? value["appName"])?.string
    report.commit = value["commit"]?.string
    report.branch = value["branchName"]?.string
    report.url = value["buildUrl"]?.string
    report.subtitle = value["buildNumber"]?.written
    for key in ["osPlatform", "osVersion", "osRelease"] {
      report.environmentFacts.add(key, value[key]?.string)
    }
    let system = [
      value["osPlatform"]?.string, value["osRelease"]?.string.map { EnvironmentName.short($0) },
      value["testEnvironment"]?.string,
    ]
    report.environment = EnvironmentName.joined(
      system.compactMap { $0.map { PlainText.trimmed($0) } })
    guard value["healthy"]?.bool == false else { return }
    var problem = TestCase(title: context.locale.string(.unhealthyEnvironment))
    (problem.problem, problem.source) = (["environment"], context.mark(value.location))
    report.addProblem(problem, .warning)
  }
}
