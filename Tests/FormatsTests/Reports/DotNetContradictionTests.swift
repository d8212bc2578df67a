import Diagnostics
import ImportSupport
import Model
import Testing
import ToolReports

/// Reports of TRX and NUnit in which a test did not run or failed despite the result of another part.
struct DotNetContradictionTests {
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

  @Test func aDefinedTestWithoutAResultIsMissing() {
    let definitions = { (ids: [String]) in
      ids.map { "<UnitTest id='\($0)'><TestMethod className='C'/></UnitTest>" }.joined()
    }
    let found = trx(result("a", "outcome='Passed'"), definitions: definitions(["a", "b"]))
    #expect(found.dataset?.run?.shortfalls.map(\.text) == ["2 tests counted, 1 in the report"])
    #expect(found.status == nil)
    // The rows of data have the definition of their test.
    let row = result("a", "outcome='Passed'")
    let rows = trx(
      result("a", "outcome='Passed'", "<InnerResults>\(row)\(row)</InnerResults>"),
      definitions: definitions(["a"]))
    #expect(rows.dataset?.run?.shortfalls.isEmpty == true)
    // Results that do not name their definitions show nothing about them.
    let unnamed = trx(
      "<UnitTestResult testName='a' outcome='Passed'/>", definitions: definitions(["a", "b"]))
    #expect(unnamed.dataset?.run?.shortfalls.isEmpty == true)
  }

  @Test func anUnknownOutcomeOfARunOfTRXIsNamed() {
    let found = trx(
      result("a", "outcome='Passed'"), summary: "<ResultSummary outcome='Broken'/>")
    #expect(found.dataset?.run?.shortfalls.count == 1)
    #expect(found.status == nil)
  }

  // MARK: NUnit

  private func nunit(_ content: String) -> Import {
    Import(
      text: "<test-run><test-suite type='Assembly' name='a.dll' fullname='/o/a.dll'>"
        + content + "</test-suite></test-run>")
  }

  private func nunitCase(_ name: String, _ attributes: String) -> String {
    "<test-case name='\(name)' fullname='N.C.\(name)' \(attributes)/>"
  }

  @Test(arguments: ["Passed", "Skipped", "Inconclusive", "Failed"])
  func aFixtureThatCouldNotRunIsAnError(result: String) {
    let found = nunit(
      nunitCase("p", "result='Passed'")
        + "<test-suite type='TestFixture' name='C' fullname='N.C' runstate='NotRunnable' "
        + "result='\(result)'><reason><message>no constructor</message></reason></test-suite>")
    #expect(found.told == ["error C | no constructor"])
    #expect(found.status == .failed)
  }

  @Test func anInvalidTestIsAnErrorDespiteItsResult() {
    let found = nunit(
      nunitCase("i", "result='Skipped' runstate='NotRunnable'")
        + nunitCase("n", "result='Passed' runstate='NotRunnable'"))
    #expect(found.facts == "Tests 2, Errors 2")
  }

  @Test(arguments: [
    ("Passed", "Failed", "Tests 1, Failed 1", "error C.t | no"),
    ("Warning", "Failed", "Tests 1, Failed 1", "error C.t | no"),
    ("Passed", "Error", "Tests 1, Failed 1", "error C.t | no"),
    ("Passed", "Warning", "Tests 1, Passed 1", "warning C.t | no"),
    ("Failed", "Failed", "Tests 1, Failed 1", "error C.t | no"),
  ])
  func anAssertionCountsDespiteTheResultOfItsTest(
    result: String, assertion: String, facts: String, told: String
  ) {
    let found = nunit(
      "<test-case name='t' fullname='N.C.t' result='\(result)'><assertions>"
        + "<assertion result='Passed'/><assertion result='\(assertion)'><message>no</message>"
        + "</assertion></assertions></test-case>")
    #expect(found.facts == facts)
    #expect(found.told == [told])
  }

  @Test func aListOfTestsToRunIsNoRun() {
    let found = nunit(nunitCase("t", "runstate='Runnable'"))
    #expect(found.facts == "Tests 1, Skipped 1")
    #expect(found.status == nil)
  }
}
