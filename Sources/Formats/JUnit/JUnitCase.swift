internal import Localization
internal import Model
internal import Time
internal import ToolReports

/// A `testcase` with all its children.
struct JUnitCase {
  var name: String?
  var className: String?
  var status: String?
  /// The outcome according to its attributes.
  var said = JUnitOutcome()
  /// The first unknown element in it, which may give its outcome.
  var unknownElement: String?
  var file: String?
  var line: String?
  var column: String?
  /// The parameter of a GoogleTest.
  var parameter: String?
  /// The environment according to its properties.
  var environment: [String] = []
  var seconds: Double?
  var time: TimePoint?
  /// The failures in the order of the file.
  var problems: [JUnitProblem] = []
  var warnings: [JUnitProblem] = []
  var isSkipped = false
  var skipReason: (type: String?, message: String?) = (nil, nil)
  /// The text of the element that marks it as skipped.
  var skipText: String?
  /// The failed tries of a test that passed in the end.
  var flakyTries: [JUnitProblem] = []
  /// The other failed tries of a test that never passed.
  var reruns: [JUnitProblem] = []
  /// All failed tries of a test, if its last try passed.
  private var failedTries: [JUnitProblem] { flakyTries + reruns }
  var outputs: [Excerpt] = []

  /// Whether pytest could not even collect the tests of a file.
  var isBrokenCollection: Bool {
    problems.contains { $0.isError && $0.message == "collection failure" }
  }

  /// Whether pytest was interrupted in this test. It names every other test.
  func isInterrupted(in suite: JUnitSuite?) -> Bool {
    suite?.isPytest == true && name == nil && className == nil && outcome == .passed
  }

  /// Whether its failure may only repeat the failures of its subtests.
  var isFrame: Bool {
    !problems.isEmpty && outputs.allSatisfy(\.isEmpty) && problems.allSatisfy(\.isFrame)
  }

  /// The unknown word or element for its outcome, if nothing else gives the outcome.
  var unknownOutcome: String? {
    guard problems.isEmpty, !isSkipped, !said.isFailed else { return nil }
    return said.unknown ?? unknownElement
  }

  /// Whether a failure together with `skipped` was expected: node's todo, Catch2's `!mayfail`.
  private var isExpectedFailure: Bool {
    isSkipped
      && (skipReason.type?.lowercased() == "todo"
        || skipReason.message == "TEST_CASE tagged with !mayfail")
  }

  private var isFailureWithoutRun: Bool {
    problems.isEmpty && JUnitDialect.isFailure(status: status, reason: skipReason.message)
  }

  private var outcome: TestCase.Outcome {
    if isFailureWithoutRun { return .error }
    if problems.isEmpty, said.isFailed { return .failed }
    if problems.isEmpty, !isSkipped, !said.isSkipped, unknownOutcome == nil { return .passed }
    if isExpectedFailure { return .todo }
    return problems.isEmpty ? .skipped : problems.contains(where: \.isError) ? .error : .failed
  }

  /// The test in the form that all formats share.
  ///
  /// - Parameter path: The names of the suites.
  func testCase(
    in suites: [JUnitSuite], _ path: [String], _ context: ImportContext
  ) -> TestCase {
    var test = TestCase(title: "")
    (test.suites, test.identity) = (path, [className ?? "", name ?? ""])
    (test.seconds, test.time) = (seconds, time)
    test.outcome = outcome
    test.reason = [skipReason.message, skipText].compactMap { $0 }
      .first { !$0.utf8.allSatisfy(PlainText.isBlank) }
    test.isFlaky = outcome == .passed && (!failedTries.isEmpty || said.isFlaky)
    test.hasWarning =
      outcome == .passed && !test.isFlaky && (!warnings.isEmpty || said.hasWarning)
    (test.file, test.line) = (file ?? suites.last?.file, line.flatMap { Int($0) })
    test.column = column.flatMap { Int($0) }
    if file != nil, test.line != nil, suites.last?.isPytest == true,
      test.file?.hasSuffix(".py") == true
    {
      test.line = test.line.map { $0 &+ 1 }
    }
    if let linter = suites.last?.linter { describe(&test, as: linter, suites, context) }
    if className == nil, let name, isBrokenCollection {
      // The attribute for the name contains the module.
      (test.identity, test.problem) = ([name], ["collection"])
    } else if className == nil, let file = test.file {
      test.identity.append(file)
    }
    if test.title.isEmpty {
      let title = title(suites, file: test.file)
      test.title = title ?? context.options.locale.string(.unnamedTest)
    }
    if let suite = suites.last, let project = suite.project, !project.isEmpty,
      className == suite.name
    {
      test.title = "[\(project)] \(test.title)"
      if EnvironmentName.isOne(project) {
        (test.environment, test.identityAnywhere) = (project, test.identity)
      }
      test.identity.append(project)
    }
    let environment = Set(suites.last?.environment ?? []).union(self.environment)
    if test.tool == nil, !environment.isEmpty {
      test.environment = EnvironmentName.joined(
        [test.environment].compactMap { $0 } + environment.sorted())
    }
    if test.tool == nil { test.machine = suites.last?.machine }
    if test.isProblem { describe(&test, suites, context) }
    return test
  }

