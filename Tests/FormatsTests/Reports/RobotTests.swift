import Diagnostics
import ImportSupport
import Model
import TestSupport
import Testing
import Text
import Time
import ToolReports

struct RobotTests {
  private func read(_ content: String, rest: String = "", generator: String = "Robot 7.1") -> Import
  {
    Import(
      text: "<robot generator='\(generator)'><suite name='S' source='/s/s.robot'>\(content)</suite>"
        + rest + "</robot>")
  }

  private func test(_ name: String, _ status: String, _ message: String = "", steps: String = "")
    -> String
  {
    "<test name='\(name)' line='3'>\(steps)<status status='\(status)'>\(message)</status></test>"
  }

  private func keyword(_ status: String, _ content: String, _ attributes: String = "") -> String {
    "<kw name='K' \(attributes)>\(content)<status status='\(status)'/></kw>"
  }

  private func message(_ text: String, _ level: String = "INFO", _ attributes: String = "")
    -> String
  {
    "<msg level='\(level)' \(attributes)>\(text)</msg>"
  }

  @Test func theGeneratorIsTheEnvironment() {
    let found = read(test("p", "PASS"), generator: "Robot 7.1 (Python 3.12.3 on linux)")
    #expect(found.environment == "Robot Framework 7.1, Python 3.12.3, System linux")
    #expect(read("", generator: "Robot").environment == "")
  }

  @Test func everyStatusCounts() {
    let found = read(
      test("p", "PASS") + test("f", "FAIL", "m") + test("s", "SKIP") + test("n", "NOT RUN"))
    #expect(found.facts == "Tests 4, Passed 1, Failed 1, Skipped 2")
    #expect(found.told == ["error f | m"])
    #expect(found.place == "/s/s.robot:3")
    #expect(found.message?.fingerprint == "test:S\u{1F}f")
    #expect(found.status == .completed)
    #expect(found.dataset?.title == "S")
  }

