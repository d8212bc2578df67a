internal import Localization
package import Model
package import Time

/// The contents of one report of another tool. An importer adds tests and findings. They become
/// messages, categories and facts according to the options.
package struct ImportedReport {
  /// How a report ended, if it shows it. An incomplete one shows that something is missing.
  package enum Ending {
    case unknown, incomplete
    case completed, failed
  }

  package let context: ImportContext
  package var title: String?
  package var subtitle: String?
  package var url: String?
  /// The address of the repository.
  package var repository: String?
  package var commit: String?
  package var branch: String?
  package var started: TimePoint?
  package var finished: TimePoint?
  /// The duration in seconds, if the report gives it in addition to its tests.
  package var wall: Double?
  /// Whether the sum of its tests is a fact beside its duration.
  package var tellsTestTime = false
  package var ending = Ending.unknown
  /// The status of a report that ended as `failed`.
  package var failure = Dataset.Run.Status.failed
  package var reason: String?
  /// The parts that its format does not explain.
  package var unread = UnreadParts()
  /// The claims that it does not show, without repetitions.
  package private(set) var shortfalls: [String] = []
  package private(set) var tests = TestRun()
  /// The numbers of tests, skipped tests and failures that it contains. Each try counts.
  package private(set) var shownTests = 0
  package private(set) var shownSkipped = 0
  package private(set) var shownFailures = 0
  /// Whether it contains an error outside of tests.
  package private(set) var showsProblem = false
  private var skipReasons = SkipReasons()
  private var redactedReasons: [Dataset.Run.SkipReason] = []
  /// Its tests, if the options keep them.
  package private(set) var results = ReportedTestMaker()
  /// The slowest passed tests.
  package private(set) var slowest = SlowestTests()
  /// Whether it is a report of tests, even if it contains none.
  package var holdsTests = false
  package private(set) var suppressed = 0
  /// The number of findings below the requested level.
  package private(set) var leftOut = 0
  /// The number of records of a log; nil for other reports.
  package var logRecords: Int?
  package private(set) var maker: MessageMaker
  /// Its entries of the timeline.
  package var entries: [TimelineEntry] = []
  /// The scope of the report.
  package var scope = ImportedScope()
  /// The identity of the current test.
  package var identity: TestIdentity
  /// What a scanner checked, such as an image or a folder; nil if the report does not name it.
  package var scanned: String?
  /// The contents of a report of coverage.
  package var coverage: Coverage?
  package var properties: [(name: String, values: [String])] = []
  /// Where it ran.
  package var environmentFacts = EnvironmentFacts()
  package var workers = WorkerTimes()
  /// The numbers that it measured.
  package var metrics: [Dataset.Run.Fact] = []
  /// Paths of places that begin with a package and are in no known folder.
  package private(set) var packagePaths: Set<String> = []
  /// The tests with a known environment.
  private var environments = TestEnvironments()
  /// Whether the content of the report may give an environment for all tests, even after them.
  package var mayNameEnvironment = false
  /// The environment that its content gives for all tests.
  package var environment: String?
  /// The tries of each test, if equal names are tries of one test.
  private var tries = TestTries()

  package init(_ context: ImportContext) {
    self.context = context
    maker = MessageMaker(context)
    identity = TestIdentity(context.options.redactor)
    scope.environment = context.environment
  }

  package var categories: [Dataset.Category] { maker.categories }
  package var messages: [Message] { maker.messages }
  package var repeated: RepeatedFindings { maker.repeated }
  /// Whether there are more messages than allowed.
  package var isFull: Bool { maker.isFull }
  /// How many secrets have been hidden.
  package var redactions: Int { maker.redactor.count - options.redactor.count }

  /// Hides a value in everything that is added later; false if it is too short.
  package mutating func hide(_ value: String) -> Bool {
    _ = identity.redactor.hide(value)
    return maker.redactor.hide(value)
  }

  private var options: ImportOptions {
    _read { yield context.options }
  }

  // MARK: Tests

  package mutating func add(_ test: consuming TestCase) {
    holdsTests = true
    shownTests += 1
    switch test.outcome {
    case .failed, .error: shownFailures += 1
    case .skipped, .todo: shownSkipped += 1
    default: break
    }
    if test.isPlacedByPackage, let file = test.file, options.paths.path(file) == file {
      packagePaths.insert(file)
    }
    if test.isTestPlacedByPackage, let file = test.testPlace?.path,
      options.paths.path(file) == file
    {
      packagePaths.insert(file)
    }
    if options.environment != nil {
      (test.environment, test.machine) = (nil, nil)
      return addTry(test)
    }
    if test.environment != nil || test.machine != nil || mayNameEnvironment {
      environments.add(test)
    } else {
      addTry(test)
    }
  }

  private mutating func addTry(_ test: consuming TestCase) {
    if options.retriesByName {
      tries.add(test)
    } else {
      count(test)
    }
  }

  /// Whether only the number and the durations of passed tests are needed.
  package var countsPassed: Bool {
    !options.retriesByName && !options.keepsTests && !options.included.contains(.passed)
  }

  /// Whether a passed test may be one of the slowest, so that its name is needed.
  package func isSlow(_ seconds: Double?) -> Bool { seconds.map(slowest.takes) ?? false }

  /// Counts a passed test, or a passed check of a tool.
  package mutating func addPassed(seconds: Double? = nil) {
    shownTests += 1
    tests.addPassed(seconds: seconds)
  }

  /// Counts passed tests that the report does not name.
  package mutating func addPassed(count: Int) {
    if count > 0 { holdsTests = true }
    shownTests += count
    tests.addPassed(count: count)
  }

  /// Counts skipped tests that the report does not list.
  mutating func addSkipped(_ count: Int) { tests.addSkipped(count) }

  private mutating func count(_ test: consuming TestCase) {
    var result =
      options.keepsTests ? results.test(of: test, context.options, identity.redactor) : nil
    test.recognizeProblem()
    tests.add(test)
    note(test)
    noteDuration(of: test)
    if let reason = test.reason, test.outcome == .skipped || test.outcome == .todo {
      skipReasons.add(reason)
      test.text = test.text ?? PlainText.trimmed(TerminalText.plain(reason))
    }
    let count = messages.count
    if !test.isFolded, let urgency = urgency(of: test) { maker.add(test, urgency) }
    if messages.count > count { result?.message = count }
    if let result { results.insert(result) }
  }

  /// The urgency of a test's message; nil for none.
  private func urgency(of test: borrowing TestCase) -> Urgency? {
    switch test.outcome {
    case .failed, .error: .error
    case .passed where test.isFlaky || test.hasWarning: .warning
    case .passed: options.included.contains(.passed) ? .success : nil
    case .skipped where test.hasWarning: .warning
    case .skipped: options.included.contains(.skipped) ? .neutral : nil
    case .todo: options.included.contains(.todo) ? .neutral : nil
    }
  }

  private mutating func noteDuration(of test: borrowing TestCase) {
    guard test.outcome == .passed, test.tool == nil, let seconds = test.seconds,
      slowest.takes(seconds)
    else { return }
    // Hidden secrets are counted where their text is shown.
    var redactor = identity.redactor
    let title = MessageMaker.shortened(redactor.redacted(test.title))
    slowest.insert(title, seconds)
    scope.results.note(title, of: identity.digest)
  }

  /// Adds a problem of the run that is not a problem of a single test, such as a suite that could
  /// not be set up. Ignores the outcome of `problem`.
  package mutating func addProblem(_ problem: consuming TestCase, _ urgency: Urgency = .error) {
    holdsTests = true
    if urgency == .error { showsProblem = true }
    maker.add(problem, urgency)
  }

  /// Adds failures that are counted but not described.
  package mutating func addHidden(
    failures: Int, in suites: [String], source: SourceMark, _ urgency: Urgency = .error
  ) {
    var problem = TestCase(title: options.locale.count(.hiddenFailures, failures))
    (problem.suites, problem.source) = (suites, source)
    problem.problem = ["hidden failures", String(failures)]
    addProblem(problem, urgency)
    if urgency != .error { addShortfall(problem.title) }
    if ending != .failed { ending = .incomplete }
  }

  /// The most shortfalls of one report.
  private static let mostShortfalls = 20

  /// Notes a claim of the report that its parts do not show. The run is then not completed.
  ///
  /// - Parameter text: A sentence in the report's language, without a full stop.
  package mutating func addShortfall(_ text: String) {
    if ending != .failed { ending = .incomplete }
    guard shortfalls.count < Self.mostShortfalls, !shortfalls.contains(text) else { return }
    shortfalls.append(text)
  }

  // MARK: Findings

  package mutating func add(_ finding: consuming Finding) {
    if let rule = finding.rule, options.skippedRules.contains(rule) { return suppress(finding) }
    let urgency = urgency(of: finding)
    if let least = options.leastUrgency, urgency < least {
      leftOut += 1
      maker.leaveOut(finding)
    } else {
      maker.add(finding, urgency)
    }
  }

  /// The urgency that the options give to its level, else its own.
  package func urgency(of finding: borrowing Finding) -> Urgency {
    finding.level.flatMap {
      options.severities.urgency($0, tool: finding.tool, format: context.format)
    } ?? finding.urgency
  }

  /// Counts a finding that is suppressed in the sources or by an option.
  package mutating func suppress(_ finding: consuming Finding) {
    suppressed += 1
    if options.included.contains(.suppressed) {
      maker.add(finding, .neutral)
    } else {
      maker.leaveOut(finding)
    }
  }

  /// Counts suppressed findings that are not described.
  package mutating func suppress(count: Int) { suppressed += count }

  /// Puts a line in front of the texts of the messages so far.
  package mutating func open(textsWith line: String, where applies: (SourceMark) -> Bool) {
    maker.open(textsWith: line, where: applies)
  }

  // MARK: Run

  /// The most values of a property in its fact.
  private static let mostValues = 20

  /// Notes a property. It becomes a fact if the options request it, or if it describes the
  /// environment.
  package mutating func addProperty(_ name: String, _ value: String) {
    guard options.properties.contains(name) else { return environmentFacts.add(name, value) }
    let value = MessageMaker.shortened(value)
    guard let index = properties.firstIndex(where: { $0.name == name }) else {
      return properties.append((name, [value]))
    }
    let values = properties[index].values
    guard values.count < Self.mostValues, !values.contains(value) else { return }
    properties[index].values.append(value)
  }

  /// Ends the tests, so that they can be compared with totals. No test may be added later.
  package mutating func finishTests() {
    for test in environments.removeTests(ofReport: scope.environment, environment) {
      addTry(test)
    }
    let tries = tries
    self.tries = TestTries()
    for test in tries.tests(options.locale) { count(test) }
  }

  /// Ends the report. No test or finding may be added later.
  package mutating func finish() {
    finishTests()
    if let scanned { maker.set(scanned: scanned) }
    if let sentence = unread.sentence(options.locale, &identity.redactor) { addShortfall(sentence) }
    if holdsTests, tests.count == 0, ending == .completed { ending = .incomplete }
    if ending == .incomplete, shortfalls.isEmpty, !showsProblem {
      addShortfall(
        options.locale.string(holdsTests && tests.count == 0 ? .noTestsRun : .didNotFinish))
    }
    var redactor = maker.redactor
    redactRun(&redactor)
    maker.redactor = redactor
  }

  /// Hides secrets in the description of the run.
  private mutating func redactRun(_ redactor: inout Redactor) {
    title = redactor.redacted(title)
    subtitle = redactor.redacted(subtitle)
    url = redactor.redacted(address: url)
    repository = redactor.redacted(address: repository)
    commit = redactor.redacted(commit)
    branch = redactor.redacted(branch)
    reason = redactor.redacted(reason)
    shortfalls = shortfalls.map { redactor.redacted($0) }
    redactedReasons = skipReasons.reasons(&redactor)
    coverage?.redact(&redactor)
    environmentFacts.redact(&redactor)
    workers.redact(&redactor)
    for index in entries.indices { entries[index].redact(&redactor) }
    for index in properties.indices {
      let name = redactor.redacted(properties[index].name)
      let values = properties[index].values.map { redactor.redacted($0) }
      properties[index] = (name, values)
    }
    for index in metrics.indices {
      metrics[index].title = redactor.redacted(metrics[index].title)
    }
  }

  /// The run, as described by the report.
  package var run: Dataset.Run {
    let hasTests = holdsTests || tests.count > 0
    var facts = hasTests ? tests.facts(wall: wall, withTestTime: tellsTestTime) : []
    if suppressed > 0 { facts.append(Dataset.Run.Fact(.suppressed, count: suppressed)) }
    // Without this fact, a report with only excluded findings would look like a clean one.
    if leftOut > 0 { facts.append(Dataset.Run.Fact(.leftOut, count: leftOut)) }
    if let logRecords { facts.append(Dataset.Run.Fact(.logRecords, count: logRecords)) }
    let seconds = wall ?? secondsFromStart
    if let fact = workers.fact(wall: seconds, options.locale) { facts.append(fact) }
    facts += coverage?.facts ?? []
    let named = Set(properties.map { $0.name.lowercased() })
    facts += environmentFacts.facts(options.locale).filter {
      !named.contains($0.title.lowercased())
    }
    for property in properties {
      facts.append(
        Dataset.Run.Fact(title: property.name, value: property.values.joined(separator: ", ")))
    }
    facts += metrics
    var run = Dataset.Run(
      status: status, reason: reason, started: started, finished: finished, facts: facts)
    (run.commit, run.branch) = (commit, branch)
    run.skipReasons = redactedReasons
    run.shortfalls = shortfalls.map { .init(input: context.path, text: $0) }
    return run
  }

  /// The status that the report shows, or that of the options if it is worse or the only one.
  private var status: Dataset.Run.Status? {
    switch (ending, options.runStatus) {
    case (.failed, _): failure
    case (_, .failed), (_, .canceled), (_, .missing): options.runStatus
    case (.completed, _): shortfalls.isEmpty ? .completed : nil
    case (.incomplete, _): nil
    case (.unknown, let said): said
    }
  }
}

extension TimelineEntry {
  package mutating func redact(_ redactor: inout Redactor) {
    redactor.redact(&id)
    redactor.redact(&title)
    redactor.redact(&description)
    redactor.redact(&details)
    url = redactor.redacted(address: url)
    for index in attributes.indices { redactor.redact(&attributes[index]) }
    for index in statuses.indices { redactor.redact(&statuses[index].text) }
  }
}
