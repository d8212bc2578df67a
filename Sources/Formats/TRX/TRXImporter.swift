internal import Diagnostics
internal import Model
internal import Text
internal import ToolReports
internal import XML

/// Reads TRX, the format of Visual Studio, MSTest and `dotnet test --logger trx`.
struct TRXImporter: ~Copyable {
  private var reader: XMLReader
  private let context: ImportContext
  private var report: ImportedReport
  private var times = RunTimes()
  private var summary = TRXSummary()
  private var definitions: [String: TRXDefinition] = [:]
  /// The ids of the tests that should run, and of those with a result.
  private var planned: Set<String> = []
  private var ran: Set<String> = []
  private var hasResultWithoutID = false
  private var isInDefinitions = false
  /// The open definition.
  private var definition: (id: String, TRXDefinition)?
  /// The results wait for the definitions, which may follow them.
  private var results: [TRXResult] = []
  /// The open results, and the depths of the elements that contain results.
  private var open: [TRXResult] = []
  private var containers: [Int] = []
  private var hasErrorInfo = false
  /// The folder of the run's files.
  private var folder: String?
  /// The counters, and the shown results, including results that contain others.
  private var claims = ReportClaims()
  /// The results with a warning: counted and shown.
  private var warnings: (counted: Int?, shown: Int) = (nil, 0)
  private var unknownOutcomes: Set<String> = []

  private static let mostTexts = 100
  /// The elements that describe tests and the run.
  private static let parts: Set<String> = [
    "UnitTestResult", "TestResult", "TestResultAggregation", "GenericTestResult",
    "ManualTestResult",
    "WebTestResult", "LoadTestResult", "ErrorInfo", "RunInfo", "ResultSummary",
  ]

  init(_ reader: consuming XMLReader, _ context: ImportContext) {
    self.reader = reader
    self.context = context
    report = ImportedReport(context)
    report.holdsTests = true
  }

  consuming func read() -> (report: ImportedReport, log: DiagnosticLog) {
    while let event = reader.next() {
      switch event {
      case .start:
        if reader.depth == 1, reader.hasWrongRoot("TestRun") { return (report, reader.finish()) }
        readElement()
      case .end: close()
      case .text: break
      }
    }
    for result in results { add(result) }
    report.finishTests()
    if !reader.hasFailed { finishSummary() }
    report.wall = times.wall
    report.finish(times, &reader)
    return (report, reader.finish())
  }

  private mutating func readElement() {
    if let container = containers.last, reader.depth == container + 1 { return openResult() }
    if reader.depth == 2 { isInDefinitions = reader.isNamed("TestDefinitions") }
    switch reader.name {
    case "TestRun", "TestSettings", "TestRunConfiguration", "TestDefinitions", "TestEntries",
      "RunInfos", "Output", "TextMessages", "ResultFiles":
      break
    case "TestEntry":
      if let id = reader.attribute("testId") { planned.insert(id) }
      reader.skipElement()
    case "Results", "InnerResults": containers.append(reader.depth)
    case "Times": noteTimes()
    case "Deployment":
      folder = reader.attribute("runDeploymentRoot")
      reader.skipElement()
    case "ResultSummary":
      summary.outcome = reader.attribute("outcome")
      if let word = summary.unknownOutcome {
        report.unread.add("outcome=\"\(word)\"", line: reader.position.line)
      }
    case "Counters" where open.isEmpty: readCounters()
    case "RunInfo": readRunInfo()
    case "ErrorInfo": hasErrorInfo = true
    case "Message" where hasErrorInfo: readProblem { $0.message = PlainText.trimmed($1.text) }
    case "StackTrace" where hasErrorInfo: readProblem { $0.content = $1 }
    case "Message", "StdOut", "StdErr", "DebugTrace": readOutput()
    case "ResultFile": readFile()
    case "TestMethod":
      let className = TRXDefinition.className(reader.attribute("className"))
      definition?.1.className = className
      reader.skipElement()
    default:
      // A definition of any kind of test.
      if reader.depth == 3, open.isEmpty, let id = reader.attribute("id") {
        definition = (id, TRXDefinition(assembly: reader.attribute("storage")))
        if isInDefinitions { planned.insert(id) }
      } else {
        report.skipUnknown(&reader, holding: Self.parts)
      }
    }
  }

  private mutating func close() {
    if let container = containers.last, reader.depth < container {
      containers.removeLast()
    } else if let container = containers.last, reader.depth == container, let last = open.popLast()
    {
      close(last)
    } else if reader.isNamed("ErrorInfo") {
      hasErrorInfo = false
    } else if reader.depth == 2, let (id, definition) = definition {
      definitions[id] = definition
      self.definition = nil
    }
  }

  // MARK: Results

  private mutating func openResult() {
    var result = TRXResult(reader)
    if let id = result.definition { ran.insert(id) } else { hasResultWithoutID = true }
    let outcome = reader.attribute("outcome")
    if !result.setOutcome(outcome), let outcome {
      report.unread.add("outcome=\"\(outcome)\"", line: result.position.line)
      if unknownOutcomes.insert(outcome).inserted {
        reader.report(
          .warning, "unknown-test-status", at: result.position,
          "the outcome \(VisibleText.quoted(outcome)) counts as skipped")
      }
    }
    result.test.seconds = times.seconds(reader.attribute("duration"), &reader, isClock: true)
    result.test.time = times.time(reader.attribute("startTime"), &reader)
    result.test.source = context.mark(result.position)
    open.append(result)
  }

