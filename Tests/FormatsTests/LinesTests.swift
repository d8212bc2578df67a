import ImportSupport
import Model
import Testing

@Suite struct LinesTests {
  private func lines(_ text: String) -> TextReport { TextReport(text, as: "lines") }

  @Test(arguments: [
    ("src/a.c:3:5: error: one [-Wx]", "error: one", "src/a.c:3:5", "-Wx"),
    ("src/a.c:4: warning: two", "warning: two", "src/a.c:4", nil),
    (#"C:\src\b.c:5:6: fatal error: three"#, "error: three", "C:/src/b.c:5:6", nil),
    ("my code/c.c:7:1: remark: four", "information: four", "my code/c.c:7:1", nil),
    ("Makefile:9: warning: five", "warning: five", "Makefile:9", nil),
    (
      "a.py:1:80: E501 line too long (80 > 79)", "error: line too long (80 > 79)", "a.py:1:80",
      "E501"
    ),
    ("a.py:1:1: W291 trailing space", "warning: trailing space", "a.py:1:1", "W291"),
    ("a.py:1:8: F401 [*] `os` unused", "error: `os` unused", "a.py:1:8", "F401"),
    ("a.yml:1:1: [error] too long (line-length)", "error: too long", "a.yml:1:1", "line-length"),
    ("a.go:9:9: empty branch (SA9003)", "warning: empty branch", "a.go:9:9", "SA9003"),
    ("src/a.rs:2:5: error[E0425]: no value", "error: no value", "src/a.rs:2:5", "E0425"),
    (
      "/a/a.js:1:5: Missing semicolon. [Error/semi]", "error: Missing semicolon.", "/a/a.js:1:5",
      "semi"
    ),
    ("A.java:19: warning: [deprecation] old", "warning: old", "A.java:19", "deprecation"),
    ("a.c:4:15:{4:8-4:14}{4:17-4:24}: warning: odd", "warning: odd", "a.c:4:15", nil),
    (
      "src/app.ts(3,5): error TS2322: not a string", "error: not a string", "src/app.ts:3:5",
      "TS2322"
    ),
    (#"C:\p\x.cs(12): warning CS0168: unused"#, "warning: unused", "C:/p/x.cs:12", "CS0168"),
    ("a.c:1:2: error: odd [bugprone-x,-warnings-as-errors]", "error: odd", "a.c:1:2", "bugprone-x"),
    ("ld.lld: error: no such file", "error: no such file", nil, nil),
    ("error: linking failed", "error: linking failed", nil, nil),
    (
      "a.py:1:0: C0114: No docstring (missing-docstring)", "warning: No docstring", "a.py:1",
      "C0114 (missing-docstring)"
    ),
  ])
  func aLineIsReadAsItsToolWritesIt(line: String, title: String, place: String?, rule: String?) {
    let report = lines(line + "\n")
    #expect(report.titles == [title])
    #expect(report.place == place)
    #expect(report.message?.link?.title == rule)
    #expect(report.status == nil)
  }

  @Test(arguments: [
    "http://example.org:80: error: not a place", "12:34:56: error: a clock", "note: something",
    "  a.c:3: indented", "a.c:3:", "a.c:12:int x",
    "a.c: In function 'f':", "[ERROR] BUILD FAILURE",
    "2026-11-20T03:12:00Z fine", "errors found", "my file.c:3: text",
    "[03/Oct/2022:08:44:13 +0200] 10.0.0.1 kim \"GET /rest/api HTTP/1.1\" 200",
    "10.0.0.1 - - [10/Oct/2022:13:55:36 -0700] \"GET /x HTTP/1.0\" 500 23",
    "shop.example:443 10.0.0.1 - - [10/Oct/2022:13:55:36 -0700] \"GET /x HTTP/1.0\" 500 23",
    "Nov 25 13:00:00 host cron[12]: error: can not open /etc/x",
    "2024/01/02 03:04:05 [error] 123#0: *1 open() failed",
  ])
  func otherLinesAreNoFindings(line: String) {
    #expect(lines(line + "\n").messages.isEmpty)
  }

  @Test func sourcesAndNotesBelowAFindingAreItsDetails() {
    let report = lines(
      """
      In file included from b.h:2,
                       from a.c:1:
      a.c: In function 'f':
      a.c:3:5: error: one
          3 | x
            | ^
      a.c:1:1: note: declared here
      make: building b
      b.c:4:1: warning: two
      """)
    #expect(report.titles == ["error: one", "warning: two"])
    #expect(
      report.message?.details == """
        In file included from b.h:2,
                         from a.c:1:
        a.c: In function 'f':
            3 | x
              | ^
        a.c:1:1: note: declared here
        """)
    #expect(report.messages.last?.details == nil)
  }

  @Test func theStepsToATemplateAreDetailsOfTheFinding() {
    let report = lines(
      """
      a.cc: In instantiation of 'int f(T) [with T = int]':
      a.cc:2:39:   required from 'int g(T) [with T = int]'
      a.cc:3:21:   required from here
      a.cc:1:63: warning: comparison of different signedness [-Wsign-compare]
      """)
    #expect(report.titles == ["warning: comparison of different signedness"])
    #expect(report.place == "a.cc:1:63")
    #expect(report.message?.details?.contains("a.cc:3:21:   required from here") == true)
  }

  @Test func aPlaceBelowAnErrorIsItsPlace() {
    let report = lines("error[E0425]: no value `x`\n  --> src/main.rs:2:5\n   |\n2  | x\n")
    #expect(report.titles == ["error: no value `x`"])
    #expect(report.place == "src/main.rs:2:5")
  }

  @Test func summariesAreComparedAndNotShown() {
    let right = lines(
      "a.c:1: error: x\n1 error generated.\nerror: aborting due to 1 previous error\n")
    #expect(right.titles == ["error: x"])
    #expect(right.problems.isEmpty)
    let javac = lines("A.java:3: error: x\n2 errors\n1 warning\n")
    #expect(javac.shortfalls == ["2 failures have no details"])
    #expect(javac.problems == ["2 note total-mismatch"])
    let hidden = lines("Found 3 errors in 2 files\n")
    #expect(hidden.titles == ["error: 3 failures have no details"])
    #expect(hidden.problems == ["1 note total-mismatch"])
  }

  @Test(arguments: [
    "make: *** [Makefile:3: main.o] Error 1", "make[2]: *** No rule to make target 'x'.  Stop.",
    "gmake[1]: *** [all] Error 2", "compilation terminated.",
    "ninja: build stopped: subcommand failed.",
  ])
  func aBuildThatEndedBeforeItsEndHasFailed(line: String) {
    let report = lines("a.c:3:5: warning: one\n\(line)\nmake: Leaving directory '/w'\n")
    #expect(report.status == .failed)
    // The reason is not also a line that was not read.
    #expect(report.shortfalls.isEmpty)
    #expect(report.dataset.run?.reason == line)
    #expect(report.titles == ["warning: one"])
  }

  @Test(arguments: [
    "make: [Makefile:3: clean] Error 1 (ignored)", "*** Tests ***", "we make: *** stars",
    "the compilation terminated", "ninja: no work to do.",
  ])
  func otherLinesSayNothingOfTheEnd(line: String) {
    #expect(lines("a.c:3:5: warning: one\n\(line)\n").status == nil)
  }

  @Test func coloursAreNoText() {
    let report = lines("\u{1B}[1ma.c:3:5:\u{1B}[m \u{1B}[31merror: \u{1B}[mone\r\n")
    #expect(report.titles == ["error: one"])
    #expect(report.place == "a.c:3:5")
  }

  // MARK: Commands

  @Test(arguments: [
    (
      "::error file=a.c,line=3,col=5,title=T%3A x::one%0Atwo%25", "error: T: x", "a.c:3:5",
      "one\ntwo%"
    ),
    ("::warning::no place", "warning: no place", nil, nil),
    ("::NOTICE FILE=b.c::n", "information: n", "b.c", nil),
    ("##[error]from a log", "error: from a log", nil, nil),
    ("2026-11-20T03:12:00.1234567Z ##[warning]late", "warning: late", nil, nil),
    (
      "##vso[task.logissue type=error;sourcepath=a.py;linenumber=1;columnnumber=2;code=N9;]bad %5B%5D",
      "error: bad %5B]", "a.py:1:2", nil
    ),
    ("::error title=C0114::No docstring", "error: No docstring", nil, nil),
    ("::error title=W0101%3A%3Atext::", "error: text", nil, nil),
    (
      "::error title=Ruff (F401),file=/x/a.py,line=1::a.py:1:8: F401 `os` unused",
      "error: `os` unused", "/x/a.py:1", nil
    ),
    ("##[error]src/a.ts:3:5: error: typed", "error: typed", "src/a.ts:3:5", nil),
  ])
  func commandsAreFindings(line: String, title: String, place: String?, text: String?) {
    let report = lines(line + "\n")
    #expect(report.titles == [title])
    #expect(report.place == place)
    #expect(report.message?.text == text)
  }

  @Test func aCommandNamesItsTool() {
    let report = TextReport(
      "::error title=Ruff (F401)::x\n::error::y\n", as: "lines", file: "out/build.log")
    #expect(report.dataset.categories.map(\.title) == ["Ruff", "build"])
    #expect(report.message?.link?.title == "F401")
  }

  @Test func theStampOfALogIsTheTime() {
    #expect(lines("2026-11-20T03:12:00.1234567Z ##[error]x\n").message?.time != nil)
  }

  @Test func groupsAndDebuggingAreNoFindings() {
    let text =
      "::group::a\n::debug::b\n::endgroup::\n##[group]c\n##[endgroup]\n##vso[task.complete]d\n"
    #expect(lines(text).messages.isEmpty)
  }

  @Test func stoppedCommandsAreText() {
    let report = lines(
      "::stop-commands::tok\n::error::a\n::add-mask::b\n::tok::\n::error::b\n")
    #expect(report.titles == ["error: b"])
  }

  @Test func maskedValuesAreShownNowhere() {
    let report = lines(
      """
      ::add-mask::s3cret
      ::add-mask::s3cret-long
      ::add-mask::first%0Asecond
      ::error file=s3cret.c,line=1,title=a s3cret::b s3cret-long c
      src/s3cret.c:3: error: d s3cret\u{301} [s3cret]
        source s3cret
      error title
      ##[warning]e %73econd second first
      ::error title=s3cret (F401)::f s3c%0Dret
      """)
    let shown = report.messages.map { "\($0)" }.joined() + "\(report.dataset.categories)"
    #expect(!shown.contains("s3cret"))
    #expect(!shown.contains("-long"))
    #expect(
      report.titles == [
        "error: a ‹redacted›", "error: d ‹redacted›\u{301} [‹redacted›]",
        "warning: e %73econd ‹redacted› ‹redacted›", "error: ret3c",
      ])
    #expect(report.message?.text == "b ‹redacted› c")
  }

