import ImportSupport
import Model
import Testing

/// Parts of reports that their formats do not know: they are said, and the run is not completed.
@Suite struct UnreadPartsTests {
  private static let trx = "xmlns='http://microsoft.com/schemas/VisualStudio/TeamTest/2010'"
  private static let result = "<UnitTestResult testName='a' outcome='Passed'/>"
  private static let dbt =
    #""metadata": {"dbt_schema_version": "x"}, "results": [{"unique_id": "model.a.b", "status": "success"}"#
  private static let trivy = #""SchemaVersion": 2, "ArtifactName": "x""#

  /// Reports in which all tests passed, with the sentence about what was not read.
  private static let unread: [(name: String, text: String, said: String)] = [
    (
      "JUnit group",
      "<testsuites><testsuite name='s'><testcase name='a'/></testsuite>\n<group><testcase name='b'><failure/></testcase></group></testsuites>",
      "A part in line 2 was not read: <group>"
    ),
    (
      "JUnit test in a test",
      "<testsuite name='s'><testcase name='a'><testcase name='b'><failure/></testcase></testcase></testsuite>",
      "A part in line 1 was not read: <testcase>"
    ),
    (
      "xUnit.net list",
      "<assemblies><assembly name='a.dll'><collection><test name='t' result='Pass'/><theory><test name='u' result='Fail'/></theory></collection></assembly></assemblies>",
      "A part in line 1 was not read: <theory>"
    ),
    (
      "xUnit.net result",
      "<assemblies><assembly name='a.dll'><collection><test name='t' result='Pass'/><test name='u' result='Crashed'/></collection></assembly></assemblies>",
      "A part in line 1 was not read: result=\"Crashed\""
    ),
    (
      "NUnit list",
      "<test-run><test-suite name='s' result='Passed'><test-case name='t' result='Passed'/><cases><test-case name='u' result='Failed'/></cases></test-suite></test-run>",
      "A part in line 1 was not read: <cases>"
    ),
    (
      "NUnit results",
      "<test-run><test-suite name='s' result='Passed'><test-case name='t' result='Passed'/>\n<test-case name='u' result='Hung'/><test-case name='v' result='Hung'/></test-suite></test-run>",
      "2 parts were not read, the first is in line 2: result=\"Hung\""
    ),
    (
      "TRX list",
      "<TestRun \(trx)><Results>\(result)</Results><MoreResults><UnitTestResult testName='b' outcome='Failed'/></MoreResults></TestRun>",
      "A part in line 1 was not read: <MoreResults>"
    ),
    (
      "TRX outcome",
      "<TestRun \(trx)><Results>\(result)<UnitTestResult testName='b' outcome='Lost'/></Results></TestRun>",
      "A part in line 1 was not read: outcome=\"Lost\""
    ),
    (
      "Robot folder",
      "<robot><suite name='s'><test name='t'><status status='PASS'/></test><folder><test name='u'><status status='FAIL'/></test></folder><status status='PASS'/></suite></robot>",
      "A part in line 1 was not read: <folder>"
    ),
    (
      "Robot status",
      "<robot><suite name='s'><test name='t'><status status='PASS'/></test>\n<test name='u'><status status='LOST'/></test><status status='PASS'/></suite></robot>",
      "A part in line 2 was not read: <status>"
    ),
    (
      "Checkstyle finding",
      "<checkstyle><file name='a.c'><violation line='3' message='no'/></file></checkstyle>",
      "A part in line 1 was not read: <violation>"
    ),
    (
      "Checkstyle folder",
      "<checkstyle>\n<folder><file name='a.c'><error message='no'/></file></folder></checkstyle>",
      "A part in line 2 was not read: <folder>"
    ),
    (
      "dbt status", "{\(dbt),\n{\"unique_id\": \"model.a.c\", \"status\": \"lost\"}]}",
      "A part in line 2 was not read: status: lost"
    ),
    ("dbt result", "{\(dbt),\n\"error\"]}", "A part in line 2 was not read: error"),
    (
      "Trivy list",
      "{\(trivy), \"Results\": [{\"Target\": \"x\",\n\"Malware\": [{\"Severity\": \"HIGH\"}]}]}",
      "A part in line 2 was not read: Malware"
    ),
    (
      "Trivy results", "{\(trivy),\n\"Findings\": [{\"Target\": \"x\"}]}",
      "A part in line 2 was not read: Findings"
    ),
  ]

  @Test(arguments: unread.indices)
  func areSaidAndLeaveTheRunOpen(index: Int) {
    let (name, text, said) = Self.unread[index]
    let report = TextReport(text)
    #expect(report.shortfalls == [said], "\(name)")
    #expect(report.status == nil)
    #expect(report.messages.isEmpty)
  }

