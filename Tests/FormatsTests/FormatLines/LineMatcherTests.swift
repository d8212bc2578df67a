import Testing

@testable import Formats

/// Lines that together are one finding, and lines that say where later ones belong.
@Suite struct LineMatcherTests {
  @Test func pointerLinesGiveTheColumn() throws {
    let found = try MatchedLines(
      ["%E%f:%l: error: %m", "%W%f:%l: warning: %m", "%-Z%p^", "%-C%.%#", "%-G%*d error%.%#"],
      """
      src/Shop.java:12: error: ';' expected
          int total = 3
                       ^
      src/Cart.java:4: warning: [unchecked] unchecked call
        symbol: class Cart
      \t\tadd(item);
      \t\t   ^
      2 errors
      Note: done
      """)
    #expect(
      found.lines == [
        "e src/Shop.java:12:18 ';' expected",
        "w src/Cart.java:4:6 [unchecked] unchecked call",
      ])
    #expect(found.records.map(\.line) == [1, 4])
    #expect(found.records.first?.text == ["src/Shop.java:12: error: ';' expected"])
    #expect(found.unmatched == [9])
  }

  @Test func aTracebackIsOneFinding() throws {
    let found = try MatchedLines(
      ["%ATraceback (most recent call last):", #"%C  File "%f", line %l%.%#"#, "%C %.%#", "%Z%m"],
      """
      Traceback (most recent call last):
        File "shop/tests.py", line 89, in test_total
          self.assertEqual(34, total)
        File "lib/unittest.py", line 286, in fail
          raise self.error
      AssertionError: 34 != 33
      done
      """)
    #expect(found.lines == ["shop/tests.py:89 AssertionError: 34 != 33"])
    #expect(found.records.first?.text.count == 6)
    #expect(found.unmatched == [7])
  }

  @Test func relativeFilesAreInTheEnteredFolder() throws {
    let found = try MatchedLines(
      [
        #"%D%*\a[%*\d]: Entering directory '%f'"#, #"%X%*\a[%*\d]: Leaving directory '%f'"#,
        "%f:%l:%c: %t%*[a-z]: %m",
      ],
      """
      make[1]: Entering directory '/b/core'
      a.c:1:2: error: x
      /usr/include/a.h:3:4: warning: y
      make[2]: Entering directory 'sub'
      b.c:5:6: error: z
      <stdin>:1:1: error: s
      C:\\s\\c.c:1:1: error: w
      make[1]: Leaving directory '/b/core'
      b.c:5:6: error: z
      make[2]: Leaving directory '/b/core/sub'
      c.c:7:8: note: n
      """)
    #expect(
      found.lines == [
        "e /b/core/a.c:1:2 x", "w /usr/include/a.h:3:4 y", "e /b/core/sub/b.c:5:6 z",
        "e <stdin>:1:1 s", "e C:\\s\\c.c:1:1 w", "e /b/core/sub/b.c:5:6 z", "n c.c:7:8 n",
      ])
    #expect(found.unmatched.isEmpty)
  }

  @Test func projectsAndRulesOfABuildAreCaptured() throws {
    let found = try MatchedLines(
      [
        "%*[ 0-9>]%f(%l,%c): %{level} %{rule:word}: %m [%{project}]",
        "%f(%l,%c): %{level} %{rule:word}: %m [%{project}]", "%f : %{level} %{rule:word}: %m",
      ],
      """
        2>Pages\\Home.cs(5,24): error CS0103: no name 'x' [C:\\s\\Web [old].csproj]
      LINK : fatal error LNK1104: cannot open 'a.lib'\r
      """)
    #expect(found.records.map { $0["file"] } == [#"Pages\Home.cs"#, "LINK"])
    #expect(found.records.map { $0["rule"] } == ["CS0103", "LNK1104"])
    #expect(found.records.map { $0["level"] } == ["error", "fatal error"])
    #expect(found.records.map { $0["project"] } == [#"old].csproj"#, nil])
    #expect(found.records.last?["message"] == "cannot open 'a.lib'")
  }

  @Test func aMessageBeforeItsPlaceEndsThere() throws {
    let found = try MatchedLines(
      ["%m at %f line %l.", "%m at %f line %l, near %.%#"],
      """
      Died at noon at lib/Shop.pm line 7.
      syntax error at run.pl line 12, near "};"
      run.pl had compilation errors.
      """)
    #expect(found.lines == ["lib/Shop.pm:7 Died at noon", "run.pl:12 syntax error"])
    #expect(found.unmatched == [3])
  }

  @Test func filesAreOpenedAndClosed() throws {
    let found = try MatchedLines(
      ["%P[%f]%r", "(%l,%c) %t%*[a-z]: %m", "%Q]", "%-Q-- %r", "%-GEmpty"],
      """
      (1,1) error: no file yet
      [a.tt]
      (1,17) error: x
      [b.tt] (2,1) warning: y
      ]
      (21,2) warning: z
      -- (4,4) error: none
      Empty
      [c.tt] and more
      """)
    #expect(
      found.lines == [
        "e 1:1 no file yet", "e a.tt:1:17 x", "w b.tt:2:1 y", "w a.tt:21:2 z", "e 4:4 none",
      ])
    #expect(found.unmatched == [9])
  }

  @Test func theFirstPatternCounts() throws {
    let found = try MatchedLines(
      ["%-Gskip: %.%#", "%{first}: %m", "%{second}: %m"],
      """
      skip: a
      b: c
      """)
    #expect(found.records.count == 1)
    #expect(found.records.first?["first"] == "b")
  }

  @Test func aFindingEndsAtTheNextOneOrAtALineOfAnotherKind() throws {
    let patterns = ["%E%f: %m", "%C  %m", "%Zend %{code}", "%-G#%.%#", "one %m"]
    let found = try MatchedLines(
      patterns,
      """
        before
      a: x
        y
      # comment
        z
      b: x
      other
        late
      c: x
      one d
      e: x
      end 7
        after
      f: x
      """)
    #expect(found.lines == ["e a x\ny\nz", "e b x", "e c x", "d", "e e x", "e f x"])
    #expect(found.records.map { $0["code"] } == [nil, nil, nil, nil, "7", nil])
    #expect(found.records.map(\.text.count) == [3, 1, 1, 1, 2, 1])
    #expect(found.unmatched == [1, 7, 8, 13])
  }

  @Test func theFirstPlaceOfAFindingStays() throws {
    let found = try MatchedLines(
      ["%E%f:%l: %m", "%C  at %f:%l", "%C  help: %{help}"],
      """
      a:1: x
        at b:2
        help: h
        help: i
      """)
    #expect(found.lines == ["e a:1 x"])
    #expect(found.records.first?["help"] == "h\ni")
  }

  @Test func signsKeepAndLeaveOutLines() throws {
    let found = try MatchedLines(
      [
        "%+Eerror %n", "%-Wwarning %n", "%+C  %m", "%-C| %{source}", "%+Ginfo %.%#", "%Gabout %.%#",
      ],
      """
      error 5
        text
      | code
      warning 6
        text
      info i
      about a
      """)
    #expect(found.lines == ["e error 5\n  text", "i info i"])
    #expect(found.records.first?.text == ["error 5", "  text"])
    #expect(found.records.first?["source"] == "code")
    #expect(found.unmatched.isEmpty)
  }

  @Test func theLetterOfALineStandsBeforeThatOfItsPattern() throws {
    let found = try MatchedLines(
      ["%E%t: %m", "%A- %m", "%C%t. %m"],
      """
      W: x
      - y
      E. z
      N. z
      """)
    #expect(found.records.map(\.type) == ["w", "e"])
  }

  @Test func anEndlessFindingIsFinished() throws {
    var matcher = LineMatcher(try LinePatterns(["%Ebegin", "%C  %m"]))
    let line = "  " + String(repeating: "x", count: 1 << 20)
    _ = matcher.add("begin", number: 1)
    var records = 0
    for number in 2...10 {
      for outcome in matcher.add(line, number: number) {
        if case .record = outcome { records += 1 }
        if case .unmatched = outcome { #expect(records == 1) }
      }
    }
    #expect(records == 1)
    #expect(matcher.finish() == nil)
  }
}
