import ImportSupport
import JSON
import Model
import TestSupport
import Testing

@testable import Formats
@testable import Inputs
@testable import ToolReports

@Suite struct TAPTests {
  private func tap(_ text: String, options: ImportOptions = ImportOptions()) -> TextReport {
    TextReport(text, as: "tap", options: options)
  }

  @Test func failuresBecomeMessagesAndAllTestsAreCounted() {
    let report = tap(
      """
      TAP version 13
      1..5
      ok 1 - opens
      not ok 2 - reads # not a directive
      ok 3 - writes # SKIP no disk
      not ok 4 - seeks # TODO later
      ok 5 - closes # todo later
      """)
    #expect(report.titles == ["error: reads # not a directive"])
    #expect(report.counts == "Tests 5, Passed 1, Failed 1, Skipped 1, Todo 2")
    #expect(report.status == .completed)
    #expect(report.message?.fingerprint == "test:reads # not a directive")
  }

  @Test func aPointWithoutATextIsCalledByItsNumber() {
    #expect(tap("1..2\nok 1\nnot ok 2\n").titles == ["error: #2"])
  }

  @Test(arguments: [
    ("not ok 1 - a # Todolist is empty", "Tests 1, Failed 1"),
    ("not ok 1 - a # TODO", "Tests 1, Todo 1"),
    ("ok 1 - a # skipped by hand", "Tests 1, Passed 1"),
    ("not ok 1 - a \\# TODO b", "Tests 1, Failed 1"),
    ("not ok 1 - a \\\\# TODO b", "Tests 1, Todo 1"),
    ("not ok 1 - a # sKiP b", "Tests 1, Skipped 1"),
    ("not ok 1 - C # parser # todo list is saved", "Tests 1, Failed 1"),
    ("not ok 1 - issue #12 # TODO b", "Tests 1, Todo 1"),
    ("not ok 1 - a #todo b", "Tests 1, Todo 1"),
    ("ok 1 # skip {", "Tests 1, Skipped 1"),
    ("not ok-no number", "Tests 1, Failed 1"),
    ("ok-no number", "Tests 1, Passed 1"),
  ])
  func aDirectiveIsAWordOfItsOwnBehindAnUnescapedSign(line: String, counts: String) {
    #expect(tap("1..1\n\(line)\n").counts == counts)
  }

  @Test(arguments: [
    ("1..6\nok 1\nok 2\n", "planned 6, ran 2"),
    ("1..1\nok 1\nok 2\n", "planned 1, ran 2"),
    ("ok 1\nok 2\n", "no plan, ran 2"),
    ("1..1\n1..1\nok 1\n", "Invalid TAP output"),
    ("ok 1\n1..2\nok 2\n", "Invalid TAP output"),
    ("1..2\nok 1\nok 7\n", "Invalid TAP output"),
    ("1..5\nok 1\nok 2\nok 3\nok 4\nok 4\n", "planned 5, ran 4"),
    ("1..3\nok 3\nok 1\nok 3\n", "planned 3, ran 2"),
    ("1..2\nok 1\nok 2\n# Looks like you planned 3 tests but ran 2.\n", "planned 3, ran 2"),
    ("1..2000000000\nok 1\n", "planned 2,000,000,000, ran 1"),
    ("1..1\nTAP version 13\nok 1\n", "Invalid TAP output"),
    (
      "TAP version 13\n1..1\npragma +strict\nwhat\nok 1\n",
      "Invalid TAP output"
    ),
  ])
  func aPlanThatIsNotMetIsAWarningAndNotCompleted(text: String, title: String) {
    let report = tap(text)
    #expect(report.titles == ["warning: \(title)"])
    #expect(report.status == nil)
  }

  @Test(arguments: ["TAP version 13\n", "1..0\n", "1..0 # skipping: rope\n", "1..3"])
  func whatHoldsNoTestIsNotWell(text: String) {
    let report = tap(text)
    #expect(!report.looksWell)
    #expect(report.status == nil)
    #expect(report.counts == "Tests 0")
  }

