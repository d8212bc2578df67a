import Diagnostics
import ImportSupport
import Model
import Testing
import ToolReports

/// What reports claim in total or in status and do not show: one rule for all formats.
struct ReportClaimsTests {
  private static let trx = "xmlns='http://microsoft.com/schemas/VisualStudio/TeamTest/2010'"
  private static let passed = #"{"title": "a", "fullTitle": "a"}"#

  /// Reports without a failure that claim more than they show, with the sentence that says it.
  private static let short: [(name: String, text: String, said: String)] = [
    (
      "JUnit suite", "<testsuite name='s' tests='3'><testcase name='a'/></testsuite>",
      "s: 3 tests counted, 1 in the report"
    ),
    (
      "JUnit total with a separator",
      "<testsuite name='s' tests='1,000'><testcase name='a'/></testsuite>",
      "s: 1,000 tests counted, 1 in the report"
    ),
    (
      "JUnit suites",
      "<testsuites tests='3'><testsuite name='s' tests='1'><testcase name='a'/></testsuite></testsuites>",
      "3 tests counted, 1 in the report"
    ),
    (
      "JUnit suite that failed",
      "<testsuite name='s' status='FAILED'><testcase name='a'/></testsuite>",
      "s: Reported as FAILED, without a failure in the report"
    ),
    (
      "JUnit skipped",
      "<testsuite name='s' tests='2' skipped='1'><testcase name='a'/><testcase name='b'/></testsuite>",
      "s: 1 skipped test counted, 0 in the report"
    ),
    (
      "JUnit skipped in all suites",
      "<testsuites skipped='3'><testsuite name='s' skipped='1'><testcase name='a'/><testcase name='b'><skipped/></testcase></testsuite></testsuites>",
      "3 skipped tests counted, 1 in the report"
    ),
    (
      "NUnit skipped",
      "<test-run total='1' skipped='2'><test-suite name='s' result='Passed'><test-case name='t' result='Passed'/></test-suite></test-run>",
      "2 skipped tests counted, 0 in the report"
    ),
    (
      "xUnit.net skipped",
      "<assemblies><assembly name='a.dll' total='1' skipped='2'><collection><test name='t' result='Pass'/></collection></assembly></assemblies>",
      "a.dll: 2 skipped tests counted, 0 in the report"
    ),
    (
      "TRX skipped",
      "<TestRun \(trx)><Results><UnitTestResult testName='a' outcome='Passed'/></Results><ResultSummary outcome='Completed'><Counters total='1' notExecuted='2'/></ResultSummary></TestRun>",
      "2 skipped tests counted, 0 in the report"
    ),
    (
      "Checkstyle file",
      "<checkstyle><file name='a.c' errors='3'><error message='no' severity='ignore'/></file></checkstyle>",
      "2 failures have no details"
    ),
    (
      "Checkstyle", "<checkstyle errors='2'><file name='a.c'/></checkstyle>",
      "2 failures have no details"
    ),
    (
      "NUnit total",
      "<test-run total='5'><test-suite name='s' result='Passed'><test-case name='t' result='Passed'/></test-suite></test-run>",
      "5 tests counted, 1 in the report"
    ),
    (
      "NUnit total of a suite",
      "<test-run><test-suite name='s' total='2'><test-case name='t' result='Passed'/></test-suite></test-run>",
      "s: 2 tests counted, 1 in the report"
    ),
    (
      "NUnit run that failed",
      "<test-run result='Failed'><test-suite name='s'><test-case name='t' result='Passed'/></test-suite></test-run>",
      "Reported as Failed, without a failure in the report"
    ),
    (
      "NUnit suite that failed",
      "<test-run result='Failed'><test-suite name='s' result='Failed' site='Child'><test-case name='t' result='Passed'/></test-suite></test-run>",
      "s: Reported as Failed, without a failure in the report"
    ),
    (
      "NUnit 2 total",
      "<test-results total='4'><test-suite name='s'><results><test-case name='t' executed='True' success='True'/></results></test-suite></test-results>",
      "4 tests counted, 1 in the report"
    ),
    (
      "xUnit.net total",
      "<assemblies><assembly name='/b/a.dll' total='2'><collection><test name='t' result='Pass'/></collection></assembly></assemblies>",
      "a.dll: 2 tests counted, 1 in the report"
    ),
    (
      "xUnit.net collection",
      "<assemblies><assembly name='a.dll'><collection name='C' total='2'><test name='t' result='Pass'/></collection></assembly></assemblies>",
      "C: 2 tests counted, 1 in the report"
    ),
    (
      "TRX total",
      "<TestRun \(trx)><Results><UnitTestResult testName='a' outcome='Passed'/></Results><ResultSummary outcome='Completed'><Counters total='3'/></ResultSummary></TestRun>",
      "3 tests counted, 1 in the report"
    ),
    (
      "Robot statistics",
      "<robot><suite name='s'><test name='t'><status status='PASS'/></test><status status='PASS'/></suite><statistics><total><stat pass='3' fail='0'>All Tests</stat></total></statistics></robot>",
      "3 tests counted, 1 in the report"
    ),
    (
      "Robot suite that failed",
      "<robot><suite name='s'><test name='t'><status status='PASS'/></test><status status='FAIL'/></suite></robot>",
      "s: Reported as FAIL, without a failure in the report"
    ),
    (
      "CTRF tests",
      #"{"results": {"summary": {"tests": 5}, "tests": [{"name": "a", "status": "passed"}]}}"#,
      "5 tests counted, 1 in the report"
    ),
    (
      "CTRF outcomes",
      #"{"results": {"summary": {"passed": 5, "failed": 0}, "tests": [{"name": "a", "status": "passed"}]}}"#,
      "5 tests counted, 1 in the report"
    ),
    (
      "Mocha", #"{"stats": {"tests": 5, "passes": 5}, "passes": [\#(passed)], "failures": []}"#,
      "5 tests counted, 1 in the report"
    ),
    (
      "Jest total",
      #"{"numTotalTests": 2, "success": true, "testResults": [{"name": "a.js", "assertionResults": [{"title": "a", "status": "passed"}]}]}"#,
      "2 tests counted, 1 in the report"
    ),
    (
      "Jest suites",
      #"{"numFailedTestSuites": 1, "testResults": [{"name": "a.js", "assertionResults": [{"title": "a", "status": "passed"}]}]}"#,
      "Reported as numFailedTestSuites: 1, without a failure in the report"
    ),
    (
      "Playwright stats",
      #"{"config": {}, "suites": [{"title": "a", "specs": [{"title": "t", "ok": true, "tests": [{"status": "expected"}]}]}], "stats": {"expected": 3}}"#,
      "3 tests counted, 1 in the report"
    ),
    (
      "Playwright test",
      #"{"config": {}, "suites": [{"title": "a", "specs": [{"title": "t", "ok": false, "tests": [{"status": "expected"}]}]}]}"#,
      "t: Reported as ok: false, without a failure in the report"
    ),
    (
      "CTRF flaky",
      #"{"results": {"summary": {"tests": 1, "flaky": 2}, "tests": [{"name": "a", "status": "passed", "flaky": true}]}}"#,
      "flaky: 2 counted, 1 in the report"
    ),
    (
      "Playwright flaky",
      #"{"config": {}, "suites": [{"title": "a", "specs": [{"title": "t", "ok": true, "tests": [{"status": "expected", "results": [{"status": "passed"}]}]}]}], "stats": {"expected": 0, "flaky": 1}}"#,
      "flaky: 1 counted, 0 in the report"
    ),
    (
      "Jest files",
      #"{"numRuntimeErrorTestSuites": 0, "numTotalTestSuites": 3, "testResults": [{"name": "a.js", "assertionResults": [{"title": "a", "status": "passed"}]}]}"#,
      "numTotalTestSuites: 3 counted, 1 in the report"
    ),
    (
      "Jest skipped",
      #"{"numPendingTests": 1, "numTodoTests": 1, "testResults": [{"name": "a.js", "assertionResults": [{"title": "a", "status": "passed"}, {"title": "b", "status": "todo"}]}]}"#,
      "2 skipped tests counted, 1 in the report"
    ),
    (
      "Robot skipped",
      "<robot><suite name='s'><test name='t'><status status='PASS'/></test><status status='PASS'/></suite><statistics><total><stat pass='0' fail='0' skip='1'>All Tests</stat></total></statistics></robot>",
      "1 skipped test counted, 0 in the report"
    ),
    (
      "NUnit warnings",
      "<test-run total='1' warnings='1'><test-suite name='s' result='Passed'><test-case name='t' result='Passed'/></test-suite></test-run>",
      "warnings: 1 counted, 0 in the report"
    ),
    (
      "TRX warnings",
      "<TestRun \(trx)><Results><UnitTestResult testName='a' outcome='Passed'/></Results><ResultSummary outcome='Completed'><Counters total='1' warning='1'/></ResultSummary></TestRun>",
      "warning: 1 counted, 0 in the report"
    ),
    (
      "xUnit.net tests that were not run",
      "<assemblies><assembly name='a.dll' total='1' not-run='2'><collection><test name='t' result='Pass'/></collection></assembly></assemblies>",
      "a.dll: 2 skipped tests counted, 0 in the report"
    ),
    (
      "Behave feature",
      #"[{"keyword": "Feature", "name": "f", "status": "failed", "elements": [{"type": "scenario", "name": "a", "steps": [{"name": "s", "result": {"status": "passed"}}]}]}]"#,
      "f: Reported as failed, without a failure in the report"
    ),
  ]

