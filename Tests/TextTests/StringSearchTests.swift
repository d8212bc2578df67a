import Testing
import Text

@Suite struct StringSearchTests {
  @Test(arguments: [
    ("a--b", "--", ["a", "b"]), ("--a--", "--", ["", "a", ""]), ("a", "--", ["a"]),
    ("", "--", [""]), ("---", "--", ["", "-"]), ("a-b", "", ["a-b"]), ("ab", "abc", ["ab"]),
    ("äöä", "ä", ["", "ö", ""]), ("a\0b", "\0", ["a", "b"]),
  ])
  func partsAreBetweenTheOccurrences(text: String, mark: String, parts: [String]) {
    #expect(text.parts(separatedBy: mark) == parts)
    // A part of a longer text, as it is passed on.
    #expect("<\(text)>".dropFirst().dropLast().parts(separatedBy: mark) == parts)
  }

  @Test func aTextIsFoundAtItsFirstPlace() {
    let text = "in test file a.bats, line 3, line 4"
    let found = text.firstRange(of: ", line ")
    #expect(found.map { String(text[..<$0.lowerBound]) } == "in test file a.bats")
    #expect(found.map { String(text[$0.upperBound...]) } == "3, line 4")
    let rest = text.dropFirst(25)
    #expect(rest.firstRange(of: ", line ").map { String(rest[$0.upperBound...]) } == "4")
    #expect(text.firstRange(of: "Line") == nil)
    #expect(text.firstRange(of: text + ".") == nil)
    #expect(text.firstRange(of: "") == nil)
    #expect(text.firstRange(of: text) == text.startIndex..<text.endIndex)
  }

  @Test func aTextContainsItsParts() {
    #expect("a..b".contains(".."))
    #expect(!"a.b".contains(".."))
    #expect("a".contains(""))
    #expect(!"".contains("a"))
    #expect("aaab".contains("aab"))
  }

  @Test func eachOccurrenceIsReplaced() {
    #expect("it's 'so'".replacing("'", with: #"'\''"#) == #"it'\''s '\''so'\''"#)
    #expect("aaa".replacing("aa", with: "b") == "ba")
    #expect("abc".replacing("", with: "x") == "abc")
    #expect("a.b".replacing(".", with: "..") == "a..b")
  }

  // One character to Swift, and the end of a quotation to a shell.
  @Test func aCombiningMarkHidesNothing() {
    let marked = "a'\u{301}b"
    #expect(marked.contains("'"))
    let escaped = marked.replacing("'", with: #"'\''"#)
    #expect(Array(escaped.utf8) == Array(#"a'\''"#.utf8) + [0xCC, 0x81] + Array("b".utf8))
    let lines = "a\r\nb".parts(separatedBy: "\n")
    #expect(lines == ["a\r", "b"])
  }

  // Equal characters of other bytes are other names for files.
  @Test func equalCharactersOfOtherBytesAreOthers() {
    #expect(!"e\u{301}".contains("\u{E9}"))
  }
}
