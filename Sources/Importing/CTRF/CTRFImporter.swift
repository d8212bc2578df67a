internal import Basics
internal import Diagnostics
internal import JSON
internal import Model

/// Reads reports in the Common Test Report Format. The tests win over the summary.
struct CTRFImporter: ~Copyable {
  private var reader: JSONReader
  private let context: ImportContext
  private var report: ImportedReport
  private var claimed: [String: Int] = [:]

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
    reader.enterObject()
    while reader.nextKey() {
      if reader.textString == "results", reader.peek() == .object {
        readResults()
      } else {
        reader.skipValue()
      }
    }
    reader.finish()
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

  // MARK: Tests

  private mutating func readTest() {
    let value = reader.takeTree()
    guard case .object = value.kind else { return }
    let suites = Self.suites(value["suite"])
    let name = value["name"]?.string ?? ""
    var test = TestCase(title: name.isEmpty ? context.locale.string(.unnamedTest) : name)
    test.outcome = outcome(of: value)
    test.isFlaky = test.outcome == .passed && value["flaky"]?.bool == true
    (test.suites, test.identity) = (suites, [name])
    test.seconds = value["duration"]?.number.flatMap { 0...1e12 ~= $0 ? $0 / 1_000 : nil }
    test.source = context.mark(value.location)
    guard test.isProblem else { return report.add(test) }
    test.text = value["message"]?.string.map(TerminalText.plain)
      .flatMap(PlainText.firstParagraph)
    test.details = details(of: value, text: test.text)
    test.file = (value["filePath"] ?? value["file_path"])?.string
    test.line = value["line"]?.number.flatMap { Int(exactly: $0) }
    test.attachments = (value["attachments"]?.elements ?? []).compactMap { $0["path"]?.string }
    report.add(test)
  }

  private mutating func outcome(of value: JSONValue) -> TestCase.Outcome {
    switch value["status"]?.string {
    case "passed": return .passed
    case "failed": return .failed
    case "skipped", "pending": return .skipped
    case let word:
      if word != "other" {
        let what =
          word.map { "unknown status \(VisibleText.quoted($0))" } ?? "a test without 'status'"
        reader.log.add(
          Diagnostic(
            .warning, "unknown-status", "\(what) counts as skipped", at: value.location))
      }
      return .skipped
    }
  }

  /// A list of names, or one that older reports join by `>`.
  private static func suites(_ value: JSONValue?) -> [String] {
    if let joined = value?.string { return joined.split(separator: " > ").map(String.init) }
    return value?.elements.compactMap(\.string) ?? []
  }

  private func details(of value: JSONValue, text: String?) -> String? {
    var parts: [String] = []
    if let message = value["message"]?.string.map(TerminalText.plain), message != text {
      parts.append(message)
    }
    for key in ["trace", "snippet"] {
      if let part = value[key]?.string { parts.append(part) }
    }
    for (index, attempt) in (value["retryAttempts"]?.elements ?? []).enumerated() {
      let said = [attempt["message"]?.string, attempt["trace"]?.string].compactMap { $0 }
      if !said.isEmpty {
        parts.append(context.locale.tryHeading(index + 1) + "\n" + said.joined(separator: "\n"))
      }
    }
    for key in ["stdout", "stderr"] {
      let lines = value[key]?.elements.compactMap(\.string) ?? []
      if !lines.isEmpty {
        parts.append(context.locale.string(.outputHeading) + "\n" + lines.joined(separator: "\n"))
      }
    }
    if let advice = value["ai"]?.string {
      parts.append(context.locale.string(.modelSuggestion) + "\n" + advice)
    }
    var excerpt = context.excerpt
    excerpt.append(parts.map { PlainText.trimmed($0) }.joined(separator: "\n\n"))
    return excerpt.isEmpty ? nil : excerpt.text
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
      claimed[key] = summary[key]?.number.flatMap { Int(exactly: $0) }
    }
    report.started = Self.time(summary["start"])
    report.finished = Self.time(summary["stop"])
  }

  /// Milliseconds since 1970; 0 is no time.
  private static func time(_ value: JSONValue?) -> TimePoint? {
    value?.number.flatMap {
      1e11...1e14 ~= $0 ? .instant(Instant(seconds: Int64($0 / 1_000))) : nil
    }
  }

  private mutating func compareTotals() {
    guard !reader.hasFailed else { return }
    let start = JSONReader.Position(line: 1, column: 1)
    let run = report.tests
    if run.count == 0 {
      reader.report(.warning, "no-tests", at: start, "the report holds no test")
    }
    let failures = run.failures
    if let more = claimed["failed"].map({ $0 - failures }), more > 0 {
      report.addHidden(failures: more, in: [], source: context.mark(1))
    }
    let isOff =
      claimed["tests"].map { $0 != run.count } ?? false
      || claimed["passed"].map { $0 != run.passed } ?? false
      || claimed["failed"].map { $0 != failures } ?? false
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
    report.subtitle = value["buildNumber"].flatMap { number in
      if case .number(_, let written) = number.kind { written } else { number.string }
    }
    guard value["healthy"]?.bool == false else { return }
    var problem = TestCase(title: context.locale.string(.unhealthyEnvironment))
    (problem.identity, problem.source) = (["environment"], context.mark(value.location))
    report.addProblem(problem, .warning)
  }

}
