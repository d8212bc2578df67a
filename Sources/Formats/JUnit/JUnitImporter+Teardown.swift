internal import ToolReports
internal import XML

/// If a test fails and its teardown fails, too, pytest writes two tests of one name, and counts one
/// in the total of the suite. Both wait for the end of the suite, and become one test if the total
/// is right then. With pytest-rerunfailures, each try is a test and the total is wrong.
extension JUnitImporter {
  /// The most failed tests that wait.
  private static let mostWaiting = 10_000

  /// Adds a failed test, or lets it wait for the error of its teardown.
  mutating func addFailed(_ made: TestCase, named names: [String]) {
    guard let last = suites.indices.last, suites[last].mayBePytest,
      suites[last].waiting.count < Self.mostWaiting
    else { return report.add(made) }
    suites[last].waitingByName[names] = suites[last].waiting.count
    suites[last].waiting.append((made, nil))
  }

  /// Lets the error of a teardown wait with its failed test; returns false if none waits.
  mutating func join(teardown: TestCase, named names: [String]) -> Bool {
    guard let last = suites.indices.last, let index = suites[last].waitingByName[names],
      suites[last].waiting[index].teardown == nil
    else { return false }
    suites[last].waiting[index].teardown = teardown
    return true
  }

  /// Adds the failed tests of a suite that ends.
  mutating func addWaiting(of suite: inout JUnitSuite) {
    let isRight = !reader.hasFailed && suite.holdsWhatItClaims
    for (test, teardown) in suite.waiting {
      var test = test
      if isRight, let teardown { test.join(teardown: teardown) }
      report.add(test)
      guard !isRight, let teardown else { continue }
      report.add(teardown)
      suite.cases += 1
    }
    suite.waiting = []
  }
}

extension JUnitCase {
  /// Its errors in a teardown.
  var teardowns: Int { problems.count(where: \.isTeardown) }

  /// Whether only its teardown failed.
  var isTeardown: Bool { !problems.isEmpty && teardowns == problems.count }

  var names: [String] { [className ?? "", name ?? ""] }
}

extension JUnitProblem {
  /// Whether pytest describes the error of a teardown.
  var isTeardown: Bool {
    isError
      && (message?.hasPrefix(TestCase.failedTeardown) == true || message == "test teardown failure")
  }
}
