import Diagnostics
import ImportSupport
import Model
import Testing

/// Single Allure results. Folders of them are tested with the program.
struct AllureTests {
  private func read(_ members: String, name: String = #""name": "a""#) -> Import {
    Import(text: #"{"uuid": "u", \#(name), "stage": "finished", \#(members)}"#)
  }

  @Test func testsCountByTheirStatus() {
    #expect(read(#""status": "passed""#).facts == "Tests 1, Passed 1")
    #expect(read(#""status": "Passed""#).facts == "Tests 1, Passed 1")
    #expect(read(#""status": "failed""#).facts == "Tests 1, Failed 1")
    #expect(read(#""status": "broken""#).facts == "Tests 1, Errors 1")
    #expect(read(#""status": "skipped""#).facts == "Tests 1, Skipped 1")
    #expect(read(#""status": "passed""#).status == .completed)
  }

  @Test(arguments: [#""status": "unknown""#, #""status": null"#, #""start": 1"#])
  func anUnknownStatusIsNeverGreen(members: String) {
    let found = read(members)
    #expect(found.facts == "Tests 1, Skipped 1")
    #expect(found.status == nil)
    #expect(found.dataset?.run?.shortfalls.count == 1)
  }

  @Test func aFailureHasItsReasonItsLinksAndItsOwner() {
    let found = read(
      #"""
      "status": "failed", "fullName": "shop#a",
      "statusDetails": {"message": "no socket\n\nat once", "trace": "no socket\n  at Pay"},
      "labels": [{"name": "suite", "value": "Cart"}, {"name": "owner", "value": "anna"},
        {"name": "severity", "value": "critical"}, {"name": "tag", "value": "x"},
        {"name": "tag", "value": "y"}],
      "links": [{"type": "tms", "name": "T-7", "url": "https://t/7"},
        {"type": "issue", "url": "https://i/1"}, {"name": "bad", "url": "javascript:x"}]
      """#)
    #expect(found.told == ["error Cart › a | no socket"])
    #expect(found.message?.owner == "anna")
    #expect(found.message?.link == .init(title: "https://i/1", url: "https://i/1"))
    #expect(found.message?.actions.map(\.title) == ["T-7"])
    #expect(found.message?.properties.map(\.name) == ["severity", "tags"])
  }

  @Test func parametersTellTestsApart() {
    let found = read(
      #"""
      "status": "failed", "parameters": [{"name": "n", "value": "2"}, {"name": "pin", "value": "12", "mode": "masked"},
        {"name": "s", "value": "34", "mode": "hidden"}, {"name": "time", "value": "56", "excluded": true}]
      """#)
    #expect(found.message?.title == "a [n = 2, pin = ••••]")
    let named = read(
      #""status": "failed", "parameters": [{"name": "n", "value": "2"}]"#, name: #""name": "a[2]""#)
    #expect(named.message?.title == "a[2]")
  }

  @Test func stepsHaveStatusesParametersFilesAndSteps() {
    let found = read(
      #"""
      "status": "broken", "statusDetails": {"message": "boom"}, "steps": [
        {"name": "one", "status": "passed", "start": 1000, "stop": 2500},
        {"name": "two", "status": "broken", "statusDetails": {"message": "boom"}, "steps": [
          {"name": "three", "status": "failed", "statusDetails": {"message": "why"},
           "parameters": [{"name": "p", "value": "v"}, {"name": "m", "value": "v", "mode": "masked"},
             {"name": "h", "value": "v", "mode": "hidden"}],
           "attachments": [{"name": "log", "source": "x-attachment.txt", "type": "text/plain"},
             {"name": "bad", "source": "../secret"}, {"name": "bad", "source": "/etc/passwd"}]}]},
        {"name": "four", "status": "skipped"}, {"name": "five"}]
      """#)
    #expect(
      found.message?.steps == [
        .init(title: "one", status: .passed, seconds: 1.5),
        .init(
          title: "two", status: .error,
          children: [
            .init(
              title: "three", status: .failed,
              parameters: [.init(name: "p", value: "v"), .init(name: "m", value: "••••")],
              message: "why",
              attachments: [.init(title: "log", path: "x-attachment.txt", type: "text/plain")])
          ]),
        .init(title: "four", status: .skipped), .init(title: "five", status: .unknown),
      ])
    #expect(found.diagnostics.map(\.id) == ["unread-attachment"])
  }

  @Test func secretsInStepsAreHidden() {
    let found = read(
      #"""
      "status": "failed", "steps": [{"name": "log in with password=hunter2hunter2", "status": "failed",
        "statusDetails": {"message": "token: abcdefgh12345678 refused"},
        "parameters": [{"name": "password", "value": "hunter3hunter3"}]}]
      """#)
    let step = found.message?.steps.first
    #expect(step?.title.contains("hunter2") == false)
    #expect(step?.message?.contains("abcdefgh12345678") == false)
    #expect(step?.parameters.first?.value == "‹redacted›")
  }

  @Test func aPassedTestThatIsMarkedAsFlakyIsAWarning() {
    let found = read(#""status": "passed", "statusDetails": {"flaky": true}"#)
    #expect(found.facts == "Tests 1, Passed 1, Flaky 1")
    #expect(found.told == ["warning a"])
  }

  @Test func aSkippedTestHasItsReason() {
    let found = read(#""status": "skipped", "statusDetails": {"message": "Skipped: no printer"}"#)
    #expect(found.dataset?.run?.skipReasons == [.init(text: "no printer", count: 1)])
  }

  @Test(arguments: ["", "{", #"{"uuid": "u", "name": "a", "labels": [], "status": "pass"#, "[]"])
  func aDamagedResultIsAnError(text: String) {
    #expect(Import(text: text).dataset == nil)
  }
}
