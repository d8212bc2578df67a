import ImportSupport
import Model
import Testing

/// The counts of reports: numbers, words that stand for no count, and anything else.
struct ClaimedCountTests {
  private static let trx = "xmlns='http://microsoft.com/schemas/VisualStudio/TeamTest/2010'"
  private static let passed = #"{"title": "a", "fullTitle": "a"}"#

  /// Counts that are no numbers: what they claim is unknown.
  @Test(arguments: [
    ("<testsuite name='s' tests='three'><testcase name='a'/></testsuite>", #"tests="three""#),
    ("<testsuite name='s' errors='some'><testcase name='a'/></testsuite>", #"errors="some""#),
    (
      "<test-run total='all'><test-suite name='s' result='Passed'><test-case name='t' result='Passed'/></test-suite></test-run>",
      #"total="all""#
    ),
    (
      "<assemblies><assembly name='a' failed='x'><collection><test name='t' result='Pass'/></collection></assembly></assemblies>",
      #"failed="x""#
    ),
    (
      "<TestRun \(trx)><Results><UnitTestResult testName='a' outcome='Passed'/></Results><ResultSummary outcome='Completed'><Counters failed='?'/></ResultSummary></TestRun>",
      #"failed="?""#
    ),
    (
      #"{"results": {"summary": {"failed": "few"}, "tests": [{"name": "a", "status": "passed"}]}}"#,
      "failed: few"
    ),
    (#"{"stats": {"failures": []}, "passes": [\#(passed)], "failures": []}"#, "failures: …"),
    (
      #"{"numFailedTests": true, "testResults": [{"name": "a.js", "assertionResults": [{"title": "a", "status": "passed"}]}]}"#,
      "numFailedTests: …"
    ),
    (#"[{"filePath": "/a.js", "messages": [], "errorCount": "one"}]"#, "errorCount: one"),
  ])
  func aCountThatIsNoNumberLeavesTheRunOpen(text: String, part: String) {
    let found = Import(text: text)
    #expect(
      found.dataset?.run?.shortfalls.map(\.text) == ["A part in line 1 was not read: \(part)"])
    #expect(found.status == nil)
  }

  /// What tools write that have no count, and counts that their reports show.
  @Test(arguments: [
    "<testsuite name='s' tests='1' errors='' skipped='NaN' disabled='undefined'><testcase name='a'/></testsuite>",
    // GoogleTest also counts disabled tests that ran.
    "<testsuite name='s' tests='2' disabled='1' skipped='0'><testcase name='a' status='run'/><testcase name='DISABLED_b' status='run'/></testsuite>",
    "<testsuite name='s' tests='2' skipped='1' disabled='1'><testcase name='a'/><testcase name='b'><skipped/></testcase></testsuite>",
    "<testsuites tests='2' disabled='1'><testsuite name='s' tests='2' disabled='1'><testcase name='a' status='run'/><testcase name='DISABLED_b' status='notrun' result='suppressed'/></testsuite></testsuites>",
    #"{"results": {"summary": {"tests": 1, "failed": null, "flaky": 1}, "tests": [{"name": "a", "status": "passed", "retries": 1}]}}"#,
    #"{"numTotalTestSuites": 3, "numTotalTests": 1, "success": true, "testResults": [{"name": "a.js", "assertionResults": [{"title": "a", "ancestorTitles": ["b", "c"], "status": "passed"}]}]}"#,
    "<assemblies><assembly name='a.dll' total='1' errors='0'><collection><test name='t' result='Pass'/></collection></assembly></assemblies>",
  ])
  func aCountThatIsMissingOrShownLeavesTheRunCompleted(text: String) {
    let found = Import(text: text)
    #expect(found.dataset?.run?.shortfalls.map(\.text) == [])
    #expect(found.status == .completed)
  }

  @Test func skippedTestsThatAReportOnlyCountsAreSkipped() {
    let suite = "tests='3' failures='0' errors='0' skipped='2'><testcase name='a'/></testsuite>"
    let found = Import(text: "<testsuites><testsuite name='s' \(suite)</testsuites>")
    #expect(found.facts == "Tests 3, Passed 1, Skipped 2")
    #expect(found.status == .completed)
    let lost = Import(text: "<testsuite name='s' \(suite.replacing("'3'", with: "'4'"))")
    #expect(lost.status == nil)
    let others = Import(
      text:
        #"{"results": {"summary": {"tests": 4, "other": 3}, "tests": [{"name": "a", "status": "passed"}]}}"#
    )
    #expect(others.status == nil, "tests of other outcomes are not known to be skipped")
  }

  @Test func errorsOfAnAssemblyAreCountedWithoutFailures() {
    let found = Import(
      text:
        "<assemblies><assembly name='a.dll' total='1' errors='1'><collection><test name='t' result='Pass'/></collection></assembly></assemblies>"
    )
    #expect(found.told == ["error 1 failure has no details"])
    #expect(found.status == nil)
  }
}
