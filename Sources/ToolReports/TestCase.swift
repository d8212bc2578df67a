internal import Localization
package import Model
package import Time

/// The result of one test, independent of the format of the report.
package struct TestCase {
  package enum Outcome {
    case passed, failed, error, skipped, todo
  }

  package struct Names {
    package var suites: [String]
    package var className: String?
    package var name: String

    package init(suites: [String], className: String?, name: String) {
      (self.suites, self.className, self.name) = (suites, className, name)
    }
  }

  /// The full name, as shown.
  package var title: String
  package var outcome = Outcome.passed
  /// Whether it failed and then passed in the same run.
  package var isFlaky = false
  /// Whether it warned without failing.
  package var hasWarning = false
  /// Whether its failed subtests explain the failure, so that it becomes no message.
  package var isFolded = false
  /// Its environment, if the report gives it separately from its name and its suites.
  package var environment: String?
  /// The name of the machine where it ran.
  package var machine: String?
  /// The reason why it was skipped or is expected to fail.
  package var reason: String?
  /// The failure in a few words.
  package var text: String?
  /// Trace and output.
  package var details: String?
  /// The compared values, if the report has them apart from the text.
  package var values: FailureValues?
  /// The colours of its output.
  package var colors = ColoredLines()
  /// The linter, if the test is a linter's finding.
  package var tool: String?
  /// The suites around it, the outermost first.
  package var suites: [String] = []
  /// Identifies the test among the tests of its suites and stays from run to run: class, name.
  package var identity: [String] = []
  /// The names that the report gives it, if `suites` and `identity` have others.
  package var given: Names?
  /// The number of failed tries that the first line of its text states; 0 for none.
  package var failedTries = 0
  /// Its identity without its environment, if `identity` contains that.
  package var identityAnywhere: [String]?
  /// Identifies a problem of its suites, or of the class in `identity`; empty for a test. The
  /// problem exists only after a failure. It is gone when a test of the suite or the class has run.
  package var problem: [String] = []
  package var seconds: Double?
  package var time: TimePoint?
  /// The place as given by the report.
  package var file: String?
  package var line: Int?
  package var column: Int?
  /// The place of the test, if the report gives the place of the error in other code.
  package var testPlace: TraceInText.Place?
  /// Whether the place begins with a package instead of a folder of the sources.
  package var isPlacedByPackage = false
  /// The same of the place of the test.
  package private(set) var isTestPlacedByPackage = false
  /// Its files: paths as given by the report, and pictures that the report contains.
  package var attachments: [Message.Attachment] = []
  package var steps: [Message.Step] = []
  /// Addresses with more information, such as its issue.
  package var links: [Message.Link] = []
  /// Its owner, if the report gives one.
  package var owner: String?
  /// The name of its kind of failure, if the report sorts failures.
  package var category: String?
  package var properties: [Property] = []
  package var source = SourceMark()

  package init(title: String) {
    self.title = title
  }

  /// Whether it always becomes a message, so that it must be described.
  package var isProblem: Bool { outcome == .failed || outcome == .error || isFlaky || hasWarning }

  /// Whether the report names it, in addition to its class and suites.
  var hasName: Bool {
    !problem.isEmpty || identity.count > 1 && !identity[1].isEmpty
      || identity.count == 1 && !identity[0].isEmpty
  }
}

extension TestCase {
  /// Sets the place of the error, and the line of the test that led there.
  package mutating func setPlace(from trace: TraceInText) {
    setPlace(trace.raised, by: trace.test)
    isPlacedByPackage = trace.isOfPackages
    isTestPlacedByPackage = trace.isOfPackages
  }

  package mutating func setPlace(_ raised: TraceInText.Place, by test: TraceInText.Place?) {
    (file, line, column) = (raised.path, raised.line, nil)
    if let test, test.path != raised.path || test.line != raised.line { testPlace = test }
  }
}
