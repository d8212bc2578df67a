package import Model
internal import Text

/// A site's memory of a test that fails for a run or two and then passes again (see "Tests that come
/// and go"). It decides whether a gate without flaky tests leaves out a failure.
package struct Flakiness: Sendable, Hashable {
  /// The role of a failure in such a gate.
  package enum Excuse: Int, Sendable, Hashable {
    /// It is left out: the test often fails like this, and then passes again.
    case valid
    /// The failures before were left out, and this one counts.
    case ended
  }

  /// More failures in a row are never flaky.
  package static let mostInARow = 2
  /// A test that passed again less often is not flaky.
  package static let leastTimes = 2
  /// The memory ends this many days after the last failure.
  package static let mostDays: Int32 = 730
  private static let mostCauses = 8

  /// How often the test passed again after at most two failures in a row.
  package private(set) var times: Int
  /// The causes of these failures, without values, the latest last.
  package private(set) var causes: [Fingerprint]
  /// The role of the failure in the last run; nil if it is no failure or an ordinary one.
  package private(set) var excuse: Excuse?

  package init(times: Int = 0, causes: [Fingerprint] = [], excuse: Excuse? = nil) {
    (self.times, self.causes, self.excuse) = (times, causes, excuse)
  }

  /// The cause of a failed test without values; nil for other messages. All failures without a
  /// cause are the same.
  package static func cause(of message: Message) -> Fingerprint? {
    guard message.isTest, message.urgency == .error else { return nil }
    var buffer: [UInt8] = []
    Fingerprint.append(message.cause ?? "", normalizing: .outlineWithNames, to: &buffer)
    return Fingerprint(digesting: &buffer).shortened
  }

  /// Adds a run in which the test fails.
  ///
  /// - Parameters:
  ///   - count: The number of failures in a row.
  ///   - cause: nil if the message is not that of a failed test.
  package mutating func fail(inARow count: Int, _ cause: Fingerprint?) {
    let isFlaky = cause.map(causes.contains) ?? false && times >= Self.leastTimes
    if count <= Self.mostInARow, isFlaky, count == 1 || excuse == .valid {
      excuse = .valid
    } else {
      excuse = count > 1 && excuse == .valid ? .ended : nil
    }
  }

  /// Adds a run in which the test passes.
  ///
  /// - Parameters:
  ///   - count: The number of failures in a row before.
  ///   - cause: The cause of the last of them.
  package mutating func pass(after count: Int, _ cause: Fingerprint) {
    excuse = nil
    if count > Self.mostInARow { return }
    times += 1
    causes.removeAll { $0 == cause }
    causes = (causes + [cause]).suffix(Self.mostCauses)
  }
}
