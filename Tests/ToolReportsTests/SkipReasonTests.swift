import Datasets
import ImportSupport
import JSON
import Model
import Testing
import ToolReports

/// Reasons of skipped tests and expected failures are counted, and shown with the tests that are asked for.
struct SkipReasonTests {
  private func reasons(_ text: String) -> [String] {
    (Import(text: text).dataset?.run?.skipReasons ?? []).map { "\($0.count) \($0.text)" }
  }

  @Test(arguments: [
    (
      """
      <testsuite name="pytest"><testcase name="a"><skipped type="pytest.skip" message="no GPU">a.py:3: no GPU</skipped></testcase>
      <testcase name="b"><skipped type="pytest.xfail" message="bug 7"/></testcase>
      <testcase name="c"><skipped message="no GPU"/></testcase><testcase name="d"><skipped/></testcase></testsuite>
      """, ["2 no GPU", "1 bug 7"]
    ),
    (
      "<testsuite name='s'><testcase name='a'><skipped>not on Mac</skipped></testcase></testsuite>",
      ["1 not on Mac"]
    ),
    ("1..3\nok 1 - a # SKIP no net\nnot ok 2 - b # TODO later\nok 3\n", ["1 no net", "1 later"]),
    ("1..0 # SKIP no database\n", ["1 no database"]),
    (
      #"{"results": {"tool": {"name": "x"}, "summary": {"tests": 1}, "tests": [{"name": "a", "status": "skipped", "duration": 1, "message": "slow"}]}}"#,
      ["1 slow"]
    ),
    (
      """
      <assemblies><assembly name="a.dll"><collection><test name="a" type="T" method="a" result="Skip"><reason>no Windows</reason></test>
      </collection></assembly></assemblies>
      """, ["1 no Windows"]
    ),
    (
      """
      <test-run total="1" result="Passed"><test-case name="a" fullname="T.a" classname="T" result="Skipped" label="Ignored">
      <reason><message>flaky</message></reason></test-case></test-run>
      """, ["1 flaky"]
    ),
    (
      """
      {"Time":"2026-11-20T03:00:00Z","Action":"run","Package":"m","Test":"TestA"}
      {"Time":"2026-11-20T03:00:00Z","Action":"output","Package":"m","Test":"TestA","Output":"    a_test.go:7: no network\\n"}
      {"Time":"2026-11-20T03:00:00Z","Action":"output","Package":"m","Test":"TestA","Output":"--- SKIP: TestA (0.00s)\\n"}
      {"Time":"2026-11-20T03:00:00Z","Action":"skip","Package":"m","Test":"TestA","Elapsed":0}
      {"Time":"2026-11-20T03:00:00Z","Action":"pass","Package":"m","Elapsed":0.1}
      """, ["1 no network"]
    ),
    (
      """
      {"numTotalTests": 3, "testResults": [{"name": "/w/a.test.js", "status": "passed", "assertionResults": [
        {"ancestorTitles": [], "title": "a", "status": "todo"}, {"ancestorTitles": [], "title": "b", "status": "pending"},
        {"ancestorTitles": [], "title": "c", "status": "skipped"}]}]}
      """, ["1 todo"]
    ),
    (
      """
      {"stats": {"tests": 2, "passes": 1, "pending": 1, "failures": 0}, "passes": [{"title": "a", "fullTitle": "a"}],
       "pending": [{"title": "b", "fullTitle": "b", "err": {}}], "failures": []}
      """, []
    ),
    (
      """
      {"config": {}, "suites": [{"title": "a.spec.ts", "file": "a.spec.ts", "specs": [
        {"title": "a", "ok": true, "tests": [{"status": "skipped", "annotations": [{"type": "fixme"}], "results": []}]},
        {"title": "b", "ok": true, "tests": [{"status": "skipped", "annotations": [{"type": "skip"}], "results": []}]},
        {"title": "c", "ok": true, "tests": [{"status": "expected", "expectedStatus": "failed",
          "annotations": [{"type": "fail", "description": "bug 7"}], "results": [{"status": "failed"}]}]}]}],
       "stats": {"expected": 1, "unexpected": 0, "flaky": 0, "skipped": 2}}
      """, ["1 fixme", "1 bug 7"]
    ),
  ])
  func reasonsAreCounted(text: String, counted: [String]) {
    #expect(reasons(text) == counted)
  }

  @Test func aTestThatIsAskedForSaysItsReason() {
    let found = Import(
      text:
        "<testsuite name='s'><testcase name='a'><skipped message='no GPU'/></testcase></testsuite>"
    ) { $0.included = [.skipped] }
    #expect(found.told == ["neutral a | no GPU"])
  }

  @Test(arguments: [
    """
    {"numTotalTests": 2, "numPassedTests": 2, "testResults": [{"name": "/w/a.test.js", "status": "passed", "assertionResults": [
      {"ancestorTitles": [], "title": "a", "status": "passed", "failing": true},
      {"ancestorTitles": [], "title": "b", "status": "passed", "failing": false}]}]}
    """,
    """
    {"config": {}, "suites": [{"title": "a.spec.ts", "file": "a.spec.ts", "specs": [
      {"title": "a", "ok": true, "tests": [{"status": "expected", "expectedStatus": "failed", "results": [{"status": "failed"}]}]},
      {"title": "b", "ok": true, "tests": [{"status": "expected", "expectedStatus": "passed", "results": [{"status": "passed"}]}]}]}],
     "stats": {"expected": 2, "unexpected": 0, "flaky": 0, "skipped": 0}}
    """,
  ])
  func aTestThatFailedAsExpectedHasNotPassed(text: String) {
    let found = Import(text: text)
    let facts = (found.dataset?.run?.facts ?? []).map { "\($0.title) \($0.value)" }
    #expect(Array(facts.prefix(3)) == ["Tests 2", "Passed 1", "Todo 1"])
    #expect(found.dataset?.run?.status == .completed)
    #expect(found.diagnostics.isEmpty)
  }

  @Test func theirNumberIsBounded() {
    let tests = (0..<1_000).map { "<testcase name='t\($0)'><skipped message='r\($0)'/></testcase>" }
    #expect(reasons("<testsuite name='s'>\(tests.joined())</testsuite>").count == 200)
  }

  @Test func aDatasetKeepsReasonsAndSeveralReportsAddThem() throws {
    let text =
      "<testsuite name='s'><testcase name='a'><skipped message='no GPU'/></testcase></testsuite>"
    let found = try Import(reports: [("a.xml", text), ("b.xml", text + "\n")])
    #expect(found.dataset?.run?.skipReasons == [.init(text: "no GPU", count: 2)])
    var merger = InputMerger()
    merger.read(
      file: "x", from: ByteSource(bytes: DatasetWriter.bytes(try #require(found.dataset))))
    #expect(merger.finish().dataset?.run?.skipReasons == [.init(text: "no GPU", count: 2)])
  }
}
