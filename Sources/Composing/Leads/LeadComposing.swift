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
    var alone = Set(failures)
    func gather<Key: Hashable>(_ key: (Int) -> Key?) {
      var places: [Key: Int] = [:]
      var found: [[Int]] = []
      for failure in failures where alone.contains(failure) {
        guard let key = key(failure) else { continue }
        if let place = places[key] {
          found[place].append(failure)
        } else {
          places[key] = found.count
          found.append([failure])
        }
      }
      found.removeAll { !Self.hasSeveralFailures($0, messages) }
      for cause in found { alone.subtract(cause) }
      causes += found
    }
    gather { keys.leadKey(of: $0) }
    // A test may fail in different ways for different values.
    gather { TestTitle.withoutValues(messages[$0]) }
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
