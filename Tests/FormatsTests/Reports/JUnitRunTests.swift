import Diagnostics
import ImportSupport
import Model
import Testing
import Text
import Time
import ToolReports

/// Totals, times and what ends a run.
struct JUnitRunTests {
  @Test func failuresThatAreCountedAndNotDescribedAreAnError() {
    let result = Import(
      text: "<testsuite name='s' tests='6' failures='2'><testcase name='a'/></testsuite>")
    #expect(result.told == ["error 2 failures have no details"])
    #expect(result.status == nil)
    #expect(result.problems == ["1:1 note total-mismatch"])
  }

  @Test func hiddenFailuresOfASuiteInSuitesAreToldOnce() {
    let result = Import(
      text: """
        <testsuites tests="3" failures="2"><testsuite name="a" tests="3" failures="2">
        <testsuite name="b" tests="3" failures="2"><testcase/><testcase/><testcase/></testsuite>
        </testsuite></testsuites>
        """)
    #expect(result.told == ["error 2 failures have no details"])
  }

  @Test func aSuiteWithoutTestsThatClaimsFailuresIsNotGreen() {
    let result = Import(text: "<testsuites><testsuite tests='6' failures='1'/></testsuites>")
    #expect(result.told == ["error 1 failure has no details"])
    #expect(result.status == nil)
  }

  @Test func aSuiteWithoutTestsMaySumUpTheOthers() {
    let result = Import(
      text: """
        <testsuites><testsuite name="a" tests="1" failures="1"><testcase name="t">
        <failure message="m"/></testcase></testsuite>
        <testsuite name="summary" tests="1" failures="1"/></testsuites>
        """)
    #expect(result.told == ["error t | m"])
    #expect(result.status == nil)
    #expect(result.problems == ["3:1 note total-mismatch"])
  }

  @Test(arguments: [
    // Tries and issues are counted as failures, a failure as an error as well.
    "<testsuite tests='3' failures='3'><testcase name='t'><failure/><rerunFailure/><rerunFailure/></testcase></testsuite>",
    "<testsuite tests='1' failures='2'><testcase name='t'><failure/><failure/></testcase></testsuite>",
    "<testsuite tests='1' failures='1' errors='1'><testcase name='t'><failure/></testcase></testsuite>",
    "<testsuite tests='1' failures='1'><testcase name='t'><skipped type='todo'/><failure/></testcase></testsuite>",
  ])
  func failuresThatAreDescribedOtherwiseAreNotHidden(text: String) {
    let result = Import(text: text)
    #expect(!result.told.contains { $0.contains("not described") })
    #expect(result.status == .completed)
    #expect(result.problems.isEmpty)
  }

  @Test func aMismatchOfTotalsIsANoteAndTheTestsCount() {
    let result = Import(text: "<testsuite tests='7'><testcase/><testcase/></testsuite>")
    #expect(result.facts == "Tests 2, Passed 2")
    #expect(result.status == nil)
    #expect(result.problems == ["1:1 note total-mismatch"])
  }

  @Test(arguments: ["<testsuites/>", "<testsuite name='s' tests='0'></testsuite>"])
  func aReportWithoutTestsIsNotComplete(text: String) {
    let result = Import(text: text)
    #expect(result.facts == "Tests 0")
    #expect(result.status == nil)
    #expect(result.problems == ["1:1 warning no-tests"])
  }

  @Test func aBrokenCollectionFailsTheRun() {
    let result = Import(
      text: "<testsuite name='pytest'><testcase classname='' name='tests.a'>"
        + "<error message='collection failure'>no module</error></testcase></testsuite>")
    #expect(result.status == .failed)
    #expect(result.facts == "Tests 1, Errors 1")
  }

