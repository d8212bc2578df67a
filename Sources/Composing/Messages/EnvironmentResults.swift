package import Model

/// The results of failed tests in each environment of the run (see "Tests in several
/// environments").
package struct EnvironmentResults: Sendable {
  package enum Outcome: String, Sendable, CaseIterable {
    /// From the least to the most important one. A skipped test counts as not run.
    case notRun, passed, failed

    fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// The names of the environments, as titles show them.
  private var names: [String] = []
  /// The outcomes of each failed test by its digest, parallel to `names`.
  private var outcomes: [UInt64: [Outcome]] = [:]

  package init() {}

  init(_ dataset: Dataset, _ titles: EnvironmentTitles) {
    let environments = (dataset.scope?.environments ?? []).intersection(titles.shared)
    names = Set(environments.map(titles.shown)).sorted()
    if names.count < 2 { return }
    for message in dataset.messages where message.urgency == .error {
      guard let environment = message.environment, let test = Self.test(of: message) else {
        continue
      }
      note(.failed, of: test, in: titles.shown(environment))
    }
    for part in dataset.scope?.parts ?? [] {
      guard let name = part.environment.map(titles.shown), let place = names.firstIndex(of: name)
      else { continue }
      for test in part.testsRun?.values ?? [] where outcomes[test] != nil {
        raise(to: .passed, of: test, at: place)
      }
    }
  }

  private static func test(of message: Message) -> UInt64? {
    RunScope.Kind(ofFingerprint: message.fingerprint) == .test
      ? message.fingerprintAnywhere.map { TestDigests.digest(of: $0) } : nil
  }

  private mutating func note(_ outcome: Outcome, of test: UInt64, in name: String) {
    guard let place = names.firstIndex(of: name) else { return }
    if outcomes[test] == nil { outcomes[test] = names.map { _ in .notRun } }
    raise(to: outcome, of: test, at: place)
  }

  private mutating func raise(to outcome: Outcome, of test: UInt64, at place: Int) {
    if outcomes[test]?[place].rank ?? .max < outcome.rank { outcomes[test]?[place] = outcome }
  }

  /// The results of a message's test in all environments; empty unless it is known from at least
  /// two.
  package func results(of message: Message) -> [(name: String, outcome: Outcome)] {
    guard message.environment != nil, !outcomes.isEmpty, let test = Self.test(of: message),
      let found = outcomes[test], found.count(where: { $0 != .notRun }) > 1
    else { return [] }
    return zip(names, found).map { (name: $0, outcome: $1) }
  }
}
