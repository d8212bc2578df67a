package import Model

/// The results of failed tests in each environment of the run (see "Same problem,
/// same message").
package struct EnvironmentResults: Sendable {
  package enum Outcome: String, Sendable {
    /// A skipped test counts as not run.
    case notRun, passed, failed
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
      guard let name = message.environment.map(titles.shown), let test = Self.test(of: message),
        let place = names.firstIndex(of: name)
      else { continue }
      outcomes[test, default: names.map { _ in .notRun }][place] = .failed
    }
    for part in dataset.scope?.parts ?? [] {
      guard let name = part.environment.map(titles.shown), let place = names.firstIndex(of: name)
      else { continue }
      // A test that failed ran, too.
      for test in part.testsRun?.values ?? [] where outcomes[test]?[place] == .notRun {
        outcomes[test]?[place] = .passed
      }
    }
  }

  private static func test(of message: Message) -> UInt64? {
    RunScope.Kind(ofFingerprint: message.fingerprint) == .test
      ? message.fingerprintAnywhere.map { TestDigests.digest(of: $0) } : nil
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