  @Test(arguments: short.indices)
  func aClaimThatIsNotShownIsSaidAndLeavesTheRunOpen(index: Int) {
    let (name, text, said) = Self.short[index]
    let found = Import(text: text)
    #expect(found.dataset?.run?.shortfalls.map(\.text) == [said], "\(name)")
    #expect(found.status == nil, "\(name)")
    #expect(found.dataset?.run?.hasCompleted == false, "\(name)")
  }

  @Test func aRunThatIsSaidToHaveFailedHasFailed() {
    let text =
      #"{"success": false, "testResults": [{"name": "a.js", "assertionResults": [{"title": "a", "status": "passed"}]}]}"#
    let found = Import(text: text)
    #expect(found.status == .failed)
    #expect(found.dataset?.run?.shortfalls.count == 1)
    let crashed = Import(
      text:
        "<TestRun \(Self.trx)><Results><UnitTestResult testName='a' outcome='Passed'/></Results><ResultSummary outcome='Completed'><RunInfos><RunInfo outcome='Error'><Text>Host crashed</Text></RunInfo></RunInfos></ResultSummary></TestRun>"
    )
    #expect(crashed.told == ["error Host crashed"])
    #expect(crashed.status == .failed)
  }

  @Test func theReasonOfAFailedSuiteIsAnError() {
    let found = Import(
      text:
        "<robot><suite name='s'><test name='t'><status status='PASS'/></test><status status='FAIL'>Setup failed</status></suite></robot>"
    )
    #expect(found.told == ["error s | Setup failed"])
  }

