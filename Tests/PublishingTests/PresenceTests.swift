import Basics
import Composing
import Model
import Testing

@testable import Publishing

/// Since when, how often, and whether it comes and goes.
@Suite struct PresenceTests {
  private static let message = Fingerprint(of: Message(urgency: .error, title: "a"))

  /// The history after nights of which each letter says whether the message was there: `1`, `0`, or
  /// `?` for a night that did not come to its end.
  private func presence(_ nights: String) -> MessageTracker {
    var presence = MessageTracker()
    for (day, letter) in nights.enumerated() {
      presence.add(
        letter == "1" ? [Self.message] : [], on: CivilDate(dayNumber: Int32(day)),
        isPartial: letter == "?")
    }
    return presence
  }

  private func history(_ nights: String) throws -> MessageHistory {
    try #require(presence(nights).histories[Self.message])
  }

  @Test func countsTheNightsInARow() throws {
    let history = try history("0110111")
    #expect(history.nights == 3)
    #expect(history.since == CivilDate(dayNumber: 4))
    #expect(history.presence == [false, true, true, false, true, true, true])
  }

  @Test func aNightThatDidNotEndBreaksNoRow() throws {
    let history = try history("11?1")
    #expect(history.nights == 3)
    #expect(history.since == CivilDate(dayNumber: 0))
  }

  @Test(arguments: [
    ("1", false), ("101", false), ("10101", true), ("1001001", true), ("11111", false),
    ("01011", false), ("0101010111", true),
  ])
  func flakyIsWhatCameAndWentTwice(nights: String, isFlaky: Bool) throws {
    #expect(try history(nights).isFlaky == isFlaky)
  }

  @Test func whatIsLongGoneIsForgotten() {
    #expect(presence("1" + String(repeating: "0", count: 13)).tracks.count == 1)
    #expect(presence("1" + String(repeating: "0", count: 14)).tracks.isEmpty)
  }

  @Test func survivesItsFile() {
    let presence = presence("110110")
    #expect(MessageTracker(presence.bytes) == presence)
    #expect(MessageTracker(Array("{\"nights\":1,\"messages\":{\"x\":[]}}".utf8)) == nil)
    #expect(MessageTracker(Array("{".utf8)) == nil)
  }
}
