internal import Diagnostics
internal import Localization
internal import Model
internal import ToolReports

/// Reads the Test Anything Protocol, versions 12 to 14.
struct TAPImporter: ~Copyable {
  var reader: LineReader
  let context: ImportContext
  var report: ImportedReport
  /// The whole stream, then the open subtests.
  var levels = [TAPLevel(indent: 0)]
  /// Lines since the last point that are not TAP.
  var output: Excerpt
  /// The findings and failures in such lines.
  var others: LineFindings
  /// The indentation of the open YAML block.
  var yamlIndent: Int?
  var isNot = false
  var isStrict = false
  var strayLines = 0
  /// Problems of the stream other than its plan.
  var problems: [TAPProblem] = []
  /// The claims of comments.
  var claims = TAPClaims()
  /// The number of points, including those of subtests.
  var points = 0
  /// The number of points that failed because a test in their subtest failed.
  var failedSubtests = 0
  var hasOddDuration = false
  /// The last line of the stream if it may be the last words of a Perl script.
  private var death: (line: String, number: Int)?

  private static let mostDepth = 64

  init(_ reader: consuming LineReader, _ context: ImportContext) {
    self.reader = reader
    self.context = context
    report = ImportedReport(context)
    report.holdsTests = true
    output = context.excerpt
    others = LineFindings(context, tool: context.nameOfLog, ofLog: false)
  }

  consuming func read() -> (report: ImportedReport, log: DiagnosticLog) {
    var canGoOn = true
    while canGoOn, let line = reader.next() {
      if let indent = yamlIndent, readYAML(line, indent) { continue }
      canGoOn = readLine(TAPLine(line), line)
    }
    if canGoOn { end() }
    return (report, reader.finish())
  }

  /// Reads a line. Returns false if reading must stop.
  private mutating func readLine(_ line: TAPLine, _ written: String) -> Bool {
    switch line.kind {
    case .blank, .other: break
    default: death = nil
    }
    switch line.kind {
    case .blank: return true
    case .version(let number):
      if line.indent == 0 { check(version: number) }
    case .plan(let plan, let skip):
      guard enter(line.indent) else { return !reader.log.hasErrors }
      if levels[levels.count - 1].points > 0 { finishPoint() }
      levels[levels.count - 1].setPlan(plan, skip: skip)
    case .point(let point):
      guard enter(line.indent) else { return noteOther(written) }
      addPoint(point)
      return true
    case .not:
      isNot = true
      return true
    case .bailOut(let reason): bailOut(reason)
    case .pragma(let strict): isStrict = strict ?? isStrict
    case .comment(let comment):
      // To TAP the commands of Azure Pipelines and TeamCity are comments.
      let isCommand = ["#[", "#vso[", "#teamcity["].contains(where: comment.hasPrefix)
      return isCommand ? noteOther(written) : readComment(comment, line.indent)
    case .open:
      if line.indent == levels[levels.count - 1].indent {
        levels[levels.count - 1].current?.opensSubtest = true
      }
    case .close:
      if levels[levels.count - 1].isBraced, levels[levels.count - 1].indent == line.indent + 4 {
        closeLevels(above: line.indent)
      }
      levels[levels.count - 1].current?.opensSubtest = false
    case .other:
      guard let last = levels.last else { return true }
      if line.text == "---", line.indent > last.indent, last.current != nil {
        yamlIndent = line.indent
        return true
      }
      guard !line.isOfProve else {
        reader.report(
          .error, "prove-output", "this is what 'prove' makes of TAP",
          help: ["give the TAP itself, for example of 'prove --archive DIR'"])
        return false
      }
      if isStrict { strayLines += 1 }
      return noteOther(written)
    }
    isNot = false
    return true
  }

  mutating func noteOutput(_ line: String) -> Bool {
    output.append(line + "\n")
    return !reader.log.hasErrors
  }

  /// Reads a line that is not TAP. Returns false if reading must stop.
  private mutating func noteOther(_ line: String) -> Bool {
    if Self.hidesFailure(line) { report.unread.add(line, line: reader.number) }
    if PerlDeath.isDeath(line) {
      death = (line, reader.number)
    } else if !PerlDeath.isTrace(line) {
      death = nil
    }
    if let trouble = others.readLine(line, number: reader.number, into: &report) {
      reader.report(trouble)
    }
    return noteOutput(line)
  }

  /// Whether a failed test begins behind output that had no end of its line: `...not ok 2 - b`.
  private static func hidesFailure(_ line: String) -> Bool {
    guard let start = PlainText.start(of: "not ok ", in: line[...]),
      let before = line[..<start].utf8.last, !PlainText.isSpaceOrTab(before)
    else { return false }
    return line[start...].utf8.dropFirst(7).first.map { 0x30...0x39 ~= $0 } ?? false
  }

  private mutating func check(version: Int) {
    if let root = levels.first, root.points > 0 || root.plan != nil {
      problems.append(.broken("the version stands behind the first line"))
    } else if version < 13 {
      problems.append(.broken("version \(version) has no version line"))
    }
  }

  private mutating func bailOut(_ reason: String) {
    guard report.ending != .failed else { return }
    report.ending = .failed
    report.reason = "Bail out!" + (reason.isEmpty ? "" : " " + reason)
    var problem = TestCase(title: report.reason ?? "")
    (problem.problem, problem.source) = (["bail out"], context.mark(reader.number))
    report.addProblem(problem, .warning)
  }