  @Test(arguments: [
    (#"{"Failures": 2}"#, "PASS"), (#"{"Failures": "2"}"#, "PASS"),
    (#"{"Failures": 1e30}"#, "FAIL"),
  ])
  func trivyListsTheFailuresThatItCounts(summary: String, status: String) {
    let text =
      #"{"SchemaVersion": 2, "ArtifactName": "x", "Results": [{"Target": "t", "Class": "config", "MisconfSummary": "#
      + summary + #", "Misconfigurations": [{"ID": "A", "Status": ""# + status + #""}]}]}"#
    #expect(TextReport(text, as: "trivy").shortfalls.count == 1)
  }

  @Test func trivyListsTheChecksThatItCounts() {
    func report(_ checks: String) -> TextReport {
      TextReport(
        "{\(Self.trivy), \"Results\": [{\"Target\": \"a.tf\", \"Class\": \"config\", \"MisconfSummary\": {\"Failures\": 1}\(checks)}]}"
      )
    }
    #expect(report("").shortfalls == ["1 failure has no details"])
    let listed = report(
      ", \"Misconfigurations\": [{\"ID\": \"A\", \"Status\": \"FAIL\", \"Severity\": \"LOW\"}]")
    #expect(listed.shortfalls == [])
  }

  @Test func whatNoFormatTakesForATestIsPassedOver() {
    let reports = [
      "<testsuite name='s'><metadata><x/></metadata><testcase name='a'><links><link/></links></testcase></testsuite>",
      "<test-run><environment/><test-suite name='s' result='Passed'><settings><setting/></settings><test-case name='t' result='Passed'><assertions/></test-case></test-suite></test-run>",
      "{\(Self.trivy), \"Results\": [{\"Target\": \"x\", \"Packages\": [{\"Name\": \"a\"}], \"Notes\": [\"a\"]}]}",
    ]
    for text in reports {
      let report = TextReport(text)
      #expect(report.shortfalls == [])
      #expect(report.status == .completed)
    }
  }

  @Test func aTextBetweenFindingsSaysFailure() {
    let text = "<checkstyle>\nPHP Fatal error: out of memory\n<file name='a.c'/></checkstyle>"
    let report = TextReport(text)
    #expect(report.shortfalls.count == 1)
    #expect(report.status == nil)
  }

  @Test func linesOfOtherProgramsInLCOV() {
    let record =
      "TN:\n# made by hand\nSF:a.c\nVER:1\nFN:1,f\nFNDA:1,f\nBRDA:1,0,0,1\nDA:1,1\nLF:1\nLH:1\n"
    let end = "end_of_record\n"
    #expect(TextReport(record + end).shortfalls == [])
    for line in ["a.c:3:1: error: no", "Killed", "DA:x,1", "geninfo: ERROR: no data"] {
      let report = TextReport(record + line + "\n" + end, as: "lcov")
      #expect(report.shortfalls == ["A part in line 11 was not read: \(line)"])
      #expect(report.counts == "Coverage 100.0 %")
    }
  }

  @Test func rowsOfAnotherLengthInATable() {
    func shortfalls(_ row: String) -> [String] {
      TextReport("severity,title,file\n\(row)\n", as: "csv").shortfalls
    }
    #expect(shortfalls("pass") == ["A part in line 2 was not read: pass"])
    #expect(shortfalls("pass,a") == [])
    #expect(shortfalls("pass,a,b,c") == ["A part in line 2 was not read: pass, a, b, c"])
    #expect(shortfalls("pass,a,b") == [])
    #expect(shortfalls("pass,a,b,,") == [])
  }

  @Test func secretsInWhatWasNotReadAreHidden() {
    let report = TextReport(
      "TN:\nSF:a.c\nDA:1,1\ntoken=ghp_0123456789abcdefghijABCDEFGHIJ012345\nend_of_record\n")
    #expect(report.shortfalls.count == 1)
    #expect(!"\(report.shortfalls)".contains("ghp_0123456789"))
  }

  @Test(arguments: ["Error: no", "curl: (28) timed out", "Killed"])
  func linesOutsideOfACalendarThatSayFailure(line: String) {
    let event =
      "BEGIN:VEVENT\nUID:1\nDTSTAMP:20260101T000000Z\nDTSTART:20260412\nSUMMARY:Error: no\nEND:VEVENT\n"
    let good = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n\(event)END:VCALENDAR\n"
    #expect(TextReport(good).dataset.run == nil)
    let said = "Line 3 says that something failed: \(line)"
    #expect(
      TextReport(good.replacing("PRODID", with: line + "\nPRODID")).shortfalls == [said])
    let behind = TextReport(good + line + "\n")
    #expect(behind.shortfalls.count == 1)
    #expect(behind.dataset.run?.hasCompleted == false)
  }
}
