internal import Diagnostics
internal import Localization
internal import Model
internal import ToolReports
internal import XML

/// Reads output.xml of Robot Framework, versions 2 to 7. Such a file may be very large: of a test's
/// keywords, only the log of the last failed one is kept.
struct RobotImporter: ~Copyable {
  var reader: XMLReader
  let context: ImportContext
  var report: ImportedReport
  private var times = RunTimes()
  /// Whether the teardowns are already applied to the tests, as `rebot` does.
  private var isSettled = false
  private var suites: [RobotSuite] = []
  /// The name, the source file and the index of the parent of each suite.
  private var known: [(name: String, source: String?, parent: Int?)] = []
  private var tests: [RobotTest] = []
  private var problems: [RobotProblem] = []
  private var claims = ReportClaims()
  private var hasUnknownStatus = false

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
        if reader.depth == 1, reader.hasWrongRoot("robot") { return (report, reader.finish()) }
        readElement()
      case .end: if reader.isNamed("suite") { closeSuite() }
      case .text: break
      }
    }
    addTests()
    report.look(with: Self.tool)
    report.finishTests()
    (claims.shownTests, claims.shownFailures) = (report.shownTests, report.shownFailures)
    claims.shownSkipped = report.shownSkipped
    report.compareTests(with: claims, &reader)
    report.finish(times, &reader)
    return (report, reader.finish())
  }

  private mutating func readElement() {
    switch reader.name {
    case "robot": readGenerator()
    case "suite": openSuite()
    case "test": readTest()
    case "kw", "setup", "teardown": readFixture()
    case "status": readSuiteStatus()
    case "statistics": readStatistics()
    case "errors": break
    case "msg": readError()
    default: report.skipUnknown(&reader, holding: ["suite", "test"])
    }
  }

  /// Reads the program that wrote the report: `Robot 7.0 (Python 3.12.3 on linux)`.
  private mutating func readGenerator() {
    guard let generator = reader.attribute("generator") else { return }
    isSettled = generator.hasPrefix("Rebot")
    let words = generator.split { " ()".contains($0) }.map { String($0) }
    for (name, version) in zip(words, words.dropFirst()) {
      switch name {
      case "Robot", "Rebot": report.environmentFacts.add(program: "Robot Framework", version)
      case "on": report.environmentFacts.add("os", version)
      default: report.environmentFacts.add(name, version)
      }
    }
  }

  // MARK: Suites

  private mutating func openSuite() {
    let name = reader.attribute("name") ?? ""
    if suites.isEmpty { report.title = known.isEmpty && !name.isEmpty ? name : nil }
    suites.append(
      RobotSuite(
        index: known.count, firstTest: tests.count, source: context.mark(reader.position)))
    known.append((name, reader.attribute("source"), suites.dropLast().last?.index))
  }

  /// The setup or the teardown of a suite.
  private mutating func readFixture() {
    let isTeardown =
      reader.name == "teardown" || reader.attribute("type")?.lowercased() == "teardown"
    let (step, _) = readSteps()
    guard isTeardown, let last = suites.indices.last, let status = step.status else { return }
    suites[last].teardown = (status, step.message)
  }

  private mutating func readSuiteStatus() {
    if suites.count == 1 {
      let own = RobotTimes(reader)
      times.note(own.start, end: own.end)
      report.wall = own.seconds
    }
    let word = reader.attribute("status")
    let text = RobotText.plain(reader.readExcerpt(context).text)
    guard RobotStatus(word) == .fail, let last = suites.indices.last else { return }
    suites[last].failure = (word ?? "", text)
  }

  /// Closes a suite and applies its teardown, because Robot writes the status of tests before it.
  private mutating func closeSuite() {
    guard let suite = suites.popLast() else { return }
    if !isSettled, let teardown = suite.teardown {
      for index in suite.firstTest..<tests.count {
        switch (teardown.status, tests[index].outcome) {
        case (.fail, .passed):
          tests[index].outcome = .failed
          tests[index].problem = problems.count
          let message = "Parent suite teardown failed:\n" + teardown.message
          problems.append(RobotProblem(message: message, namesTeardown: true))
        case (.fail, .failed): addTeardown(teardown.message, to: tests[index].problem)
        case (.skip, _):
          (tests[index].outcome, tests[index].problem) = (.skipped, nil)
          tests[index].reason = teardown.message
        default: break
        }
      }
    }
    if let failure = suite.failure, !reader.hasFailed { reportFailure(failure, of: suite) }
    if suites.isEmpty { addTests() }
  }

  /// Reports the failure of a suite without a failed test.
  private mutating func reportFailure(_ failure: (word: String, text: String), of suite: RobotSuite)
  {
    let hasFailure = tests[suite.firstTest...].contains { $0.outcome == .failed }
    if let last = suites.indices.last { suites[last].holdsFailure = true }
    if hasFailure || suite.holdsFailure { return }
    let name = known[suite.index].name
    guard failure.text.isEmpty else {
      var problem = TestCase(title: name.isEmpty ? context.locale.string(.unnamedSuite) : name)
      problem.text = PlainText.firstLine(of: failure.text)
      problem.details = PlainText.rest(of: failure.text, behind: problem.text ?? "")
      (problem.suites, problem.problem) = (names(of: suite.index), ["suite"])
      (problem.file, problem.source) = (known[suite.index].source, suite.source)
      return report.addProblem(problem)
    }
    var part = ReportClaims(part: name)
    part.failure = failure.word
    part.noteUnshown(at: suite.source, &report)
  }

  private mutating func addTeardown(_ message: String, to problem: Int?) {
    guard let problem, !problems[problem].namesTeardown else { return }
    problems[problem].namesTeardown = true
    problems[problem].message += "\n\nAlso parent suite teardown failed:\n" + message
  }

  // MARK: Tests

  private mutating func readTest() {
    let position = reader.position
    let name = reader.attribute("name") ?? ""
    let line = reader.attribute("line").flatMap { Int($0) }
    let (step, times) = readSteps()
    guard let suite = suites.last else { return }
    var test = RobotTest(name: name, suite: suite.index, line: line, source: context.mark(position))
    (test.time, test.seconds) = (times?.start, times?.seconds)
    switch step.status {
    case .pass: break
    case .fail:
      test.outcome = .failed
      test.problem = problems.count
      problems.append(
        RobotProblem(message: step.message, log: step.told, steps: step.children))
    case .skip, .notRun: (test.outcome, test.reason) = (.skipped, step.message)
    case nil:
      test.outcome = .skipped
      report.unread.add("<status>", line: position.line)
      if !hasUnknownStatus, !reader.hasFailed {
        hasUnknownStatus = true
        reader.report(
          .warning, "unknown-test-status", at: position,
          "a test without a known status counts as skipped")
      }
    }
    tests.append(test)
  }

  /// Reads the steps and the times of the test or keyword that just started.
  private mutating func readSteps() -> (RobotStep, RobotTimes?) {
    let outside = reader.depth - 1
    var steps = [RobotStep(context)]
    var times: RobotTimes?
    while reader.depth > outside, let event = reader.next() {
      let last = steps.count - 1
      switch event {
      case .text: break
      case .end:
        guard last > 0 else { break }
        let done = steps.removeLast()
        steps[last - 1].add(done, level: last)
      case .start:
        switch reader.name {
        case "msg": readMessage(into: &steps[last].log)
        case "status":
          steps[last].status = RobotStatus(reader.attribute("status"))
          let own = RobotTimes(reader)
          steps[last].seconds = own.seconds
          if last == 0 { times = own }
          if steps[last].status == .pass {
            reader.skipElement()
          } else {
            steps[last].message = RobotText.plain(reader.readExcerpt(context).text)
          }
        case "arg", "arguments", "assign", "doc", "tag", "tags", "timeout", "value":
          reader.skipElement()
        default: steps.append(RobotStep(context, title: titleOfStep()))
        }
      }
    }
    return (steps.first ?? RobotStep(context), times)
  }

  /// The name of the keyword that just started; of another step its word: `IF $x`.
  private func titleOfStep() -> String {
    if let name = reader.attribute("name"), !name.isEmpty { return name }
    let word = reader.attribute("type") ?? reader.name.uppercased()
    return [word, reader.attribute("condition") ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private mutating func readMessage(into log: inout Excerpt) {
    guard reader.attribute("level") != "TRACE" else { return reader.skipElement() }
    if !log.isEmpty { log.append("\n") }
    guard ["yes", "true"].contains(reader.attribute("html")) else {
      return reader.readText(into: &log)
    }
    log.append(RobotText.withoutTags(reader.readExcerpt(context).text))
  }

  /// Adds the tests of closed suites.
  private mutating func addTests() {
    var path: (suite: Int, names: [String])?
    for test in tests {
      let names = path.flatMap { $0.suite == test.suite ? $0.names : nil } ?? names(of: test.suite)
      path = (test.suite, names)
      add(test, in: names)
    }
    tests = []
    problems = []
  }

  private func names(of suite: Int) -> [String] {
    var names: [String] = []
    var next: Int? = suite
    while let index = next {
      if !known[index].name.isEmpty { names.append(known[index].name) }
      next = known[index].parent
    }
    return names.reversed()
  }

  private mutating func add(_ test: RobotTest, in suites: [String]) {
    let isNamed = !test.name.isEmpty
    var made = TestCase(title: isNamed ? test.name : context.locale.string(.unnamedTest))
    (made.suites, made.identity, made.outcome) = (suites, [test.name], test.outcome)
    made.reason = test.reason
    (made.time, made.seconds, made.source) = (test.time, test.seconds, test.source)
    if let index = test.problem {
      let problem = problems[index]
      (made.file, made.line) = (known[test.suite].source, test.line)
      let log = problem.log ?? Excerpt()
      made.steps = problem.steps
      made.colors.add(log)
      let said = JUnitProblem(message: problem.message, content: log).described(for: test.name)
      (made.text, made.details) = (said.text, said.details)
    }
    report.add(made)
  }

  // MARK: Totals

  private mutating func readStatistics() {
    let inside = reader.depth
    var isTotal = false
    while reader.depth >= inside, let event = reader.next() {
      if event == .end, reader.isNamed("total") { isTotal = false }
      guard event == .start else { continue }
      if reader.isNamed("total") { isTotal = true }
      guard isTotal, reader.isNamed("stat") else { continue }
      let passed = reader.count("pass", &report.unread) ?? 0
      let failed = reader.count("fail", &report.unread) ?? 0
      let skipped = reader.count("skip", &report.unread) ?? 0
      let name = PlainText.trimmed(reader.readExcerpt(context).text)
      if name == "All Tests" || name == "All Tasks" {
        (claims.tests, claims.failed, claims.skipped) = (passed + failed + skipped, failed, skipped)
      }
    }
  }
}
