internal import Model

/// Shows in the title of a test's message where the test failed, if several environments ran the
/// same tests (see "Same problem, same message"). Titles change after matching, so that a message
/// keeps its identity.
struct EnvironmentTitles {
  /// The environments that ran a test of another environment.
  private let shared: Set<String>
  /// All environments of the run.
  private let own: Set<String>

  init(_ dataset: Dataset, after baseline: Dataset?) {
    let messages = dataset.messages + (baseline?.messages ?? [])
    let isNeeded = messages.contains { $0.environment != nil }
    shared =
      isNeeded
      ? dataset.sharedEnvironments.union(baseline?.sharedEnvironments ?? []) : []
    own = isNeeded ? dataset.scope?.environments ?? [] : []
  }

  func mark(_ messages: inout [Message]) {
    if !shared.isEmpty { mark(&messages) { shared.contains($0) } }
  }

  /// Marks messages of earlier runs, including those of environments that the run does not have.
  func mark(earlier messages: inout [Message]) {
    if shared.isEmpty, own.isEmpty { return }
    mark(&messages) { shared.contains($0) || !own.isEmpty && !own.contains($0) }
  }

  private func mark(_ messages: inout [Message], where isShown: (String) -> Bool) {
    for index in messages.indices {
      guard let environment = messages[index].environment, isShown(environment) else { continue }
      let mark = TestDigests.mark(of: environment)
      if !messages[index].title.hasPrefix(mark) {
        messages[index].title = mark + messages[index].title
      }
    }
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