  @Test func aFailedTestHasItsKeywords() {
    let failed = "<status status='FAIL'/>"
    let inner = "<kw name='Click'><status status='FAIL'>no button</status></kw>"
    let branch =
      "<if><branch type='IF' condition='$x'>\(inner)\(failed)</branch>\(failed)</if>"
    let times = "start='2026-01-01T10:00:00' elapsed='1.5'"
    let opened = "<kw name='Open'><arg>x</arg><status status='PASS' \(times)/></kw>"
    let rest = "<kw name='Close'><status status='NOT RUN'/></kw>"
    let found = read(
      test("a", "FAIL", "gone", steps: opened + branch + rest) + test("p", "PASS", steps: opened))
    #expect(
      found.message?.steps == [
        .init(title: "Open", status: .passed, seconds: 1.5),
        .init(
          title: "IF", status: .failed,
          children: [
            .init(
              title: "IF $x", status: .failed,
              children: [.init(title: "Click", status: .failed, message: "no button")])
          ]),
        .init(title: "Close", status: .skipped),
      ])
  }

  @Test func ofManyKeywordsTheFailureIsKept() {
    let many = String(repeating: keyword("PASS", ""), count: 20_000)
    let deep =
      String(repeating: "<kw name='D'>", count: 150)
      + String(repeating: "<status status='FAIL'/></kw>", count: 150)
    let message = read(test("a", "FAIL", "m", steps: many + deep)).message
    #expect(message?.steps.totalCount == 1_000)
    #expect(message?.stepsLeftOut == 19_150)
    #expect(message?.steps.failingPath.count == 32)
  }

  @Test func aTestWithoutAStatusNeverCountsAsPassed() {
    let found = read("<test name='a'/>" + test("b", "ODD"))
    #expect(found.facts == "Tests 2, Skipped 2")
    #expect(found.diagnostics.map(\.id) == ["unknown-test-status"])
  }

  @Test func aFailedSuiteTeardownFailsEveryTestBelow() {
    let teardown = "<kw name='T' type='TEARDOWN'><status status='FAIL'>stuck</status></kw>"
    let inner = "<suite name='I'>\(test("p", "PASS"))\(test("s", "SKIP"))</suite>"
    let found = read(inner + test("f", "FAIL", "m") + teardown)
    #expect(found.facts == "Tests 3, Failed 2, Skipped 1")
    #expect(
      found.told == ["error p | Parent suite teardown failed:\nstuck", "error f | m"])
    #expect(
      found.dataset?.messages.last?.details == "Also parent suite teardown failed:\nstuck")
    // What stands beside the suite has nothing to do with it.
    let beside = read("<suite name='I'>\(test("p", "PASS"))\(teardown)</suite>" + test("q", "PASS"))
    #expect(beside.facts == "Tests 2, Passed 1, Failed 1")
    // Older versions write it in lower case, and rebot has applied it.
    let old = teardown.replacing("TEARDOWN", with: "teardown")
    #expect(read(test("p", "PASS") + old).facts == "Tests 1, Failed 1")
    #expect(read(test("p", "PASS") + old, generator: "Rebot 7.1").facts == "Tests 1, Passed 1")
  }

  @Test func aSkippedSuiteTeardownSkipsEveryTestBelowAsRobotDoes() {
    let found = read(
      test("p", "PASS") + test("f", "FAIL", "m")
        + "<kw type='TEARDOWN'><status status='SKIP'>no</status></kw>")
    #expect(found.facts == "Tests 2, Skipped 2")
    #expect(found.told == [])
  }

  @Test func theLastFailedKeywordTellsTheDetails() {
    let caught = keyword("PASS", keyword("FAIL", message("caught", "FAIL")))
    let first = keyword("FAIL", message("first", "FAIL"))
    let last = keyword(
      "FAIL",
      keyword("PASS", message("fine"))
        + keyword("FAIL", message("wet") + message("rope", "FAIL") + message("Return", "TRACE")))
    let found = read(
      test(
        "f", "FAIL", "Several failures occurred:\n\n1) first\n\n2) rope",
        steps: first + last + caught))
    #expect(found.told == ["error f | Several failures occurred:\n1) first"])
    #expect(found.message?.details == "2) rope\n\nwet\nrope")
    let passed = read(test("p", "PASS", steps: last))
    #expect(passed.told == [])
  }

  @Test func messagesInHTMLAreText() {
    let found = read(
      test(
        "f", "FAIL", "*HTML* &lt;b&gt;rope&lt;/b&gt; &amp;lt; 2&lt;br&gt;a &lt; b",
        steps: keyword("FAIL", message("&lt;img src='x'&gt;shot", "INFO", "html='yes'"))))
    #expect(found.told == ["error f | rope < 2\na < b"])
    #expect(found.message?.details == "shot")
  }

  @Test func errorsOfTheRunAreWarningsWithTheirPlace() {
    let found = read(
      test("p", "PASS"),
      rest: "<errors>"
        + message("Error in file '/s/s.robot' on line 2: No library.", "ERROR")
        + message("Old keyword.", "WARN") + "</errors>")
    #expect(found.told == ["warning No library.", "warning Old keyword."])
    #expect(found.place == "/s/s.robot:2")
    #expect(found.dataset?.categories.map(\.title) == ["Robot Framework"])
    #expect(found.status == .completed)
  }

  @Test func theStatisticsAreCompared() {
    func statistics(_ name: String, fail: Int) -> String {
      "<statistics><total><stat pass='1' fail='\(fail)' skip='0'>\(name)</stat></total>"
        + "<tag><stat pass='0' fail='9'>All Tests</stat></tag>"
        + "<suite><stat pass='0' fail='9' name='S'>S</stat></suite></statistics>"
    }
    let right = read(test("p", "PASS"), rest: statistics("All Tests", fail: 0))
    #expect(right.diagnostics.isEmpty && right.status == .completed)
    let hidden = read(test("p", "PASS"), rest: statistics("All Tasks", fail: 1))
    #expect(hidden.told == ["error 1 failure has no details"])
    #expect(hidden.status == nil)
    let other = read(
      test("p", "PASS") + test("q", "PASS"), rest: statistics("All Tests", fail: 0))
    #expect(other.diagnostics.map(\.id) == ["total-mismatch"])
  }

  @Test(arguments: [
    "start='2026-11-20T03:12:00.500000' elapsed='2.25'",
    "starttime='20261120 03:12:00.500' endtime='20261120 03:12:02.750'",
  ])
  func timesOfAllVersionsAreRead(times: String) {
    let found = read(
      "<test name='p'><status status='PASS' \(times)/></test><status status='PASS' \(times)/>")
    let run = found.dataset?.run
    #expect(run?.facts.first { $0.kind == .duration }?.number == 2.25)
    #expect(run?.started == TimePoint(parsing: "2026-11-20T03:12:00"))
    #expect(found.diagnostics.isEmpty)
  }

  @Test(arguments: ["N/A", "", "20261120", "20261320 03:12:00.500", "20261120x03:12:00.500"])
  func timesThatCanNotBeReadAreLeftOut(time: String) {
    let found = read(
      "<test name='p'><status status='PASS' starttime='\(time)' endtime='\(time)'/></test>")
    #expect(found.facts == "Tests 1, Passed 1")
    #expect(found.dataset?.run?.started == nil)
  }

  @Test func aReportWithoutTestsIsNotComplete() {
    let found = read("")
    #expect(found.status == nil)
    #expect(found.diagnostics.map(\.id) == ["no-tests"])
  }

  @Test func hostileMessagesTakeLinearTime() {
    let ratio = growth { count in
      let html = String(repeating: "&lt;a", count: count)
      let found = Import(
        text: "<robot><suite name='s'>"
          + self.test(
            "f", "FAIL", "*HTML*" + html,
            steps: self.keyword("FAIL", self.message(html, "FAIL", "html='yes'")))
          + "</suite></robot>"
      ) { $0.detailsLimit = 0 }
      #expect(found.facts == "Tests 1, Failed 1")
    }
    #expect(ratio < 40)
  }

  @Test func manyFailingTeardownsOfNestedSuitesStaySmall() {
    let teardown =
      "<kw type='TEARDOWN'><status status='FAIL'>\(String(repeating: "x", count: 9_000))</status></kw>"
    let open = String(repeating: "<suite name='s'>", count: 200)
    let close = String(repeating: teardown + "</suite>", count: 200)
    let found = Import(text: "<robot>\(open)\(test("f", "FAIL", "m"))\(close)</robot>")
    #expect(found.facts == "Tests 1, Failed 1")
    #expect((found.message?.details ?? "").utf8.count < 10_000)
  }
}
