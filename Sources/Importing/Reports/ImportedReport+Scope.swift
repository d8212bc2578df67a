internal import Basics
internal import Model

/// Notes what a report looked at (N2).
extension ImportedReport {
  /// Notes whether a test has run.
  mutating func note(_ test: TestCase) {
    // A linter's findings are no tests: those that are fixed are in no later report.
    if let tool = test.tool { return look(with: tool, kind: .test) }
    // Where the suite itself went wrong, no test ran.
    guard test.problem.isEmpty else { return }
    if let anywhere = test.identityAnywhere {
      // Other reports may have the test in one environment.
      var test = test
      test.identity = anywhere
      identity.take(test)
    } else {
      identity.take(test)
    }
    noteIdentity(isSkipped: test.outcome == .skipped, in: test.environment)
  }

  /// Notes whether the test of `identity` has run.
  ///
  /// - Parameter environment: Where it ran, if the report says so beside its own name.
  mutating func noteIdentity(isSkipped: Bool = false, in environment: String? = nil) {
    // What is hidden is counted where it is shown.
    var redactor = identity.redactor
    scope.insert(
      identity.digest, isSkipped: isSkipped, in: environment.map { redactor.redacted($0) })
    scope.names.insert(identity.nameBytes)
    guard !isSkipped else {
      scope.insert(skippedSuites: identity.suiteDigests + identity.allClassDigests())
      return
    }
    noteSuites()
    identity.takeClassDigests()
    scope.insert(suites: identity.classDigests)
  }

  /// Notes that suites have run, whose tests may be none.
  mutating func note(suites: [String]) {
    identity.begin(in: suites)
    noteSuites()
  }

  private mutating func noteSuites() {
    guard !identity.areSuitesNoted else { return }
    identity.areSuitesNoted = true
    scope.insert(suites: identity.suiteDigests + identity.parentDigests)
  }

  /// Notes that a tool has run, whether it found something or not.
  ///
  /// - Parameters:
  ///   - tool: nil for all tools that the format is written by.
  ///   - run: What tells this run of the tool from its others.
  ///   - files: The files that it looked at, as the report gives them; nil if it does not say.
  mutating func look(
    with tool: String?, run: String? = nil, at files: [String]? = nil,
    kind: RunScope.Kind = .finding
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
    scope.insert(ImportedScope.Tool(kind: kind, category: category), files: paths)
  }

  /// A path as messages show it.
  private func shownPath(_ file: String) -> String {
    MessageMaker.shortened(context.options.paths.path(file), to: MessageMaker.longestPath)
  }
}