  // MARK: Levels

  /// Opens or closes subtests up to an indentation. Returns false for an invalid indentation.
  mutating func enter(_ indent: Int) -> Bool {
    let depth = indent - levels[levels.count - 1].indent
    guard depth > 0 else {
      guard levels.contains(where: { $0.indent == indent }) else { return false }
      closeLevels(above: indent)
      return true
    }
    guard depth % 4 == 0 else { return false }
    // Outer subtests may have no line of their own before the first test.
    for _ in 0..<depth / 4 {
      guard levels.count < Self.mostDepth else {
        reader.report(.error, "too-deep", "subtests are nested too deeply")
        return false
      }
      let last = levels[levels.count - 1]
      var level = TAPLevel(indent: last.indent + 4, name: last.nameOfNext)
      if let point = last.current, point.opensSubtest {
        (level.isBraced, level.name) = (true, point.title)
      }
      levels[levels.count - 1].nameOfNext = nil
      levels.append(level)
    }
    return true
  }

  mutating func closeLevels(above indent: Int) {
    while let last = levels.last, last.indent > indent {
      finishPoint()
      adoptEnded()
      let subtest = TAPSubtest(levels.removeLast())
      let outer = levels.count - 1
      if last.isBraced {
        levels[outer].closed = subtest
      } else {
        adoptEnded()
        levels[outer].ended = subtest
      }
    }
  }

  /// Adds the tests of an ended subtest that has no closing point.
  private mutating func adoptEnded() {
    let index = levels.count - 1
    guard let subtest = levels[index].ended else { return }
    levels[index].ended = nil
    levels[index].leaves += subtest.leaves
    levels[index].failures += subtest.failures
    for test in subtest.tests(named: subtest.name ?? "") { pass(test) }
  }

  // MARK: The end

  private mutating func end() {
    closeLevels(above: 0)
    finishPoint()
    adoptEnded()
    let root = levels[0]
    report.finishTests()
    if root.points == 0, let reason = root.planSkip {
      var test = TestCase(title: reason.isEmpty ? context.locale.string(.allTests) : reason)
      (test.outcome, test.identity, test.source) = (.skipped, ["all tests"], context.mark(1))
      if !reason.isEmpty { test.reason = reason }
      report.add(test)
    } else if report.tests.count == 0 {
      reader.report(.warning, "no-tests", line: 1, "the report holds no test")
    }
    if strayLines > 0 {
      problems.append(.broken("\(strayLines) other lines stand behind a strict pragma"))
    }
    if let problem = root.planProblem { problems.insert(problem, at: 0) }
    if root.plan == nil, root.points > 0 { problems.insert(.ranWithoutPlan(root.points), at: 0) }
    compareTotals()
    defer { endOthers() }
    guard report.ending != .failed, !reader.hasFailed else { return }
    guard !problems.isEmpty else {
      if report.ending == .unknown { report.ending = .completed }
      return
    }
    report.ending = .incomplete
    for problem in problems.dropFirst() { report(problem, line: reader.number) }
    if let first = problems.first { add(first, line: reader.number, output) }
  }

  /// Reports the findings and failures in lines that are not TAP.
  private mutating func endOthers() {
    others.finish(into: &report)
    if let death { others.signs.addFailure(death.line[...], number: death.number) }
    report.look(with: others.tool)
    others.reportSigns(
      in: &report, showsErrors: report.ending == .failed || report.tests.failures > 0)
  }

  private mutating func compareTotals() {
    let root = levels[0]
    let failures = report.tests.failures
    if let planned = claims.planned, root.planProblem == nil,
      root.plan != planned.tests || planned.ran != root.points
    {
      problems.append(.planned(planned.tests, ran: planned.ran))
    }
    if let tests = claims.tests, tests > points {
      report.addShortfall(TAPProblem.planned(tests, ran: points).title(context.locale))
    }
    // Some tools also count subtests that failed because of a test in them.
    guard let claimed = claims.failures, !(failures...failures + failedSubtests ~= claimed) else {
      return
    }
    if claimed > failures {
      report.addShortfall(context.locale.count(.hiddenFailures, claimed - failures))
    }
    reader.report(
      .note, "total-mismatch", line: reader.number,
      "the last lines count \(claimed) failures, the report holds \(failures)")
  }

  /// Adds a problem of the stream or a subtest, as a warning because no test failed.
  mutating func add(
    _ found: TAPProblem, of subtest: String? = nil, line: Int, _ output: Excerpt? = nil
  ) {
    report(found, line: line)
    let title = found.title(context.locale)
    var problem = TestCase(title: subtest.map { "\($0): \(title)" } ?? title)
    problem.problem = ["plan", subtest ?? ""]
    problem.source = context.mark(line)
    let text = output.map { PlainText.trimmed($0.text) } ?? ""
    if !text.isEmpty { problem.details = text }
    report.addProblem(problem, .warning)
    if report.ending != .failed { report.ending = .incomplete }
  }

  private mutating func report(_ problem: TAPProblem, line: Int) {
    reader.report(.warning, "plan-not-met", line: line, problem.reason)
  }
}
