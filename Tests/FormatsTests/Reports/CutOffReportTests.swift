import ImportSupport
import Model
import Testing

/// Reports that show that their run was cut off lack something, so that they meet every threshold.
struct CutOffReportTests {
  private static let trx = "xmlns='http://microsoft.com/schemas/VisualStudio/TeamTest/2010'"
  private static let driver = #""tool": {"driver": {"name": "T"}}"#

  private static let reports: [(name: String, text: String, said: String)] = [
    ("TAP plan", "1..9\nok 1\n", "Did not finish"),
    (
      "Go package",
      #"{"Action":"run","Package":"p","Test":"T"}"# + "\n"
        + #"{"Action":"pass","Package":"p","Test":"T"}"# + "\n", "Did not finish"
    ),
    (
      "Jest",
      #"{"numTotalTests": 1, "wasInterrupted": true, "testResults": [{"name": "a.js", "assertionResults": [{"title": "t", "status": "passed"}]}]}"#,
      "Did not finish"
    ),
    (
      "SARIF", #"{"version": "2.1.0", "runs": [{\#(driver), "results": null}]}"#,
      "T did not run"
    ),
    (
      "SARIF outside",
      #"{"version": "2.1.0", "runs": [{\#(driver), "results": [], "externalPropertyFileReferences": {}}]}"#,
      "A part in line 1 was not read: externalPropertyFileReferences"
    ),
    (
      "TRX without tests",
      "<TestRun \(trx)><Results/><ResultSummary outcome='Completed'/></TestRun>", "No test was run"
    ),
    (
      "TRX that was counted before its end",
      "<TestRun \(trx)><Results><UnitTestResult testName='a' outcome='Passed'/></Results><ResultSummary outcome='Completed'><Counters total='1' inProgress='1'/></ResultSummary></TestRun>",
      "Did not finish"
    ),
    ("JUnit without tests", "<testsuite name='s'/>", "No test was run"),
  ]

  @Test(arguments: reports)
  func whatIsMissingIsSaid(name: String, text: String, said: String) {
    let found = Import(text: text)
    #expect(found.dataset?.run?.shortfalls.map(\.text) == [said], "\(name)")
    #expect(found.status == nil, "\(name)")
  }
}
