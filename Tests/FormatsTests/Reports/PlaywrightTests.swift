import Diagnostics
import ImportSupport
import Model
import Testing
import Text
import Time

struct PlaywrightTests {
  /// A report with one test of the project `chromium` in `shop.spec.ts`.
  private func read(
    _ test: String, stats: String = "", errors: String = "", config: String = ""
  ) -> Import {
    Import(
      text:
        #"{"config": {\#(config)}, "suites": [{"title": "shop.spec.ts", "suites": [{"title": "cart", "#
        + #""specs": [{"title": "adds", "file": "shop.spec.ts", "line": 9, "tests": [{"projectName": "chromium", \#(test)}]}]}]}], "#
        + #""errors": [\#(errors)], "stats": {\#(stats)}}"#)
  }

  @Test(arguments: [
    ("expected", "passed", "Tests 1, Passed 1"), ("unexpected", "failed", "Tests 1, Failed 1"),
    ("flaky", "passed", "Tests 1, Passed 1, Flaky 1"), ("skipped", "skipped", "Tests 1, Skipped 1"),
  ])
  func testsCountByTheirStatus(status: String, result: String, facts: String) {
    let found = read(#""status": "\#(status)", "results": [{"status": "\#(result)"}]"#)
    #expect(found.facts == facts)
    #expect(found.diagnostics.isEmpty)
    #expect(found.status == .completed)
  }

  /// A worker that is started again after a failure keeps its parallel index.
  @Test func triesCountForTheirWorkers() {
    let found = read(
      #""status": "flaky", "results": [{"status": "failed", "duration": 9000, "workerIndex": 0, "parallelIndex": 0}, "#
        + #"{"status": "passed", "duration": 4000, "workerIndex": 2, "parallelIndex": 0}]}, "#
        + #"{"projectName": "chromium", "status": "expected", "results": [{"status": "passed", "duration": 8000, "#
        + #""workerIndex": 1, "parallelIndex": 1}]"#,
      stats: #""startTime": "2026-11-20T03:12:00Z", "duration": 14000"#)
    let fact = found.dataset?.run?.facts.first { $0.title == "Slowest worker" }
    #expect(fact?.value == "#0: 13 s of 14 s, 1 test; longest: [chromium] cart › adds, 4.00 s")
  }

  @Test(arguments: [
    #""status": "expected""#, #""status": "flaky""#,
    #""status": "expected", "expectedStatus": "passed""#,
    #""status": "expected", "expectedStatus": "failed""#,
  ])
  func aTestWithoutAResultDidNotRun(test: String) {
    let found = read(test + #", "results": []"#)
    #expect(found.facts == "Tests 1, Skipped 1")
    #expect(found.told.isEmpty)
    #expect(found.status == nil)
    #expect(found.dataset?.run?.shortfalls.count == 1)
  }

  @Test(
    arguments: [
      (#"/w/e2e/pages/cart.ts"#, "/w/e2e/shop.spec.ts:9"), (#"/w/e2e/shop.spec.ts"#, nil),
      (#"C:\\w\\e2e\\shop.spec.ts"#, nil),
    ] as [(String, String?)])
  func anErrorInAnotherFileThanTheTestHasASecondPlace(file: String, test: String?) {
    let error = #""errorLocation": {"file": "\#(file)", "line": 3, "column": 1}"#
    let found = read(
      #""status": "unexpected", "results": [{"status": "failed", \#(error)}]"#,
      config: #""rootDir": "/w/e2e""#)
    #expect(found.message?.location?.line == 3)
    #expect(found.testPlace == test)
  }

  @Test func anErrorOfATestThatShouldPassIsAFailure() {
    let found = read(
      #""status": "expected", "expectedStatus": "passed", "results": [{"status": "passed", "errors": [{"message": "soft"}]}]"#
    )
    #expect(found.told == ["error [chromium] cart › adds | soft"])
  }

  @Test func anUnknownStatusNeverCountsAsPassed() {
    let found = read(#""status": "odd""#)
    #expect(found.facts == "Tests 1, Skipped 1")
    #expect(found.diagnostics.map(\.id) == ["unknown-test-status"])
  }

  @Test func theProjectIsPartOfTitleAndFingerprint() {
    let found = read(#""status": "unexpected""#)
    #expect(found.message?.title == "[chromium] cart › adds")
    #expect(
      found.message?.fingerprint == "test:shop.spec.ts\u{1F}cart\u{1F}[chromium] adds")
  }

  @Test func theLastFailedTryIsToldAndThenTheOthers() {
    let found = read(
      #""status": "unexpected", "results": [{"status": "failed", "errors": [{"message": "first"}]}, "#
        + #"{"status": "timedOut", "errors": [{"message": "\u001b[31mlast\u001b[39m\n\nmore", "location": {"file": "/w/a.ts", "line": 3, "column": 4}}, {"message": "second"}], "#
        + #""stdout": [{"text": "o\n"}, "p"]}]"#)
    #expect(found.told == ["error [chromium] cart › adds | last"])
    #expect(found.message?.details == "more\n\nsecond\n\nTry 1:\nfirst\n\nOutput:\no\np")
    #expect(found.place == "/w/a.ts:3:4")
  }

  @Test func aFlakyTestSaysHowManyTriesFailed() {
    let found = read(
      #""status": "flaky", "results": [{"status": "failed", "error": {"message": "late", "stack": "late\n  at x", "snippet": "> 1"}}, {"status": "passed"}]"#,
      config: #""rootDir": "/w/e2e""#)
    #expect(found.told == ["warning [chromium] cart › adds | Failed in 1 of 2 tries\nlate"])
    #expect(found.message?.details == "> 1\n\nat x")
    #expect(found.place == "/w/e2e/shop.spec.ts:9")
  }

  @Test func anErrorOfNoTestFailsTheRun() {
    let found = Import(
      text:
        #"{"config": {}, "suites": [], "errors": [{"message": "Error: no server\n\nwhy"}], "stats": {}}"#
    )
    #expect(found.told == ["error Error: no server"])
    #expect(found.message?.details == "why")
    #expect(found.status == .failed)
    #expect(found.facts == "Tests 0")
    #expect(found.diagnostics.map(\.id) == ["no-tests"])
  }

  @Test func failuresThatOnlyTheStatisticsKnowAreAnError() {
    let found = read(
      #""status": "expected""#,
      stats: #""expected": 1, "unexpected": 2, "flaky": 0, "skipped": 0"#)
    #expect(found.told == ["error 2 failures have no details"])
    #expect(found.status == nil)
  }

  @Test func theRunHasItsTimesAndItsCommit() {
    let found = read(
      #""status": "expected""#, stats: #""startTime": "2026-11-20T03:12:00.5Z", "duration": 61500"#,
      config: #""metadata": {"gitCommit": {"hash": "abc", "branch": "b"}}"#)
    #expect(found.dataset?.run?.started == .init(parsing: "2026-11-20T03:12:00Z"))
    #expect(found.dataset?.run?.finished == .init(parsing: "2026-11-20T03:13:02Z"))
    #expect(found.dataset?.run?.commit == "abc")
    #expect(found.dataset?.run?.facts.last?.number == 61.5)
  }

  @Test func attachmentsAreThoseOfTheToldTry() {
    let found = read(
      #""status": "unexpected", "results": [{"status": "failed", "attachments": [{"path": "old.png"}]}, "#
        + #"{"status": "failed", "attachments": [{"name": "cart-actual", "path": "shots/cart-actual.png"}, {"name": "trace", "path": "/x/trace.zip"}, "#
        + #"{"name": "page-diff.png", "body": "\#(EmbeddedPicture.text)"}, {"name": "note", "body": "aGk="}]}]"#
    )
    let attachments = found.message?.attachments ?? []
    #expect(attachments.map(\.path) == ["shots/cart-actual.png", "/x/trace.zip", nil])
    #expect(attachments.map(\.role) == ["actual", nil, "diff"])
    #expect(attachments.map { $0.file?.image != nil } == [false, false, true])
    #expect(attachments.map(\.name) == ["cart-actual.png", "trace.zip", "page-diff.png"])
    #expect(found.message?.link?.url == "shots/cart-actual.png")
    #expect(found.message?.details == "Attachments:\n/x/trace.zip")
    #expect(found.diagnostics.map(\.id) == ["embedded-file-left-out"])
  }

  @Test func aPictureThatIsTooLargeIsLeftOut() throws {
    let picture = Array(EmbeddedPicture.text.utf8)
    let start = try #require(picture.withUnsafeBufferPointer { Base64.decode($0) })
    let large = Base64.encode(start + [UInt8](repeating: 0, count: 8 << 20))
    let found = read(
      #""status": "unexpected", "results": [{"status": "failed", "attachments": [{"name": "a", "body": "\#(large)"}]}]"#
    )
    #expect(found.message?.attachments.isEmpty == true)
    #expect(found.diagnostics.map(\.id) == ["embedded-file-left-out"])
  }

  @Test func keysMayHaveAnyOrder() {
    let found = Import(
      text:
        #"{"stats": {"unexpected": 1, "expected": 0}, "suites": [{"suites": [], "specs": [{"tests": [{"status": "unexpected"}], "title": "adds"}], "title": "a.ts"}]}"#
    )
    #expect(found.told == ["error adds"])
    #expect(found.message?.fingerprint == "test:a.ts\u{1F}adds")
  }

  @Test(arguments: [
    (#""expectedStatus": "passed", "results": []"#, "Not run"),
    (#""expectedStatus": "passed", "results": [{"status": "skipped"}]"#, "Not run"),
    (#""results": [{"status": "interrupted"}]"#, "Did not finish"),
  ])
  func aSkippedTestThatWasToRunIsSaid(rest: String, said: String) {
    let found = read(#""status": "skipped", \#(rest)"#)
    #expect(found.facts == "Tests 1, Skipped 1")
    #expect(found.status == nil)
    #expect(found.dataset?.run?.shortfalls.map(\.text) == ["[chromium] cart › adds: \(said)"])
    let expected = read(
      #""status": "skipped", "expectedStatus": "skipped", "results": [{"status": "skipped"}]"#)
    #expect(expected.status == .completed)
  }
}

/// A picture of one point.
enum EmbeddedPicture {
  static let text =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
}
