internal import Basics
internal import Model

/// What one report of another tool comes to. An importer adds tests and findings; messages, categories
/// and facts come of them as the options ask.
struct ImportedReport {
  /// How a report ended.
  enum Ending {
    /// It does not say.
    case unknown
    /// It shows that something is missing.
    case incomplete
    case completed, failed
  }

  let context: ImportContext
  var title: String?
  var subtitle: String?
  var url: String?
  /// The address of the repository.
  var repository: String?
  var commit: String?
  var branch: String?
  var started: TimePoint?
  var finished: TimePoint?
  /// How long it took, where the report says so beside its tests.
  var wall: Double?
  var ending = Ending.unknown
  var reason: String?
  private(set) var tests = TestRun()
  /// Whether it is a report of tests, even if there are none.
  var holdsTests = false
  private(set) var suppressed = 0
  /// Findings below the least urgency that is asked for.
  private(set) var leftOut = 0
  private(set) var categories: [Dataset.Category] = []
  private(set) var messages: [Message] = []
  /// Whether there are more messages than may be.
  private(set) var isFull = false
  var redactor: Redactor
  var properties: [(name: String, values: [String])] = []
  private var categoryIDs: Set<String> = []
  private var shownPaths: [String: String] = [:]
  /// The tries of each test, where equal names are tries of one.
  private var tries = TestTries()

  init(_ context: ImportContext) {
    self.context = context
    redactor = context.options.redactor
  }

  private var options: ImportOptions {
    _read { yield context.options }
  }

  // MARK: Tests

  mutating func add(_ test: TestCase) {
    holdsTests = true
    if options.retriesByName {
      tries.add(test)
    } else {
      count(test)
    }
  }

  /// Whether nothing of a test that has passed is asked for but its duration.
  var countsPassed: Bool { !options.retriesByName && !options.included.contains(.passed) }

  /// Counts a test that has passed, or a check of a tool.
  mutating func addPassed(seconds: Double? = nil) {
    tests.addPassed(seconds: seconds)
  }

  private mutating func count(_ test: TestCase) {
    tests.add(test)
    guard !test.isFolded else { return }
    let urgency: Urgency?
    switch test.outcome {
    case .failed, .error: urgency = .error
    case .passed where test.isFlaky || test.hasWarning: urgency = .warning
    case .passed: urgency = options.included.contains(.passed) ? .success : nil
    case .skipped: urgency = options.included.contains(.skipped) ? .neutral : nil
    case .todo: urgency = options.included.contains(.todo) ? .neutral : nil
    }
    if let urgency { append(test, urgency) }
  }

  /// Adds what is wrong with a run and no single test: a suite that could not be set up. The test's
  /// outcome does not count.
  mutating func addProblem(_ problem: TestCase, _ urgency: Urgency = .error) {
    holdsTests = true
    append(problem, urgency)
  }

  /// Adds failures that are counted and not described.
  mutating func addHidden(failures: Int, in suites: [String], source: SourceMark) {
    var problem = TestCase(title: options.locale.count(.hiddenFailures, failures))
    (problem.suites, problem.identity, problem.source) = (suites, ["hidden failures"], source)
    addProblem(problem)
    if ending != .failed { ending = .incomplete }
  }

  private mutating func append(_ test: TestCase, _ urgency: Urgency) {
    var test = test
    redact(&test)
    var message = Message(
      urgency: urgency, title: Self.shortened(test.title),
      text: cut(test.text, to: options.detailsLimit),
      details: limited(test.details), time: test.time,
      location: location(test.file, test.line, test.column), fingerprint: Self.fingerprint(test),
      source: test.source)
    message.textFormat = .plain
    attach(test.attachments, to: &message)
    let name: String? =
      switch options.category {
      case .suite: test.suites.first
      case .level: urgency.rawValue
      default: nil
      }
    // A linter's findings are no tests, whatever they are written as.
    let usual = test.tool.map { Dataset.Category(id: "\(context.format):\($0)", title: $0) }
    append(message, category: name, usual ?? usualCategoryOfTests)
  }

  private var usualCategoryOfTests: Dataset.Category {
    Dataset.Category(id: "tests", title: options.locale.string(.factTests))
  }

