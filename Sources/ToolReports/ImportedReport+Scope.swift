package import Model

/// Notes the scope of a report (see "Fixed and not run").
extension ImportedReport {
  /// Notes whether a test ran.
  package mutating func note(_ test: TestCase) {
    // A linter's findings are not tests: no later report contains a fixed finding.
    if let tool = test.tool { return look(with: tool, kind: .test) }
    // If the suite itself failed, no test ran.
    guard test.problem.isEmpty else { return }
    if let anywhere = test.identityAnywhere {
      // Other reports may have the test in one environment.
      var test = test
      test.identity = anywhere
      identity.readNames(of: test)
    } else {
      identity.readNames(of: test)
    }
    noteIdentity(test.result, seconds: test.seconds, in: test.environment)
  }

  /// Notes whether the test of `identity` ran, and its result.
  ///
  /// - Parameter environment: Where it ran, if the content of the report says so.
  package mutating func noteIdentity(
    _ outcome: TestResults.Outcome = .passed, seconds: Double?, in environment: String? = nil
  ) {
    let isSkipped = outcome == .skipped
    // What is hidden is counted where it is shown.
    var redactor = identity.redactor
    let (digest, name) = (identity.digest, identity.nameBytes)
    let environment = environment.map { redactor.redacted($0) }
    scope.insert(digest, isSkipped: isSkipped, in: environment)
    scope.results.insert(digest, outcome, seconds: seconds, in: environment)
    scope.names.insert(name)
    if let shared = TestDigests.digest(withoutValues: name) {
      scope.insert(digest, withoutValues: shared, isSkipped: isSkipped, in: environment)
    }
    guard !isSkipped else {
      scope.insert(skippedSuites: identity.suiteDigests + identity.allClassDigests())
      return
    }
    noteSuites()
    identity.setClassDigests()
    scope.insert(suites: identity.classDigests)
  }

  /// Notes that suites ran, even if they have no tests.
  package mutating func note(suites: [String]) {
    identity.begin(in: suites)
    noteSuites()
  }

  private mutating func noteSuites() {
    guard !identity.areSuitesNoted else { return }
    identity.areSuitesNoted = true
    scope.insert(suites: identity.suiteDigests + identity.parentDigests)
  }

  /// Notes that a tool ran, with or without findings.
  ///
  /// - Parameters:
  ///   - tool: The tool; nil for all tools that write the format.
  ///   - run: Distinguishes this run of the tool from its other runs.
  ///   - files: The checked files, as given by the report; nil if unknown.
  ///   - scan: The part of a scan, as in `Finding.scan`.
  package mutating func look(
    with tool: String?, run: String? = nil, at files: [String]? = nil,
    kind: RunScope.Kind = .finding, scan: String? = nil
  ) {
    var redactor = identity.redactor
    let tool = redactor.redacted(tool)
    let all = "\(context.format):*"
    let category =
      switch context.options.category {
      case .named(let name): name
      case .none: ""
      case .tests where kind == .finding: "tests"
      case .standard, .tool, .tests: tool.map { "\(context.format):\($0)" } ?? all
      case .run:
        tool.map { tool in "\(context.format):" + (run.map { "\(tool) (\($0))" } ?? tool) } ?? all
      case .suite, .rule, .file, .folder, .level: all
      }
    var paths: [String]?
    if let files {
      paths = []
      for file in files where !file.isEmpty { paths?.append(shownPath(redactor.redacted(file))) }
    }
    let environment = EnvironmentName.joined([scanned, scan].compactMap { $0 })
    scope.insert(
      ImportedScope.Tool(kind: kind, category: category, environment: environment), files: paths)
  }

  /// Notes what a scanner checked: the path of a folder, or the name of an image without its tag and
  /// digest, because the next build of the image has others.
  package mutating func note(scanned name: String?, isImage: Bool = false) {
    guard let name, !name.isEmpty else { return }
    var redactor = identity.redactor
    let shown = isImage ? ImageName.withoutVersion(name) : context.options.paths.path(name)
    scanned = MessageMaker.shortened(
      redactor.redacted(shown.isEmpty ? name : shown), to: MessageMaker.longestPath)
  }

  /// Notes a run of a tool with an own part of the report.
  package mutating func noteRun(of tool: String, named name: String?) {
    var redactor = identity.redactor
    let run = "\(tool)\(name.map { " (\($0))" } ?? "")"
    scope.toolRuns.append("\(context.format):\(redactor.redacted(run))")
  }

  /// The report, or the runs of tools in it; empty for a report of tests without any. They get
  /// their name when all inputs are read.
  package var readReports: [ReadReport] {
    if !scope.tests.isEmpty || !scope.skipped.values.isEmpty { return [ReadReport(input: "")] }
    if holdsTests { return [] }
    let tools = scope.toolRuns.isEmpty ? [context.format] : scope.toolRuns
    return tools.map { ReadReport(input: "", tool: $0) }
  }

  /// A path as shown in messages.
  private func shownPath(_ file: String) -> String {
    MessageMaker.shortened(context.options.paths.path(file), to: MessageMaker.longestPath)
  }
}

extension TestCase {
  fileprivate var result: TestResults.Outcome {
    switch outcome {
    case .passed: isFlaky ? .flaky : .passed
    case .failed: .failed
    case .error: .error
    case .skipped: .skipped
    case .todo: .todo
    }
  }
}
