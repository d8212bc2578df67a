internal import Basics
internal import Diagnostics
internal import Model
internal import XML

/// Reads JUnit XML in all its dialects: elements are counted and never attributes, unknown ones are
/// passed over.
struct JUnitImporter: ~Copyable {
  private var reader: XMLReader
  private let file: UInt16
  private let options: ImportOptions
  private var run = TestRun(category: Dataset.Category(id: "junit:tests", title: "Tests"))
  private var suites: [JUnitSuite] = []
  private var names: [String] = []
  private var times = JUnitTimes()
  private var isCollectionBroken = false
  private var hiddenFailures = 0

  init(_ reader: consuming XMLReader, file: UInt16, options: ImportOptions) {
    self.reader = reader
    self.file = file
    self.options = options
  }

  /// Reads the whole file; what is wrong with it is in the log.
  consuming func read() -> (report: ImportedReport, log: DiagnosticLog) {
    while let event = reader.next() {
      switch event {
      case .start: readElement()
      case .end: if reader.name == "testsuite" || reader.name == "testsuites" { closeSuite() }
      case .text: break
      }
    }
    let isComplete = !reader.hasFailed
    if isComplete, run.tests == 0, run.messages.isEmpty {
      reader.report(
        .warning, "no-tests", at: XMLPosition(line: 1, column: 1), "the report holds no test")
    }
    var report = ImportedReport()
    report.title = names.count == 1 ? names[0] : nil
    report.categories = [run.category]
    report.messages = run.messages
    report.facts = run.facts(wall: nil)
    (report.started, report.finished) = (times.started, times.finished)
    report.status =
      isCollectionBroken
      ? .failed : isComplete && run.tests > 0 && hiddenFailures == 0 ? .completed : nil
    return (report, reader.finish())
  }

  private mutating func readElement() {
    switch reader.name {
    case "testsuites", "testsuite": openSuite()
    case "testcase": readCase()
    case "error", "failure": readSuiteProblem()
    default: reader.skipElement()
    }
  }

  // MARK: Suites

  private mutating func openSuite() {
    var suite = JUnitSuite(position: reader.position)
    suite.isOuter = reader.name == "testsuites"
    suite.name = JUnitNames.filled(reader.attribute("name"))
    suite.file = reader.attribute("file") ?? reader.attribute("filepath")
    suite.isPytest = reader.attribute("name")?.hasPrefix("pytest") ?? false
    suite.claimed = ["failures", "errors"].reduce(0) { sum, name in
      sum + min(max(reader.attribute(name).flatMap { Int($0) } ?? 0, 0), 1_000_000_000)
    }
    times.note(reader.attribute("timestamp"), seconds: reader.attribute("time"))
    if let name = suite.name, suites.isEmpty || (suites.count == 1 && suites[0].name == nil) {
      names.append(name)
    }
    suites.append(suite)
  }

  /// Failures that the attributes claim and nothing describes are an error of their own.
  private mutating func closeSuite() {
    guard let suite = suites.popLast() else { return }
    if let last = suites.indices.last {
      suites[last].found += max(suite.found, suite.claimed)
    }
    let hidden = suite.claimed - suite.found
    guard hidden > 0, !suite.isOuter || suite.found == 0 else { return }
    hiddenFailures += hidden
    run.add(
      .error, "\(hidden) \(hidden == 1 ? "failure is" : "failures are") counted and not described",
      identity: ["hidden"] + path + [suite.name ?? ""], source: mark(suite.position))
  }

  private mutating func readSuiteProblem() {
    let position = reader.position
    let problem = readProblem()
    noteFound()
    let name = suites.compactMap(\.name).last ?? "Suite"
    run.add(
      .error, name, text: problem.text, details: problem.details,
      identity: ["suite"] + path, source: mark(position))
  }

  private mutating func noteFound() {
    if let last = suites.indices.last { suites[last].found += 1 }
  }

  /// The names of the suites that are open.
  private var path: [String] { suites.compactMap(\.name) }

  private func mark(_ position: XMLPosition) -> SourceMark {
    SourceMark(
      file: file, line: UInt32(clamping: position.line), column: UInt32(clamping: position.column))
  }

  // MARK: Tests

  private mutating func readCase() {
    let position = reader.position
    var test = JUnitCase(
      name: reader.attribute("name"), className: reader.attribute("classname") ?? reader.attribute("class"),
      status: reader.attribute("status"), result: reader.attribute("result"))
    test.file = reader.attribute("file") ?? reader.attribute("filepath")
    test.line = reader.attribute("line") ?? reader.attribute("lineno")
    test.seconds = JUnitTimes.seconds(reader.attribute("time"))
    test.time = JUnitTimes.time(reader.attribute("timestamp"))
    let inside = reader.depth
    while reader.depth >= inside, let event = reader.next() {
      guard event == .start else { continue }
      switch reader.name {
      case "error": test.errors.append(readProblem())
      case "failure": test.failures.append(readProblem())
      case "skipped", "skip", "ignored":
        test.isSkipped = true
        test.skipReason = (reader.attribute("type"), reader.attribute("message"))
        reader.skipElement()
      case "flakyFailure", "flakyError": test.flakyTries.append(readProblem())
      case "rerunFailure", "rerunError": test.reruns.append(readProblem())
      case "system-out", "system-err":
        var output = Excerpt(limit: options.detailsLimit)
        readText(into: &output)
        test.outputs.append(output)
      default: reader.skipElement()
      }
    }
    finish(test, position)
  }

  private mutating func finish(_ test: JUnitCase, _ position: XMLPosition) {
    if !test.errors.isEmpty || !test.failures.isEmpty { noteFound() }
    if test.isBrokenCollection { isCollectionBroken = true }
    var made = test.made(in: suites, options: options)
    made.source = mark(position)
    run.add(made)
  }

  /// Reads a failure up to its end.
  private mutating func readProblem() -> JUnitProblem {
    var problem = JUnitProblem(message: reader.attribute("message"), type: reader.attribute("type"))
    problem.file = reader.attribute("file")
    problem.line = reader.attribute("line")
    problem.content = Excerpt(limit: options.detailsLimit)
    readText(into: &problem.content)
    return problem
  }

  /// Takes the text of the element that has just started, and of those in it.
  private mutating func readText(into text: inout Excerpt) {
    let inside = reader.depth
    while reader.depth >= inside, let event = reader.next() {
      if event == .text { text.append(reader.text) }
    }
  }
}
