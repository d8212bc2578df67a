import ImportSupport
import Model
import Testing

@testable import Formats
@testable import ToolReports

@Suite struct GoTestTests {
  private static let module = "example.com/shop"

  /// Events of a package: `run TestA`, `pass TestA`, `fail`, `out TestA|text`, `out |text`.
  private static func events(_ steps: String..., package: String = "\(module)/cart") -> String {
    steps.map { step in
      let words = step.split(separator: " ", maxSplits: 1).map(String.init)
      let rest = words.count > 1 ? words[1] : ""
      var members = ["\"Time\":\"2026-11-20T03:00:00.5Z\"", "\"Package\":\"\(package)\""]
      if words[0] == "out" {
        let parts = rest.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
        members.append("\"Action\":\"output\"")
        if !parts[0].isEmpty { members.append("\"Test\":\"\(parts[0])\"") }
        members.append("\"Output\":\"\(parts[1])\\n\"")
      } else {
        members.append("\"Action\":\"\(words[0])\"")
        if !rest.isEmpty { members.append("\"Test\":\"\(rest)\"") }
      }
      return "{" + members.joined(separator: ",") + "}\n"
    }.joined()
  }

  private func go(_ text: String, options: ImportOptions = ImportOptions()) -> TextReport {
    TextReport(text, as: "gotest", options: options)
  }

  @Test func thePlaceOfAPanicIsTheFirstOwnLineBelowIt() {
    let output = GoOutput(
      """
          pay_test.go:7: begins
      panic: boom [recovered]
      goroutine 6 [running]:
      \t/sdk/go/src/testing/testing.go:1545 +0x238
      panic({0x1, 0x2})
      \t/sdk/go/src/runtime/panic.go:914 +0x21f
      \t/sdk/go/src/net/http/server.go:1 +0x1
      \t/root/go/pkg/mod/example.org/x@v1/x.go:3 +0x1
      \t/w/m/pay/pay.go:12 +0x1
      \t/w/m/pay/pay_test.go:8 +0x1d
      """)
    #expect(output.file == "/w/m/pay/pay.go" && output.line == 12)
    #expect(output.test?.file == "/w/m/pay/pay_test.go" && output.test?.line == 8)
  }

  @Test func keepsTheOutputBeforeTheBeginningOfATest() {
    let report = go(
      Self.events(
        "start", "out TestA|    cart_test.go:12: got 3", "run TestA", "fail TestA", "out |FAIL",
        "fail"))
    #expect(report.titles == ["error: cart.TestA"])
    #expect(report.message?.text == "got 3")
  }

  @Test func failuresSayWhatWasWrittenWithoutTheRunnersLines() throws {
    let report = go(
      Self.events(
        "start", "run TestA", "out TestA|=== RUN   TestA", "out TestA|    cart_test.go:12: got 3",
        "out TestA|--- FAIL: TestA (0.00s)", "fail TestA", "run TestB", "pass TestB", "run TestC",
        "skip TestC", "out |FAIL", "fail"))
    #expect(report.titles == ["error: cart.TestA"])
    #expect(report.message?.text == "got 3")
    #expect(report.message?.details == "cart_test.go:12: got 3")
    #expect(report.counts == "Tests 3, Passed 1, Failed 1, Skipped 1")
    #expect(report.status == .completed)
    #expect(report.message?.fingerprint == "test:example.com/shop/cart\u{1F}TestA")
  }

  @Test func aFileIsAPlaceOnceTheModuleIsKnown() {
    let text = Self.events("run TestA", "out TestA|    a_test.go:7: no", "fail TestA", "fail")
    #expect(go(text).place == nil)
    var options = ImportOptions()
    options.goModule = Self.module
    #expect(go(text, options: options).place == "cart/a_test.go:7")
    options.goModule = "example.com/sho"
    #expect(go(text, options: options).place == nil)
  }

  @Test func aParentWithoutWordsIsCountedAndNotTold() {
    let quiet = go(
      Self.events(
        "run TestA", "run TestA/x", "out TestA|--- FAIL: TestA (0.00s)",
        "out TestA/x|    a_test.go:7: no", "fail TestA/x", "fail TestA", "fail"))
    #expect(quiet.titles == ["error: cart.TestA/x"])
    #expect(quiet.counts == "Tests 2, Failed 2")
    let loud = go(
      Self.events(
        "run TestA", "run TestA/x", "out TestA|    a_test.go:9: after", "fail TestA/x",
        "fail TestA", "fail"))
    #expect(loud.titles == ["error: cart.TestA/x", "error: cart.TestA"])
  }

  @Test func everyRunOfARepeatedTestCounts() {
    let report = go(
      Self.events(
        "run TestA", "pass TestA", "run TestA", "fail TestA", "run TestA", "pass TestA", "fail"))
    #expect(report.counts == "Tests 3, Passed 2, Failed 1")
    var options = ImportOptions()
    options.retriesByName = true
    let tries = go(
      Self.events("run TestA", "fail TestA", "run TestA", "pass TestA", "fail"), options: options)
    #expect(tries.titles == ["warning: cart.TestA"])
  }

