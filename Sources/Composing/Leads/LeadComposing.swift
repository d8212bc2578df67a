internal import Model

/// Finds the causes that several failed tests have in common (see "What to look at first").
struct LeadComposing: Sendable {
  /// The number of failures that a reader sees at a glance.
  private static let fewFailures = 3

  /// The failures of each cause in display order.
  private(set) var causes: [[Int]] = []
  /// The number of shown failures.
  let failures: Int

  init(_ messages: [Message], shown sections: [Report.Section]) {
    let failures = sections.flatMap(\.items).filter { messages[$0].isFailedTest }
    self.failures = failures.count
    guard failures.count > Self.fewFailures else { return }
    let keys = LikenessKeys(messages)
    var numbers: [Int: Int] = [:]
    var shared: [LikenessKeys.SharedCause: Int] = [:]
    let groups = Self.groups(of: failures) { keys.leadKey(of: $0) }
    for (number, group) in groups.enumerated() {
      let cause = keys.sharedCause(of: group)
      let joined = cause.flatMap { shared[$0] } ?? number
      if let cause { shared[cause] = joined }
      for failure in group { numbers[failure] = joined }
    }
    causes = Self.groups(of: failures) { numbers[$0] }
      .filter { Self.hasSeveralFailures($0, messages) }
    // A test may fail in different ways for different values.
    let grouped = Set(causes.flatMap(\.self))
    let alone = failures.filter { !grouped.contains($0) }
    causes += Self.groups(of: alone) { TestTitle.withoutValues(messages[$0]) }
      .filter { Self.hasSeveralFailures($0, messages) }
  }

  /// The failures by their keys, in the order of the first ones; without those that have no key.
  private static func groups<Key: Hashable>(of failures: [Int], by key: (Int) -> Key?) -> [[Int]] {
    var places: [Key: Int] = [:]
    var groups: [[Int]] = []
    for failure in failures {
      guard let key = key(failure) else { continue }
      if let place = places[key] {
        groups[place].append(failure)
      } else {
        places[key] = groups.count
        groups.append([failure])
      }
    }
    return groups
  }

  /// The number of the cause of each message, parallel to the messages; nil for none.
  func numbers(of messages: [Message]) -> [Int?] {
    if causes.isEmpty { return [] }
    var numbers = [Int?](repeating: nil, count: messages.count)
    for (number, cause) in causes.enumerated() {
      for failure in cause { numbers[failure] = number }
    }
    return numbers
  }

  /// Whether there is more than one test. One test may be in several environments and files.
  private static func hasSeveralFailures(_ cause: [Int], _ messages: [Message]) -> Bool {
    guard let first = cause.first.map({ messages[$0].fingerprintAnywhere }) else { return false }
    return cause.dropFirst().contains { messages[$0].fingerprintAnywhere != first }
  }
}
