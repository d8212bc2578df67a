internal import Diagnostics
internal import Localization
internal import Model
internal import Time
internal import ToolReports

/// Reads the events of `go test -json`, with other output between them.
struct GoTestImporter: ~Copyable {
  var reader: LineReader
  let context: ImportContext
  var report: ImportedReport
  var others: LineFindings
  var packages: [String: GoPackage] = [:]
  /// The output of builds by import path, and the failed builds that are not reported yet.
  var builds: [String: Excerpt] = [:]
  var failedBuilds: [String] = []
  var lastTime: String?
  var longest: Double?
  /// Whether tests may be missing because a package or the stream ended early.
  var isPartial = false
  private var hasOddDuration = false

  init(_ reader: consuming LineReader, _ context: ImportContext) {
    self.reader = reader
    self.context = context
    report = ImportedReport(context)
    report.holdsTests = true
    others = LineFindings(context, tool: "go", countsGoErrors: false)
  }

  consuming func read() -> (report: ImportedReport, log: DiagnosticLog) {
    while let line = reader.next() {
      if line.utf8.first == UInt8(ascii: "{") {
        if let event = GoEvent(line) { readEvent(event) } else { noteBroken(line) }
      } else {
        readOther(line)
      }
    }
    others.finish(into: &report)
    report.look(with: others.tool)
    end()
    let showsErrors = report.ending == .failed || report.tests.failures > 0
    others.reportSigns(in: &report, showsErrors: showsErrors)
    return (report, reader.finish())
  }

  private mutating func noteBroken(_ line: String) {
    report.unread.add(line, line: reader.number)
    if reader.endsWithNewline {
      reader.report(.warning, "broken-line", "the line is no event and is left out")
    } else {
      isPartial = true
      reader.report(.warning, "cut-off", "the last line is cut off")
    }
  }

  /// Reads a line that is not an event, for example of the compiler.
  private mutating func readOther(_ line: String) {
    if let trouble = others.readLine(line, number: reader.number, into: &report) {
      reader.report(trouble)
    }
    if GoCommand.isFailure(line) { others.signs.addFailure(line[...], number: reader.number) }
    if ForeignDocument.begins(with: line) { report.unread.add(line, line: reader.number) }
    guard line.utf8.starts(with: "FAIL".utf8), line.hasSuffix("failed]"),
      let open = line.lastIndex(of: "[")
    else { return }
    let package = String(PlainText.trimmedLine(line[..<open].dropFirst(4)))
    let reason = word(String(line[open...].dropFirst().dropLast()))
    var problem = problem(of: package, line: reader.number)
    problem.text = reason
    report.addProblem(problem, .warning)
    fail(package, reason)
  }

  mutating func fail(_ package: String, _ reason: String) {
    report.ending = .failed
    report.reason = report.reason ?? "\(package): \(reason)"
  }

  // MARK: Events

  private mutating func readEvent(_ event: GoEvent) {
    if let time = event.time {
      lastTime = time
      if report.started == nil { report.started = TimePoint(parsing: time) }
    }
    if let odd = event.oddElapsed, !hasOddDuration {
      hasOddDuration = true
      reader.report(.note, "unreadable-duration", ReportedDuration.summary(odd))
    }
    let empty = context.excerpt
    switch event.action {
    case "build-output":
      builds[event.importPath, default: empty].append(event.output)
    case "build-fail": failedBuilds.append(event.importPath)
    case _ where event.package.isEmpty && event.test.isEmpty:
      if event.action != "start", event.action != "output" { noteUnread(event.action) }
    default:
      var package =
        packages.removeValue(forKey: event.package)
        ?? GoPackage(line: reader.number, output: empty)
      if event.test.isEmpty {
        readEvent(event, of: &package)
      } else {
        readEvent(event, in: &package)
      }
      packages[event.package] = package
    }
  }

  /// An event of a package.
  private mutating func readEvent(_ event: GoEvent, of package: inout GoPackage) {
    switch event.action {
    case "start": package.hasEnded = false
    case "output":
      if event.output.utf8.starts(with: "panic: ".utf8) { package.panic = event.output }
      package.output.append(event.output)
    case "pass", "fail", "skip":
      longest = max(longest ?? 0, event.elapsed ?? 0)
      endTests(of: event.package, &package, isPassed: event.action == "pass")
      if event.action == "fail", package.failures == 0 {
        addFailure(event, package)
      } else {
        report.note(suites: [event.package])
      }
      if event.action != "fail" {
        noteFailures(in: package.output, ofRunner: Self.endOfPackage)
        if let panic = package.panic {
          others.signs.addFailure(PlainText.trimmedLine(panic[...]), number: reader.number)
        }
      }
      package = GoPackage(line: reader.number, output: context.excerpt)
      package.hasEnded = true
    case let action where Self.silent.contains(action): break
    default: noteUnread(event.action)
    }
  }