  @Test func aPackageThatFailsAloneIsAMessageAndFailsTheRun() {
    let report = go(
      Self.events(
        "run TestA", "pass TestA", "out |panic: no database", "out |exit status 2", "fail"))
    #expect(report.titles == ["error: example.com/shop/cart"])
    #expect(report.message?.text == "failed, though no test failed: panic: no database")
    #expect(report.status == .failed)
  }

  @Test func aPanicBehindTheEndOfATestIsToldOfThePackage() {
    let report = go(
      Self.events("run TestA", "out TestA|panic: test timed out after 1s", "pass TestA", "fail"))
    #expect(
      report.message?.text == "failed, though no test failed: panic: test timed out after 1s")
  }

  @Test func aBuildThatFailsSaysTheFirstError() {
    let package = "example.com/shop/cart"
    let report = go(
      """
      {"ImportPath":"\(package)","Action":"build-output","Output":"# \(package)\\n"}
      {"ImportPath":"\(package)","Action":"build-output","Output":"cart/a.go:3:5: undefined: b\\n"}
      {"ImportPath":"\(package)","Action":"build-fail"}
      {"Action":"start","Package":"\(package)"}
      {"Action":"fail","Package":"\(package)","Elapsed":0,"FailedBuild":"\(package)"}

      """)
    #expect(report.titles == ["error: \(package)"])
    #expect(report.message?.text == "build failed: undefined: b")
    #expect(report.place == "cart/a.go:3:5")
    #expect(report.status == .failed)
    #expect(report.counts == "Tests 0")
  }

  @Test func whatVetSaysHasItsPlace() {
    let package = "example.com/shop/cart"
    let report = go(
      """
      {"ImportPath":"\(package)","Action":"build-output","Output":"# \(package)\\n"}
      {"ImportPath":"\(package)","Action":"build-output","Output":"vet: ./x.go:3:1: expected declaration\\n"}
      {"ImportPath":"\(package)","Action":"build-fail"}

      """)
    #expect(report.place == "x.go:3:1")
    #expect(report.message?.text == "build failed: expected declaration")
    let plain = go("vet: ./x.go:3:1: expected declaration\nFAIL\t\(package) [build failed]\n")
    #expect(plain.messages.contains { $0.location?.file == "x.go" && $0.location?.line == 3 })
  }

  @Test func durationsThatCannotBeAreLeftOutWithANote() {
    let line = #"{"Action":"pass","Package":"a","Test":"T","Elapsed":1e999}"#
    let report = go(
      #"{"Action":"run","Package":"a","Test":"T"}"# + "\n\(line)\n"
        + #"{"Action":"pass","Package":"a","Elapsed":-1}"# + "\n")
    #expect(report.problems == ["2 note unreadable-duration"])
    #expect(report.counts == "Tests 1, Passed 1")
    #expect(report.status == .completed)
  }

  @Test func aBuildWithoutAPackageIsToldToo() {
    let report = go(#"{"ImportPath":"a/b","Action":"build-fail"}"# + "\n")
    #expect(report.titles == ["error: a/b"])
    #expect(report.status == .failed)
  }

  @Test func aTestThatNeverEndedIsAnError() {
    let report = go(
      Self.events("run TestA", "run TestA/x", "out TestA/x|panic: boom", "out |FAIL", "fail"))
    #expect(report.titles == ["error: cart.TestA/x"])
    #expect(report.message?.text == "Did not finish\npanic: boom")
    #expect(report.counts == "Tests 2, Errors 2")
    #expect(report.status == nil)
  }

  @Test func aBenchmarkNeedsNoEnd() {
    let report = go(Self.events("run BenchmarkA", "out BenchmarkA|BenchmarkA 100 5 ns/op", "pass"))
    #expect(report.looksWell)
    #expect(report.counts == "Tests 1, Passed 1")
  }

  @Test func aPackageWithoutAnEndIsNotWell() {
    let report = go(Self.events("start", "run TestA", "pass TestA"))
    #expect(report.titles == ["warning: example.com/shop/cart"])
    #expect(report.status == nil)
  }

  @Test func linesOfTheCompilerAreFindings() {
    let report = go(
      "# example.com/shop/bill\nbill/a.go:7:11: expected '(', found b\n"
        + Self.events("run TestA", "pass TestA", "pass")
        + "FAIL\texample.com/shop/bill [setup failed]\n")
    #expect(
      report.titles.sorted() == [
        "warning: example.com/shop/bill", "warning: expected '(', found b",
      ])
    #expect(report.status == .failed)
  }

  @Test func anAssertionInATableIsTheText() {
    let report = go(
      Self.events(
        "run TestA", #"out TestA|    a_test.go:10: "#,
        #"out TestA|        \tError Trace:\ta_test.go:10"#,
        #"out TestA|        \tError:      \tNot equal: "#,
        #"out TestA|        \t            \texpected: 1"#,
        #"out TestA|        \tTest:       \tTestA"#, "fail TestA", "fail"))
    #expect(report.message?.text == "Not equal:\nexpected: 1")
  }

  @Test func brokenLinesAreLeftOutWithAWarning() {
    let events = Self.events("run TestA", "pass TestA", "pass")
    #expect(go("{\"Action\":\n" + events).problems == ["1 warning broken-line"])
    let cut = go(events + "{\"Action\":\"out")
    #expect(cut.problems == ["4 warning cut-off"])
    #expect(!cut.looksWell)
  }

  @Test func theFormatIsRecognizedBehindOtherLines() {
    let events = Self.events("run TestA", "pass TestA")
    #expect(TextReport.format(of: events) == "gotest")
    #expect(TextReport.format(of: "go: downloading a v1\n" + events) == "gotest")
    #expect(TextReport.format(of: #"{"Action":"run","Test":"A"}"#) == "gotest")
    #expect(TextReport.format(of: #"{"Action":3,"Package":"a"}"#) != "gotest")
    #expect(TextReport.format(of: "[]\n") != "gotest")
  }

  @Test(arguments: [
    (#"{"Action":"output","Package":"p","Output":"FAIL\tp [build failed]\n"}"#, "FAIL"),
    (#"{"Action":"output","Package":"p","Output":"exit status 2\n"}"#, "exit status 2"),
    (#"{"Action":"output","Package":"p","Output":"panic: no\n"}"#, "panic: no"),
  ])
  func aPackageThatPassedDoesNotSayFailure(event: String, said: String) {
    let report = go(event + "\n" + Self.passed)
    #expect(report.status == nil)
    #expect(report.shortfalls.count == 1)
    #expect(report.shortfalls.first?.contains(said) == true)
  }

  @Test(arguments: [
    #"{"Action":"output","Package":"p","Output":"FAILOVER to replica done\n"}"#,
    #"{"Action":"output","Package":"p","Test":"T","Output":"panic: recovered\n"}"#,
    "<autogenerated>:1:10: note: x",
  ])
  func whatAPackageThatPassedMaySay(event: String) {
    #expect(go(event + "\n" + Self.passed).shortfalls == [])
  }

  @Test func aTestThatPassedDoesNotSayThatItFailed() {
    let output = #"{"Action":"output","Package":"p","Test":"T","Output":"--- FAIL: T (0.00s)\n"}"#
    #expect(go(output + "\n" + Self.passed).shortfalls.count == 1)
    // That of another program that it runs.
    #expect(go(output.replacing("FAIL: T", with: "FAIL: U") + "\n" + Self.passed).looksWell)
  }

  @Test(arguments: [
    (#"{"Action":"crash","Package":"p","Test":"U"}"#, "Action: crash"),
    (#"{"Action":"crash","Package":"p"}"#, "Action: crash"),
    (#"{"Action":"fail"}"#, "Action: fail"),
    (#"{"Action":"fail","Package":"p","Test":"U""#, #"{"Action":"fail","Package":"p","Test":"U""#),
    (
      #"{"version": "2.1.0", "runs": [{"results": []}]}"#,
      #"{"version": "2.1.0", "runs": [{"results": []}]}"#
    ),
    (
      "<testsuite name='s'><testcase name='f'/></testsuite>",
      "<testsuite name='s'><testcase name='f'/></testsuite>"
    ),
    ("[", "["),
  ])
  func aLineThatIsNoEventOfGoIsSaid(line: String, said: String) {
    let report = go(Self.passed + line + "\n")
    #expect(report.shortfalls == ["A part in line 3 was not read: \(said)"])
    #expect(!report.looksWell)
  }

  @Test func eventsOfNewerVersionsThatSayNothingOfTheEndArePassedOver() {
    let events = ["attr", "artifacts", "pause", "cont"].map {
      #"{"Action":"\#($0)","Package":"p","Test":"T"}"#
    }
    let begin = #"{"Action":"run","Package":"p","Test":"T"}"#
    #expect(go(([begin] + events).joined(separator: "\n") + "\n" + Self.passed).looksWell)
  }

  private static let passed = """
    {"Action":"pass","Package":"p","Test":"T"}
    {"Action":"pass","Package":"p"}

    """

  @Test(arguments: [
    "go: updates to go.mod needed; to update it:", "go: an error of a later version",
    "fork/exec /tmp/x.test: exec format error", "signal: terminated", "sh: 1: gcc: not found",
    "cgo: C compiler \"gcc\" not found", "main module (a.example) does not contain package b",
    "go: errors parsing go.mod:",
  ])
  func anErrorOfTheCommandBehindTheEventsIsSaid(line: String) {
    let report = go(Self.passed + line + "\n")
    #expect(report.status == nil)
    #expect(report.shortfalls.count == 1)
  }

  @Test(arguments: [
    "go: downloading a.example/b v1.0.0", "go: warning: \"./...\" matched no packages",
    "go: finding module for package a", "go: extracting a v1", "go: added a v1",
    "go: upgraded a v1",
    "go: a@v1 requires go >= 1.24; switching to go1.24.1",
  ])
  func whatTheCommandDoesIsNoError(line: String) {
    #expect(go(line + "\n" + Self.passed).shortfalls == [])
  }
}
