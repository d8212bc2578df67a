import Diagnostics
import ImportSupport
import Model
import Testing
import Text
import Time
import ToolReports

struct CucumberTests {
  private func read(
    _ elements: String..., uri: String = "file:features/a.feature",
    _ change: (inout ImportOptions) -> Void = { _ in }
  ) -> Import {
    Import(
      text:
        #"[{"keyword": "Feature", "name": "F", "uri": "\#(uri)", "elements": [\#(elements.joined(separator: ", "))]}]"#,
      change)
  }

  private func scenario(_ words: String..., rest: String = "") -> String {
    let steps = words.enumerated().map { index, word in
      #"{"keyword": "When ", "name": "step \#(index)", "line": \#(index + 5), "result": {"status": "\#(word)", "duration": 500000000}}"#
    }
    return
      #"{"type": "scenario", "name": "S", "line": 4, "steps": [\#(steps.joined(separator: ", "))]\#(rest)}"#
  }

  @Test(arguments: [
    (["passed", "passed"], "Tests 1, Passed 1", []),
    (["passed", "skipped"], "Tests 1, Skipped 1", []),
    (["failed", "undefined"], "Tests 1, Failed 1", ["error F › S | failed: When step 0"]),
    (
      ["passed", "undefined", "skipped"], "Tests 1, Skipped 1",
      ["warning F › S | undefined: When step 1"]
    ),
    (["pending", "skipped"], "Tests 1, Skipped 1", ["warning F › S | pending: When step 0"]),
    (["undefined", "ambiguous"], "Tests 1, Skipped 1", ["warning F › S | ambiguous: When step 1"]),
    ([], "Tests 1, Skipped 1", []),
  ])
  func theWorstStepSaysHowAScenarioWent(words: [String], facts: String, told: [String]) {
    let steps = words.enumerated().map { index, word in
      #"{"keyword": "When ", "name": "step \#(index)", "result": {"status": "\#(word)"}}"#
    }
    let found = read(
      #"{"type": "scenario", "name": "S", "steps": [\#(steps.joined(separator: ", "))]}"#)
    #expect(found.facts == facts)
    #expect(found.told == told)
  }

  @Test func anUnknownStatusNeverCountsAsPassed() {
    let found = read(scenario("passed", "odd"))
    #expect(found.facts == "Tests 1, Skipped 1")
    #expect(found.diagnostics.map(\.id) == ["unknown-test-status"])
  }

  @Test func whatIsNotWrittenYetIsAnErrorWhereTheOptionsSaySo() {
    let found = read(scenario("undefined")) { _ = $0.severities.add("cucumber:undefined=error") }
    #expect(found.told == ["error F › S | undefined: When step 0"])
    #expect(found.facts == "Tests 1, Failed 1")
    let quiet = read(scenario("pending")) { _ = $0.severities.add("pending=neutral") }
    #expect(quiet.told.isEmpty)
    #expect(quiet.facts == "Tests 1, Skipped 1")
  }

  @Test func aFailureHasItsErrorStepAndPlace() {
    let found = read(
      #"{"type": "scenario", "name": "S", "line": 4, "start_timestamp": "2026-11-20T03:12:00.1Z", "steps": [{"keyword": "Then ", "name": "x", "line": 6, "#
        + #""result": {"status": "failed", "duration": 1500000000, "error_message": "no user\n\n  at A.java:3"}, "output": ["tried"]}]}"#
    )
    #expect(found.told == ["error F › S | no user"])
    #expect(found.message?.details == "at A.java:3\n\nThen x\n\nOutput:\ntried")
    #expect(found.place == "features/a.feature:6")
    #expect(found.message?.duration == 1.5)
    #expect(found.message?.fingerprint == "test:F\u{1F}S")
    #expect(found.dataset?.run?.started == .init(parsing: "2026-11-20T03:12:00Z"))
  }

  @Test func backgroundsBelongToTheNextScenario() {
    let background =
      #"{"type": "background", "name": "", "steps": [{"keyword": "Given ", "name": "u", "line": 2, "result": {"status": "failed", "error_message": "no"}}]}"#
    let found = read(background, scenario("skipped"), scenario("passed"))
    #expect(found.facts == "Tests 2, Passed 1, Failed 1")
    #expect(found.told == ["error F › S | no"])
    #expect(found.place == "features/a.feature:2")
    // One that no scenario follows is not lost.
    #expect(read(background).facts == "Tests 1, Failed 1")
    let fine = background.replacing("failed", with: "passed")
    #expect(read(scenario("passed"), fine).facts == "Tests 1, Passed 1")
  }

  @Test(arguments: [
    #", "after": [{"match": {"location": "H.java:3"}, "result": {"status": "failed", "error_message": "no"}}]"#,
    #", "before": [{"match": {"location": "H.java:3"}, "result": {"status": "failed", "error_message": "no"}}]"#,
  ])
  func hooksCount(hook: String) {
    let found = read(scenario("passed", rest: hook))
    #expect(found.told == ["error F › S | no"])
    #expect(found.message?.details?.hasSuffix("(H.java:3)") == true)
    #expect(found.place == "features/a.feature:4")
  }

  @Test func hooksOfStepsCount() {
    let found = read(
      #"{"name": "S", "steps": [{"name": "x", "result": {"status": "passed"}, "after": [{"result": {"status": "failed"}}]}]}"#
    )
    #expect(found.facts == "Tests 1, Failed 1")
  }

  @Test func picturesAreAttachedAndTextsShown() {
    let step =
      #"{"name": "x", "result": {"status": "failed"}, "embeddings": [{"mime_type": "image/png", "name": "screen", "data": "\#(EmbeddedPicture.text)"}, "#
      + #"{"media": {"type": "text/plain"}, "data": "bG9nZ2Vk"}, {"mime_type": "text/plain", "data": "as it is"}, {"mime_type": "video/mp4", "data": "AAAA"}]}"#
    let found = read(#"{"name": "S", "steps": [\#(step)]}"#)
    #expect(found.message?.attachments.map(\.name) == ["screen"])
    #expect(found.message?.attachments.first?.file?.image != nil)
    #expect(found.message?.details == "Output:\nlogged\nas it is")
    #expect(found.diagnostics.map(\.id) == ["embedded-file-left-out"])
    // What passes needs no pictures, and nothing of it is left out.
    let passed = read(#"{"name": "S", "steps": [\#(step.replacing("failed", with: "passed"))]}"#)
    #expect(passed.diagnostics.isEmpty)
  }

  @Test func behaveHasPlacesSecondsAndItsOwnStatus() {
    let found = Import(
      text:
        #"[{"keyword": "Feature", "name": "F", "location": "a.feature:1", "elements": [{"type": "background", "steps": [{"name": "u"}]}, "#
        + #"{"type": "scenario", "name": "S", "location": "a.feature:3", "status": "failed", "steps": [{"keyword": "When", "name": "x", "location": "a.feature:4", "#
        + #""result": {"status": "failed", "duration": 1.5, "error_message": ["one", "two"]}}, {"name": "y"}]}, "#
        + #"{"type": "rule", "elements": [{"name": "T", "status": "passed", "steps": [{"name": "x", "result": {"status": "passed"}}, {"name": "z"}]}]}]}]"#
    )
    #expect(found.facts == "Tests 2, Passed 1, Failed 1")
    #expect(found.told == ["error F › S | one\ntwo"])
    #expect(found.place == "a.feature:4")
    #expect(found.message?.duration == 1.5)
  }

  @Test func aStepThatBehaveDoesNotKnowIsAnErrorAsBehaveSays() {
    let found = Import(
      text:
        #"[{"keyword": "Feature", "name": "F", "location": "a.feature:1", "elements": [{"name": "S", "status": "error", "steps": [{"keyword": "When", "name": "x", "location": "a.feature:4", "result": {"status": "undefined"}}]}, {"name": "T", "status": null, "steps": [{"name": "y"}]}]}]"#
    )
    #expect(found.told == ["error F › S | undefined: When x"])
    #expect(found.place == "a.feature:4")
    #expect(found.facts == "Tests 2, Failed 1, Skipped 1")
  }

  @Test func theNameOfAFeatureMayStandBehindItsScenarios() {
    let found = Import(
      text:
        #"[{"elements": [\#(scenario("failed"))], "name": "F", "keyword": "Feature", "uri": "classpath:a/b.feature"}]"#
    )
    #expect(found.message?.title == "F › S")
    #expect(found.place == "a/b.feature:5")
  }

  @Test func aListOfOtherThingsIsRefused() {
    let found = TextReport("[1]", as: "cucumber")
    #expect(found.problems == ["1 error wrong-type"])
    #expect(TextReport("[]", as: "cucumber").problems == ["1 warning no-tests"])
  }
}
