import TestSupport
import Testing
import Text

@Suite struct NaturalOrderTests {
  @Test func numbersInTextsAreOrderedByValue() {
    let sorted = ["a1", "a2", "a10", "a10b", "a10b2", "a11", "b"]
    #expect(sorted.shuffled().sorted(by: NaturalOrder.precedes) == sorted)
  }

  @Test func numbersOfAnyLengthAreOrdered() {
    let long = String(repeating: "9", count: 600)
    #expect(NaturalOrder.precedes(long, "1" + long))
    #expect(
      NaturalOrder.precedes(
        "x\(String(repeating: "9", count: 255))", "x1\(String(repeating: "0", count: 255))"))
    #expect(NaturalOrder.precedes("000000000000000000000000000002", "10"))
  }

  @Test func naturalOrderIgnoresCase() {
    let sorted = ["alpha", "Beta", "beta 1", "BETA 2"]
    #expect(sorted.reversed().sorted(by: NaturalOrder.precedes) == sorted)
    #expect(NaturalOrder.precedes("ÄRA", "ärb"))
    #expect(NaturalOrder.precedes("ΟΔΟΣ", "οδος x"))
  }

  @Test func numbersAreOrderedAmongLettersLikeDigits() {
    let sorted = ["a", "a b", "a-b", "a1", "a:b", "aa"]
    #expect(sorted.reversed().sorted(by: NaturalOrder.precedes) == sorted)
  }

  @Test func differentTextsHaveDifferentKeys() {
    for (left, right) in [("é", "e\u{301}"), ("a\u{0}", "a"), ("", "\u{0}"), ("a", "a ")] {
      #expect(NaturalOrder.precedes(left, right) != NaturalOrder.precedes(right, left))
    }
  }

  @Test(arguments: [("A", "a"), ("a01", "a1"), ("ß", "SS"), ("same", "same")])
  func textsThatDifferInCaseOnlyAreEqual(_ left: String, _ right: String) {
    #expect(NaturalOrder.Key(left) == NaturalOrder.Key(right))
  }

  @Test func naturalOrderIsTotal() {
    var generator = SeededGenerator(11)
    let pieces = ["a", "A", "0", "1", "9", "10", "é", "\u{0}", "-", "ß", "z", " "]
    func text() -> String {
      (0..<Int.random(in: 0...5, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
    }
    for _ in 0..<3_000 {
      let (a, b, c) = (text(), text(), text())
      if NaturalOrder.precedes(a, b), NaturalOrder.precedes(b, c) {
        #expect(NaturalOrder.precedes(a, c))
      }
      #expect(!(NaturalOrder.precedes(a, b) && NaturalOrder.precedes(b, a)))
    }
  }
}
