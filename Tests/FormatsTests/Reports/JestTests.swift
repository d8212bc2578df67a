import Diagnostics
import ImportSupport
import Model
import Testing
import Time

struct JestTests {
  /// A report with the tests of `/w/src/cart.test.js`.
  private func read(_ tests: String..., file: String = "", rest: String = "") -> Import {
    let tests = tests.map { "{\($0)}" }.joined(separator: ", ")
    return Import(
      text:
        #"{"numTotalTests": \#(tests.isEmpty ? 0 : tests.split(separator: "}, {").count)\#(rest), "testResults": "#
        + #"[{"name": "/w/src/cart.test.js"\#(file), "assertionResults": [\#(tests)]}]}"#)
  }

  @Test func testsCountByTheirStatus() {
    let words = ["passed", "failed", "pending", "skipped", "todo", "disabled"]
    let tests = words.map { #"{"title": "\#($0)", "status": "\#($0)"}"# }
    let found = Import(
      text:
        #"{"numTotalTests": 6, "testResults": [{"name": "a.js", "assertionResults": [\#(tests.joined(separator: ", "))]}]}"#
    )
    #expect(found.facts == "Tests 6, Passed 1, Failed 1, Skipped 4")
    #expect(found.told == ["error failed"])
    #expect(found.status == .completed)
  }

  @Test func aFailureHasItsMessageTraceAndPlace() {
    let found = read(
      #""ancestorTitles": ["cart", "x"], "title": "adds", "status": "failed", "duration": 1500, "failureMessages": ["Error: \u001b[1mno\u001b[22m\n\nwhy\n    at f (/w/src/cart.test.js:5:3)"]"#
    )
    #expect(found.told == ["error cart › x › adds | Error: no"])
    #expect(found.message?.details == "why\n    at f (/w/src/cart.test.js:5:3)")
    #expect(found.place == "/w/src/cart.test.js:5")
    #expect(found.message?.duration == 1.5)
    #expect(
      found.message?.fingerprint == "test:src/cart.test.js\u{1F}cart\u{1F}x\u{1F}adds")
  }

  @Test func theTestsOwnPlaceCountsWhereTheTraceHasNone() {
    let found = read(
      #""title": "adds", "status": "failed", "location": {"line": 3, "column": 2}, "failureMessages": ["no"]"#
    )
    #expect(found.place == "/w/src/cart.test.js:3:2")
  }

  @Test func aTestThatPassedWhenTriedAgainIsFlaky() {
    let found = read(#""title": "a", "status": "passed", "retryReasons": ["slow", "slower"]"#)
    #expect(found.told == ["warning a | Failed in 2 of 3 tries\nslow"])
    #expect(found.message?.details == "Try 2:\nslower")
    #expect(found.facts == "Tests 1, Passed 1, Flaky 1")
  }

  @Test func aFailureOfSnapshotsAloneFailsTheRun() {
    let found = read(
      #""title": "a", "status": "passed""#,
      rest: #", "success": true, "snapshot": {"failure": true, "unchecked": 1}"#)
    #expect(found.status == .failed)
    #expect(
      found.dataset?.run?.shortfalls.map(\.text) == [
        "Reported as snapshot.failure: true, without a failure in the report"
      ])
    let whole = read(
      #""title": "a", "status": "passed""#,
      rest: #", "success": true, "snapshot": {"failure": false, "unmatched": 1}"#)
    #expect(whole.status == .completed)
  }

  @Test func theMessageOfAFileThatPassedIsAnError() {
    let found = read(
      #""title": "a", "status": "passed""#, file: #", "status": "passed", "message": "afterAll""#)
    #expect(found.told == ["error /w/src/cart.test.js | afterAll"])
  }

  @Test func aFileThatCannotBeRunIsAnError() {
    let found = read(
      file:
        #", "status": "failed", "message": "  ● Test suite failed to run\n\n    no module\n\n    at x""#,
      rest: #", "numRuntimeErrorTestSuites": 1, "success": false"#)
    #expect(found.told == ["error /w/src/cart.test.js | no module"])
    #expect(found.message?.details == "at x")
    #expect(found.facts == "Tests 0")
    #expect(found.status == nil)
  }

  @Test func aFailureOfAFileOutsideOfItsTestsIsAnError() {
    let found = read(
      #""title": "a", "status": "passed""#,
      file: #", "status": "failed", "message": "afterAll broke""#, rest: #", "success": false"#)
    #expect(found.told == ["error /w/src/cart.test.js | afterAll broke"])
    #expect(found.status == .completed)
  }

  @Test func aBrokenFileIsGoneWhenATestOfItHasRun() throws {
    let broken = read(file: #", "status": "failed", "message": "no""#)
    let suite = "test:src/cart.test.js"
    #expect(broken.message?.fingerprint?.hasPrefix(suite + "\u{1F}\u{1E}") == true)
    let digest = TestDigests.digest(ofSuite: suite)
    func hasRun(_ found: Import) -> Bool {
      found.dataset?.scope?.parts.contains { $0.tests?.values.contains(digest) == true } ?? false
    }
    #expect(!hasRun(broken))
    #expect(hasRun(read(#""title": "a", "status": "passed""#)))
  }

  @Test func filesThatAreOnlyCountedAreAnError() {
    let found = read(
      #""title": "a", "status": "passed""#, rest: #", "numRuntimeErrorTestSuites": 1"#)
    #expect(found.told == ["error 1 failure has no details"])
    #expect(found.status == nil)
  }

  @Test func aRunWithoutSuccessIsNeverCompleted() {
    let low = read(#""title": "a", "status": "passed""#, rest: #", "success": false"#)
    #expect(low.status == .failed)
    let stopped = read(
      #""title": "a", "status": "passed""#, rest: #", "success": false, "wasInterrupted": true"#)
    #expect(stopped.status == nil)
  }

  @Test func theRunLastsFromItsStartToItsLastFile() {
    let found = read(
      #""title": "a", "status": "passed""#, file: #", "endTime": 1795144330000.25"#,
      rest: #", "startTime": 1795144320000"#)
    #expect(found.dataset?.run?.started == .init(parsing: "2026-11-20T03:12:00Z"))
    #expect(found.dataset?.run?.finished == .init(parsing: "2026-11-20T03:12:10Z"))
    #expect(found.dataset?.run?.facts.last?.number == 10)
  }

  @Test func whatReportersAreGivenIsReadToo() {
    let found = Import(
      text:
        #"{"numTotalTests": 1, "testResults": [{"testFilePath": "/w/a.test.js", "failureMessage": "x", "testResults": [{"title": "t", "status": "failed", "failureMessages": ["no"]}]}]}"#
    )
    #expect(found.told == ["error t | no"])
    #expect(found.place == "/w/a.test.js")
  }

  @Test func aTestThatPassedAfterFailuresIsFlaky() {
    let found = read(#""title": "t", "status": "passed", "failureMessages": ["Error: no"]"#)
    #expect(found.facts == "Tests 1, Passed 1, Flaky 1")
    #expect(found.told == ["warning t | Failed in 1 of 2 tries\nError: no"])
  }
}
