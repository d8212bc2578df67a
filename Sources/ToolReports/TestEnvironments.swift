internal import Model

/// Tests with a known environment, until all are read. A test is named after its environment only
/// if one report contains it in several environments. So a machine with a new name in each run
/// creates no new tests.
struct TestEnvironments {
  private var tests: [TestCase] = []
  private var environments: [String: Set<String>] = [:]

  mutating func add(_ test: TestCase) {
    if let environment = test.place {
      environments[Self.key(of: test), default: []].insert(environment)
    }
    tests.append(test)
  }

  /// Removes and returns all tests, in order. Those of several environments are named after their
  /// environment.
  ///
  /// - Parameters:
  ///   - name: The environment that the name of the report gives.
  ///   - content: The environment that its content gives for all tests.
  mutating func removeTests(ofReport name: String?, _ content: String?) -> [TestCase] {
    var taken = TestEnvironments()
    swap(&taken, &self)
    return taken.tests.map { test in
      let count = taken.environments[Self.key(of: test)]?.count ?? 0
      var test = count > 1 ? test.named(after: test.place) : test
      // A report that is named after its environment may come from another machine in each run.
      let own = [count > 1 || name == nil ? test.place : test.environment, content]
        .compactMap { $0 }
      // Without an own environment, the name of the report counts anyway.
      test.environment =
        own.isEmpty ? nil : EnvironmentName.joined([name].compactMap { $0 } + own)
      test.forgetMark()
      return test
    }
  }

  private static func key(of test: TestCase) -> String {
    (test.suites + [""] + test.identity + test.problem).joined(separator: "\u{1F}")
  }
}

extension TestCase {
  /// Its machine and its environment.
  fileprivate var place: String? {
    EnvironmentName.joined([machine, environment].compactMap { $0 })
  }

  /// Takes a name that begins with the environment for a mark, as messages do.
  fileprivate mutating func forgetMark() {
    guard identityAnywhere == nil, let environment, let name = identity.last,
      let end = TestDigests.markEnd(of: environment, in: name[...])
    else { return }
    identityAnywhere = identity.dropLast() + [String(name[end...])]
  }

  /// The test with its environment in its title and its identity.
  package func named(after environment: String?) -> TestCase {
    guard let environment, let last = identity.indices.last else { return self }
    var test = self
    test.identityAnywhere = identity
    test.title = "[\(environment)] \(title)"
    test.identity[last] = TestDigests.mark(of: environment) + identity[last]
    return test
  }
}