  @Test func aPlanOfNothingWithAReasonIsASkippedTest() {
    let report = tap("1..0 # SKIP no network\n")
    #expect(report.counts == "Tests 1, Skipped 1")
    #expect(report.status == .completed)
  }

  @Test(arguments: ["", "    "])
  func bailingOutFailsTheRun(indent: String) {
    let report = tap("1..3\nok 1\n\(indent)Bail out! disk full\n")
    #expect(report.titles == ["warning: Bail out! disk full"])
    #expect(report.status == .failed)
    #expect(report.dataset.run?.reason == "Bail out! disk full")
  }

  // MARK: Subtests

  /// The same tests as the tools of three languages write them.
  @Test(arguments: [
    "# Subtest: outer\n    ok 1 - a\n    not ok 2 - b\n    1..2\nnot ok 1 - outer\n1..1\n",
    "    # Subtest: outer\n    ok 1 - a\n    not ok 2 - b\n    1..2\nnot ok 1 - outer\n1..1\n",
    "    ok 1 - a\n    not ok 2 - b\n    1..2\nnot ok 1 - outer\n1..1\n",
    "1..1\nnot ok 1 - outer {\n    1..2\n    ok 1 - a\n    not ok 2 - b\n}\n",
    "1..1\nnot ok 1 - outer\n  ---\n  x: 1\n  ...\n{\n    1..2\n    ok 1 - a\n    not ok 2 - b\n}\n",
  ])
  func theTestsOfASubtestAreCountedAndNotItsOwnPoint(text: String) {
    let report = tap(text)
    #expect(report.titles == ["error: outer › b"])
    #expect(report.counts == "Tests 2, Passed 1, Failed 1")
    #expect(report.status == .completed)
    #expect(report.message?.fingerprint == "test:outer\u{1F}b")
  }

  @Test func testsInOtherOrderAreAllThere() {
    #expect(tap("1..3\nok 3\nok 1\nok 2\n").status == .completed)
  }

  @Test(arguments: [
    "        ok 1 - x\n        not ok 2 - y\n        1..2\n    not ok 1\n    1..1\nnot ok 1\n1..1\n",
    "1..1\n        not ok 1 - y\n        ok 2 - x\n        1..2\n    ok 1\n    1..1\nok 1\n",
  ])
  func theTestsOfDeeperSubtestsWithoutNamesAreCounted(text: String) {
    #expect(tap(text).counts == "Tests 2, Passed 1, Failed 1")
  }

  @Test func whatIsSkippedDoesNotExcuseTestsThatFailed() {
    let report = tap("1..1\n    not ok 1 - a\n    1..1\nok 1 - outer # SKIP no\n")
    #expect(report.titles == ["error: outer › a"])
  }

  @Test(arguments: [
    "# Looks like your test exited with 255 just after 2.",
    "# Looks like your test died before it could output anything.",
    "# Looks like you failed 1 test of 2.", "# fail 1", "# failed 1 of 2 tests", "# tests 3",
  ])
  func aStreamThatClaimsMoreIsNotCompleted(comment: String) {
    let report = tap("1..2\nok 1\nok 2\n\(comment)\n")
    #expect(report.status == nil)
    #expect(report.shortfalls.count == 1)
  }

  @Test(arguments: [
    "no database at t/login.t line 3.",
    "Died at ./login line 3.\n\tmain::a(1) called at ./login line 9",
    "no row at ./db.pl line 12, <FH> line 4.",
  ])
  func aStreamThatEndsWithTheDeathOfAPerlScriptIsNotCompleted(end: String) {
    let report = tap("1..2\nok 1\nok 2\n\(end)\n\n")
    #expect(report.status == nil)
    #expect(report.shortfalls.count == 1)
  }

  @Test(arguments: [
    "1..1\nslow disk at t/a.t line 3.\nok 1\n",
    "1..1\nok 1\nUse of uninitialized value $x in addition (+) at t/a.t line 3.\n",
    "1..1\nok 1\nThe tests began at noon, see line 3.\n",
  ])
  func aWarningOfAPerlScriptIsNotItsDeath(text: String) {
    #expect(tap(text).looksWell)
  }

