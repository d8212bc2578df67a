import ImportSupport
import Model
import Testing

/// The spellings of tools, and what stands around their lines in logs.
@Suite struct LineFormsTests {
  private func lines(_ text: String) -> TextReport { TextReport(text, as: "lines") }

  @Test(arguments: [
    ("  src/a.c:1:2: error: x", "error: x", "src/a.c:1:2"),
    ("\tsrc/a.c:1: warning: x", "warning: x", "src/a.c:1"),
    ("    [javac] /b/A.java:12: error: x", "error: x", "/b/A.java:12"),
    ("[ 12%] src/a.c:1:2: error: x", "error: x", "src/a.c:1:2"),
    ("03:12:00 src/a.c:1:2: error: x", "error: x", "src/a.c:1:2"),
    ("[03:12:00] src/a.c:1:2: error: x", "error: x", "src/a.c:1:2"),
    ("[20/Nov/2026 03:12:00] src/a.c:1:2: error: x", "error: x", "src/a.c:1:2"),
    ("[20/Nov/2026:03:12:00 +0100] src/a.c:1:2: error: x", "error: x", "src/a.c:1:2"),
    ("2026-11-20 03:12:00,123 src/a.c:1:2: error: x", "error: x", "src/a.c:1:2"),
    ("#12 3.456 src/a.c:1:2: error: x", "error: x", "src/a.c:1:2"),
    ("build-1  | src/a.c:1:2: error: x", "error: x", "src/a.c:1:2"),
    ("  1>b.cpp(3,1): error C2143: x", "error: x", "b.cpp:3:1"),
    ("  lib/a.js:3:5: Extra semicolon.", "warning: Extra semicolon.", "lib/a.js:3:5"),
  ])
  func whatALogPutsBeforeALineIsNoPartOfIt(line: String, title: String, place: String) {
    let report = lines(line + "\n")
    #expect(report.titles == [title])
    #expect(report.place == place)
  }

