internal import Model

/// The suites of tests that are known only by their class and name.
struct TestPlaces {
  /// The digests of the tests, by the hashes of their own names.
  private var digests: [UInt64: Set<UInt64>] = [:]
  /// Whether there are too many names and suites to search.
  private let isUnknown: Bool

  private static let most = 1_000_000

  /// - Parameter names: The hashes of the tests' names.
  init(of names: Set<UInt64>, in tests: [TestDigests]) {
    let suites = Set(tests.lazy.flatMap(\.values).filter(TestDigests.isSuite))
    isUnknown = names.count > Self.most / max(suites.count, 1)
    if isUnknown || suites.isEmpty { return }
    var wanted: [UInt64: UInt64] = [:]
    wanted.reserveCapacity(names.count * suites.count)
    for name in names {
      for suite in suites { wanted[TestDigests.digest(ofName: name, in: suite)] = name }
    }
    for value in tests.lazy.flatMap(\.values) {
      if let name = wanted[value] { digests[name, default: []].insert(value) }
    }
  }

  /// Whether a test of this name ran under exactly one suite.
  func isUnique(_ name: UInt64) -> Bool { digests[name]?.count == 1 }

  /// Whether no test of this name ran, except the one with this digest.
  func hasNone(_ name: UInt64, but digest: UInt64) -> Bool {
    !isUnknown && digests[name]?.allSatisfy { $0 == digest } ?? true
  }
}

extension RunScope? {
  /// The tests listed as run.
  var testsRun: [TestDigests] {
    (self?.parts ?? []).compactMap(\.testsRun)
  }

  /// The given digests of tests that the run has. These tests ran or were skipped.
  func tests(among digests: Set<UInt64>) -> Set<UInt64> {
    Set((self?.parts ?? []).lazy.compactMap(\.tests).flatMap(\.values).filter(digests.contains))
  }
}

/// The key to find a message's test in other suites.
struct TestName {
  let digest: UInt64
  /// The hash of its class and name.
  let name: UInt64

  /// nil for other messages, and for tests without a class.
  init?(_ message: borrowing Message) {
    guard let fingerprint = message.fingerprintAnywhere, fingerprint.hasPrefix(TestDigests.prefix),
      let name = TestDigests.name(of: fingerprint)
    else { return nil }
    digest = TestDigests.digest(of: fingerprint)
    self.name = name
  }
}
