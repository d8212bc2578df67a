internal import Basics
internal import Diagnostics
internal import Model

/// Reads the events of `go test -json`, with other output between them.
struct GoTestImporter: ~Copyable {
  private var reader: LineReader
  private let context: ImportContext
  private var report: ImportedReport
  private var others: LineFindings
  private var packages: [String: GoPackage] = [:]
  /// The output of builds, by import path, and those that failed and are not told yet.
  private var builds: [String: Excerpt] = [:]
  private var failedBuilds: [String] = []
  private var lastTime: String?
  private var longest: Double?
  /// Whether tests may be missing: a package stopped in the middle, or the stream did.
  private var isPartial = false

  init(_ reader: consuming LineReader, _ context: ImportContext) {
    self.reader = reader
    self.context = context
    report = ImportedReport(context)
    report.holdsTests = true
    others = LineFindings(context, tool: "go")
  }

  consuming func read() -> (report: ImportedReport, log: DiagnosticLog) {
    while let line = reader.next() {
      if line.utf8.first == UInt8(ascii: "{") {
        if let event = GoEvent(line) { take(event) } else { noteBroken() }
      } else {
        takeOther(line)
      }
    }
    others.finish(into: &report)
    end()
    return (report, reader.finish())
  }

  private mutating func noteBroken() {
    if reader.endsWithNewline {
      reader.report(.warning, "broken-line", "the line is no event and is left out")
    } else {
      isPartial = true
      reader.report(.warning, "cut-off", "the last line is cut off")
    }
  }

  /// What the compiler and others write between the events.
  private mutating func takeOther(_ line: String) {
    if let trouble = others.take(line, number: reader.number, into: &report) {
      reader.report(trouble)
    }
    guard line.utf8.starts(with: "FAIL".utf8), line.hasSuffix("failed]"),
      let open = line.lastIndex(of: "[")
    else { return }
    let package = String(TAPLine.trimmed(line[..<open].dropFirst(4)))
    let reason = String(line[open...].dropFirst().dropLast())
    var problem = problem(of: package, line: reader.number)
    problem.text = reason
    report.addProblem(problem, .warning)
    fail(package, reason)
  }

  private mutating func fail(_ package: String, _ reason: String) {
    report.ending = .failed
    report.reason = report.reason ?? "\(package): \(reason)"
  }

  // MARK: Events

  private mutating func take(_ event: GoEvent) {
    if let time = event.time {
      lastTime = time
      if report.started == nil { report.started = TimePoint(parsing: time) }
    }
    let limit = context.options.detailsLimit
    switch event.action {
    case "build-output":
      builds[event.importPath, default: Excerpt(limit: limit)].append(event.output)
    case "build-fail": failedBuilds.append(event.importPath)
    case _ where event.package.isEmpty && event.test.isEmpty: break
    default:
      var package =
        packages.removeValue(forKey: event.package)
        ?? GoPackage(line: reader.number, limit: limit)
      if event.test.isEmpty { take(event, of: &package) } else { take(event, in: &package) }
      packages[event.package] = package
    }
  }

  /// An event of a package.
  private mutating func take(_ event: GoEvent, of package: inout GoPackage) {
    switch event.action {
    case "start": package.hasEnded = false
    case "output": package.output.append(event.output)
    case "pass", "fail", "skip":
      longest = max(longest ?? 0, event.elapsed ?? 0)
      endTests(of: event.package, &package, isPassed: event.action == "pass")
      if event.action == "fail", package.failures == 0 { addFailure(event, package) }
      package = GoPackage(line: reader.number, limit: context.options.detailsLimit)
      package.hasEnded = true
    default: break
    }
  }

  /// An event of a test.
  private mutating func take(_ event: GoEvent, in package: inout GoPackage) {
    package.hasEnded = false
    let isNew = package.running[event.test] == nil
    if event.action == "run", !isNew, let run = package.running.removeValue(forKey: event.test) {
      // An output in front of the beginning belongs to it.
      if run.hasBegun { addUnfinished(event.test, run, of: event.package, &package) }
    }
    var run =
      package.running.removeValue(forKey: event.test)
      ?? GoTestRun(
        line: reader.number, hasBegun: false, time: event.time,
        output: Excerpt(limit: context.options.detailsLimit))
    switch event.action {
    case "run": run.hasBegun = true
    case "output": run.append(event.output)
    case "pass", "bench", "skip":
      if run.hasPanicked { package.output.append(run.output.bytes) }
      var test = test(event.test, run, of: event.package)
      test.outcome = event.action == "skip" ? .skipped : .passed
      test.seconds = event.elapsed
      return report.add(test)
    case "fail":
      var test = test(event.test, run, of: event.package)
      test.outcome = .failed
      test.seconds = event.elapsed
      describe(&test, run.output.text, of: event.package)
      test.isToldByOthers = package.failedParents.contains(event.test) && test.text == nil
      package.noteFailure(of: event.test)
      isPartial = isPartial || run.hasPanicked
      return report.add(test)
    default: if isNew { return }
    }
    package.running[event.test] = run
  }

