internal import Basics
internal import Diagnostics
internal import Model
internal import XML

/// Reads JUnit XML in all its dialects: elements are counted and never attributes, unknown ones are
/// passed over.
struct JUnitImporter: ~Copyable {
  private var reader: XMLReader
  private let context: ImportContext
  private var report: ImportedReport
  private var suites: [JUnitSuite] = []
  private var names: [String] = []
  private var times = JUnitTimes()

  init(_ reader: consuming XMLReader, _ context: ImportContext) {
    self.reader = reader
    self.context = context
    report = ImportedReport(context)
  }

  /// Reads the whole file; what is wrong with it is in the log.
  consuming func read() -> (report: ImportedReport, log: DiagnosticLog) {
    report.holdsTests = true
    while let event = reader.next() {
      switch event {
      case .start: readElement()
      case .end: if reader.name == "testsuite" || reader.name == "testsuites" { closeSuite() }
      case .text: break
      }
    }
    let isComplete = !reader.hasFailed
    if isComplete, report.tests.count == 0, report.messages.isEmpty {
      reader.report(
        .warning, "no-tests", at: XMLPosition(line: 1, column: 1), "the report holds no test")
    }
    report.title = names.count == 1 ? names[0] : nil
    (report.started, report.finished) = (times.started, times.finished)
    if isComplete, report.ending == .unknown { report.ending = .completed }
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
    report.addHidden(
      failures: hidden, in: path + [suite.name].compactMap { $0 },
      source: context.mark(suite.position))
  }

  private mutating func readSuiteProblem() {
    let position = reader.position
    let problem = readProblem()
    noteFound()
    var made = TestCase(title: path.last ?? context.locale.string(.unnamedSuite))
    (made.text, made.details) = (problem.text, problem.details)
    (made.suites, made.source) = (path, context.mark(position))
    report.addProblem(made)
  }

  private mutating func noteFound() {
    if let last = suites.indices.last { suites[last].found += 1 }
  }

  /// The names of the suites that are open.
  private var path: [String] { suites.compactMap(\.name) }

  // MARK: Tests

  private mutating func readCase() {
    let position = reader.position
    var test = JUnitCase(
      name: reader.attribute("name"),
      className: reader.attribute("classname") ?? reader.attribute("class"),
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
        var output = context.excerpt
        readText(into: &output)
        test.outputs.append(output)
      default: reader.skipElement()
      }
    }
    finish(test, position)
  }

  private mutating func finish(_ test: JUnitCase, _ position: XMLPosition) {
    if !test.errors.isEmpty || !test.failures.isEmpty { noteFound() }
    if test.isBrokenCollection { report.ending = .failed }
    var made = test.made(in: suites, context.locale)
    made.source = context.mark(position)
    report.add(made)
  }

  /// Reads a failure up to its end.
  private mutating func readProblem() -> JUnitProblem {
    var problem = JUnitProblem(message: reader.attribute("message"), type: reader.attribute("type"))
    problem.file = reader.attribute("file")
    problem.line = reader.attribute("line")
    problem.content = context.excerpt
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
