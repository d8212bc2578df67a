internal import Model
internal import Text

/// Shows in the title of a test's message where the test failed, if several environments ran the
/// same tests (see "Same problem, same message"). Titles change after matching, so that a message
/// keeps its identity.
struct EnvironmentTitles {
  /// The environments that ran a test of another environment.
  let shared: Set<String>
  /// All environments of the run.
  private let own: Set<String>
  /// The words that all of `shared` have.
  private let common: Set<Substring>
  /// Where tests ran whose suites name the environment, by their fingerprints without these suites.
  private let suites: [String: Set<String>]

  init(_ dataset: Dataset, after baseline: Dataset?) {
    let messages = dataset.messages + (baseline?.messages ?? [])
    let isNeeded = messages.contains { $0.environment != nil }
    shared =
      isNeeded
      ? dataset.sharedEnvironments.union(baseline?.sharedEnvironments ?? []) : []
    let words = shared.map { Set($0.split(separator: " ")) }
    common = words.dropFirst().reduce(words.first ?? []) { $0.intersection($1) }
    let scope = isNeeded ? dataset.scope : nil
    own = scope.map { $0.environments.union($0.scanned) } ?? []
    suites = Self.environmentSuites(of: [dataset] + (baseline.map { [$0] } ?? []))
  }

  private static func environmentSuites(of datasets: [Dataset]) -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    for message in datasets.lazy.flatMap(\.messages) {
      guard let suite = message.environmentSuite else { continue }
      found[suite.others, default: []].insert(suite.environment)
    }
    if found.isEmpty { return [:] }
    for dataset in datasets {
      for name in dataset.testNames.all {
        guard let suite = TestDigests.environmentSuite(of: name) else { continue }
        found[suite.others]?.insert(suite.environment)
      }
    }
    return found.filter { $0.value.count > 1 }
  }

  func mark(_ messages: inout [Message]) {
    markSuites(&messages)
    if !shared.isEmpty { mark(&messages) { shared.contains($0) } }
  }

  /// Marks tests of suites that are named like environments, unless the title names the suite.
  private func markSuites(_ messages: inout [Message]) {
    if suites.isEmpty { return }
    for index in messages.indices {
      guard let (environment, others) = messages[index].environmentSuite, suites[others] != nil,
        !messages[index].title.contains(environment)
      else { continue }
      messages[index].title = TestDigests.mark(of: environment) + messages[index].title
    }
  }

  /// Marks messages of earlier runs, including those of environments that the run does not have.
  func mark(earlier messages: inout [Message]) {
    markSuites(&messages)
    if shared.isEmpty, own.isEmpty { return }
    mark(&messages) { shared.contains($0) || !own.isEmpty && !own.contains($0) }
  }

  /// The words of an environment that distinguish it from the others. A version keeps the word
  /// before it: `python 3.11`.
  func shown(_ environment: String) -> String {
    let words = environment.split(separator: " ")
    let shown = words.indices.filter { index in
      guard common.contains(words[index]) else { return true }
      let next = words.index(after: index)
      return next < words.endIndex && !common.contains(words[next])
        && words[next].first?.isNumber ?? false
    }
    return shown.isEmpty ? environment : shown.map { words[$0] }.joined(separator: " ")
  }

  private func mark(_ messages: inout [Message], where isShown: (String) -> Bool) {
    for index in messages.indices {
      guard let environment = messages[index].environment, isShown(environment) else { continue }
      let mark = TestDigests.mark(of: shown(environment))
      let title = messages[index].title
      // Its report may hold it in several environments that it names in part.
      let end = TestDigests.markEnd(of: environment, in: title[...])
      messages[index].title = mark + title[(end ?? title.startIndex)...]
    }
  }
}

extension Message {
  /// The suite of its test that is named like an environment.
  fileprivate var environmentSuite: (environment: String, others: String)? {
    guard isTest, environment == nil, let fingerprint else { return nil }
    return TestDigests.environmentSuite(of: fingerprint)
  }
}

extension Dataset {
  /// The environments that have a test in common with another one.
  fileprivate var sharedEnvironments: Set<String> {
    var tests: [String: [UInt64]] = [:]
    for part in scope?.parts ?? [] {
      guard let environment = part.environment, let ran = part.testsRun else { continue }
      tests[environment, default: []] += ran.values.filter { !TestDigests.isSuite($0) }
    }
    for message in messages {
      guard let environment = message.environment, let test = message.fingerprintAnywhere else {
        continue
      }
      tests[environment, default: []].append(TestDigests.digest(of: test))
    }
    if tests.count < 2 { return [] }
    var shared = Set<String>()
    var first: [UInt64: String] = [:]
    for (environment, digests) in tests {
      for digest in digests {
        if let other = first[digest] {
          if other != environment { shared.formUnion([environment, other]) }
        } else {
          first[digest] = environment
        }
      }
    }
    return shared
  }
}
