import Diagnostics
import ImportSupport
import Model
import Testing
import Time

struct MochaTests {
  private func read(
    passes: String = "", failures: String = "", pending: String = "", stats: String = ""
  ) -> Import {
    Import(
      text:
        #"{"stats": {\#(stats)}, "tests": [], "pending": [\#(pending)], "failures": [\#(failures)], "passes": [\#(passes)]}"#
    )
  }

  @Test func testsCountByTheListThatTheyStandIn() {
    let found = read(
      passes: #"{"fullTitle": "a"}, {"fullTitle": "b"}"#, failures: #"{"fullTitle": "c"}"#,
      pending: #"{"fullTitle": "d"}"#)
    #expect(found.facts == "Tests 4, Passed 2, Failed 1, Skipped 1")
    #expect(found.told == ["error c"])
    #expect(found.status == .completed && found.diagnostics.isEmpty)
  }

  @Test func valuesBesideAHiddenSecretAreNotShown() {
    func expected(_ message: String) -> String? {
      read(
        failures:
          #"{"fullTitle": "a", "err": {"message": "\#(message)", "expected": "hunter2xyz", "actual": "x"}}"#
      ).message?.expected
    }
    #expect(expected("the words differ") == "hunter2xyz")
    #expect(expected("password = 'hunter2xyz' differs") == nil)
  }

  @Test func aFailureHasItsMessageTraceAndPlace() {
    let found = read(
      failures:
        #"{"fullTitle": "cart adds", "file": "/w/test/cart.js", "duration": 1500, "err": {"message": "no", "stack": "Error: no\n\n    at test/cart.js:7:9"}}"#
    )
    #expect(found.told == ["error cart adds | Error: no"])
    #expect(found.message?.details == "at test/cart.js:7:9")
    #expect(found.place == "test/cart.js:7")
    #expect(found.message?.fingerprint == "test:test/cart.js\u{1F}cart adds")
    let bare = read(
      failures: #"{"fullTitle": "a", "file": "/w/a.js", "err": {"message": "no", "stack": ""}}"#)
    #expect(bare.told == ["error a | no"])
    #expect(bare.place == "/w/a.js")
  }

  @Test func aTestThatPassedWhenTriedAgainIsFlaky() {
    let found = read(passes: #"{"fullTitle": "a", "currentRetry": 2, "err": {}}"#)
    #expect(found.told == ["warning a | Failed in 2 of 3 tries"])
    #expect(found.facts == "Tests 1, Passed 1, Flaky 1")
  }

  @Test func hooksThatFailedContradictNoTotal() {
    let stats = #""tests": 1, "passes": 1, "failures": 1, "pending": 0"#
    let found = read(
      passes: #"{"fullTitle": "a"}"#,
      failures: #"{"fullTitle": "s \"before each\" hook for \"b\""}"#, stats: stats)
    #expect(found.diagnostics.isEmpty)
    #expect(found.message?.fingerprint == "test:\u{1E}s \"before each\" hook for \"b\"")
  }

  @Test func failuresThatAreOnlyCountedAreAnError() {
    let found = read(
      passes: #"{"fullTitle": "a"}"#, stats: #""tests": 3, "passes": 1, "failures": 2"#)
    #expect(found.told == ["error 2 failures have no details"])
    #expect(found.status == nil)
  }

  @Test func theRunHasItsTimes() {
    let found = read(
      passes: #"{"fullTitle": "a"}"#,
      stats:
        #""start": "2026-11-20T03:12:00.000Z", "end": "2026-11-20T03:12:09.000Z", "duration": 8500"#
    )
    #expect(found.dataset?.run?.started == .init(parsing: "2026-11-20T03:12:00Z"))
    #expect(found.dataset?.run?.facts.last?.number == 8.5)
  }

  @Test func aReportWithoutTestsIsNotCompleted() {
    let found = read(stats: #""tests": 0"#)
    #expect(found.status == nil)
    #expect(found.diagnostics.map(\.id) == ["no-tests"])
  }
}