  @Test(arguments: [
    (
      "main.obj : error LNK2019: unresolved symbol", "error: main.obj: unresolved symbol", "LNK2019"
    ),
    ("LINK : fatal error LNK1104: no 'a.lib'", "error: no 'a.lib'", "LNK1104"),
    (#"C:\s\x64\a.exe : fatal error LNK1120: 1 external"#, "error: a.exe: 1 external", "LNK1120"),
    ("MSBUILD : error MSB1009: no project", "error: no project", "MSB1009"),
    ("CSC : error CS2001: no source [/s/a.csproj]", "error: no source", "CS2001"),
    ("cl : Command line warning D9035 : old option", "warning: old option", "D9035"),
    ("/usr/bin/ld: cannot find -lfoo", "error: cannot find -lfoo", nil),
    ("(334,3): error AS1034: syntax", "error: syntax", "AS1034"),
  ])
  func errorsOfBuildToolsNeedNoPlace(line: String, title: String, rule: String?) {
    let report = lines(line + "\n")
    #expect(report.titles == [title])
    #expect(report.place == nil)
    #expect(report.message?.link?.title == rule)
  }

  @Test(arguments: [
    (
      #"C:\Program Files (x86)\v\m(18): warning C4244: x"#, "warning: x",
      "C:/Program Files (x86)/v/m:18", "C4244"
    ),
    (#"C:\P Q\a.targets(132,5): error : x"#, "error: x", "C:/P Q/a.targets:132:5", nil),
    ("a.cs(5,24-26): warning CS1: x", "warning: x", "a.cs:5:24", "CS1"),
    ("[ERROR] /b/A.java:[12,8] x", "error: x", "/b/A.java:12:8", nil),
    ("[WARNING] /b/A.java:[12] x", "warning: x", "/b/A.java:12", nil),
    ("e: file:///b/A.kt:12:8 x", "error: x", "/b/A.kt:12:8", nil),
    ("e: file:///C:/b/A.kt:12:8 x", "error: x", "C:/b/A.kt:12:8", nil),
    ("w: /b/A.kt: (12, 8): x", "warning: x", "/b/A.kt:12:8", nil),
    ("a.py:12:5:12:9: error: x  [assignment]", "error: x", "a.py:12:5", "assignment"),
    (
      "a.py:1: [E0602(undefined-variable), f] x", "error: x", "a.py:1", "E0602 (undefined-variable)"
    ),
    ("a.py:1: [W0611, ] x", "warning: x", "a.py:1", "W0611"),
    ("a.py:1:5: error[unresolved-import] x", "error: x", "a.py:1:5", "unresolved-import"),
    ("a.rb:5:3: C: Layout/Indent: x", "warning: x", "a.rb:5:3", "Layout/Indent"),
    ("a.rb:5:3: E: Lint/Syntax: x", "error: x", "a.rb:5:3", "Lint/Syntax"),
    ("a.rb:5:3: F: [Correctable] Lint/Syntax: x", "error: x", "a.rb:5:3", "Lint/Syntax"),
    ("a.haml:3 [W] InlineStyles: x", "warning: x", "a.haml:3", "InlineStyles"),
    ("a.ts:3:7 - error TS2322: x", "error: x", "a.ts:3:7", "TS2322"),
    ("  /p/a.py:29:6 - warning: x (reportX)", "warning: x", "/p/a.py:29:6", "reportX"),
    ("ERROR src/a.py:18:13-21: x [missing]", "error: x", "src/a.py:18:13", "missing"),
    ("a.js: line 5, col 3, Error - x (no-var)", "error: x", "a.js:5:3", "no-var"),
    ("a.md:3:81 MD013/line-length x", "warning: x", "a.md:3:81", "MD013 (line-length)"),
    ("Dockerfile:3 DL3008 error: x", "error: x", "Dockerfile:3", "DL3008"),
    ("a.sh:3:1: SC2086 (info): x", "information: x", "a.sh:3:1", "SC2086"),
    ("[a.proto:1:2] x", "warning: x", "a.proto:1:2", nil),
    ("\"a.c\", line 7: fatal error (dcc:1521): x", "error: x", "a.c:7", "dcc:1521"),
    ("Error: a.f90, line 3: x", "error: x", "a.f90:3", nil),
    ("doc/a.rst:3: WARNING: x", "warning: x", "doc/a.rst:3", nil),
    ("doc/a.rst: WARNING: x", "warning: x", "doc/a.rst", nil),
    ("/p/a.py:docstring of a.f:3: ERROR: x", "error: x", "/p/a.py:3", nil),
    ("a.pp - WARNING: x on line 3", "warning: x", "a.pp:3", nil),
    ("would reformat src/a.py", "warning: would reformat", "src/a.py", nil),
    (
      "error: cannot format a.py: Cannot parse: 5:1: x",
      "error: cannot format: Cannot parse: 5:1: x", "a.py:5:1", nil
    ),
    (
      "  info - lib/a.dart:3:1 - x y - avoid_print", "information: x y", "lib/a.dart:3:1",
      "avoid_print"
    ),
    ("  error • x • lib/a.dart:3:1 • undefined", "error: x", "lib/a.dart:3:1", "undefined"),
    ("PHP Parse error:  x in /a/b.php on line 12", "error: x", "/a/b.php:12", nil),
    (
      "a.c:(.text+0x15): undefined reference to `f'", "error: undefined reference to `f'", "a.c",
      nil
    ),
  ])
  func eachToolsSpellingIsRead(line: String, title: String, place: String, rule: String?) {
    let report = lines(line + "\n")
    #expect(report.titles == [title])
    #expect(report.place == place)
    #expect(report.message?.link?.title == rule)
  }

  @Test func wrappedLinesOfMypyAreOneMessage() {
    let report = lines(
      """
      a.py:8: error: Incompatible types in assignment (expression has type
      "str", variable has type "int")  [assignment]
          x: int = "s"
                   ^~~
      a.py:9: error: Name "y" is not defined  [name-defined]
      Found 2 errors in 1 file (checked 1 source file)
      """)
    #expect(
      report.titles == [
        #"error: Incompatible types in assignment (expression has type "str", variable has type "int")"#,
        #"error: Name "y" is not defined"#,
      ])
    #expect(report.message?.link?.title == "assignment")
    #expect(report.problems.isEmpty)
  }

  @Test(arguments: [
    ("a.f90:3:1:\n\n    3 | x\n      | 1\nError: bad\n", "error: bad", "a.f90:3:1"),
    ("File \"a.ml\", line 3, characters 4-7:\nError: bad\n", "error: bad", "a.ml:3:5"),
    (
      "CMake Error at CMakeLists.txt:10 (find_package):\n  bad\n\n", "error: bad",
      "CMakeLists.txt:10"
    ),
    (
      "1. WARNING in /a b/C.java (at line 12)\n\tint x;\n\t    ^\nbad\n----------\n",
      "warning: bad",
      "/a b/C.java:12"
    ),
  ])
  func aTextThatFollowsItsPlaceIsTheTitle(text: String, title: String, place: String) {
    let report = lines(text)
    #expect(report.titles == [title])
    #expect(report.place == place)
  }

  @Test func whatABuildSaysAgainAtItsEndCountsOnce() {
    let report = lines(
      """
        1>a.cpp(3,1): error C2143: x [/s/a.vcxproj]
      Build FAILED.

      a.cpp(3,1): error C2143: x [/s/a.vcxproj]
          0 Warning(s)
          1 Error(s)
      """)
    #expect(report.titles == ["error: x"])
    #expect(report.shortfalls.isEmpty)
  }

  @Test(arguments: [
    "a.c:1: error: x\n3 errors generated.\n", "a.cs(1,2): error C1: x\n    3 Error(s)\n",
    "a.py:1: error: x\nFound 3 errors in 2 files (checked 4 source files)\n",
    "a.c:1: error: x\n1 error generated.\n2 errors generated.\n",
    "[ERROR] /A.java:[1,2] x\n[INFO] 3 errors\n",
    "a.rb:1:2: W: Lint/X: x\n2 files inspected, 3 offenses detected\n",
    "/w/A.swift:1:1: warning: x (y)\nDone linting! Found 3 violations, 1 serious in 2 files.\n",
    "a.go:3:4: Error return value is not checked (errcheck)\n3 issues:\n* errcheck: 3\n",
    "a.rb:1:2: W: X: x\n2 files inspected, 3 offenses detected, 1 offense autocorrectable\n",
    "would reformat a.py\n3 files would be reformatted, 1 file would be left unchanged.\n",
    "error: cannot format b.py: Cannot parse: 1:3: x\n"
      + "1 file would be reformatted, 2 files would fail to reformat.\n",
    "[checkstyle] [WARN] /w/A.java:3:1: x [Y]\n/w/build.xml:22: Got 1 errors and 2 warnings.\n",
    "[ERROR] /w/A.java:3:1: x. [Y]\nAudit done.\nCheckstyle ends with 3 errors.\n",
  ])
  func whatASummaryCountsAndNoLineDescribesIsSaid(text: String) {
    #expect(lines(text).shortfalls == ["2 failures have no details"])
  }

  @Test(arguments: [
    "a.c:1: warning: x\n38 warnings generated.\nSuppressed 37 warnings (37 in non-user code).\n",
    "a.c:1: error: x\n1 error generated.\nerror: aborting due to 1 previous error\n",
    "a.js: line 5, col 3, Error - x (y)\n\n1 problem\n0 errors and 3 warnings potentially fixable\n",
    "src/a.c:1:2: error: x\n404 pages\n",
    "would reformat a.py\n1 file would be reformatted, 30 files would be left unchanged.\n",
    "/w/A.swift:1:1: error: x (y)\nDone linting! Found 1 violation, 1 serious in 20 files.\n",
    "a.go:3:4: no (errcheck)\n1 issues:\n* errcheck: 1\n",
    "a.c:1: x\n5 issues closed since the last release\n12 issues migrated to version 2\n",
  ])
  func summariesThatAreRightSayNothing(text: String) {
    #expect(lines(text).shortfalls.isEmpty)
  }

  @Test(arguments: [
    ("src/a.py:20:3: error: Got 3 errors from it [E12]", "error: Got 3 errors from it"),
    ("src/a.py:20:3: error: Got 0 errors, not 2", "error: Got 0 errors, not 2"),
    ("a.xml:20: Got 0 errors, not 2", "warning: Got 0 errors, not 2"),
    ("a.xml:20: error: Got 2 errors.", "error: Got 2 errors."),
  ])
  func aFindingMayBeginLikeASummary(line: String, title: String) {
    let report = lines(line + "\n")
    #expect(report.titles == [title])
    #expect(report.shortfalls.isEmpty)
  }

  // MARK: Places behind the text

  @Test(arguments: [
    ("FC002: Avoid it: ./r/default.rb:3", "warning: Avoid it", "r/default.rb:3", "FC002"),
    ("x at line 15, column 1.  See page 2.  (Severity: 5)", "error: x", nil, nil),
    (
      "lib/A.pm: The line at line 15, column 1.  No.  (Severity: 3)", "warning: The line",
      "lib/A.pm:15:1", nil
    ),
    ("Use of $x at lib/A.pm line 12.", "warning: Use of $x", "lib/A.pm:12", nil),
    ("syntax error at lib/A.pm line 3, near \"}\"", "error: syntax error", "lib/A.pm:3", nil),
    ("Deleted feature used: a.f90, line 4: x", "warning: x", "a.f90:4", nil),
    ("Extension(F2018): a.f90, line 5: x", "warning: x", "a.f90:5", nil),
    ("Runtime Error: a.f90, line 7: x", "error: x", "a.f90:7", nil),
    (
      "app/a.rb\t13\tInjection\tnear line 13\tHigh", "error: near line 13", "app/a.rb:13",
      "Injection"
    ),
    ("app/a.rb   13   Injection   near it   Weak", "warning: near it", "app/a.rb:13", "Injection"),
    ("Error   : undefined 'x'", "error: undefined 'x'", nil, nil),
  ])
  func aPlaceMayStandBehindTheText(line: String, title: String, place: String?, rule: String?) {
    let report = lines(line + "\n")
    #expect(report.titles == [title])
    #expect(report.place == place)
    #expect(report.message?.link?.title == rule)
    #expect(report.shortfalls == [])
  }

  @Test func theTextOfScalaStandsBelowItsSource() {
    let text = """
      -- [E007] Type Mismatch Error: src/A.scala:3:12 ----------------
      3 |  val x: Int = "a"
        |               ^^^
        |               Found:    ("a" : String)
        |               Required: Int
        |
        | longer explanation available when compiling with `-explain`
      -- Warning: src/A.scala:9:2 ------------------------------------
      9 |  1
        |  ^
        |  A pure expression does nothing
      1 error found
      """
    let report = lines(text)
    #expect(
      report.titles == [
        "error: Found:    (\"a\" : String)", "warning: A pure expression does nothing",
      ])
    #expect(report.place == "src/A.scala:3:12")
    #expect(report.message?.link?.title == "E007")
    #expect(report.message?.details?.contains("Required: Int") == true)
    #expect(TextReport(text, file: "a.txt").titles.count == 2)
  }

