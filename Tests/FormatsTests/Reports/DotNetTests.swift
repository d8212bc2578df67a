import Diagnostics
import ImportSupport
import Model
import Testing
import Time
import ToolReports

/// TRX, NUnit and xUnit.net.
struct DotNetTests {
  // MARK: TRX

  private func trx(_ results: String, definitions: String = "", summary: String = "") -> Import {
    Import(
      text: "<TestRun xmlns='http://microsoft.com/schemas/VisualStudio/TeamTest/2010'>\(summary)"
        + "<Results>\(results)</Results><TestDefinitions>\(definitions)</TestDefinitions></TestRun>"
    )
  }

  private func result(_ name: String, _ outcome: String, _ content: String = "") -> String {
    "<UnitTestResult testId='\(name)' testName='\(name)' \(outcome)>\(content)</UnitTestResult>"
  }

  @Test func everyOutcomeOfTRXCounts() {
    let words = [
      "Passed", "Completed", "Warning", "PassedButRunAborted", "Failed", "Error", "Timeout",
      "Aborted", "Disconnected", "NotExecuted", "Inconclusive", "Pending", "NotRunnable",
      "InProgress",
    ]
    let found = trx(words.map { result($0, "outcome='\($0)'") }.joined() + result("none", ""))
    #expect(found.facts == "Tests 15, Passed 4, Failed 1, Errors 6, Skipped 4")
    #expect(
      found.told == [
        "warning Warning", "warning PassedButRunAborted", "error Failed", "error Error",
        "error Timeout", "error Aborted", "error Disconnected", "error NotRunnable",
        "error none",
      ])
    // The last words are those of tests that had not ended.
    #expect(found.status == nil)
  }

  @Test func anUnknownOutcomeOfTRXCountsAsSkippedWithAWarning() {
    let found = trx(result("a", "outcome='Odd'") + result("b", "outcome='Odd'"))
    #expect(found.facts == "Tests 2, Skipped 2")
    #expect(found.diagnostics.map(\.id) == ["unknown-test-status"])
  }

  @Test func classesStandBeforeOrBehindTheResults() {
    let definition =
      "<UnitTest id='M' storage='c:\\out\\a.tests.dll'><TestMethod className='N.C, A, Version=1'/></UnitTest>"
    let behind = trx(result("M", "outcome='Failed'"), definitions: definition)
    let before = Import(
      text: "<TestRun><TestDefinitions>\(definition)</TestDefinitions><Results>"
        + result("M", "outcome='Failed'") + "</Results></TestRun>")
    for found in [behind, before] {
      #expect(found.told == ["error C.M"])
      #expect(found.message?.fingerprint == "test:a.tests.dll\u{1F}N.C\u{1F}M")
    }
  }

  @Test func onlyTheLeavesOfDataDrivenTestsCount() {
    let rows =
      result("R", "dataRowInfo='Data Row 0' outcome='Passed'")
      + result("R", "dataRowInfo='Data Row 1' outcome='Failed'")
    let found = trx(result("R", "outcome='Failed'", "<InnerResults>\(rows)</InnerResults>"))
    #expect(found.facts == "Tests 2, Passed 1, Failed 1")
    #expect(found.told == ["error R (Data Row 1)"])
  }

  @Test func aResultThatFailedWithoutALeafThatFailedIsAnError() {
    let found = trx(
      result(
        "R", "outcome='Failed'", "<InnerResults>\(result("r", "outcome='Passed'"))</InnerResults>"))
    #expect(found.facts == "Tests 1, Passed 1")
    #expect(found.told == ["error R"])
  }

  @Test func aRunThatFailedWithoutAFailedTestSaysWhy() {
    let text =
      "<ResultSummary outcome='Failed'><RunInfos><RunInfo outcome='Warning'><Text>slow</Text></RunInfo>"
      + "<RunInfo outcome='Error'><Text>host crashed\nat x</Text></RunInfo></RunInfos></ResultSummary>"
    let found = trx(result("a", "outcome='Passed'"), summary: text)
    #expect(found.told == ["error host crashed"])
    #expect(found.message?.details == "at x")
    #expect(found.status == .failed)
    #expect(found.dataset?.run?.reason == "host crashed")
    let silent = trx(result("a", "outcome='Passed'"), summary: "<ResultSummary outcome='Failed'/>")
    #expect(silent.told == [])
    #expect(silent.status == .failed)
  }

  @Test func whatTheRunnerSaysOfFailedTestsIsNoErrorOfItsOwn() {
    let text =
      "<ResultSummary outcome='Failed'><RunInfos><RunInfo outcome='Error'><Text>a [FAIL]</Text></RunInfo>"
      + "</RunInfos></ResultSummary>"
    let found = trx(result("a", "outcome='Failed'"), summary: text)
    #expect(found.told == ["error a"])
    #expect(found.status == .completed)
  }

  @Test func aCrashBesideAFailedTestIsAnErrorOfItsOwn() {
    let text =
      "<ResultSummary outcome='Failed'><RunInfos><RunInfo outcome='Error'><Text>a [FAIL]</Text></RunInfo>"
      + "<RunInfo outcome='Error'><Text>Test host process crashed</Text></RunInfo></RunInfos></ResultSummary>"
    let found = trx(result("a", "outcome='Failed'"), summary: text)
    #expect(found.told == ["error a", "error Test host process crashed"])
    #expect(found.status == .failed)
  }

  @Test func anAbortedRunIsNotCompleted() {
    let found = trx(
      result("a", "outcome='Failed'"), summary: "<ResultSummary outcome='Aborted'/>")
    #expect(found.status == .failed)
    let running = trx(
      result("a", "outcome='Passed'"), summary: "<ResultSummary outcome='InProgress'/>")
    #expect(running.status == nil)
  }

  @Test(arguments: ["InProgress", "Pending"])
  func aTestThatHadNotEndedIsNamed(outcome: String) {
    let found = trx(result("a", "outcome='Passed'") + result("b", "outcome='\(outcome)'"))
    #expect(found.facts == "Tests 2, Passed 1, Skipped 1")
    #expect(found.status == nil)
  }

  @Test func warningsOfTheRunAreSaidButThoseOfSkippedTests() {
    let found = trx(
      result("a", "outcome='Passed'"),
      summary: "<ResultSummary outcome='Completed'><RunInfos>"
        + "<RunInfo outcome='Warning'><Text>No test is available in b.dll.</Text></RunInfo>"
        + "<RunInfo outcome='Warning'><Text>[xUnit.net 00:00:01.61]     N.C.m [SKIP]</Text></RunInfo>"
        + "</RunInfos></ResultSummary>")
    #expect(found.told == ["warning No test is available in b.dll."])
    #expect(found.status == .completed)
  }

  @Test func countersThatClaimMoreFailuresAreNoted() {
    let found = trx(
      result("a", "outcome='Failed'"),
      summary: "<ResultSummary outcome='Failed'><Counters failed='2' error='1'/></ResultSummary>")
    #expect(found.diagnostics.map(\.id) == ["total-mismatch"])
    #expect(found.status == nil)
  }

  @Test func aFailureOfTRXHasItsPlaceOutputAndFiles() throws {
    let bytes = try #require(DamagedReportTests.reports.first { $0.name == "trx-plain.trx" }?.bytes)
    let found = Import(bytes: bytes)
    #expect(
      found.told == [
        "error BerthTests.Unmoors | Expected 2 lines, found 1", "error Rows (Data Row 1)",
      ])
    #expect(found.place == "C:/src/harbor/Berth Tests.cs:41")
    #expect(found.message?.details?.hasSuffix("\n\nOutput:\ncasting off") == true)
    #expect(found.message?.link?.url == "night_2026/In/e2/HOST/quay.png")
    let run = try #require(found.dataset?.run)
    #expect(run.facts.last?.number == 70)
    #expect(run.started == .instant(.init(seconds: 1_795_140_720)))
  }

  @Test func theLineOfTheTestsClassIsASecondPlace() {
    let trace = """
      at Shop.Cart.Add(Item item) in /w/Shop/Cart.cs:line 7
      at Shop.Tests.CartTests.Helper() in /w/Tests/CartTests.cs:line 30
      at Shop.Tests.CartTests.Adds() in /w/Tests/CartTests.cs:line 12
      at Shop.Tests.CartTestsRunner.Run() in /w/Tests/Runner.cs:line 3
      """
    #expect(DotNetTrace.test(in: trace, ofClass: "Shop.Tests.CartTests")?.line == 12)
    #expect(DotNetTrace.test(in: trace, ofClass: "Shop.Tests.MenuTests") == nil)
    let found = nunit(
      "<test-case name='Adds' fullname='Shop.Tests.CartTests.Adds' classname='Shop.Tests.CartTests' "
        + "result='Failed'><failure><message>no</message><stack-trace>\(trace)</stack-trace></failure>"
        + "</test-case>")
    #expect(found.place == "/w/Shop/Cart.cs:7")
    #expect(found.testPlace == "/w/Tests/CartTests.cs:12")
  }

  @Test(arguments: [("00:00:01.5", 1.5), ("01:02:03", 3_723), ("1.00:00:00", 86_400)])
  func durationsOfTRXAreThoseOfAClock(text: String, seconds: Double) {
    let found = trx(result("a", "outcome='Passed' duration='\(text)'"))
    #expect(found.dataset?.run?.facts.last?.number == seconds)
    #expect(found.diagnostics.isEmpty)
  }

  @Test func aDurationThatIsNoneIsNoted() {
    let found = trx(result("a", "outcome='Passed' duration='soon'"))
    #expect(found.diagnostics.map(\.id) == ["unreadable-duration"])
  }

  // MARK: NUnit

  private func nunit(_ content: String, _ attributes: String = "") -> Import {
    Import(
      text: "<test-run \(attributes)><test-suite type='Assembly' name='a.dll' fullname='/o/a.dll'>"
        + content + "</test-suite></test-run>")
  }

  private func nunit2(_ content: String, _ attributes: String = "") -> Import {
    Import(
      text: "<test-results \(attributes)><test-suite name='C:\\o\\a.dll'><results>\(content)"
        + "</results></test-suite></test-results>")
  }

  private func nunitCase(_ name: String, _ attributes: String) -> String {
    "<test-case name='\(name)' fullname='N.C.\(name)' \(attributes)/>"
  }

  @Test func everyResultOfNUnit3Counts() {
    let found = nunit(
      nunitCase("p", "result='Passed'") + nunitCase("f", "result='Failed'")
        + nunitCase("e", "result='Failed' label='Error'")
        + nunitCase("i", "result='Failed' label='Invalid'")
        + nunitCase("c", "result='Failed' label='Cancelled'")
        + nunitCase("s", "result='Skipped' label='Ignored'")
        + nunitCase("x", "result='Skipped' label='Explicit'")
        + nunitCase("n", "result='Inconclusive'") + nunitCase("w", "result='Warning'"),
      "total='9' failed='4'")
    #expect(found.facts == "Tests 9, Passed 2, Failed 1, Errors 3, Skipped 3")
    #expect(
      found.told == ["error C.f", "error C.e", "error C.i", "error C.c", "warning C.w"])
    #expect(found.status == .completed)
    #expect(found.diagnostics.isEmpty)
    #expect(found.message?.fingerprint == "test:a.dll\u{1F}N.C\u{1F}f")
  }

  @Test(arguments: [
    ("result='Success'", "Passed"), ("result='Failure'", "Failed"), ("result='Error'", "Errors"),
    ("result='Cancelled'", "Errors"), ("result='Ignored'", "Skipped"),
    ("result='Inconclusive'", "Skipped"), ("result='NotRunnable'", "Errors"),
    ("result='Failed(Error)'", "Failed"), ("result='Skipped:Ignored'", "Skipped"),
    ("executed='True' success='True'", "Passed"), ("executed='True' success='False'", "Failed"),
    ("executed='False'", "Skipped"), ("executed='False' success='False'", "Skipped"),
  ])
  func everyResultOfNUnit2Counts(attributes: String, fact: String) {
    let found = nunit2("<test-case name='N.C.m' \(attributes)/>")
    #expect(found.facts == "Tests 1, \(fact) 1")
  }

  @Test func namesOfNUnitHaveTheirArguments() {
    let found = nunit2("<test-case name='N.C.m(1.5,\"a.b\")' success='False'/>")
    #expect(found.told == [#"error C.m(1.5,"a.b")"#])
    let generic = nunit(
      "<test-case name='m' fullname='N.G&lt;A.B&gt;(2.5).m' classname='N.G`1' result='Failed'/>")
    #expect(generic.told == ["error G<A.B>(2.5).m"])
    #expect(generic.message?.fingerprint == "test:a.dll\u{1F}N.G<A.B>(2.5)\u{1F}m")
  }

  @Test func aSuiteThatFailedByItselfIsAnError() {
    let suite = { (site: String, inside: String) in
      "<test-suite type='TestFixture' name='C' fullname='N.C' result='Failed' site='\(site)'>"
        + "<failure><message>broken rope</message></failure>\(inside)</test-suite>"
    }
    let torn = nunit(suite("TearDown", nunitCase("p", "result='Passed'")))
    #expect(torn.told == ["error C | broken rope"])
    #expect(torn.facts == "Tests 1, Passed 1")
    let child = nunit(suite("SetUp", nunitCase("f", "result='Failed' site='Parent'")))
    #expect(child.told == ["error C.f"])
    #expect(nunit(suite("Child", "")).told == [])
  }

  @Test func anAssemblyThatCanNotBeLoadedFailsTheRun() {
    let found = Import(
      text:
        "<test-run><test-suite type='Assembly' name='a.dll' fullname='/o/a.dll' result='Failed' "
        + "label='Invalid'><reason><message>no such file</message></reason></test-suite></test-run>"
    )
    #expect(found.told == ["error a.dll | no such file"])
    #expect(found.status == .failed)
    #expect(found.dataset?.run?.reason == "no such file")
  }

  @Test func failuresThatOnlyTheTotalsOfNUnitKnowAreSaid() {
    let found = nunit(nunitCase("p", "result='Passed'"), "failed='2'")
    #expect(found.told == ["error 2 failures have no details"])
    #expect(found.status == nil)
    let old = nunit2("<test-case name='N.C.p' success='True'/>", "failures='1'")
    #expect(old.told == ["warning 1 failure has no details"])
    #expect(old.status == nil)
    #expect(
      old.dataset?.run?.shortfalls.map(\.text) == ["1 failure has no details"])
  }

  @Test func aCancelledRunOfNUnitIsNotCompleted() {
    #expect(nunit(nunitCase("p", "result='Passed'"), "label='Cancelled'").status == .failed)
  }

  @Test func aReportOfNUnitWithoutTestsIsNotComplete() {
    for found in [nunit(""), nunit2("")] {
      #expect(found.status == nil)
      #expect(found.diagnostics.map(\.id) == ["no-tests"])
    }
  }

  // MARK: xUnit.net

  private func xunit(_ tests: String, errors: String = "", _ attributes: String = "") -> Import {
    Import(
      text: "<assemblies><assembly name='/o/a.dll' \(attributes)><errors>\(errors)</errors>"
        + "<collection>\(tests)</collection></assembly></assemblies>")
  }

  @Test func everyResultOfXUnitCounts() {
    let tests = ["Pass", "Fail", "Skip", "NotRun", "Odd"].map {
      "<test name='N.C.\($0)' type='N.C' method='\($0)' result='\($0)' time='0.5'/>"
    }
    let found = xunit(tests.joined(), "total='5' failed='1'")
    #expect(found.facts == "Tests 5, Passed 1, Failed 1, Skipped 3")
    #expect(found.told == ["error C.Fail"])
    #expect(found.diagnostics.map(\.id) == ["unknown-test-status"])
    #expect(found.message?.fingerprint == "test:a.dll\u{1F}N.C\u{1F}Fail")
  }

  @Test func anErrorOfAnAssemblyFailsTheRun() {
    let found = xunit(
      "<test name='N.C.m' type='N.C' result='Pass'/>",
      errors: "<error type='fatal' name='x'><failure exception-type='E.X'><message>gone</message>"
        + "<stack-trace>   at N.C..ctor() in /s/C.cs:line 3</stack-trace></failure></error>",
      "failed='0' errors='1'")
    #expect(found.told == ["error fatal: x | gone (E.X)"])
    #expect(found.place == "/s/C.cs:3")
    #expect(found.status == .failed)
  }

  @Test func aFailureOfXUnitIsAtItsTraceElseAtItsTest() {
    let failure = { (trace: String) in
      "<test name='d' type='N.C' result='Fail' source-file='C.cs' source-line='2'><failure>"
        + "<message>m</message><stack-trace>\(trace)</stack-trace></failure></test>"
    }
    #expect(xunit(failure("   at N.C.d() in /s/C.cs:line 7")).place == "/s/C.cs:7")
    #expect(xunit(failure("   at N.C.d()")).place == "C.cs:2")
  }

  @Test func aTestOfXUnitWithWarningsIsAWarning() {
    let found = xunit(
      "<test name='d' type='N.C' result='Pass'><warnings><warning>wet</warning></warnings></test>")
    #expect(found.told == ["warning C.d | wet"])
  }

  @Test func failuresThatOnlyTheTotalsOfXUnitKnowAreAnError() {
    let found = xunit("<test name='d' type='N.C' result='Pass'/>", "failed='1'")
    #expect(found.told == ["error 1 failure has no details"])
    #expect(found.status == nil)
  }

  // MARK: Traces

  @Test(arguments: [
    ("   at N.C.m(Int32 a) in C:\\My Code\\C.cs:line 12", "C:/My Code/C.cs:12"),
    ("   à N.C.m() dans k:\\C.cs:ligne 30", "k:/C.cs:30"),
    ("   bei N.C.m() in /src/C.cs:Zeile 4.", "/src/C.cs:4"),
    ("   在 N.C.m() 位置 D:\\C.cs:行号 5", "D:/C.cs:5"),
    ("at Xunit.Assert.True() in /x/A.cs:line 1\n at N.C.m() in /s/C.cs:line 2", "/s/C.cs:2"),
    ("at Xunit.Assert.True() in /x/A.cs:line 1", "/x/A.cs:1"),
  ])
  func thePlaceOfATraceIsFoundInAnyLanguage(trace: String, place: String) {
    let found = xunit(
      "<test name='d' type='N.C' result='Fail'><failure><message>m</message><stack-trace>\(trace)"
        + "</stack-trace></failure></test>")
    #expect(found.place == place)
  }

  @Test(arguments: [
    "", "at N.C.m()", ") in :line 1", "at a() in x:line 0", "at a() in b.cs:line x", "(((",
    ") ) ) 1",
  ])
  func aTraceWithoutAPlaceHasNone(trace: String) {
    let found = xunit(
      "<test name='d' type='N.C' result='Fail'><failure><message>m</message><stack-trace>\(trace)"
        + "</stack-trace></failure></test>")
    #expect(found.place == nil)
  }
}
