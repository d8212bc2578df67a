import Diagnostics
import ImportSupport
import Model
import TestSupport
import Testing
import Text
import Time

/// The parts that Tidemark itself writes to SARIF.
struct SARIFOwnPartsTests {
  private func read(
    _ result: String, run: String = "", rule: String = #"{"id": "R"}"#
  ) -> Import {
    let results = result.isEmpty ? "" : #"{"message": {"text": "m\n\nt"}, \#(result)}"#
    return Import(
      text: #"{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "Tidemark", "rules": "#
        + #"[\#(rule)]}}\#(run), "results": [\#(results)]}]}"#)
  }

  private func invocation(_ members: String) -> String {
    #", "invocations": [{\#(members)}]"#
  }

  @Test func theCountOfEqualResultsIsRead() {
    #expect(read(#""occurrenceCount": 3"#).message?.count == 3)
    #expect(read(#""occurrenceCount": 0"#).message?.count == 1)
  }

  @Test func theFingerprintIsUsedAsItIs() {
    let found = read(
      #""ruleId": "R", "partialFingerprints": {"other": "y", "tidemark/v1": "t:x"}"#)
    #expect(found.message?.fingerprint == "t:x")
    let other = read(#""ruleId": "R", "partialFingerprints": {"other": "y"}"#)
    #expect(other.message?.fingerprint == "sarif:Tidemark\u{1F}R\u{1F}y")
  }

  @Test func propertiesAreReadAndThoseOfOtherToolsAreNot() {
    let own =
      #"{"category": "ESLint", "urgency": "success", "textFormat": "markdown", "details": "d", "#
      + #""time": "2026-11-20", "owner": "@core"}"#
    let found = read(#""kind": "pass", "properties": {"x": {"y": 1}, "tidemark": \#(own)}"#)
    #expect(found.told == ["success m | t"])
    #expect(found.message?.textFormat == .markdown)
    #expect(found.message?.details == "d" && found.message?.owner == "@core")
    #expect(found.message?.time == .init(parsing: "2026-11-20"))
    #expect(found.dataset?.categories.map(\.id) == ["sarif:ESLint"])
    let foreign = read(#""properties": {"details": "d", "category": "x", "tidemark": 1}"#)
    #expect(foreign.message?.details == nil)
    #expect(foreign.dataset?.categories.map(\.id) == ["sarif:Tidemark"])
  }

  @Test func theRuleOfACategoryIsNoLink() {
    let rule = #"{"id": "Tests", "properties": {"tidemark": {"isCategory": true}}}"#
    #expect(read(#""ruleId": "Tests", "ruleIndex": 0"#, rule: rule).message?.link == nil)
    #expect(read(#""ruleId": "R", "ruleIndex": 0"#).message?.link == .init(title: "R"))
  }

  @Test(arguments: [
    ("completed", Dataset.Run.Status.completed), ("failed", .failed), ("canceled", .canceled),
    ("missing", .missing), ("unknown", nil), ("", nil),
  ])
  func theStatusOfTheRunIsRead(word: String, status: Dataset.Run.Status?) {
    let members =
      #""executionSuccessful": \#(word == "completed"), "exitCodeDescription": "why", "#
      + #""properties": {"tidemark": {"status": "\#(word)"}}, "toolExecutionNotifications": "#
      + #"[{"descriptor": {"id": "tidemark/run"}, "level": "error", "message": {"text": "n"}}]"#
    let found = read("", run: invocation(members))
    #expect(found.status == status)
    #expect(found.dataset?.messages.isEmpty == true)
    #expect(found.dataset?.run?.reason == (status == nil || status == .completed ? nil : "why"))
  }

  @Test func gapsMakeACompletedRunIncomplete() {
    let gap =
      #"[{"descriptor": {"id": "tidemark/gap"}, "level": "error", "message": {"text": "b: no"}}]"#
    for members in [
      #""executionSuccessful": true, "toolExecutionNotifications": \#(gap), "#,
      #""executionSuccessful": false, "#,
    ] {
      let status = #""properties": {"tidemark": {"status": "completed"}}"#
      let found = read("", run: invocation(members + status))
      #expect(found.status == nil)
      #expect(found.dataset?.run?.shortfalls.isEmpty == false)
    }
  }

  @Test func equalResultsStayTwoMessages() {
    let own = #"{"message": {"text": "m"}, "properties": {"tidemark": {"category": "c"}}}"#
    let foreign = #"{"message": {"text": "m"}}"#
    for (result, count) in [(own, 2), (foreign, 1)] {
      let found = Import(
        text: #"{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "Tidemark"}}, "#
          + #""results": [\#(result), \#(result)]}]}"#)
      #expect(found.dataset?.messages.count == count)
    }
  }
}
