import Diagnostics
import ImportSupport
import Model
import Testing

/// Unknown keys of a dataset that may report failures: lists, objects, and words of failure.
@Suite struct UnknownPartsTests {
  private func unread(_ result: Import) -> [String] {
    (result.dataset?.run?.unread.listed ?? []).map { "\($0.path): \($0.reason)" }
  }

  @Test(arguments: [
    ("errors: [{urgency: 'error', title: 'a'}]", "dataset.errors"),
    ("report: {errors: 3}", "dataset.report"),
    ("run: {status: 'completed', failures: ['a']}", "run.failures"),
    ("messages: [{urgency: 'success', title: 'a', causes: [1]}]", "message.causes"),
    ("status: 'failed'", "dataset.status"), ("result: ' Error '", "dataset.result"),
    ("errors: 3", "dataset.errors"), ("errors: 'x'", "dataset.errors"),
    ("errors: '3'", "dataset.errors"), ("hasFailures: true", "dataset.hasFailures"),
    ("success: false", "dataset.success"), ("exit_code: 2", "dataset.exit_code"),
    ("isSuccess: 'false'", "dataset.isSuccess"),
    ("'error-count': '2 errors'", "dataset.error-count"),
    ("status: 'FAILED (1)'", "dataset.status"), ("conclusion: 'timed-out'", "dataset.conclusion"),
    ("outcome: 'not ok'", "dataset.outcome"), ("errorMessage: 'disk full'", "dataset.errorMessage"),
    ("run: {status: 'completed', error: 'disk full'}", "run.error"),
  ])
  func countAsNotRead(members: String, key: String) {
    let result = Import(members: members)
    #expect(unread(result) == ["f: the unknown key '\(key)', which may report failures"])
    #expect(result.diagnostics.map(\.id) == ["unknown-key"])
  }

  @Test(arguments: [
    "errors: []", "errors: {}", "errors: 0", "errors: '0'", "errors: 'none'", "errors: false",
    "errors: null", "status: 'passed'", "success: true", "exitCode: 0", "owner: 'x'", "level: 3",
    "failFast: true", "allowFailure: true", "failOn: 'warning'", "onError: 'continue'",
    "errorLevel: 'warning'", "maxFailures: 10", "noErrors: true", "errors: 'No errors'",
    "errorCount: '0 errors'", "lastFailure: '2026-11-01'", "failureUrl: 'https://x/y'",
    "errorRate: 0.2", "description: 'error'", "$comment: 'error'", "success: 'yes'",
  ])
  func valuesWithoutFailuresAreOnlyWarnings(members: String) {
    let result = Import(members: members)
    #expect(unread(result).isEmpty)
    #expect(result.dataset?.run == nil)
    #expect(result.diagnostics.map(\.id) == ["unknown-key"])
  }

  @Test func manyMessagesWithOneKeyNameItOnce() {
    let message = "{urgency: 'success', title: 'a', tags: ['x']}"
    let result = Import(members: "messages: [\(message), \(message), \(message)]")
    #expect(unread(result).count == 1)
  }

  @Test func aFileWithSeveralSuchKeysIsOneFile() {
    let result = Import(members: "status: 'failed', errorCount: 3")
    #expect(
      unread(result) == ["f: the unknown key 'dataset.errorCount', which may report failures"])
    #expect(result.diagnostics.map(\.id) == ["unknown-key", "unknown-key"])
  }

  @Test func linesOfMessagesAreNoException() {
    let result = Import(
      """
      {"urgency": "success", "title": "a", "errors": [{"title": "b"}]}
      {"run": {"status": "completed", "unread": [{"path": "x", "reason": "r"}]}}
      {"run": {"status": "completed"}}
      """)
    #expect(
      unread(result) == ["x: r", "f: the unknown key 'message.errors', which may report failures"])
  }
}
