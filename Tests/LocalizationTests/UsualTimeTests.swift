import Testing
import Time

/// The usual form of a time is read by its fixed places, and must not be taken for more than it is.
@Suite struct UsualTimeTests {
  /// The same time with a fraction, which is read step by step.
  private func readStepByStep(_ time: [UInt8]) -> TimePoint? {
    TimePoint(
      parsing: String(
        decoding: time.prefix(19) + Array(".0".utf8) + time.dropFirst(19), as: UTF8.self))
  }

  @Test(arguments: [
    "2026-11-20T03:12:00+01:00", "2026-11-20T03:12:00-11:30", "2026-11-20T23:59:59Z",
    "2024-02-29T00:00:00+00:00", "0001-01-01T00:00:00Z", "9999-12-31T23:59:60Z",
  ]) func eachCharacterCountsAsInTheOtherForms(_ time: String) {
    let bytes = Array(time.utf8)
    #expect(TimePoint(parsing: time) == readStepByStep(bytes))
    #expect(TimePoint(parsing: time) != nil)
    for index in bytes.indices {
      for character in "0123456789:-+TtZz ./\u{0}\u{7F}é".utf8 {
        var changed = bytes
        changed[index] = character
        let given = String(decoding: changed, as: UTF8.self)
        // What would become a part of the fraction, and what is no character.
        if index == 19, character == 0x2E || 0x30...0x39 ~= character { continue }
        if given.utf8.count != bytes.count { continue }
        #expect(TimePoint(parsing: given) == readStepByStep(changed), "\(given)")
      }
    }
  }
}
