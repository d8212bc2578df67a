import Diagnostics
import ImportSupport
import Model
import Testing

/// What JUnit reports say of an outcome by attributes and elements of no known dialect.
struct JUnitOutcomeTests {
  private func suite(_ content: String, _ attributes: String = "") -> Import {
    Import(text: "<testsuite name='s' \(attributes)>\(content)</testsuite>")
  }

  private func shortfalls(_ report: Import) -> [String] {
    report.dataset?.run?.shortfalls.map(\.text) ?? []
  }

  @Test(arguments: [
    "status='timedOut'", "status='crash'", "status='Aborted'", "status='not_run'",
    "result='killed'",
    "outcome='red'", "success='false'", "passed='false'", "executed='false'", "status='1'",
    "status='run' result='odd'",
  ])
  func anUnknownOutcomeIsNamedAndNeverPasses(attributes: String) {
    let found = suite("<testcase name='t' \(attributes)/>")
    #expect(found.facts == "Tests 1, Skipped 1")
    #expect(found.diagnostics.map(\.id) == ["unknown-test-status"])
    #expect(found.status == nil)
    #expect(shortfalls(found).first?.hasPrefix("A part in line 1 was not read: ") == true)
  }

  @Test(arguments: ["exitCode", "exit_code", "exit-code", "exit_status", "returncode"])
  func theExitStatusOfASuiteIsAClaim(name: String) {
    func found(_ value: String) -> Import {
      suite(
        "<properties><property name='\(name)' value='\(value)'/></properties><testcase name='t'/>")
    }
    #expect(
      shortfalls(found("2")) == [
        "s: Reported as \(name): 2, without a failure in the report"
      ])
    #expect(found("2").status == nil)
    for value in ["0", "", "none"] { #expect(found(value).status == .completed) }
  }

  @Test func theExitStatusOfATestIsNoClaim() {
    let found = suite(
      "<testcase name='t'><properties><property name='exitCode' value='2'/></properties></testcase>"
    )
    #expect(found.status == .completed)
  }

  @Test(arguments: ["<crash/>", "<failures/>", "<incomplete message='m'/>", "<Failure/>"])
  func anUnknownElementMayBeAnOutcome(element: String) {
    let found = suite("<testcase name='t'>\(element)</testcase>")
    #expect(found.facts == "Tests 1, Skipped 1")
    #expect(found.status == nil)
    let around = suite("<testcase name='t'/>\(element)")
    #expect(around.status == nil)
    #expect(shortfalls(around).count == 1)
  }

  @Test(arguments: [
    "status='passed'", "status=' SUCCESS '", "status='Completed'", "result='ok'", "outcome='green'",
    "success='true'", "failed='false'", "failure='0'", "status=''", "status='run'",
  ])
  func wordsOfSuccessPass(attributes: String) {
    let found = suite("<testcase name='t' \(attributes)/>")
    #expect(found.facts == "Tests 1, Passed 1")
    #expect(found.status == .completed)
    #expect(found.diagnostics.isEmpty)
  }

  @Test(arguments: [
    "status='FAILED '", "result='failure'", "outcome='error'", "failed='true'",
    "failure='one is two'",
  ])
  func wordsOfFailureFail(attributes: String) {
    #expect(suite("<testcase name='t' \(attributes)/>").told == ["error t"])
  }

  @Test func anElementSaysMoreThanAnUnknownWord() {
    let failed = suite("<testcase name='t' status='timedOut'><failure message='m'/></testcase>")
    #expect(failed.told == ["error t | m"])
    #expect(failed.status == .completed)
    let skipped = suite("<testcase name='t' status='pending'><skipped/></testcase>")
    #expect(skipped.facts == "Tests 1, Skipped 1")
    #expect(skipped.status == .completed)
  }

  @Test func elementsThatDescribeATestSayNothingOfItsOutcome() {
    let found = suite(
      "<testcase name='t'><time>1</time><properties/><attachments><attachment/></attachments></testcase>"
        + "<tests>1</tests><failures>0</failures><errors>0</errors>")
    #expect(found.facts == "Tests 1, Passed 1")
    #expect(found.status == .completed)
  }

  @Test func wordsMayCallATestFlakyOrWarn() {
    #expect(suite("<testcase name='t' status='flaky'/>").facts == "Tests 1, Passed 1, Flaky 1")
    #expect(suite("<testcase name='t' status='WARNING'/>").told == ["warning t"])
  }

  @Test(arguments: ["failed='1'", "failure='1'", "failures='1.0'", "failures=' 1 '"])
  func failuresOfASuiteCountUnderAllTheirNames(attributes: String) {
    let found = suite("<testcase name='t'/>", attributes)
    #expect(found.told == ["error 1 failure has no details"])
  }

  @Test func aSuiteWithAnUnknownOutcomeIsNotComplete() {
    let found = suite("<testcase name='t'/>", "status='aborted'")
    #expect(shortfalls(found) == ["s: Reported as aborted, without a failure in the report"])
    #expect(shortfalls(suite("<testcase name='t'/>", "success='12'")) == [])
  }

  @Test(arguments: ["rerunFailure", "rerunError"])
  func triesThatFailedWithoutALastFailureAreFlaky(element: String) {
    let found = suite("<testcase name='t'><\(element) message='m'/></testcase>")
    #expect(found.facts == "Tests 1, Passed 1, Flaky 1")
    #expect(found.told == ["warning t | Failed in 1 of 2 tries\nm"])
  }
}