  @Test func aSecretOfSeveralLinesIsHiddenInDetails() {
    let report = lines(
      """
      a.c:1:1: error: x
        -----BEGIN RSA PRIVATE KEY-----
        MIIEpAIBAAKCAQEA
        -----END RSA PRIVATE KEY-----
      """)
    #expect(report.message?.details == "‹redacted›")
  }

  @Test func aMaskThatIsTooShortIsSaid() {
    #expect(lines("::add-mask::abc\n::add-mask::\n").problems == ["1 warning short-mask"])
  }

  @Test func linesBelowTheNameOfAGoPackageAreErrors() {
    let report = lines(
      "a.go:1:1: before\n# example.org/a [example.org/a.test]\n./a.go:2:1: undefined: x\n"
        + "./a.go:3:1: undefined: y\n\tmore\n./a.go:4:1: old (SA1019)\ndone\na.go:5:1: after\n"
        + "# two words\na.go:6:1: last\n")
    #expect(
      report.titles.sorted() == [
        "error: undefined: x", "error: undefined: y", "warning: after", "warning: before",
        "warning: last", "warning: old",
      ])
  }

  @Test func aLineOfInformationMaySayFailure() {
    #expect(
      lines("INFO: Build completed, 1 test FAILED, 2 total actions\n").dataset.run?.shortfalls.count
        == 1)
    #expect(
      lines("INFO: Build completed, 2 total actions\n").dataset.run?.shortfalls.isEmpty ?? true)
  }

  @Test func aSummaryWithoutErrorsMayCountFailures() {
    #expect(
      lines("3 runs, 3 assertions, 1 failures, 0 errors, 0 skips\n").dataset.run?.shortfalls.count
        == 1)
    #expect(
      lines("3 runs, 3 assertions, 0 failures, 0 errors, 0 skips\n").dataset.run?.shortfalls
        .isEmpty ?? true)
  }

  // MARK: Recognition

  @Test(arguments: [
    "a.c:3:5: error: one\n", "Run tests\n::error::x\n", "##[error]x\n",
    "a\nb\nc\na.c:3: warning: x\n    3 | y\n      | ^\n", "\u{1B}[1ma.c:3:\u{1B}[m error: x\r\n",
  ])
  func aLogOfFindingsIsRecognized(text: String) {
    #expect(TextReport.format(of: text) == "lines")
  }

  @Test(arguments: [
    "a\nb\nc\nd\na.c:3: warning: x\n", "", "  \n", "text\n", "a.c:3: error: x\0\n",
    "{\n  \"version\": 1\n}\n",
  ])
  func otherTextIsNot(text: String) {
    #expect(TextReport.format(of: text) != "lines")
  }

  @Test(arguments: ["", " \n", "nothing here\n"])
  func aLogWithoutFindingsClaimsNothing(text: String) {
    let report = lines(text)
    #expect(report.messages.isEmpty)
    #expect(report.status == nil)
  }
}