  /// A name without what differs from run to run: addresses, durations, temporary folders.
  private static func stable(_ name: String) -> String {
    var name = name
    var bytes: [UInt8] = []
    name.withUTF8 { VolatileText($0).writeNormalized(.title, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What tells a test from others, in no language. A very long one is said by its hash.
  private static func fingerprint(_ test: TestCase) -> String {
    let names = (test.suites + test.identity).map(stable).joined(separator: "\u{1F}")
    guard names.utf8.count > longestFingerprint else { return "test:" + names }
    return "test:" + Base64.encode(SHA256.digest(of: names))
  }

  // MARK: Findings

  mutating func add(_ finding: Finding) {
    if let rule = finding.rule, options.skippedRules.contains(rule) { return suppress(finding) }
    let urgency =
      finding.level.flatMap {
        options.severities.urgency($0, tool: finding.tool, format: context.format)
      } ?? finding.urgency
    if let least = options.leastUrgency, urgency < least {
      leftOut += 1
    } else {
      append(finding, urgency)
    }
  }

  /// Counts a finding that is suppressed in the sources or by an option.
  mutating func suppress(_ finding: Finding) {
    suppressed += 1
    if options.included.contains(.suppressed) { append(finding, .neutral) }
  }

  /// Counts findings that are suppressed and not described.
  mutating func suppress(count: Int) { suppressed += count }

  private mutating func append(_ finding: Finding, _ urgency: Urgency) {
    var finding = finding
    redact(&finding)
    let (title, text) = finding.titleAndText
    var message = Message(
      urgency: urgency, title: title, text: cut(text, to: options.detailsLimit),
      details: limited(finding.details), time: finding.time,
      location: location(finding.file, finding.line, finding.column),
      fingerprint: finding.fingerprint, source: finding.source)
    message.location?.context = context(of: finding)
    message.fingerprint = message.fingerprint ?? fingerprint(of: finding, message)
    message.textFormat = finding.markdown == nil ? .plain : .markdown
    if let rule = finding.rule, !rule.isEmpty {
      message.link = Message.Link(title: finding.ruleTitle ?? rule, url: finding.ruleURL)
    }
    let name: String? =
      switch options.category {
      case .rule: finding.rule
      case .run: finding.run.map { "\(finding.tool) (\($0))" }
      case .level: finding.level ?? urgency.rawValue
      default: nil
      }
    append(
      message, category: name,
      options.category == .tests
        ? usualCategoryOfTests
        : Dataset.Category(id: "\(context.format):\(finding.tool)", title: finding.tool))
  }

  /// What a finding is known by where its tool says nothing: never its category, which an option
  /// changes, nor the name of a log, which may hold a date. Text of this length takes no memory beside
  /// the message.
  private func fingerprint(of finding: Finding, _ message: Message) -> String {
    let parts = [
      context.format, finding.isNamedByTool ? finding.tool : "", finding.rule ?? "",
      message.location?.file ?? "", Self.stable(message.title),
    ]
    let digest = SHA256.digest(of: parts.joined(separator: "\u{1F}"))
    return "f:" + Base64.encode(Array(digest.prefix(9)))
  }

  // MARK: Messages

  /// Takes a line and a column from what a report says; both begin with 1.
  private mutating func location(
    _ file: String?, _ line: Int?, _ column: Int?
  ) -> Message.Location? {
    guard let file, !file.isEmpty else { return nil }
    func inRange(_ number: Int?) -> Int? {
      number.flatMap { 1...Int(Int32.max) ~= $0 ? $0 : nil }
    }
    return Message.Location(
      file: path(file), line: inRange(line), column: inRange(column))
  }

  /// A path as it is shown. Reports name the same few files again and again.
  private mutating func path(_ file: String) -> String {
    if let path = shownPaths[file] { return path }
    let path = Self.shortened(options.paths.path(file), to: Self.longestPath)
    if shownPaths.count < Self.mostPathsKept { shownPaths[file] = path }
    return path
  }

  private static let mostPathsKept = 1_000

  /// Adds a message to its category.
  ///
  /// - Parameters:
  ///   - name: The category that the rule finds in the report; nil takes the usual one.
  private mutating func append(
    _ message: Message, category name: String?, _ usual: Dataset.Category
  ) {
    guard messages.count < context.room else {
      isFull = true
      return
    }
    var message = message
    message.detailsFormat = .log
    message.details = message.details.map(PlainText.dedented)
    let category = category(of: message, name, usual)
    message.category = category?.id
    if let category, categoryIDs.insert(category.id).inserted { categories.append(category) }
    messages.append(message)
  }

  private func category(
    of message: Message, _ name: String?, _ usual: Dataset.Category
  ) -> Dataset.Category? {
    var name = name
    switch options.category {
    case .none: return nil
    case .named(let given): return Dataset.Category(id: given, title: given)
    case .file: name = message.location?.file
    case .folder(let depth):
      name = message.location.map { location in
        location.file.split(separator: "/").dropLast().prefix(depth).joined(separator: "/")
      }
    case .standard, .tests, .tool, .run, .suite, .rule, .level: break
    }
    guard let name, !name.isEmpty else { return usual }
    return Dataset.Category(id: "\(context.format):\(name)", title: name)
  }

  // MARK: Run

  /// How many values of a property are said.
  private static let mostValues = 20

  /// Notes a property; it becomes a fact if it is asked for.
  mutating func addProperty(_ name: String, _ value: String) {
    let value = Self.shortened(value)
    guard options.properties.contains(name) else { return }
    guard let index = properties.firstIndex(where: { $0.name == name }) else {
      return properties.append((name, [value]))
    }
    let values = properties[index].values
    guard values.count < Self.mostValues, !values.contains(value) else { return }
    properties[index].values.append(value)
  }

  /// Ends the tests, so that they can be compared with totals: none may be added behind it.
  mutating func finishTests() {
    let tries = tries
    self.tries = TestTries()
    for test in tries.tests(options.locale) { count(test) }
  }

  /// Ends the report: no test or finding may be added behind it.
  mutating func finish() {
    finishTests()
    if holdsTests, tests.count == 0, ending == .completed { ending = .incomplete }
    redactRun()
  }

  /// What it says of the run.
  var run: Dataset.Run {
    var facts = holdsTests || tests.count > 0 ? tests.facts(wall: wall) : []
    if suppressed > 0 { facts.append(Dataset.Run.Fact(.suppressed, count: suppressed)) }
    for property in properties {
      facts.append(
        Dataset.Run.Fact(title: property.name, value: property.values.joined(separator: ", ")))
    }
    var run = Dataset.Run(
      status: status, reason: reason, started: started, finished: finished, facts: facts)
    (run.commit, run.branch) = (commit, branch)
    return run
  }

  /// What the report shows, or what is said from outside where that is worse or it shows nothing.
  private var status: Dataset.Run.Status? {
    switch (ending, options.runStatus) {
    case (.failed, _): .failed
    case (_, .failed), (_, .canceled), (_, .missing): options.runStatus
    case (.completed, _): .completed
    case (.incomplete, _): nil
    case (.unknown, let said): said
    }
  }
}

/// The tries of tests, by name, in the order of the first ones.
private struct TestTries {
  private struct Tries {
    var last: TestCase
    var failed = 0
    var count = 0
  }

  private var indices: [String: Int] = [:]
  private var all: [Tries] = []

  mutating func add(_ test: TestCase) {
    let key = (test.suites + test.identity).joined(separator: "\u{1F}")
    let index = indices[key] ?? all.count
    if index == all.count {
      indices[key] = index
      all.append(Tries(last: test))
    }
    var known = all[index]
    let failure = known.last.isProblem ? known.last : nil
    known.last = test
    // A test that passes in the end is described by its last failure.
    if test.outcome == .passed, !test.isFlaky, let failure {
      (known.last.text, known.last.details) = (failure.text, failure.details)
      (known.last.file, known.last.line) = (failure.file, failure.line)
      known.last.isFlaky = true
    }
    known.failed += test.outcome == .failed || test.outcome == .error ? 1 : 0
    known.count += 1
    all[index] = known
  }

  func tests(_ locale: Locale) -> [TestCase] {
    all.map { tries in
      var test = tries.last
      if tries.last.isFlaky, tries.failed > 0 {
        let text = locale.failedTries(tries.failed, of: tries.count)
        test.text = test.text.map { text + "\n" + $0 } ?? text
      }
      return test
    }
  }
}