  @Test func errorsOfASuiteAreMessages() {
    let result = Import(
      text: """
        <testsuites><testsuite name="a"><error message="no database"/><testcase name="t"/></testsuite>
        <testsuite name="b"><system-err>the process was killed
        at once</system-err></testsuite></testsuites>
        """)
    #expect(result.told == ["error a | no database", "error b | the process was killed"])
    #expect(result.facts == "Tests 1, Passed 1")
  }

  @Test(arguments: [
    "2026-11-20T03:12:00Z", "2026-11-20T04:12:00.250+01:00", "2026-11-20 03:12:00 UTC",
    "2026-11-20 04:12:00 +0100", "2026-11-20 03:12:00 +0000 UTC", "1795144320", "1795144320.5",
    "1795144320000", "Fri, 20 Nov 2026 03:12:00 GMT",
  ])
  func timesAreReadInAllSpellings(time: String) {
    let result = Import(
      text: "<testsuite timestamp='\(time)' time='5'><testcase/></testsuite>")
    #expect(result.dataset?.run?.started == TimePoint(parsing: "2026-11-20T03:12:00Z"))
    #expect(result.dataset?.run?.finished == TimePoint(parsing: "2026-11-20T03:12:05Z"))
    #expect(result.problems.isEmpty)
  }

  @Test func theEndIsRoundedToASecond() {
    let result = Import(
      text: "<testsuite timestamp='2026-11-20T03:12:00Z' time='17.9'><testcase/></testsuite>")
    #expect(result.dataset?.run?.finished == TimePoint(parsing: "2026-11-20T03:12:18Z"))
  }

  @Test func timesWithoutAnOffsetAreLocal() {
    let result = Import(
      text: "<testsuite timestamp='2026-11-20T03:12:00'><testcase/></testsuite>")
    #expect(result.dataset?.run?.started == TimePoint(parsing: "2026-11-20T03:12:00"))
  }

  @Test func aRunBeginsWithItsFirstSuiteAndEndsWithItsLast() {
    let result = Import(
      text: """
        <testsuites><testsuite timestamp="2026-11-20T03:20:00Z" time="60"><testcase/></testsuite>
        <testsuite timestamp="2026-11-20T03:00:00Z" time="1"><testcase/></testsuite></testsuites>
        """)
    #expect(result.dataset?.run?.started == TimePoint(parsing: "2026-11-20T03:00:00Z"))
    #expect(result.dataset?.run?.finished == TimePoint(parsing: "2026-11-20T03:21:00Z"))
  }

  @Test(arguments: [
    "<testsuite timestamp='2026-11-20T03:00:00Z'><testcase/></testsuite>",
    """
    <testsuites><testsuite timestamp='2026-11-20T03:00:00Z' time='60'><testcase/></testsuite>
    <testsuite timestamp='2026-11-20T03:20:00Z'><testcase/></testsuite></testsuites>
    """,
  ])
  func anUnknownDurationOfTheLastSuiteLeavesTheEndOpen(text: String) {
    let result = Import(text: text)
    #expect(result.dataset?.run?.started == TimePoint(parsing: "2026-11-20T03:00:00Z"))
    #expect(result.dataset?.run?.finished == nil)
  }

  @Test func unreadableTimesAndDurationsAreNotedOnce() {
    let result = Import(
      text: """
        <testsuite timestamp="yesterday" time="-3"><testcase timestamp="soon" time="">
        <failure/></testcase><testcase time="1e999"/><testcase time="1,234.5"/></testsuite>
        """)
    #expect(result.problems == ["1:1 note unreadable-duration", "1:1 note unreadable-time"])
    let duration = result.dataset?.run?.facts.first { $0.title == "Time in tests" }
    #expect(duration?.number == 1234.5)
  }

  @Test func aTestsOwnTimestampIsItsTime() {
    let result = Import(
      text: "<testsuite><testcase name='t' timestamp='2026-11-20T03:12:00Z'><failure/></testcase>"
        + "</testsuite>")
    #expect(result.message?.time == TimePoint(parsing: "2026-11-20T03:12:00Z"))
  }

