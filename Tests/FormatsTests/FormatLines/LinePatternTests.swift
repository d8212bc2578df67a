import Testing

@testable import Formats

/// The language of line patterns.
@Suite struct LinePatternTests {
  private func captures(_ pattern: String, _ line: String) throws -> [String]? {
    try MatchedLines([pattern], line).records.first?.captures.map { "\($0.name)=\($0.value)" }
  }

  @Test(arguments: [
    (
      "%f:%l:%c: %m", "src/a.c:3:5: bad: 1:2: x", "file=src/a.c line=3 column=5 message=bad: 1:2: x"
    ),
    ("%f:%l: %m", #"C:\s\a.c:3: bad"#, #"file=C:\s\a.c line=3 message=bad"#),
    (
      "%f(%l,%c-%e,%k): %n %m", "a(1,2-3,4): 5 x",
      "file=a line=1 column=2 endLine=3 endColumn=4 number=5 message=x"
    ),
    ("%t%*[a-z] %n: %m", "error 12: x", "type=e number=12 message=x"),
    ("100%% %m", "100% x", "message=x"),
    ("%m in %f", "x in y in z", "message=x in y file=z"),
    ("%s in %f", "x in y in z", "search=x file=y in z"),
    ("%m [%{rule}]", "x [a] y [b]", "message=x [a] y rule=b"),
    ("%{level}: %m", "fatal error: x: y", "level=fatal error message=x: y"),
    ("%{rule:word} %m", "a-b c d", "rule=a-b message=c d"),
    ("%{code:hex}h %m", "0x: x", nil),
    ("%{code:hex}h %m", "1fAh x", "code=1fA message=x"),
    ("%{level:letters}: %m", "Fehlér: x", "level=Fehlér message=x"),
    ("%{a:digits}.%{b:digits}", "10.25", "a=10 b=25"),
    ("%f:%\\s%#%l", "a:  \t7", "file=a line=7"),
    ("%f:%\\s%#%l", "a:7", "file=a line=7"),
    ("%f: %#%m", "a:x", "file=a message=x"),
    ("%f: %#%m", "a:   x", "file=a message=x"),
    ("%*[^]]] %m", "[a b] x", "message=x"),
    ("%*[]x] %m", "]x] x", "message=x"),
    ("%*[a-] %m", "a-a x", "message=x"),
    ("%*d %*s %*\\s%m", "12 ab\u{e9}   x", "message=x"),
    ("%[ab]%.%\\d: %m", "b\u{20ac}7: x", "message=x"),
    ("%.%#at %f", "at a at b", "file=b"),
    ("%r|", "|", "rest="),
  ])
  func aConversionTakesItsCharacters(pattern: String, line: String, expected: String?) throws {
    #expect(try captures(pattern, line)?.joined(separator: " ") == expected)
  }

  @Test(arguments: [
    // The text after a capture ends it at its first place.
    ("%f - %m", "a - b - c", "file=a message=b - c"),
    ("%f%*[ ]%l", "a b   7", "file=a b line=7"),
    ("%{file}%\\s%#", "a b  ", "file=a b"),
    // Nothing but the class ends these.
    ("line %l%.%#", "line 89, in f", "line=89"),
    ("%l%m", "123", "line=12 message=3"),
    ("%l%\\s%#%m", "12x", "line=12 message=x"),
    ("%{rule:word}%.%#", "abc def", "rule=abc"),
  ])
  func aCaptureIsShortUnlessItsCharactersMayFollow(
    pattern: String, line: String, expected: String
  ) throws {
    #expect(try captures(pattern, line)?.joined(separator: " ") == expected)
  }

  @Test(arguments: ["%f:%l: %m", "%-G%.x", "%-Ga", "%f|", "%*[a]%*[a]", "(%m"])
  func aPatternMatchesWholeLines(pattern: String) throws {
    let lines = ["", "x", "a:1:", "a:1: ", "ab", "|", "a|b", " a", "("]
    let found = try MatchedLines([pattern], lines.joined(separator: "\n"))
    #expect(found.unmatched.count == lines.count)
  }

  @Test func textsOfOtherScriptsAreMatchedByCharacters() throws {
    #expect(
      try captures("%t: %m", "\u{e9}: \u{65e5}\u{672c}") == [
        "type=\u{e9}", "message=\u{65e5}\u{672c}",
      ])
    #expect(
      try captures("%f\u{2022}%m", "a\u{2023}b\u{2022}c") == ["file=a\u{2023}b", "message=c"])
    #expect(try captures("%f%m", "\u{65e5}\u{672c}") == ["file=\u{65e5}", "message=\u{672c}"])
    #expect(try captures("\u{65e5}%.", "\u{65e5}\u{672c}") == [])
    #expect(try captures("%*[^ ]\u{65e5}", "\u{672c}\u{65e5}") == [])
    #expect(try captures("%l%.", "12") == ["line=1"])
  }

  @Test func theNamesOfAllCapturesAreKnown() throws {
    let patterns = try LinePatterns(["%E%f:%l: %m", "%C%{rule} %p^", "%-G%.%#"])
    #expect(patterns.names == ["file", "line", "message", "rule", "column"])
  }

  // MARK: Mistakes

  private func problem(_ patterns: String...) -> LinePatterns.Problem? {
    do {
      _ = try LinePatterns(patterns)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("%f:%y", 3, "unknown conversion %y"),
    ("a%", 1, "the pattern ends with %"),
    ("%-", 0, "%- and %+ need the letter of a prefix"),
    ("%-f", 0, "%- and %+ need the letter of a prefix"),
    ("%f %G", 3, "%G is not at the beginning of the pattern"),
    ("x %{rule", 2, "%{ has no end"),
    ("%{}", 2, "'' is not a name"),
    ("%{a b}", 2, "'a b' is not a name"),
    ("%{a:number}", 4, "unknown class 'number'"),
    ("%*[]", 0, "the class is empty"),
    ("%[^]", 0, "the class is empty"),
    ("%*[a", 0, "the class has no end"),
    ("%*[z-a]", 3, "the range is empty"),
    ("%*[\u{e9}]", 3, "the class has a character outside of ASCII"),
    ("%*x", 0, "unknown set of characters after %*"),
    (#"%\q"#, 0, "unknown set of characters after %"),
    ("%#", 0, "%# has nothing before it to repeat"),
    ("%f%#", 2, "%# has nothing before it to repeat"),
    ("%f:%f", 3, "the pattern captures 'file' twice"),
    ("%m %{message}", 3, "the pattern captures 'message' twice"),
    ("%c%p^", 2, "the pattern captures 'column' twice"),
    ("%E%m", 0, "the pattern begins a finding in every line"),
    ("%A%.%#", 0, "the pattern begins a finding in every line"),
    ("%DEntering", 0, "the pattern has no folder"),
    ("%P(", 0, "the pattern has no file"),
    ("%C%m", 0, "no pattern begins a finding that this line continues"),
    ("", 0, "the pattern is empty"),
  ])
  func aWrongPatternIsReportedWithItsPlace(pattern: String, offset: Int, summary: String) {
    let problem = problem("%f|%m", pattern)
    #expect(problem?.pattern == 1)
    #expect(problem?.offset == offset)
    #expect(problem?.summary == summary)
    #expect(problem?.help.isEmpty == false)
  }

  @Test func longTextsAtTheEndsDoNotCountAsSteps() throws {
    let text = String(repeating: "long ", count: 60)
    #expect(try captures("\(text)%{a}\(text)", "\(text)b\(text)") == ["a=b"])
    #expect(problem("%f\(text)%m")?.summary == "the pattern is too long")
    let middle = String(repeating: "x", count: 125)
    #expect(try captures("%f\(middle)%m", "a\(middle)b") == ["file=a", "message=b"])
    #expect(problem("%f\(middle)xx%m") != nil)
  }
}
