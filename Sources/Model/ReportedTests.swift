/// A test of a report, with the names that the report gives it.
package struct ReportedTest: Sendable, Hashable {
  package enum Outcome: Sendable, Hashable {
    case passed, failed, error, skipped
    /// Expected to fail.
    case todo
  }

  /// The suites around it, the outermost first.
  package var suites: [String]
  package var className: String?
  package var name: String
  package var outcome: Outcome
  /// Whether it failed and then passed in the same run.
  package var isFlaky = false
  /// The number of failed tries that the first line of its message states; 0 for none.
  package var failedTries = 0
  package var seconds: Double?
  package var file: String?
  package var line: Int?
  /// The reason why it was skipped or is expected to fail.
  package var reason: String?
  /// The index of its message in the dataset; nil for none.
  package var message: Int?

  package init(suites: [String], className: String?, name: String, outcome: Outcome) {
    (self.suites, self.className, self.name) = (suites, className, name)
    self.outcome = outcome
  }
}

/// The tests of the reports while these are in memory, for outputs that list tests. Datasets do
/// not hold them.
package struct ReportedTests: Sendable {
  /// The limit, which keeps the memory below a few hundred megabytes.
  package static let most = 1_000_000

  package private(set) var tests: [ReportedTest] = []

  package init() {}

  /// Adds a test, unless there are too many.
  package mutating func insert(_ test: ReportedTest) {
    if tests.count < Self.most { tests.append(test) }
  }

  /// Adds the tests of another report.
  ///
  /// - Parameter places: The new index of each message of that report.
  package mutating func insert(_ other: ReportedTests, places: [Int]) {
    if tests.isEmpty, places.isEmpty {
      self = other
      return
    }
    for var test in other.tests {
      if let message = test.message, message < places.count { test.message = places[message] }
      insert(test)
    }
  }
}
