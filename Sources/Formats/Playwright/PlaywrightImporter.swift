internal import Diagnostics
internal import Inputs
internal import JSON
internal import Localization
internal import Model
internal import Text
internal import ToolReports

/// Reads the reports of Playwright's reporter `json`.
struct PlaywrightImporter: ~Copyable {
  private var reader: JSONReader
  private let context: ImportContext
  private var report: ImportedReport
  private var claims = ReportClaims()
  private var fields = TestFields([
    "expected": .passed, "flaky": .passed, "unexpected": .failed, "skipped": .skipped,
  ])
  private var pictures = EmbeddedPictures()
  /// How many tests failed as `test.fail` expects. The report counts them as passed.
  private var expectedFailures = 0
  /// The flaky tests: counted and shown.
  private var flaky: (counted: Int?, shown: Int) = (nil, 0)
  /// The folder of the test files.
  private var folder: String?

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
      case ("config", .object): readConfig(reader.readTree())
      case ("suites", .array):
        reader.enterArray()
        while reader.nextElement() { readFile(reader.readTree()) }
      case ("errors", .array):
        reader.enterArray()
        while reader.nextElement() { addError(reader.readTree()) }
      case ("stats", .object): readStats(reader.readTree())
      default: reader.skipValue()
      }
    }
    reader.finish()
    claims.passed = claims.passed.map { $0 - expectedFailures }
    claims.claim("flaky", flaky.counted, shown: flaky.shown)
    report.finish(claims, &reader)
    return (report, reader.log)
  }

  private mutating func readConfig(_ config: JSONValue) {
    folder = config["rootDir"]?.string
    report.environmentFacts.add(program: "Playwright", config["version"]?.string)
    let metadata = config["metadata"]
    report.commit =
      metadata?["gitCommit"]?["hash"]?.string ?? metadata?["ci"]?["commitHash"]?.string
    report.branch = metadata?["gitCommit"]?["branch"]?.string ?? metadata?["ci"]?["branch"]?.string
  }

  private mutating func readStats(_ stats: JSONValue) {
    let counts = ["expected", "flaky", "unexpected", "skipped"].map {
      report.unread.count($0, of: stats)
    }
    if let expected = counts[0] {
      claims.passed = expected + (counts[1] ?? 0)
      claims.tests = counts.compactMap { $0 }.reduce(0, +)
    }
    (claims.failed, claims.skipped, flaky.counted) = (counts[2], counts[3], counts[1])
    report.wall = fields.seconds(stats["duration"], unit: 1_000, &reader.log)
    guard let start = TestFields.time(stats["startTime"]) else { return }
    var times = RunTimes()
    times.note(start, seconds: report.wall)
    (report.started, report.finished) = (times.started, times.finished)
  }

  /// Adds an error outside of tests: a file that can't be loaded, or a server that does not start.
  private mutating func addError(_ value: JSONValue) {
    let parts = Self.parts(ofError: value)
    var problem = TestCase(title: "Playwright")
    problem.describe(parts, context)
    if let text = problem.text, let title = PlainText.firstLine(of: text) {
      problem.title = title
      problem.text = PlainText.rest(of: text, behind: title).flatMap { $0.isEmpty ? nil : $0 }
    }
    (problem.problem, problem.source) = ([problem.title], context.mark(value.location))
    locate(&problem, at: value["location"])
    report.addProblem(problem)
    report.ending = .failed
  }

  // MARK: Tests

  /// Reads the suite of a file and its inner suites.
  private mutating func readFile(_ file: JSONValue) {
    var open: [(suite: JSONValue, names: [String])] = [(file, [])]
    while let (suite, outer) = open.popLast() {
      let names = outer + [suite["title"]?.string ?? ""].filter { !$0.isEmpty }
      for spec in suite["specs"]?.elements ?? [] {
        var part = ReportClaims(part: spec["title"]?.string)
        for test in spec["tests"]?.elements ?? [] {
          if add(test, of: spec, in: names) { part.shownFailures += 1 }
        }
        if spec["ok"]?.bool == false { part.failure = "ok: false" }
        part.noteUnshown(in: names, at: context.mark(spec.location), &report)
      }
      open += (suite["suites"]?.elements ?? []).reversed().map { ($0, names) }
    }
  }

  /// Adds the result of a test in one project; true if it failed. The first of the names is the
  /// file.
  private mutating func add(_ value: JSONValue, of spec: JSONValue, in names: [String]) -> Bool {
    let project = value["projectName"]?.string ?? value["projectId"]?.string ?? ""
    let label = project.isEmpty ? "" : "[\(project)] "
    let name = spec["title"]?.string ?? ""
    let shown = (names.dropFirst() + [name]).filter { !$0.isEmpty }
    var test = TestCase(
      title: label
        + (shown.isEmpty ? context.locale.string(.unnamedTest) : shown.joined(separator: " › ")))
    (test.suites, test.identity) = (names, [label + name])
    if EnvironmentName.isOne(project) {
      (test.environment, test.identityAnywhere) = (project, [name])
    }
    let status = value["status"]?.string
    test.outcome = fields.outcome(status, at: value.location, &report, &reader.log)
    let results = value["results"]?.elements ?? []
    let expected = value["expectedStatus"]?.string
    // A test without a result did not run, regardless of its status.
    let hasRun = value["results"]?.elements.isEmpty != true
    if !hasRun, test.outcome == .passed {
      test.outcome = .skipped
      noteUnrun(test, results)
    } else if status == "expected", expected == "failed" {
      test.outcome = .todo
      expectedFailures += 1
    }
    test.isFlaky = status == "flaky" && hasRun
    if test.isFlaky { flaky.shown += 1 }
    if status == "expected", !Self.isMet(expected, by: results.last) {
      test.outcome = .failed
    }
    test.seconds = fields.seconds(results.last?["duration"], unit: 1_000, &reader.log)
    test.time = TestFields.time(results.last?["startTime"])
    test.source = context.mark(value.location)
    let notes =
      (value["annotations"]?.elements ?? []) + (results.last?["annotations"]?.elements ?? [])
    let note = notes.first { ["skip", "fixme", "fail"].contains($0["type"]?.string) }
    test.reason = note?["description"]?.string
    // Unlike `skip`, this word explains why the test did not run.
    if test.reason == nil, note?["type"]?.string == "fixme" { test.reason = "fixme" }
    if status == "skipped",
      Self.isInterrupted(results) || expected.map({ $0 != "skipped" }) ?? false
    {
      noteUnrun(test, results)
    }
    if test.isProblem { describe(&test, results, spec) }
    if test.outcome != .skipped { addTimes(of: test, results) }
    report.add(test)
    return test.outcome == .failed
  }

  /// Adds the tries of a test to their workers. A worker that is started again keeps its parallel
  /// index.
  private mutating func addTimes(of test: TestCase, _ results: [JSONValue]) {
    for (index, result) in results.enumerated() {
      let worker = (result["parallelIndex"] ?? result["workerIndex"])?.written
      report.workers.add(
        worker.map { "#" + $0 }, index == results.count - 1 ? test.title : nil,
        seconds: fields.seconds(result["duration"], unit: 1_000, &reader.log))
    }
  }

  /// Whether a test ended as it should. A test that should pass has no error. Older versions say
  /// neither what they expect nor how it ended.
  private static func isMet(_ expected: String?, by result: JSONValue?) -> Bool {
    guard let expected, let result, let status = result["status"]?.string else { return true }
    return status == expected && (expected != "passed" || parts(ofResult: result).isEmpty)
  }

  private static func isInterrupted(_ results: [JSONValue]) -> Bool {
    results.contains { $0["status"]?.string == "interrupted" }
  }

  /// Notes a test that should have run: the run ended in or before it.
  private mutating func noteUnrun(_ test: TestCase, _ results: [JSONValue]) {
    let said = context.locale.string(Self.isInterrupted(results) ? .didNotFinish : .changeUnseen)
    report.addShortfall("\(test.title): \(said)")
  }

  private mutating func describe(
    _ test: inout TestCase, _ results: [JSONValue], _ spec: JSONValue
  ) {
    let failures = results.enumerated().filter { _, result in
      !["passed", "skipped"].contains(result["status"]?.string)
    }
    // A test that should fail but passes has no failed try.
    guard let told = failures.last?.element ?? results.last else { return }
    var parts = Self.parts(ofResult: told)
    for (index, result) in failures.dropLast() {
      let tried = Self.parts(ofResult: result)
      if !tried.isEmpty {
        parts.append(([context.locale.tryHeading(index + 1)] + tried).joined(separator: "\n"))
      }
    }
    let output = ["stdout", "stderr"].flatMap { told[$0]?.elements ?? [] }
      .compactMap { $0["text"]?.string ?? $0.string }.joined()
    if output.utf8.contains(where: { $0 > 0x20 }) {
      parts.append(context.locale.string(.outputHeading) + "\n" + output)
    }
    let tries = test.isFlaky ? context.locale.failedTries(failures.count, of: results.count) : nil
    if test.isFlaky { test.failedTries = failures.count }
    test.describe(parts, opening: tries, context)
    locate(
      &test,
      at: told["errorLocation"] ?? told["error"]?["location"]
        ?? told["errors"]?.elements.first?["location"])
    let raised = (file: test.file, line: test.line, column: test.column)
    locate(&test, at: spec)
    let name = test.file
    if let name, let folder, !name.hasPrefix("/") { test.file = folder + "/" + name }
    if let path = raised.file?.replacing("\\", with: "/") {
      // The declaration of the test helps only if the error is in another file.
      if let name, path != name, !path.hasSuffix("/" + name), let file = test.file,
        let line = test.line
      {
        test.testPlace = (file, line)
      }
      (test.file, test.line, test.column) = raised
    }
    test.steps = Self.steps(told["steps"])
    test.attachments = (told["attachments"]?.elements ?? []).compactMap { attachment($0) }
  }

  /// The steps of a try. A step has an error if it failed. The reader limits the nesting of a file,
  /// and therefore the recursion.
  private static func steps(_ value: JSONValue?) -> [Message.Step] {
    (value?.elements ?? []).compactMap { step in
      guard let title = step["title"]?.string, !title.isEmpty else { return nil }
      let said = step["error"].flatMap { parts(ofError: $0).first }
      let seconds = step["duration"]?.number.flatMap { ReportedDuration.seconds($0 / 1_000) }
      return Message.Step(
        title: title, status: step["error"] == nil ? .passed : .failed, seconds: seconds,
        message: said.map { PlainText.trimmed(TerminalText.plain($0)) },
        children: steps(step["steps"]))
    }
  }

  private func locate(_ test: inout TestCase, at location: JSONValue?) {
    test.file = location?["file"]?.string
    (test.line, test.column) = (location?["line"]?.whole, location?["column"]?.whole)
  }

  private mutating func attachment(_ value: JSONValue) -> Message.Attachment? {
    let name = value["name"]?.string ?? ""
    var attachment: Message.Attachment?
    if let path = value["path"]?.string {
      attachment = Message.Attachment(path: path)
    } else if let body = value["body"] {
      attachment = pictures.attachment(body, title: name, &reader.log)
    }
    // The names of compared pictures end so: `login-expected.png`.
    attachment?.role = Message.Attachment.Role.allCases.map(\.rawValue).first {
      name.hasSuffix("-\($0)") || name.hasSuffix("-\($0).png")
    }
    return attachment
  }

  // MARK: Errors

  /// The texts of a result's errors. Older versions have only one error.
  private static func parts(ofResult result: JSONValue) -> [String] {
    let errors = (result["errors"]?.elements ?? []).flatMap(parts(ofError:))
    return errors.isEmpty ? result["error"].map(parts(ofError:)) ?? [] : errors
  }

  private static func parts(ofError error: JSONValue) -> [String] {
    guard let message = error["message"]?.string ?? error["value"]?.string else {
      return [error["stack"]?.string].compactMap { $0 }
    }
    // The stack repeats the message, so only the part after the message is added.
    let stack = error["stack"]?.string.flatMap { PlainText.rest(of: $0, behind: message) } ?? ""
    return [message, error["snippet"]?.string ?? "", stack].filter { !$0.isEmpty }
  }
}
