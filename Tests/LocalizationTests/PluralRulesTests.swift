import Diagnostics
import Localization
import Testing

@Suite struct PluralRulesTests {
  private func categories(_ rules: String, _ numbers: [Int]) throws -> [PluralCategory] {
    let locale = Locale(try json(#"{"plurals": \#(rules)}"#))
    return numbers.map { locale.plurals.category(of: $0) }
  }

  @Test func readsRangesListsAndRemainders() throws {
    #expect(
      try categories(
        #"{"few": "n % 10 = 2..4,6 and n % 100 != 12..14"}"#, [2, 4, 5, 6, 12, 16, 26])
        == [.few, .few, .other, .few, .other, .few, .few])
  }

  @Test func readsRulesWithoutSpaces() throws {
    #expect(try categories(#"{"one": "i=1 and v=0"}"#, [0, 1]) == [.other, .one])
  }

  @Test func countsDownwardsAsUpwards() throws {
    #expect(try categories(#"{"one": "n = 1"}"#, [-1, .min, .max]) == [.one, .other, .other])
  }

  @Test(arguments: [
    "", "n", "n =", "n = x", "n = 1 and", "or n = 1", "n = 5..2", "n % 0 = 1", "q = 1",
    "n = 1 n = 2", "n = 1..", "n == 1", "n = 99999999999999999999999999",
    "n = 1 or or n = 2", "🙂 = 1",
  ])
  func refusesWhatIsNoRule(rule: String) throws {
    let (_, diagnostics) = Locale.read(try json(#"{"plurals": {"one": "\#(rule)"}}"#))
    #expect(diagnostics.map(\.id) == ["malformed-plural"])
  }
}