  // MARK: Dialects

  @Test func aFailedParentThatOnlyFramesItsSubtestsIsCountedAndNotTold() {
    let result = Import(
      text: """
        <testsuite name="p" tests="4" failures="4"><testcase classname="p" name="TestA">
        <failure message="Failed">=== RUN   TestA
        --- FAIL: TestA (0.00s)</failure></testcase>
        <testcase classname="p" name="TestA/one"><failure message="Failed">a_test.go:3: odd</failure></testcase>
        <testcase classname="p" name="TestB"><failure message="Failed"/></testcase>
        <testcase classname="p" name="TestC"><failure message="Failed">--- FAIL: TestC (0.00s)</failure></testcase>
        </testsuite>
        """)
    #expect(result.facts == "Tests 4, Failed 4")
    #expect(
      result.told == [
        "error p.TestA/one | a_test.go:3: odd", "error p.TestB", "error p.TestC",
      ])
  }

  @Test func aBrowserOfPlaywrightIsInTitleAndFingerprint() {
    func report(_ browser: String) -> Import {
      Import(
        text: """
          <testsuites id="" name=""><testsuite name="e2e/a.spec.ts" hostname="\(browser)">
          <testcase name="page › has a title" classname="e2e/a.spec.ts">
          <failure message="a.spec.ts:10:5 has a title" type="FAILURE">  [\(browser)] › e2e/a.spec.ts:10:5 › page › has a title ──────

              Error: expect(received).toBe(expected)
          </failure></testcase></testsuite></testsuites>
          """)
    }
    let result = report("chromium")
    #expect(
      result.told == [
        "error [chromium] page › has a title | Error: expect(received).toBe(expected)"
      ])
    #expect(result.place == "e2e/a.spec.ts:10")
    #expect(result.message?.fingerprint != report("firefox").message?.fingerprint)
    let other = Import(
      text: "<testsuite name='a' hostname='ci-7'><testcase name='t' classname='a'><failure/>"
        + "</testcase></testsuite>")
    #expect(other.message?.title == "a.t")
  }

  @Test func findingsOfLintersAreInTheirCategoryAndAtTheirFile() {
    let result = Import(
      text: """
        <testsuites name="ruff"><testsuite name="src/a.py" package="org.ruff">
        <testcase name="org.ruff.F401" classname="src/a" line="3" column="8">
        <failure message="`os` is unused">line 3, col 8, `os` is unused</failure></testcase>
        </testsuite></testsuites>
        """)
    #expect(result.told == ["error F401 | `os` is unused"])
    #expect(result.place == "src/a.py:3:8")
    #expect(result.message?.details == nil)
    #expect(result.dataset?.categories.map(\.title) == ["ruff"])
  }

  @Test func theParameterOfAGoogleTestIsADetail() {
    let result = Import(
      text: "<testsuites name='AllTests'><testsuite name='S'><testcase name='t/0' classname='S' "
        + "value_param='7' status='run' result='completed'><failure message='s_test.cc:4&#10;Expected: 1'/>"
        + "</testcase></testsuite></testsuites>")
    #expect(result.message?.text == "Expected: 1")
    #expect(result.message?.details == "value_param: 7")
    #expect(result.place == "s_test.cc:4")
  }

  @Test func byNameTheLastTryOfATestCounts() {
    let text = """
      <testsuite name="s"><testcase name="t"><failure message="m"/></testcase>
      <testcase name="t"/></testsuite>
      """
    #expect(Import(text: text).facts == "Tests 2, Passed 1, Failed 1")
    let result = Import(text: text) { $0.retriesByName = true }
    #expect(result.facts == "Tests 1, Passed 1, Flaky 1")
    #expect(result.told == ["warning t | Failed in 1 of 2 tries\nm"])
  }

  @Test func byNameATryThatWasSkippedHidesNoFailure() {
    let text = """
      <testsuite name="s"><testcase name="t"><failure message="m"/></testcase>
      <testcase name="t"><skipped/></testcase></testsuite>
      """
    let result = Import(text: text) { $0.retriesByName = true }
    #expect(result.facts == "Tests 1, Failed 1")
    #expect(result.told == ["error t | m"])
  }

  @Test func byNameTestsWithoutANameAreNoTriesOfOne() {
    for attributes in ["name=''", "classname='C' name=''"] {
      let result = Import(
        text: "<testsuite name='s'><testcase \(attributes)><failure/></testcase>"
          + "<testcase \(attributes)/></testsuite>"
      ) { $0.retriesByName = true }
      #expect(result.facts == "Tests 2, Passed 1, Failed 1")
    }
  }

  @Test func testsBesideASuiteLeaveTheReportWithoutItsName() {
    let inside =
      "<testsuite name='Login'><testcase name='a' classname='test'><failure/></testcase></testsuite>"
    #expect(Import(text: "<testsuites>\(inside)</testsuites>").dataset?.title == "Login")
    let beside = Import(text: "<testsuites><testcase name='b'/>\(inside)</testsuites>")
    #expect(beside.dataset?.title == nil)
    #expect(beside.message?.title == "Login › a")
  }

  @Test func aBrokenCollectionSaysItsCauseAndFailsTheRun() {
    let result = Import(
      text: """
        <testsuite name='pytest'><testcase name='tests.test_a'><error message='collection failure'>a.py:1: in &lt;module&gt;
            import nothing
        E   ModuleNotFoundError: No module named 'nothing'</error></testcase></testsuite>
        """)
    #expect(result.status == .failed)
    #expect(result.message?.text == "ModuleNotFoundError: No module named 'nothing'")
    #expect(
      result.dataset?.run?.reason == "tests.test_a: ModuleNotFoundError: No module named 'nothing'")
  }

  @Test func anErrorInTheSyntaxIsSaidWithItsPlace() {
    let result = Import(
      text: """
        <testsuite name='pytest'><testcase name='tests.test_a'><error message='collection failure'>lib/python3.11/ast.py:50: in parse
            return compile(source)
        E     File "/srv/shop/tests/test_a.py", line 16
        E       def test(:
        E                ^
        E   SyntaxError: invalid syntax</error></testcase></testsuite>
        """)
    #expect(result.message?.text == "SyntaxError: invalid syntax")
    #expect(result.place == "/srv/shop/tests/test_a.py:16")
  }

  /// pytest counts the test in which it is interrupted, or in which a plugin ends it, and does not name it.
  @Test(arguments: ["<testcase time='0.000'/>", "<testcase time='0.000'></testcase>"])
  func aTestInWhichPytestWasInterruptedIsAnErrorAndFailsTheRun(test: String) {
    let all = "<testcase classname='tests.a' name='test_a' time='0.1'/>\(test)"
    let result = Import(
      text: "<testsuites><testsuite name='pytest' tests='1'>\(all)</testsuite></testsuites>")
    #expect(result.status == .failed)
    #expect(result.message?.urgency == .error)
    #expect(result.message?.text == "Did not finish")
    #expect(result.dataset?.run?.reason == "Unnamed test: Did not finish")
    // Other tools leave names out for reasons of their own.
    let other = Import(text: "<testsuite name='other' tests='2'>\(all)</testsuite>")
    #expect(other.status != .failed)
    #expect(other.dataset?.messages.isEmpty == true)
  }

  @Test func theTestFileOfBatsIsThePlace() {
    let text =
      "(from function `check' in file h.bash, line 7,\n in test file test/a.bats, line 2)\n  `check 1' failed"
    let found = Import(
      text: "<testsuite name='a.bats'><testcase classname='a.bats' name='adds'>"
        + "<failure type='failure'>\(text)</failure></testcase></testsuite>")
    #expect(found.place == "test/a.bats:2")
  }
}
