internal import Diagnostics
internal import Model
internal import Time
internal import ToolReports
internal import XML

/// Reads the reports of NUnit 3 (`test-run`) and of NUnit 2 (`test-results`).
struct NUnitImporter: ~Copyable {
  private var reader: XMLReader
  private let context: ImportContext
  private var report: ImportedReport
  private var times = RunTimes()
  private var suites: [NUnitSuite] = []
  /// Whether the report is of version 2.
  private var isOld = false
  private var claims = ReportClaims()
  /// The tests with a warning: counted and shown.
  private var warnings: (counted: Int?, shown: Int) = (nil, 0)
  private var unknownOutcomes: Set<String> = []
  /// Where tests ran whose suites have no environment of their own.
  private var environment: String?

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
        if reader.depth == 1, reader.hasWrongRoot("test-run", "test-results") {
          return (report, reader.finish())
        }
        readElement()
      case .end: if reader.isNamed("test-suite"), let suite = suites.popLast() { close(suite) }
      case .text: break
      }
    }
    report.finishTests()
    claims.claim("warnings", warnings.counted, shown: warnings.shown)
    // Version 2 counts the failure of a suite without marking a test.
    report.compareTests(with: claims, &reader, urgency: isOld ? .warning : .error)
    report.finish(times, &reader)
    return (report, reader.finish())
  }

  private mutating func readElement() {
    switch reader.name {
    case "test-run": readRun()
    case "test-results": readOldRun()
    case "test-suite": suites.append(NUnitSuite(reader, &report.unread))
    case "test-case": readCase()
    case "results": break
    case "environment":
      let found = Self.environment(reader)
      report.environmentFacts.add(
        "os", reader.attribute("os-version") ?? reader.attribute("platform"))
      report.environmentFacts.add("clr", reader.attribute("clr-version"))
      report.environmentFacts.add(host: reader.attribute("machine-name"))
      if let last = suites.indices.last {
        suites[last].environment = found
      } else {
        environment = found
      }
      reader.skipElement()
    case "failure", "reason", "output":
      guard let last = suites.indices.last else { return reader.skipElement() }
      var suite = suites[last]
      if reader.isNamed("failure") { suite.fail() }
      if reader.isNamed("output") {
        suite.outputs.append(reader.readExcerpt(context))
      } else {
        suite.problem.readParts(&reader, context)
      }
      suites[last] = suite
    default: report.skipUnknown(&reader, holding: Self.parts)
    }
  }

  /// The elements that describe tests.
  private static let parts: Set<String> = ["test-run", "test-suite", "test-case", "failure"]

  // MARK: Run

  private mutating func readRun() {
    let begin = time("start-time", date: "run-date")
    times.note(begin, end: times.time(reader.attribute("end-time"), &reader))
    report.wall = times.seconds(
      reader.attribute("duration") ?? reader.attribute("time"), &reader)
    // `testcasecount` also counts tests that filters exclude from the total.
    claims.tests = count("total") ?? count("testcasecount")
    claims.passed = count("passed")
    claims.failed = count("failed")
    // Inconclusive tests count as skipped.
    claims.skipped = count("skipped").map { $0 + (count("inconclusive") ?? 0) }
    warnings.counted = count("warnings")
    claims.failure = NUnitOutcome(reader).failure
    if reader.attribute("label") == "Cancelled" { report.ending = .failed }
  }

  /// Reads a report of version 2. Its time is the time when it was written.
  private mutating func readOldRun() {
    isOld = true
    let date = reader.attribute("date")
    let time = reader.attribute("time")
    // Some programs use the date format of the system, which is no mistake.
    if let date, let time { times.note(nil, end: ReportedTime.time("\(date) \(time)")) }
    claims.tests = count("total")
    claims.failed = (count("failures") ?? 0) + (count("errors") ?? 0) + (count("invalid") ?? 0)
  }

  private mutating func count(_ name: StaticString) -> Int? { reader.count(name, &report.unread) }

  /// A time. A separate attribute may give its date.
  private mutating func time(_ name: StaticString, date: StaticString) -> TimePoint? {
    guard let text = reader.attribute(name) else { return nil }
    let date = reader.attribute(date).map { $0 + " " } ?? ""
    return times.time(date + text, &reader)
  }

  private static let longestSystem = 80

  /// The system and the runtime of an assembly's tests.
  private static func environment(_ reader: borrowing XMLReader) -> String? {
    // .NET gives the kernel and the day on which it was built, which change with each update.
    var words = (reader.attribute("os-version") ?? reader.attribute("platform") ?? "")
      .prefix(longestSystem).split(separator: " ")[...]
    let isKernel = ["linux", "unix", "darwin"].contains(words.first?.lowercased())
    let number = words.firstIndex { $0.first?.isNumber ?? false } ?? words.endIndex
    words = words[..<(isKernel ? number : min(number + 1, words.endIndex))]
    return EnvironmentName.joined([
      EnvironmentName.short(words.joined(separator: " ")),
      reader.attribute("os-architecture") ?? "",
      reader.attribute("clr-version").map { "clr " + EnvironmentName.short($0) } ?? "",
    ])
  }

  // MARK: Suites

  private var assembly: String? { suites.last { $0.isAssembly }?.name }

  private mutating func close(_ suite: NUnitSuite) {
    var claims = suite.claims
    if suite.isProblem, !reader.hasFailed {
      var test = DotNetTest()
      test.assembly = suite.isAssembly ? nil : assembly
      test.className = suite.name
      test.outcome = .failed
      (test.problem, test.outputs) = ([suite.problem], suite.outputs)
      test.source = context.mark(suite.position)
      var made = test.testCase(context)
      if suite.isAssembly { made.title = DotNetTest.fileName(suite.name) ?? made.title }
      // Its tests have run when a report contains them again.
      made.identity = suite.isAssembly ? [] : [suite.name]
      if suite.isAssembly { made.suites = [made.title] }
      made.problem = ["suite"]
      report.addProblem(made)
      if suite.isInvalid {
        report.ending = .failed
        report.reason = report.reason ?? made.text
      }
      claims.shownFailures += 1
    }
    // A failure of the outer suite is described there.
    if suite.site == "Parent" { claims.failure = nil }
    if !reader.hasFailed { claims.noteUnshown(at: context.mark(suite.position), &report) }
    if let last = suites.indices.last {
      suites[last].claims.add(claims)
    } else {
      self.claims.add(claims)
    }
  }

  // MARK: Tests

  private mutating func readCase() {
    var test = DotNetTest()
    test.source = context.mark(reader.position)
    let outcome = NUnitOutcome(reader)
    (test.outcome, test.hasWarning) = (outcome.outcome, outcome.hasWarning)
    if let word = outcome.unknown {
      report.unread.add("result=\"\(word)\"", line: reader.position.line)
      if unknownOutcomes.insert(word).inserted {
        reader.report(
          .warning, "unknown-test-status", at: reader.position,
          "the result \(VisibleText.quoted(word)) counts as skipped")
      }
    }
    let name = reader.attribute("name") ?? ""
    let full = reader.attribute("fullname") ?? name
    (test.className, test.name) = Self.names(name, full, className: reader.attribute("classname"))
    test.assembly = assembly
    let seconds = reader.attribute("duration") ?? reader.attribute("time")
    test.seconds = times.seconds(seconds, &reader)
    test.time = times.time(reader.attribute("start-time"), &reader)
    let hasFailure = readChildren(of: &test)
    // A described failure has happened, regardless of the attributes.
    if hasFailure, test.outcome == .passed { test.outcome = .failed }
    if test.hasWarning { warnings.shown += 1 }
    if let last = suites.indices.last {
      suites[last].claims.shownTests += 1
      if test.outcome == .failed || test.outcome == .error {
        suites[last].claims.shownFailures += 1
      }
      if test.outcome == .skipped { suites[last].claims.shownSkipped += 1 }
    }
    var made = test.testCase(context)
    made.environment = suites.last { $0.environment != nil }?.environment ?? environment
    report.add(made)
  }

  /// The class, with the arguments of its fixture, and the name in the class. Version 2 has only
  /// the full name.
  static func names(
    _ name: String, _ full: String, className: String?
  ) -> (className: String?, name: String) {
    if full != name {
      return full.hasSuffix("." + name)
        ? (String(full.dropLast(name.count + 1)), name) : (className, name)
    }
    if let className, full.hasPrefix(className + ".") {
      return (className, String(full.dropFirst(className.count + 1)))
    }
    // Dots after the name belong to arguments.
    let head = name.prefix { !"(<\"".contains($0) }
    guard !head.contains(where: \.isWhitespace), let dot = head.lastIndex(of: "."),
      dot > head.startIndex
    else { return (className, name) }
    return (String(head[..<dot]), String(name[name.index(after: dot)...]))
  }

  /// Reads the children of a test; true if one is a failure.
  private mutating func readChildren(of test: inout DotNetTest) -> Bool {
    let inside = reader.depth
    var hasFailure = false
    while reader.depth >= inside, let event = reader.next() {
      guard event == .start else { continue }
      switch reader.name {
      case "failure", "reason":
        if reader.isNamed("failure") { hasFailure = true }
        var problem = test.problem.first ?? JUnitProblem()
        problem.readParts(&reader, context)
        test.problem = [problem]
      case "output": test.outputs.append(reader.readExcerpt(context))
      case "assertions", "attachments", "attachment": break
      case "assertion": hasFailure = readAssertion(of: &test) || hasFailure
      case "filePath":
        let path = PlainText.trimmed(reader.readExcerpt(context).text)
        if !path.isEmpty { test.attachments.append(Message.Attachment(path: path)) }
      default: report.skipUnknown(&reader, holding: Self.parts)
      }
    }
    return hasFailure
  }

  /// Reads an assertion, which a test may collect instead of ending; true if it failed.
  private mutating func readAssertion(of test: inout DotNetTest) -> Bool {
    let outcome = NUnitOutcome(reader)
    if outcome.hasWarning { test.hasWarning = true }
    // The first description of a problem describes the test.
    if test.problem.isEmpty, outcome.isFailure || outcome.hasWarning {
      var problem = JUnitProblem()
      problem.readParts(&reader, context)
      test.problem = [problem]
    } else {
      reader.skipElement()
    }
    return outcome.isFailure
  }
}
