import Diagnostics
import ImportSupport
import Model
import Testing
import Text
import Time

struct CTRFTests {
  private func read(_ tests: String..., rest: String = "") -> Import {
    Import(
      text:
        #"{"results": {"tool": {"name": "t"}, "tests": [\#(tests.map { "{\($0)}" }.joined(separator: ", "))]\#(rest)}}"#
    )
  }

  @Test func testsCountByTheirStatus() {
    let found = read(
      #""name": "a", "status": "passed""#, #""name": "b", "status": "failed", "message": "m""#,
      #""name": "c", "status": "skipped""#, #""name": "d", "status": "pending""#,
      #""name": "e", "status": "passed", "flaky": true, "retries": 2"#)
    #expect(found.facts == "Tests 5, Passed 2, Failed 1, Skipped 2, Flaky 1")
    #expect(found.told == ["error b | m", "warning e | Failed in 2 of 3 tries"])
    #expect(found.status == .completed)
  }

  @Test func theSlowestWorkerIsAFact() {
    let tests = [
      #""name": "a", "status": "passed", "duration": 90000, "threadId": "w1""#,
      #""name": "b", "status": "failed", "duration": 30000, "threadId": "w1""#,
      #""name": "c", "status": "passed", "duration": 50000, "threadId": 2"#,
      #""name": "d", "status": "skipped", "duration": 500000, "threadId": 2"#,
    ]
    func slowest(_ tests: [String], seconds: Int = 130) -> String? {
      let list = tests.map { "{\($0)}" }.joined(separator: ", ")
      let stop = 1_795_144_320_000 + seconds * 1_000
      let found = Import(
        text:
          #"{"results": {"tests": [\#(list)], "summary": {"start": 1795144320000, "stop": \#(stop)}}}"#
      )
      return found.dataset?.run?.facts.first { $0.title == "Slowest worker" }?.value
    }
    #expect(slowest(tests) == "w1: 2 min of 2 min 10 s, 2 tests; longest: a, 1 min 30 s")
    // A single worker; workers of several machines with one name; no worker.
    #expect(slowest(Array(tests.prefix(2))) == nil)
    #expect(slowest(tests, seconds: 100) == nil)
    #expect(slowest([#""name": "a", "status": "passed", "duration": 9"#]) == nil)
  }

  @Test func anUnknownStatusNeverCountsAsPassed() {
    let found = read(
      #""name": "a", "status": "lost""#, #""name": "b""#, #""name": "c", "status": "lost""#,
      #""name": "d", "status": "other""#)
    #expect(found.facts == "Tests 4, Skipped 4")
    #expect(found.diagnostics.map(\.id) == ["unknown-test-status", "unknown-test-status"])
  }

  @Test func aFailureHasItsPlaceTraceTriesAndOutput() {
    let found = read(
      #""name": "a", "suite": ["s", "u"], "status": "failed", "message": "\u001b[31mred\u001b[0m\n\nmore", "#
        + #""trace": "red\n  at x", "snippet": "> 1", "stdout": ["o"], "stderr": ["e"], "file_path": "src/a.js", "line": 3, "#
        + #""start": 1795144320000, "retryAttempts": [{"attempt": 1, "status": "failed", "message": "first"}], "#
        + #""attachments": [{"path": "shots/a.png"}, {"path": "b.zip"}], "ai": "try again", "screenshot": "AAAA""#
    )
    #expect(found.told == ["error a | red"])
    #expect(found.place == "src/a.js:3")
    #expect(
      found.message?.details
        == "more\n\nat x\n\n> 1\n\nTry 1:\nfirst\n\nOutput:\no\ne\n\nSuggestion by a model:\ntry again"
    )
    #expect(found.message?.time == TimePoint(parsing: "2026-11-20T03:12:00Z"))
    #expect(found.message?.link?.url == "shots/a.png")
    #expect(found.message?.actions.map(\.url) == ["b.zip"])
    #expect(found.diagnostics.map(\.id) == ["screenshot-left-out"])
  }

  @Test func theTraceSaysWhereTheLastErrorWasRaised() {
    let trace =
      #"Error: outer\n    at t (/w/test/a.test.js:10:9) {\n  [cause]: Error: inner\n    at f (/w/src/b.js:3:9)\n"#
      + #"    at t (/w/test/a.test.js:9:9)\n}"#
    for file in ["", #", "filePath": "test/a.test.js", "line": 1"#] {
      let found = read(#""name": "a", "status": "failed", "trace": "\#(trace)"\#(file)"#)
      #expect(found.place?.hasSuffix("src/b.js:3") == true)
      #expect(found.testPlace == (file.isEmpty ? "/w/" : "") + "test/a.test.js:9")
    }
  }

  @Test func suitesAreAListOrJoined() {
    let first = read(#""name": "a", "suite": ["s", "u"], "status": "failed""#)
    let second = read(#""name": "a", "suite": "s > u", "status": "failed""#)
    #expect(first.message?.fingerprint == second.message?.fingerprint)
    #expect(first.message?.fingerprint == "test:s\u{1F}u\u{1F}a")
  }

  @Test func theTestsWinOverTheSummary() {
    let found = read(
      #""name": "a", "status": "failed""#,
      rest:
        #", "summary": {"tests": 1, "passed": 1, "failed": 0, "start": 1795144320000, "stop": 1795144330000}"#
    )
    #expect(found.facts == "Tests 1, Failed 1")
    #expect(found.diagnostics.map(\.id) == ["total-mismatch"])
    #expect(found.dataset?.run?.started == TimePoint(parsing: "2026-11-20T03:12:00Z"))
  }

  @Test func failuresThatOnlyTheSummaryKnowsAreAnError() {
    let hidden = read(
      #""name": "a", "status": "passed""#,
      rest: #", "summary": {"tests": 3, "passed": 1, "failed": 2}"#)
    #expect(hidden.told == ["error 2 failures have no details"])
    #expect(hidden.status == nil)
    // A summary that knows of fewer tests than there are hides none.
    let other = read(
      #""name": "a", "status": "failed""#, #""name": "b", "status": "passed""#,
      rest: #", "summary": {"tests": 1, "failed": 2}"#)
    #expect(other.told == ["error a"])
  }

  @Test func theEnvironmentNamesTheRun() {
    let found = read(
      #""name": "a", "status": "passed""#,
      rest:
        #", "environment": {"appName": "shop", "buildNumber": 17, "buildUrl": "https://a.example/", "commit": "abc", "branchName": "main", "healthy": false}"#
    )
    #expect(found.dataset?.title == "shop")
    #expect(found.dataset?.subtitle == "17")
    #expect(found.dataset?.url == "https://a.example/")
    #expect(found.dataset?.run?.commit == "abc")
    #expect(found.told == ["warning Environment unhealthy"])
  }

  @Test func aReportWithoutTestsIsNotComplete() {
    let found = read()
    #expect(found.status == nil)
    #expect(found.diagnostics.map(\.id) == ["no-tests"])
  }

  @Test(arguments: [
    #"[{"results": {"tests": []}}, {"results": {"tests": []}}]"#,
    #"{"summary": {"tests": 1}, "tests": [{"name": "a", "status": "passed"}]}"#,
  ])
  func listsAndPartsOfReportsAreRefusedWithHelp(text: String) {
    let found = Import(text: text)
    #expect(found.dataset == nil)
    #expect(found.diagnostics.contains { $0.severity == .error && !$0.help.isEmpty })
  }

  @Test func durationsThatCannotBeAreLeftOutWithANote() {
    let tests = ["1e999", "-1", "2000"].map {
      #"{"name": "t\#($0)", "status": "passed", "duration": \#($0)}"#
    }
    let found = Import(
      text: #"{"results": {"tests": [\#(tests.joined(separator: ", "))], "summary": {}}}"#)
    #expect(found.diagnostics.map(\.id) == ["unreadable-duration"])
    #expect(found.dataset?.run?.facts.last?.number == 2)
  }

  @Test(arguments: [#""retries": 2"#, #""retryAttempts": [{"attempt": 1, "status": "failed"}]"#])
  func aTestThatPassedAfterRetriesIsFlaky(rest: String) {
    #expect(
      read(#""name": "a", "status": "passed", \#(rest)"#).facts == "Tests 1, Passed 1, Flaky 1")
  }

  @Test(arguments: ["failed", "timedOut", "timed out", "BROKEN", "error"])
  func aTestThatFailedForItsToolHasFailed(state: String) {
    for status in ["passed", "skipped", "pending"] {
      let found = read(#""name": "a", "status": "\#(status)", "rawStatus": "\#(state)""#)
      #expect(found.facts == "Tests 1, Failed 1")
      #expect(found.told == ["error a"])
    }
  }

  @Test(arguments: ["passed", "expected", "flaky", "xfailed", "not failed here"])
  func otherStatesOfAPassedTestChangeNothing(state: String) {
    let found = read(#""name": "a", "status": "passed", "rawStatus": "\#(state)""#)
    #expect(found.facts == "Tests 1, Passed 1")
    #expect(found.status == .completed)
  }

  @Test func anotherStateOfItsToolIsNamed() {
    func shortfalls(_ state: String) -> Int? {
      read(#""name": "a", "status": "other", "rawStatus": "\#(state)""#).dataset?.run?.shortfalls
        .count
    }
    #expect(shortfalls("timedOut") == 1)
    #expect(shortfalls("todo") == 0)
  }
}