  /// Describes a linter's finding. Its suite is the file, and its name is the rule.
  private func describe(
    _ test: inout TestCase, as linter: String, _ suites: [JUnitSuite], _ context: ImportContext
  ) {
    test.tool = linter
    test.given = TestCase.Names(suites: test.suites, className: className, name: name ?? "")
    test.title = name.map { JUnitDialect.rule($0, of: linter) } ?? ""
    guard test.file == nil, let path = suites.last.flatMap({ $0.isOuter ? nil : $0.name }) else {
      return
    }
    test.file = path
    (test.suites, test.identity) = ([], [linter, name ?? "", context.options.paths.path(path)])
  }

  private func title(_ suites: [JUnitSuite], file: String?) -> String? {
    // Older versions of Surefire name the class only in the suite.
    guard let className else {
      let suite = suites.last.flatMap { $0.isOuter ? nil : $0.name }
      let shown = suite.flatMap { $0 != name && JUnitNames.isQualified($0) ? $0 : nil }
      return JUnitNames.title(className: shown, name: name)
    }
    if className == name || className == file || JUnitNames.isFile(className) {
      return JUnitNames.title(className: nil, name: name)
    }
    guard className == "test" else { return JUnitNames.title(className: className, name: name) }
    // Node calls every class `test` and writes the names around a test as suites.
    let outer = suites.filter { !$0.isOuter }.compactMap(\.name)
    return (outer + [name].compactMap { $0 }).joined(separator: " › ")
  }

  // MARK: Failures

  private func describe(
    _ test: inout TestCase, _ suites: [JUnitSuite], _ context: ImportContext
  ) {
    let told = test.isFlaky ? failedTries : test.hasWarning ? warnings : problems
    var texts = Excerpt(limit: context.options.detailsLimit, locale: context.options.locale)
    // The limit applies to each part. Their sum may be several times as long.
    var parts = Excerpt(limit: 0)
    if test.isFlaky, !told.isEmpty {
      test.failedTries = told.count
      texts.append(
        context.options.locale.failedTries(told.count, of: told.count + 1), separator: "\n")
    }
    if isFailureWithoutRun, let reason = skipReason.message {
      texts.append(reason, separator: "\n")
    }
    var location: (path: String, line: Int)?
    var last: String?
    for problem in told {
      let said = problem.described(for: name)
      test.colors.add(problem.message)
      test.colors.add(problem.content)
      // Tries often fail with the same text.
      if let text = said.text, text != last { texts.append(text, separator: "\n") }
      last = said.text
      if let details = said.details { parts.append(details, separator: "\n\n") }
      location = location ?? said.location
    }
    for (index, rerun) in (test.isFlaky ? [] : reruns).enumerated() {
      let said = rerun.described(for: name)
      test.colors.add(rerun.content)
      let lines = [said.text, said.details].compactMap { $0 }.joined(separator: "\n")
      if !lines.isEmpty {
        parts.append(context.options.locale.tryHeading(index + 2) + "\n" + lines, separator: "\n\n")
      }
    }
    if let parameter { parts.append("value_param: " + parameter, separator: "\n\n") }
    let output = test.addOutput(outputs)
    if texts.isEmpty, let last = PlainText.lastLines(of: output) {
      texts.append(last, separator: "\n")
    }
    if !output.isEmpty {
      parts.append(context.options.locale.string(.outputHeading) + "\n" + output, separator: "\n\n")
    }
    test.text = texts.isEmpty ? nil : texts.text
    test.details = parts.isEmpty ? nil : parts.text
    locate(&test, told, location, suites, context)
  }

  /// Sets the place of the failure: the given place, else the place in a message or a trace.
  private func locate(
    _ test: inout TestCase, _ problems: [JUnitProblem], _ leading: (path: String, line: Int)?,
    _ suites: [JUnitSuite], _ context: ImportContext
  ) {
    if let own = problems.first(where: { $0.file?.isEmpty == false }) {
      if let file = test.file, let line = test.line, file != own.file {
        test.testPlace = (file, line)
      }
      (test.file, test.line, test.column) = (own.file, own.line.flatMap { Int($0) }, nil)
      return
    }
    if let file = test.file, !file.isEmpty {
      guard let trace = trace(of: problems), let found = trace.raised(in: file) else { return }
      test.setPlace(found.place, by: found.test)
      test.isPlacedByPackage = trace.isOfPackages && found.place.path != file
      return
    }
    // The class may be the file, with a longer path than in the message.
    let source = className.flatMap { $0 == suites.last?.name && JUnitNames.isFile($0) ? $0 : nil }
    if let leading {
      test.file = source.flatMap { $0.hasSuffix(leading.path) ? $0 : nil } ?? leading.path
      test.line = leading.line
    } else if isBrokenCollection,
      let place = problems.lazy.compactMap({ PlaceInText.ofSyntaxError(in: $0.content.text) }).first
    {
      (test.file, test.line) = (place.path, place.line)
    } else if let trace = trace(of: problems) {
      test.setPlace(from: trace)
    } else {
      test.file = source
    }
  }

  private func trace(of problems: [JUnitProblem]) -> TraceInText? {
    // Some tools write the class and the name as one name.
    let dot = name?.lastIndex(of: ".")
    let type = className ?? name.flatMap { name in dot.map { String(name[..<$0]) } }
    return problems.lazy.compactMap { TraceInText($0.content, className: type) }.first
  }
}