  // MARK: Tests

  private func test(_ name: String, _ run: GoTestRun, of package: String) -> TestCase {
    var test = TestCase(title: package.isEmpty ? name : Self.shortName(package) + "." + name)
    (test.suites, test.identity) = (package.isEmpty ? [] : [package], [name])
    test.time = run.time.flatMap { TimePoint(parsing: $0) }
    test.source = context.mark(run.line)
    return test
  }

  /// The last part of an import path, without a version.
  private static func shortName(_ package: String) -> String {
    let parts = package.split(separator: "/")
    let isVersion =
      parts.count > 1 && parts.last?.first == "v" && parts.last.map { Int($0.dropFirst()) } != nil
    return (isVersion ? parts.dropLast() : parts[...]).last.map(String.init) ?? package
  }

  private func describe(_ test: inout TestCase, _ written: String, of package: String) {
    let output = GoOutput(written)
    test.text = output.text
    test.details = output.details.isEmpty || output.details == output.text ? nil : output.details
    (test.file, test.line) = (output.file.flatMap { path($0, of: package) }, output.line)
    if output.details.isEmpty { test.text = nil }
  }

  /// A path from the root of the module; nil if only the file's name is known.
  private func path(_ file: String, of package: String) -> String? {
    if file.contains("/") || file.contains("\\") { return file }
    guard let module = context.options.goModule else { return nil }
    if package == module { return file }
    guard package.hasPrefix(module), package.dropFirst(module.count).first == "/" else {
      return nil
    }
    return package.dropFirst(module.count + 1) + "/" + file
  }

  /// Tells the tests that have begun and not ended.
  private mutating func endTests(
    of name: String, _ package: inout GoPackage, isPassed: Bool
  ) {
    let runs = package.running.sorted { ($0.value.line, $0.key) > ($1.value.line, $1.key) }
    package.running = [:]
    for (test, run) in runs {
      if !run.hasBegun {
        package.output.append(run.output.bytes)
      } else if isPassed, test.utf8.starts(with: "Benchmark".utf8) {
        // Its result is all that says that it ended.
        report.add(self.test(test, run, of: name))
      } else {
        addUnfinished(test, run, of: name, &package)
      }
    }
  }

  private mutating func addUnfinished(
    _ name: String, _ run: GoTestRun, of packageName: String, _ package: inout GoPackage
  ) {
    var test = test(name, run, of: packageName)
    test.outcome = .error
    describe(&test, run.output.text, of: packageName)
    test.isToldByOthers = package.failedParents.contains(name) && test.text == nil
    test.text = "did not finish" + (test.text.map { "\n" + $0 } ?? "")
    package.noteFailure(of: name)
    isPartial = true
    report.add(test)
  }

  // MARK: Packages

  private func problem(of package: String, line: Int) -> TestCase {
    var problem = TestCase(title: package.isEmpty ? "Unnamed package" : package)
    (problem.suites, problem.identity) = ([package], ["package"])
    problem.source = context.mark(line)
    return problem
  }

  /// Tells of a package that failed though none of its tests did.
  private mutating func addFailure(_ event: GoEvent, _ package: GoPackage) {
    var problem = problem(of: event.package, line: reader.number)
    let reason: String
    if let build = builds[event.failedBuild] {
      failedBuilds.removeAll { $0 == event.failedBuild }
      reason = "build failed"
      describe(&problem, build: build)
    } else {
      describe(&problem, package.output.text, of: event.package)
      let written = package.output.text
      let mark = ["build failed", "setup failed"].first { written.contains("[\($0)]") }
      reason = mark ?? "failed without a failing test"
    }
    problem.text = reason + (problem.text.map { ": " + $0 } ?? "")
    report.addProblem(problem)
    fail(event.package, reason)
  }

  private func describe(_ problem: inout TestCase, build: Excerpt) {
    let text = PlainText.trimmed(build.text)
    problem.details = text.isEmpty ? nil : text
    let first = text.split(separator: "\n").lazy.compactMap { SourceLine($0) }.first
    problem.text = first?.message
    (problem.file, problem.line, problem.column) = (first?.file, first?.line, first?.column)
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
      problem.text = "did not finish"
      report.addProblem(problem, .warning)
    }
    for path in failedBuilds {
      var problem = problem(of: path, line: reader.number)
      if let build = builds[path] { describe(&problem, build: build) }
      problem.text = "build failed" + (problem.text.map { ": " + $0 } ?? "")
      report.addProblem(problem)
      fail(path, "build failed")
    }
    report.finished = lastTime.flatMap { TimePoint(parsing: $0) }
    if case .instant(let start) = report.started, case .instant(let end) = report.finished {
      report.wall = max(Double(end.seconds - start.seconds), longest ?? 0)
    }
    if report.tests.count == 0 {
      reader.report(.warning, "no-tests", line: 1, "the report holds no test")
    }
    guard report.ending != .failed, !reader.hasFailed else { return }
    report.ending = isPartial || packages.isEmpty ? .incomplete : .completed
  }
}
