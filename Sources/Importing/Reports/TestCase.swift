internal import Basics
internal import Model

/// What one test did, whatever wrote it down.
struct TestCase {
  enum Outcome {
    case passed, failed, error, skipped, todo
  }

  /// The full name, as a reader looks for it.
  var title: String
  var outcome = Outcome.passed
  /// Whether it failed and then passed, in one run.
  var isFlaky = false
  /// Whether it warned, though it did not fail.
  var hasWarning = false
  /// Whether tests in it that failed as well say why, so that it makes no message.
  var isFolded = false
  /// Where it ran, if the report says so beside its name and its suites.
  var environment: String?
  /// Why it was skipped or is expected to fail.
  var reason: String?
  /// What went wrong, in a few words.
  var text: String?
  /// Trace and output.
  var details: String?
  /// The colours of its output.
  var colors = ColoredLines()
  /// The tool whose finding it is, where a linter writes its findings as tests.
  var tool: String?
  /// The suites around it, the outermost first.
  var suites: [String] = []
  /// What tells the test from others of its suites and stays from run to run: class, name.
  var identity: [String] = []
  /// Its identity without its environment, if `identity` contains that.
  var identityAnywhere: [String]?
  /// What tells a problem of its suites, and of the class in `identity`, from others; empty for a
  /// test. Such a problem exists only when something went wrong, and is gone when a test of the suite
  /// or the class has run.
  var problem: [String] = []
  var seconds: Double?
  var time: TimePoint?
  /// The place as the report gives it.
  var file: String?
  var line: Int?
  var column: Int?
  /// Whether the place begins with a package, and not with a folder of the sources.
  var isPlacedByPackage = false
  /// Files that belong to it: paths as the report gives them, and pictures that it holds.
  var attachments: [Message.Attachment] = []
  var source = SourceMark()

  init(title: String) {
    self.title = title
  }

  /// Whether a message is made of it without being asked for, so that it has to be described.
  var isProblem: Bool { outcome == .failed || outcome == .error || isFlaky || hasWarning }

  /// Whether the report names it, beside its class and suites.
  var hasName: Bool {
    !problem.isEmpty || identity.count > 1 && !identity[1].isEmpty
      || identity.count == 1 && !identity[0].isEmpty
  }
}

extension TestCase {
  /// Takes the place where an error was raised, and says which line of the test led there.
  mutating func take(_ trace: TraceInText, _ context: ImportContext) {
    take(trace.raised, by: trace.test, context)
    isPlacedByPackage = trace.isOfPackages
  }

  mutating func take(
    _ raised: TraceInText.Place, by test: TraceInText.Place?, _ context: ImportContext
  ) {
    (file, line, column) = (raised.path, raised.line, nil)
    guard let test, test.path != raised.path || test.line != raised.line else { return }
    let place = context.options.paths.path(test.path) + ":" + String(test.line)
    let also = context.locale.string(.alsoAt, ["place": place])
    details = details.map { $0 + "\n\n" + also } ?? also
  }
}
