package import Model

/// Makes the tests for outputs that list them: hides secrets in their names and shortens them. Tests
/// of one suite or file are mostly adjacent, so the last names are cached.
package struct ReportedTestMaker {
  package private(set) var tests = ReportedTests()
  private var suites: (given: [String], shown: [String]) = ([], [])
  private var file: (given: String, shown: String) = ("", "")

  /// The longest reason in bytes.
  private static let longestReason = 4_096

  /// The test as given by its report, before a failure is recognized as one of its class.
  package mutating func test(
    of test: borrowing TestCase, _ options: ImportOptions, _ redactor: Redactor
  ) -> ReportedTest {
    // Hidden secrets are counted where their text is shown.
    var redactor = redactor
    func shown(_ name: String) -> String {
      redactor.redacted(MessageMaker.shortened(name, to: MessageMaker.longestPath))
    }
    let names = test.ownNames
    if names.suites != suites.given { suites = (names.suites, names.suites.map(shown)) }
    var made = ReportedTest(
      suites: suites.shown, className: names.className.map(shown), name: shown(names.name),
      outcome: test.reportedOutcome)
    made.isFlaky = test.isFlaky
    made.failedTries = test.failedTries
    made.seconds = test.seconds
    if let path = test.file, !path.isEmpty {
      if path != file.given { file = (path, shown(options.paths.path(path))) }
      made.file = file.shown
      made.line = test.line.flatMap { 1...Int(Int32.max) ~= $0 ? $0 : nil }
    }
    if let reason = test.reason {
      let text = PlainText.trimmed(TerminalText.plain(reason))
      made.reason = redactor.redacted(MessageMaker.shortened(text, to: Self.longestReason))
    }
    return made
  }

  package mutating func insert(_ test: ReportedTest) { tests.insert(test) }
}

extension TestCase {
  fileprivate var ownNames: Names {
    if let given { return given }
    let names = identityAnywhere ?? identity
    let className = names.count > 1 && !names[0].isEmpty ? names[0] : nil
    return Names(
      suites: suites, className: className, name: names.count > 1 ? names[1] : names.first ?? "")
  }

  fileprivate var reportedOutcome: ReportedTest.Outcome {
    switch outcome {
    case .passed: .passed
    case .failed: .failed
    case .error: .error
    case .skipped: .skipped
    case .todo: .todo
    }
  }
}