  @Test(arguments: ["# tests 2", "# pass 2", "# fail 0", "# Looks like rain"])
  func aClaimThatIsMetSaysNothing(comment: String) {
    let report = tap("1..2\nok 1\nok 2\n\(comment)\n")
    #expect(report.looksWell)
    #expect(report.shortfalls.isEmpty)
  }

  @Test func theDiagnosticsOfAFailureNeedATestThatFailed() {
    let comment = "#   Failed test 'signs in'\n#   at t/login.t line 7.\n"
    let lost = tap("1..2\nok 1\n\(comment)ok 2\n")
    #expect(lost.status == nil)
    #expect(
      lost.shortfalls == ["Line 3 says that something failed: Failed test 'signs in'"])
    // Standard error may reach the file before its test.
    #expect(tap("1..1\n\(comment)not ok 1 - signs in\n").shortfalls.isEmpty)
  }

  @Test(arguments: [
    "# error: no such table, so it is made", "# Failed (TODO) test 'signs in'",
    "# <3>app: bad", "# database gone at t/login.t line 3.", "# WARNING: DATA RACE",
  ])
  func diagnosticsOfATestThatPassedAreNoFailure(comment: String) {
    #expect(tap("1..2\nok 1\n\(comment)\nok 2\n").looksWell)
  }

  @Test func aSubtestThatFailedOnItsOwnIsAMessage() {
    let report = tap("    ok 1 - a\n    1..3\nnot ok 1 - outer\n1..1\n")
    #expect(report.titles == ["error: outer"])
    #expect(report.message?.text == "planned 3, ran 1")
    #expect(report.counts == "Tests 2, Passed 1, Failed 1")
  }

  @Test func aSubtestThatIsToDoHasNoFailures() {
    let report = tap("    not ok 1 - a\n    1..1\nnot ok 1 - outer # TODO soon\n1..1\n")
    #expect(report.titles.isEmpty)
    #expect(report.counts == "Tests 1, Todo 1")
  }

  @Test(.enabled(if: FuzzScale.isThorough)) func subtestsAreReadToADepth() {
    func nested(_ depth: Int) -> TextReport {
      let lines = (0..<depth).map { String(repeating: " ", count: 4 * $0) + "ok 1 - a" }
      return tap(lines.joined(separator: "\n") + "\n1..1\n")
    }
    #expect(nested(60).problems.isEmpty)
    #expect(nested(10_000).problems.contains("65 error too-deep"))
  }

  // MARK: Diagnostics

  @Test func aBlockSaysWhatFailedAndWhere() throws {
    let report = tap(
      """
      1..1
      not ok 1 - adds
        ---
        message: 'it''s off'
        severity: fail
        expected: 4
        actual: 5
        duration_ms: 1500
        at:
          file: src/add.js
          line: 12
          column: 3
        stack: |-
          add (src/add.js:12:3)
        ...
      """)
    let message = try #require(report.message)
    #expect(message.text == "it's off\nexpected: 4, actual: 5")
    #expect(message.details == "stack: |-\n  add (src/add.js:12:3)")
    #expect(report.place == "src/add.js:12:3")
    #expect(report.dataset.run?.facts.last?.number == 1.5)
  }

  @Test(arguments: [
    ("location: '/src/a.mjs:2:24'", "/src/a.mjs:2:24"), ("at: a.js:7", "a.js:7"),
    ("at: Test.<anonymous> (/src/t.js:5:7)", "/src/t.js:5:7"),
    ("at: {file: a.js, line: 3}", "a.js:3"), ("at: {\"file\": \"a.js\"}", "a.js"),
    ("file: a.rb\n  line: 9", "a.rb:9"),
  ])
  func placesAreReadInTheirSpellings(yaml: String, place: String) {
    #expect(tap("1..1\nnot ok 1 - a\n  ---\n  \(yaml)\n  ...\n").place == place)
  }

  @Test func anOpenBlockEndsWithItsIndentation() {
    let report = tap("1..3\nok 1\nnot ok 2 - a\n  ---\n  message: b\nok 3\n")
    #expect(report.counts == "Tests 3, Passed 2, Failed 1")
    #expect(report.message?.text == "b")
  }

  @Test func aliasesAreText() {
    let report = tap("1..1\nnot ok 1\n  ---\n  a: &a [x]\n  b: [*a, *a]\n  ...\n")
    #expect(report.message?.details == "a: &a [x]\nb: [*a, *a]")
  }

  @Test func commentsBelowAFailureAreItsDetails() {
    let report = tap(
      """
      1..2
      not ok 1 - sum
      #   Failed test 'sum'
      #   at t/sum.t line 5.
      #          got: '3'
      #     expected: '4'
      ok 2
      # Looks like you failed 1 test of 2.
      """)
    #expect(report.message?.text == "expected: '4', actual: '3'")
    #expect(report.place == "t/sum.t:5")
    #expect(report.message?.details?.contains("Looks like") == false)
  }

  @Test func otherOutputGoesToTheNextFailure() {
    let report = tap("1..3\nold\nok 1\nnoise\nnot ok 2\nlater\nok 3\n")
    #expect(report.message?.details == "Output:\nnoise")
  }

  @Test func totalsInTheLastLinesAreCompared() {
    let off = tap("1..1\nok 1\n# tests 1\n# fail 2\n")
    #expect(off.problems == ["4 note total-mismatch"])
    #expect(!off.looksWell)
    #expect(tap("1..1\nnot ok 1\n# fail 1\n").problems.isEmpty)
  }

  @Test func theOutputOfProveIsRefused() {
    let report = TextReport("t/a.t .. ok\nt/b.t .. ok\nAll tests successful.\nResult: PASS\n")
    #expect(report.problems == ["1 error prove-output"])
  }

  @Test(arguments: [
    "TAP version 14\n", "1..1\nok\n", "ok 1 - a\n", "not ok 1\n", "1..0 # SKIP x\n",
    String(repeating: "noise\n", count: 190) + "1..2\nok 1\n", "\u{FEFF}1..1\r\nok 1\r\n",
  ])
  func theFormatIsRecognized(text: String) {
    #expect(TextReport.format(of: text) == "tap")
  }

  @Test(arguments: ["ok then\n", "1..3\n", "okay 1\n", "not ok\nfine\n", "1.2\nok\n"])
  func otherTextIsNotTAP(text: String) {
    #expect(TextReport.format(of: text) != "tap")
  }

  @Test func durationsThatCannotBeAreLeftOutWithANote() {
    let text =
      "1..3\nok 1 - a # time=1e999ms\nok 2 - b\n  ---\n  duration_ms: -5\n  ...\nok 3 - c # time=2s\n"
    let report = TextReport(text, as: "tap")
    #expect(report.problems == ["2 note unreadable-duration"])
    #expect(report.dataset.run?.facts.last?.number == 2)
    #expect(report.counts == "Tests 3, Passed 3")
  }

  @Test func theTestFileOfBatsIsThePlace() {
    let point = "1..1\nnot ok 1 adds\n"
    let alone = point + "# (in test file test/a.bats, line 2)\n#   `[ 1 -eq 2 ]' failed\n"
    #expect(TextReport(alone, as: "tap").place == "test/a.bats:2")
    let called =
      point + "# (from function `check' in file test/h.bash, line 7,\n"
      + "#  in test file test/a.bats, line 3)\n#   `check 1' failed\n"
    #expect(TextReport(called, as: "tap").place == "test/a.bats:3")
  }
}

extension TextReport {
  /// The name of the format that recognizes a text.
  static func format(of text: String) -> String? {
    let head = InputHead(InputStream(ByteSource(bytes: Array(text.utf8))).head)
    return InputFormat.all.first { $0.recognizes(head) }?.name
  }
}