  /// Events without a result of a test or package.
  private static let silent: Set<String> = ["pause", "cont", "attr", "artifacts", "run"]

  /// Beginnings of the lines by which the runner reports a failed package.
  private static let endOfPackage = ["FAIL\t", "exit status ", "--- FAIL: ", "WARNING: DATA RACE"]

  private mutating func noteUnread(_ action: String) {
    report.unread.add("Action: \(action)", line: reader.number)
  }

  /// Notes lines of the runner that report a failure although the test or package passed.
  private mutating func noteFailures(in output: Excerpt, ofRunner words: [String]) {
    guard !output.isEmpty else { return }
    for line in output.text.split(separator: "\n") {
      let text = PlainText.trimmedLine(line)
      if text == "FAIL" || words.contains(where: { text.utf8.starts(with: $0.utf8) }),
        text != "exit status 0"
      {
        others.signs.addFailure(text, number: reader.number)
      }
    }
  }

  /// An event of a test.
  private mutating func readEvent(_ event: GoEvent, in package: inout GoPackage) {
    package.hasEnded = false
    let isNew = package.running[event.test] == nil
    // Output can precede the `run` of the same try.
    if event.action == "run", let run = package.running[event.test], run.hasBegun {
      package.running[event.test] = nil
      addUnfinished(event.test, run, of: event.package, &package)
    }
    var run =
      package.running.removeValue(forKey: event.test)
      ?? GoTestRun(
        line: reader.number, hasBegun: false, time: event.time,
        output: context.excerpt)
    switch event.action {
    case "run": run.hasBegun = true
    case "output": run.append(event.output)
    case "pass", "bench", "skip":
      if run.hasPanicked { package.output.append(run.output.bytes) }
      noteFailures(in: run.output, ofRunner: ["--- FAIL: \(event.test) ("])
      var test = test(event.test, run, of: event.package)
      test.outcome = event.action == "skip" ? .skipped : .passed
      test.seconds = event.elapsed
      if test.outcome == .skipped { test.reason = GoOutput.reason(in: run.output.text) }
      return report.add(test)
    case "fail":
      var test = test(event.test, run, of: event.package)
      test.outcome = .failed
      test.seconds = event.elapsed
      describe(&test, run.output, of: event.package)
      test.isFolded = package.failedParents.contains(event.test) && test.text == nil
      package.noteFailure(of: event.test)
      isPartial = isPartial || run.hasPanicked
      return report.add(test)
    default:
      if !Self.silent.contains(event.action) { noteUnread(event.action) }
      if isNew { return }
    }
    package.running[event.test] = run
  }

  // MARK: The end

  private mutating func end() {
    for (name, package) in packages.sorted(by: { $0.value.line < $1.value.line })
    where !package.hasEnded {
      isPartial = true
      var package = package
      endTests(of: name, &package, isPassed: false)
      guard package.failures == 0 else { continue }
      var problem = problem(of: name, line: package.line)
      problem.text = context.locale.string(.didNotFinish)
      report.addProblem(problem, .warning)
    }
    for path in failedBuilds {
      var problem = problem(of: path, line: reader.number)
      if let build = builds[path] { describe(&problem, build: build) }
      let reason = context.locale.string(.buildFailed)
      problem.text = reason + (problem.text.map { ": " + $0 } ?? "")
      report.addProblem(problem)
      fail(path, reason)
    }
    report.finished = lastTime.flatMap { TimePoint(parsing: $0) }
    if case .instant(let start) = report.started, case .instant(let end) = report.finished {
      report.wall = max(Double(end.seconds - start.seconds), longest ?? 0)
    }
    report.finishTests()
    if report.tests.count == 0 {
      reader.report(.warning, "no-tests", line: 1, "the report holds no test")
    }
    guard report.ending != .failed, !reader.hasFailed else { return }
    report.ending = isPartial || packages.isEmpty ? .incomplete : .completed
  }
}
