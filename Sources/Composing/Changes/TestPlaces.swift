internal import Model

/// Under which suites tests ran that are known by their class and their own name alone.
struct TestPlaces {
  /// The digests of the tests, by the hashes of their own names.
  private var digests: [UInt64: Set<UInt64>] = [:]
  /// Whether there are too many names and suites to look for.
  private let isUnknown: Bool

  private static let most = 1_000_000

  /// - Parameter names: The hashes of the tests' own names.
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

  /// Whether no other test of this name ran than the one with a digest.
  func hasNone(_ name: UInt64, but digest: UInt64) -> Bool {
    !isUnknown && digests[name]?.allSatisfy { $0 == digest } ?? true
  }
}

extension RunScope? {
  /// The tests that are listed as those that ran.
  var testsRun: [TestDigests] {
    (self?.parts ?? []).compactMap(\.testsRun)
  }
}

/// What a message of a test is looked for by.
struct TestName {
  let digest: UInt64
  /// The hash of its class and its own name.
  let name: UInt64

  /// nil for other messages, and for tests without a class.
  init?(_ message: borrowing Message) {
    guard let fingerprint = message.fingerprint, fingerprint.hasPrefix(TestDigests.prefix),
      let name = TestDigests.name(of: fingerprint)
    else { return nil }
    digest = TestDigests.digest(of: fingerprint)
    self.name = name
  }
}
