internal import Model

/// Where the tests of two runs failed. A failure in one environment is not that of another one if
/// the other run has a result of the test in the same environment (see "Same problem, same
/// message"). An environment with a new name in each run has no such result. The same holds for the
/// findings of several images or folders.
struct MatchingEnvironments {
  /// The messages of one run.
  struct Side {
    /// The environment of each message; nil if it is unknown. Empty if no environment is known.
    fileprivate(set) var names: [String?] = []
    /// The messages whose tests have a result of their environment in the other run.
    fileprivate(set) var bound: Set<Int> = []

    func name(_ index: Int) -> String? { index < names.count ? names[index] : nil }
  }

  private(set) var old = Side()
  private(set) var new = Side()

  init(_ old: MatchingSide, _ new: MatchingSide) {
    func hasNames(_ side: MatchingSide) -> Bool {
      side.scope?.environments.isEmpty == false || side.scope?.scanned.isEmpty == false
        || side.messages.contains { $0.environment != nil }
    }
    guard hasNames(old), hasNames(new) else { return }
    let (olds, news) = (Self.tests(of: old), Self.tests(of: new))
    let digests = Set((olds + news).compactMap { $0 })
    let before = Self.environments(of: digests, old, olds)
    let now = Self.environments(of: digests, new, news)
    self.old = Self.side(old, olds, before, other: now, scanned: new.scope?.scanned ?? [])
    self.new = Self.side(new, news, now, other: before, scanned: old.scope?.scanned ?? [])
  }

  /// Whether two messages may be the same.
  func allow(_ before: Int, _ now: Int) -> Bool {
    guard let one = old.name(before), let other = new.name(now) else { return true }
    return one == other || !old.bound.contains(before) && !new.bound.contains(now)
  }

  /// The digest of each message's test; nil for other messages.
  private static func tests(of side: MatchingSide) -> [UInt64?] {
    side.messages.map { message in
      guard message.isTest else { return nil }
      return message.fingerprintAnywhere.map { TestDigests.digest(of: $0) }
    }
  }

  /// The environments with a result of each test; "" for a list without an environment.
  private static func environments(
    of digests: Set<UInt64>, _ side: MatchingSide, _ tests: [UInt64?]
  ) -> [UInt64: Set<String>] {
    var found: [UInt64: Set<String>] = [:]
    for part in side.scope?.parts ?? [] {
      for digest in part.testsRun?.values ?? [] where digests.contains(digest) {
        found[digest, default: []].insert(part.environment ?? "")
      }
    }
    for (message, test) in zip(side.messages, tests) {
      guard let test, let environment = message.environment else { continue }
      found[test, default: []].insert(environment)
    }
    return found
  }

  private static func side(
    _ side: MatchingSide, _ tests: [UInt64?], _ own: [UInt64: Set<String>],
    other: [UInt64: Set<String>], scanned: Set<String>
  ) -> Side {
    var found = Side()
    for (index, test) in tests.enumerated() {
      // The message of a single machine does not name it.
      let all = test.flatMap { own[$0] } ?? []
      let only = all.count == 1 ? all.first.flatMap { $0.isEmpty ? nil : $0 } : nil
      let name = side.messages[index].environment ?? only
      found.names.append(name)
      if let test, let name, other[test]?.contains(name) ?? false { found.bound.insert(index) }
      // A finding, if the other run scanned the same.
      if test == nil, let name, scanned.contains(name) { found.bound.insert(index) }
    }
    return found
  }
}
