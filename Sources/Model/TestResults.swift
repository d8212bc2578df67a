/// The outcomes and durations of the tests of the reports while these are in memory. Datasets hold
/// only the digests of the tests that ran.
package struct TestResults: Sendable {
  package enum Outcome: UInt8, Sendable, CaseIterable {
    /// It did not run, or nothing is known of it.
    case none
    case passed, failed, error, skipped
    /// Expected to fail.
    case todo
    /// It failed and then passed in the same run.
    case flaky

    package var isFailure: Bool { self == .failed || self == .error }
    package var isPass: Bool { self == .passed || self == .flaky }

    /// The rank among the results of one test in one run; the highest counts.
    package var rank: Int {
      switch self {
      case .none: 0
      case .skipped: 1
      case .todo: 2
      case .passed: 3
      case .flaky: 4
      case .failed: 5
      case .error: 6
      }
    }
  }

  package struct Result: Sendable {
    /// The digest of its fingerprint in any environment.
    package var digest: UInt64
    package var outcome: Outcome
    /// An index in `environments`; nil if its environment is unknown.
    package var environment: Int?
    /// nil if unknown.
    package var seconds: Double?
  }

  private static let mostTitles = 10_000

  /// The limit, which keeps the memory below a hundred megabytes.
  package static let most = 1_000_000

  package private(set) var results: [Result] = []
  package private(set) var environments: [String] = []
  /// The digests of slow tests by their titles. That of a suite means several tests.
  private var titles: [String: UInt64] = [:]

  package init() {}

  /// Adds a result, unless there are too many.
  package mutating func insert(
    _ digest: UInt64, _ outcome: Outcome, seconds: Double?, in environment: String? = nil
  ) {
    guard results.count < Self.most else { return }
    results.append(
      Result(
        digest: digest, outcome: outcome, environment: environment.map { index(of: $0) },
        seconds: seconds))
  }

  /// Notes the title of a slow test.
  package mutating func note(_ title: String, of digest: UInt64) {
    guard titles.count < Self.mostTitles else { return }
    titles[title] = titles[title] ?? digest == digest ? digest : digest | 1
  }

  /// The slow test with this title; nil if it is unknown or one of several.
  package func digest(of title: String) -> UInt64? {
    titles[title].flatMap { TestDigests.isSuite($0) ? nil : $0 }
  }

  /// Adds the results of another report.
  ///
  /// - Parameter environment: The environment of the results that name none.
  package mutating func insert(_ other: TestResults, in environment: String?) {
    if other.results.isEmpty { return }
    for (title, digest) in other.titles { note(title, of: digest) }
    let usual = environment.map { index(of: $0) }
    let places = other.environments.map { index(of: $0) }
    if results.isEmpty, usual == nil, places.elementsEqual(places.indices) {
      results = other.results
      return
    }
    for var result in other.results.prefix(Self.most - results.count) {
      result.environment = result.environment.map { places[$0] } ?? usual
      results.append(result)
    }
  }

  /// The index of an environment. There are few.
  private mutating func index(of environment: String) -> Int {
    if let index = environments.firstIndex(of: environment) { return index }
    environments.append(environment)
    return environments.count - 1
  }
}