  @Test func problemsThatALinterCountsAndDoesNotDescribeAreMessages() {
    let found = Import(
      text:
        #"[{"filePath": "a.js", "messages": [], "errorCount": 3, "warningCount": 1}, {"filePath": "b.js", "messages": []}]"#
    )
    #expect(
      found.told == [
        "error 3 failures have no details",
        "warning 1 failure has no details",
      ])
    #expect(found.status == nil)
  }

  // MARK: Honest reports

  /// Whole reports whose totals are of other things, or are kept otherwise.
  private static let honest: [(name: String, text: String)] = [
    ("fewer tests", "<testsuite tests='1'><testcase name='a'/><testcase name='b'/></testsuite>"),
    (
      "tries are tests",
      "<testsuite tests='2'><testcase name='a'><flakyFailure/></testcase></testsuite>"
    ),
    (
      "suites are summed up with those in them",
      "<testsuites tests='2'><testsuite name='s' tests='1'><testsuite name='t' tests='1'><testcase name='a'/></testsuite></testsuite></testsuites>"
    ),
    (
      "pytest counts subtests",
      "<testsuite name='pytest' errors='0' failures='0' skipped='0' tests='3' time='0.1' timestamp='2026-01-01T10:00:00' hostname='h'><testcase name='a'/></testsuite>"
    ),
    (
      "Catch2 counts assertions",
      "<testsuite name='exe' errors='0' failures='0' tests='9' hostname='tbd'><testcase name='a'/></testsuite>"
    ),
    (
      "doctest counts assertions",
      "<testsuite name='exe' errors='0' failures='0' tests='9' doctest_version='2.4.11'><testcase name='a'/></testsuite>"
    ),
    (
      "a filter leaves out tests of NUnit",
      "<test-run testcasecount='9' total='1' result='Passed'><test-suite name='s'><test-case name='t' result='Passed'/></test-suite></test-run>"
    ),
    (
      "NUnit 2 counts no test that did not run",
      "<test-results total='1' not-run='1'><test-suite name='s'><results><test-case name='t' executed='True' success='True'/><test-case name='u' executed='False'/></results></test-suite></test-results>"
    ),
  ]

  @Test(arguments: honest.indices)
  func aWholeReportStaysCompleted(index: Int) {
    let (name, text) = Self.honest[index]
    let found = Import(text: text)
    #expect(found.dataset?.run?.shortfalls == [], "\(name)")
    #expect(found.status == .completed, "\(name)")
  }

  @Test func triesThatAreFoldedCountAsTests() {
    let test = #"{"name": "a", "status": "passed"}"#
    let found = Import(
      text: #"{"results": {"summary": {"tests": 2}, "tests": [\#(test), \#(test)]}}"#
    ) { $0.retriesByName = true }
    #expect(found.dataset?.run?.shortfalls == [])
    #expect(found.status == .completed)
  }

  @Test func aFailureThatIsCountedAsAnErrorTooIsOne() {
    let found = Import(
      text:
        "<testsuite name='s' tests='4' failures='2' errors='2'><testcase name='a'><error/></testcase><testcase name='b'><error/></testcase><testcase name='c'/><testcase name='d'/></testsuite>"
    )
    #expect(found.told == ["error a", "error b"])
    let hidden = Import(
      text:
        "<testsuite name='s' tests='4' failures='3' errors='1'><testcase name='a'><failure/></testcase><testcase name='b'/></testsuite>"
    )
    #expect(hidden.status == nil)
  }

  // MARK: NUnit

  @Test func aSuiteThatFailedForAnotherIsNoProblemOfItsOwn() {
    let test = "<test-case name='t' fullname='N.C.t' result='Failed' label='Error' site='Parent'/>"
    let found = Import(
      text:
        "<test-run result='Failed'><test-suite name='N' type='TestSuite' result='Failed' site='SetUp'><failure><message>No database</message></failure><test-suite name='C' result='Failed' site='Parent'><failure><message>OneTimeSetUp: No database</message></failure></test-suite></test-suite><test-suite name='M' result='Failed' site='Child'>\(test)</test-suite></test-run>"
    )
    #expect(
      found.told == ["error N | No database", "error C.t"])
    #expect(found.dataset?.run?.shortfalls == [])
  }

  @Test func aDescribedFailureOfNUnit2IsOne() {
    func run(_ attributes: String, _ content: String = "") -> Import {
      Import(
        text:
          "<test-results><test-suite name='s'><results><test-case name='N.C.t' \(attributes)>\(content)</test-case></results></test-suite></test-results>"
      )
    }
    let failure = "<failure><message>no</message></failure>"
    #expect(run("executed='True'", failure).facts == "Tests 1, Failed 1")
    #expect(run("executed='True' success='True'", failure).facts == "Tests 1, Failed 1")
    #expect(run("executed='False' result='NotRunnable'").facts == "Tests 1, Errors 1")
    #expect(run("executed='False' result='Ignored'").facts == "Tests 1, Skipped 1")
  }

  @Test func reportsOfCppUnitAndAUnitAreNotTakenForTRX() {
    for text in [
      "<TestRun><FailedTests><FailedTest id='1'/></FailedTests></TestRun>",
      "<TestRun elapsed='1'><Statistics><Tests>1</Tests></Statistics></TestRun>",
    ] {
      let found = Import(text: text)
      #expect(found.dataset?.run?.status == nil)
      #expect(found.diagnostics.map(\.id) != ["no-tests"], "\(found.diagnostics)")
    }
  }
}
