import Composing
import Model
import Testing

@Suite struct CodeFrameTests {
  private func frame(
    _ lines: [String], line: Int? = 10, column: Int? = nil, details: String? = nil, reach: Int = 1,
    columns: Int = 80, isAscii: Bool = false
  ) throws -> String? {
    var message = try message(.error, file: "a.c", line: line)
    message.location?.column = column
    message.location?.context = Message.Context(lines: lines)
    message.details = details
    return CodeFrame(reach: reach, columns: columns, isAscii: isAscii).text(of: message)
  }

  @Test func theOwnLineIsMarkedAndItsColumnPointedAt() throws {
    #expect(
      try frame(["one", "two", "three"], column: 2) == """
           9 | one
        > 10 | two
             |  ^
          11 | three
        """)
  }

  @Test func asManyLinesAreShownAsThereIsReach() throws {
    let lines = ["a", "b", "c", "d", "e"]
    #expect(try frame(lines, line: 3, reach: 9)?.split(separator: "\n").count == 5)
    #expect(
      try frame(lines, line: 3) == """
          2 | b
        > 3 | c
          4 | d
        """)
  }

  @Test func linesThatTheFileDoesNotHaveAreNotShown() throws {
    #expect(try frame(["", "", "a", "", ""], line: 1, reach: 2) == "> 1 | a")
    #expect(
      try frame(["", "a", "", "b", ""], line: 1, reach: 2) == """
        > 1 |
          2 | b
        """)
    #expect(try frame(["", " ", "\t"]) == nil)
    #expect(try frame(["a"], line: nil) == nil)
    #expect(try frame(["a"], line: .max)?.hasSuffix(" | a") == true)
  }

  @Test(arguments: [
    ("\tx = y;", 2, "    x = y;", 4), ("ab\tx", 4, "ab  x", 4), ("日本 = x", 6, "日本 = x", 7),
    ("e\u{301}x", 3, "e\u{301}x", 1), ("x", 2, "x", 1), ("👩‍💻x", 4, "👩‍💻x", 2),
    ("a\u{202E}b", 3, "a⟨U+202E⟩b", 9), ("a\u{1B}[31mb", 2, "a␛[31mb", 1),
  ])
  func theCaretStandsBelowItsCharacter(
    line: String, column: Int, shown: String, spaces: Int
  ) throws {
    #expect(
      try frame([line], line: 1, column: column)
        == "> 1 | \(shown)\n    | \(String(repeating: " ", count: spaces))^")
  }

  @Test(arguments: [0, -1, 5, Int.max]) func aColumnThatTheLineDoesNotHaveIsNotShown(
    column: Int
  ) throws {
    #expect(try frame(["abc"], line: 1, column: column) == "> 1 | abc")
  }

  @Test func longLinesAreCut() throws {
    let digits = String(repeating: "0123456789", count: 20)
    #expect(try frame([digits], line: 1, columns: 26) == "> 1 | 0123456789012345678…")
    #expect(
      try frame([digits], line: 1, columns: 26, isAscii: true) == "> 1 | 01234567890123456...")
    // What is far to the right is shown with what stands before it.
    #expect(
      try frame([digits], line: 1, column: 101, columns: 26) == """
        > 1 | …123456789012345678…
            |           ^
        """)
    #expect(
      try frame(["short", digits, ""], line: 2, column: 101, columns: 26) == """
          1 | …
        > 2 | …123456789012345678…
            |           ^
        """)
    #expect(
      try frame([String(repeating: "日", count: 60)], line: 1, column: 50, columns: 26) == """
        > 1 | … 日日日日日日日日…
            |           ^
        """)
  }

  @Test(arguments: [
    "x = y;", "   13 |   x = y;\n      |   ^~~", "13 |x  =  y;", "> 13 │ x = y;",
    "a.c:\n\n  x = y;\n",
  ])
  func whatTheDetailsShowIsNotShownTwice(details: String) throws {
    #expect(try frame(["f()", "  x = y;", "}"], details: details) == nil)
    #expect(try frame(["f()", "  x = z;", "}"], details: details) != nil)
  }

  @Test func aBlankLineIsKnownByTheOneBesideIt() throws {
    #expect(try frame(["f()", "", "}"], details: "9 | f()\n10 |\n") == nil)
    #expect(try frame(["f()", "", "}"], details: "9 | g()\n10 |\n") != nil)
  }
}