  /// Keeps a result, unless it only contains others.
  private mutating func close(_ result: TRXResult) {
    claims.shownTests += 1
    if result.hasFailed { claims.shownFailures += 1 }
    if result.test.hasWarning { warnings.shown += 1 }
    if result.test.outcome == .skipped { claims.shownSkipped += 1 }
    if let outer = open.indices.last {
      open[outer].leaves += max(result.leaves, 1)
      open[outer].failures += result.failures + (result.hasFailed ? 1 : 0)
    }
    if result.leaves == 0 || result.hasFailed && result.failures == 0 { results.append(result) }
  }

  private mutating func add(_ result: TRXResult) {
    var test = result.test
    let known = result.definition.flatMap { definitions[$0] }
    (test.assembly, test.className) = (known?.assembly, known?.className)
    var made = test.testCase(context)
    guard result.leaves == 0 else {
      // It failed although none of its inner results failed.
      made.problem = ["result"]
      return report.addProblem(made)
    }
    report.add(made)
  }

  private mutating func readProblem(_ store: (inout JUnitProblem, Excerpt) -> Void) {
    let text = reader.readExcerpt(context)
    guard let last = open.indices.last else { return }
    var problem = open[last].test.problem.first ?? JUnitProblem()
    store(&problem, text)
    open[last].test.problem = [problem]
  }

  private mutating func readOutput() {
    guard let last = open.indices.last, open[last].hasFailed || open[last].test.hasWarning else {
      return reader.skipElement()
    }
    let text = reader.readExcerpt(context)
    if !text.isEmpty { open[last].test.outputs.append(text) }
  }

  private mutating func readFile() {
    let path = reader.attribute("path")
    reader.skipElement()
    guard let path, !path.isEmpty, let last = open.indices.last else { return }
    var parts = [path]
    if let folder, let own = open[last].folder { parts = [folder, "In", own, path] }
    open[last].test.attachments.append(
      Message.Attachment(path: parts.joined(separator: "/").replacing("\\", with: "/")))
  }

  // MARK: Run

  private mutating func noteTimes() {
    let begin = times.time(reader.attribute("start"), &reader)
    times.note(begin, end: times.time(reader.attribute("finish"), &reader))
    reader.skipElement()
  }

  private mutating func readCounters() {
    claims.tests = reader.count("total", &report.unread)
    claims.passed = reader.count("passed", &report.unread)
    warnings.counted = reader.count("warning", &report.unread)
    claims.skipped = sum(["notExecuted", "inconclusive"])
    claims.failed = sum(["failed", "error", "timeout", "aborted", "disconnected", "notRunnable"])
    summary.isCutOff = sum(["inProgress", "pending", "passedButRunAborted"]) > 0
    reader.skipElement()
  }

  private mutating func sum(_ counters: [StaticString]) -> Int {
    var sum = 0
    for counter in counters { sum += reader.count(counter, &report.unread) ?? 0 }
    return sum
  }

  private mutating func readRunInfo() {
    let outcome = reader.attribute("outcome")
    let text = reader.readExcerpt(context)
    guard summary.texts.count < Self.mostTexts, !PlainText.trimmed(text.text).isEmpty else {
      return
    }
    summary.texts.append((outcome, text))
  }

  private mutating func finishSummary() {
    if summary.isUnfinished { report.ending = .incomplete }
    if summary.isAborted { report.ending = .failed }
    if let failed = claims.failed, failed > claims.shownFailures {
      reader.report(
        .note, "total-mismatch", at: XMLPosition(line: 1, column: 1),
        "the counters claim \(failed) failures, the report describes \(claims.shownFailures)")
    }
    addProblems()
    if !hasResultWithoutID {
      // Rows of data share a definition, so that only a definition without any result counts.
      let missing = planned.subtracting(ran).count
      if missing > 0 { claims.tests = max(claims.tests ?? 0, claims.shownTests + missing) }
    }
    claims.failure = report.showsProblem ? nil : summary.failure
    claims.claim("warning", warnings.counted, shown: warnings.shown)
    claims.noteUnshown(at: context.mark(1), &report)
  }

  /// Adds the runner's texts about a failed run, unless a failed test explains it.
  private mutating func addProblems() {
    let isExplained = claims.shownFailures > 0
    var problems: [Excerpt] = []
    if summary.hasFailed {
      problems = isExplained ? summary.problemsBesideTests : summary.problems
      if !isExplained || !problems.isEmpty { report.ending = .failed }
    }
    add(problems, .error)
    if problems.isEmpty || isExplained { add(summary.warnings, .warning) }
  }

  private mutating func add(_ problems: [Excerpt], _ urgency: Urgency) {
    for text in problems {
      let text = PlainText.trimmed(text.text)
      let title = PlainText.firstLine(of: text) ?? text
      var problem = TestCase(title: title)
      problem.details = PlainText.rest(of: text, behind: title)
      (problem.problem, problem.source) = (["run", title], context.mark(1))
      if urgency == .error { report.reason = report.reason ?? title }
      report.addProblem(problem, urgency)
    }
  }
}
