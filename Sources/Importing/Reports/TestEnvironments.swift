internal import Model

/// Tests with a known environment, until all are read. A test is named after its environment only
/// if one report contains it in several environments. So a machine with a new name in each run
/// creates no new tests.
struct TestEnvironments {
  private var tests: [TestCase] = []
  private var environments: [String: Set<String>] = [:]

  mutating func add(_ test: TestCase) {
    if let environment = test.environment {
      environments[Self.key(of: test), default: []].insert(environment)
    }
    tests.append(test)
  }

  /// Removes and returns all tests, in order. Those of several environments are named after their
  /// environment.
  mutating func removeTests() -> [TestCase] {
    var taken = TestEnvironments()
    swap(&taken, &self)
    return taken.tests.map { test in
      let count = taken.environments[Self.key(of: test)]?.count ?? 0
      return count > 1 ? test.named(after: test.environment) : test
    }
  }

  private static func key(of test: TestCase) -> String {
    (test.suites + [""] + test.identity + test.problem).joined(separator: "\u{1F}")
  }
}

extension TestCase {
  /// The test with its environment in its title and its identity.
  func named(after environment: String?) -> TestCase {
    guard let environment, let last = identity.indices.last else { return self }
    var test = self
    test.identityAnywhere = identity
    test.title = "[\(environment)] \(title)"
    test.identity[last] = TestDigests.mark(of: environment) + identity[last]
    return test
  }
}
