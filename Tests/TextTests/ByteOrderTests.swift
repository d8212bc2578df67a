import Testing
import Text

@Suite struct ByteOrderTests {
  @Test(arguments: [
    ["", "a"], ["a", "b"], ["a", "aa"], ["B", "a"], ["a-2", "a.1"], ["z", "ä"],
    ["\u{FFFD}", "\u{10000}"],
    ["a name of more than fifteen bytes", "a name of more than sixteen bytes"],
    ["a name of more than fifteen bytes", "a name of more than fifteen bytes, and a word"],
    // Equal to Swift, and different names for a file.
    ["e\u{301}", "\u{E9}"],
  ])
  func textsAreOrderedByTheirBytes(pair: [String]) {
    #expect(ByteSearch.precedes(pair[0], pair[1]))
    #expect(!ByteSearch.precedes(pair[1], pair[0]))
    #expect(!ByteSearch.precedes(pair[0], pair[0]))
  }
}