  @Test func anErrorOfWindowsHasItsReasonInTheNextLine() {
    let report = lines(
      "2026/11/20 03:00:01 ERROR 5 (0x00000005) Copying File C:\\My Data\\b.txt\nAccess is denied.\n\n"
    )
    #expect(report.titles == ["error: Access is denied."])
    #expect(report.message?.text == "Copying File")
    #expect(report.message?.link?.title == "5")
  }

  @Test func linesOfKeysAndValuesAreOneFinding() {
    let block =
      "Confidence: High\nCheck: SQL\nMessage: Injection\nCode: where(x)\nFile: app/a.rb\nLine: 12\n"
    let report = lines("== Warnings ==\n\n\(block)\n\(block.replacing("High", with: "Weak"))")
    #expect(report.titles == ["error: Injection", "warning: Injection"])
    #expect(report.place == "app/a.rb:12")
    #expect(report.message?.details == "Confidence: High\nCheck: SQL\nCode: where(x)")
    #expect(lines("Message: hello\nLine: 12\n").messages.isEmpty)
  }

  @Test(arguments: [
    "[Tue] [error] Missing argument, called in a.php on line 22",
    "\"foo.asm\", ERROR!   at line 5: Illegal mnemonic",
    "indentation (a.sql:3:1), severity high",
  ])
  func aLineThatMayBeAFindingInAnUnknownFormIsSaid(line: String) {
    let report = lines(line + "\n")
    #expect(report.messages.isEmpty)
    #expect(report.shortfalls.contains("A part in line 1 was not read: \(line)"))
  }

  @Test(arguments: [
    "0 errors in line with the rules", "compiling a.c:3", "error handling is on",
    "PASS test/error.test.js:10", "test error.rs:12:5 ... ok",
    "[INFO] (App.java:12) - error handler",
    "I1126 10:00:00.000000  1 server.go:45] no errors found", "DEBUG app.rs:10: error budget 100%",
    "gcc -Wall -Werror=format -o build/a.o src/a.c:12", "Skipped warning on line 5",
    "src/app.py   12   1   92%", "A.java  3  ok",
  ])
  func aLineWithoutAPlaceOrASeverityIsNone(line: String) {
    #expect(lines(line + "\n").shortfalls == [])
  }
}
