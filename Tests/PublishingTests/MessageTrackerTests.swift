import Basics
import Composing
import Model
import Testing

@testable import Publishing

/// Message trackers.
@Suite struct MessageTrackerTests {
  private static let message = Fingerprint(of: Message(urgency: .error, title: "a"))

  /// The tracker after runs, a letter each: `1` with the message, `0` without it, `?` without it in a
  /// run that did not complete.
  private func tracker(_ runs: String) -> MessageTracker {
    var tracker = MessageTracker()
    for (day, letter) in runs.enumerated() {
      tracker.add(
        letter == "1" ? [Self.message] : [], on: CivilDate(dayNumber: Int32(day)),
        isPartial: letter == "?")
    }
    return tracker
  }

  private func history(_ runs: String) throws -> MessageHistory {
    try #require(tracker(runs).histories[Self.message])
  }

  @Test func countsConsecutiveRuns() throws {
    let history = try history("0110111")
    #expect(history.runs == 3)
    #expect(history.since == CivilDate(dayNumber: 4))
    #expect(history.presence == [false, true, true, false, true, true, true])
  }

  @Test func aPartialRunDoesNotEndARow() throws {
    let history = try history("11?1")
    #expect(history.runs == 3)
    #expect(history.since == CivilDate(dayNumber: 0))
  }

  @Test(arguments: [
    ("1", false), ("101", false), ("10101", true), ("1001001", true), ("11111", false),
    ("01011", false), ("0101010111", true),
  ])
  func flakyMeansCameAndWentTwice(runs: String, isFlaky: Bool) throws {
    #expect(try history(runs).isFlaky == isFlaky)
  }

  @Test func messagesGoneForTheWholeWindowAreForgotten() {
    #expect(tracker("1" + String(repeating: "0", count: 13)).tracks.count == 1)
    #expect(tracker("1" + String(repeating: "0", count: 14)).tracks.isEmpty)
  }

  @Test func trackersAreReadBack() {
    let tracker = tracker("110110")
    #expect(MessageTracker(tracker.bytes) == tracker)
    #expect(MessageTracker(Array("{\"nights\":1,\"messages\":{\"x\":[]}}".utf8)) == nil)
    #expect(MessageTracker(Array("{".utf8)) == nil)
  }
}
