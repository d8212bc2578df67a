import Diagnostics
import ImportSupport
import Model
import Testing

/// Lists and objects under unknown keys of a dataset, which may hold findings.
@Suite struct UnknownPartsTests {
  private func unread(_ result: Import) -> [String] {
    (result.dataset?.run?.unread.listed ?? []).map { "\($0.path): \($0.reason)" }
  }

  @Test(arguments: [
    ("errors: [{urgency: 'error', title: 'a'}]", "dataset.errors"),
    ("report: {errors: 3}", "dataset.report"),
    ("run: {status: 'completed', failures: ['a']}", "run.failures"),
    ("messages: [{urgency: 'success', title: 'a', causes: [1]}]", "message.causes"),
  ])
  func countAsNotRead(members: String, key: String) {
    let result = Import(members: members)
    #expect(unread(result) == ["f: the unknown key '\(key)' with a list or an object"])
    #expect(result.diagnostics.map(\.id) == ["unknown-key"])
  }

  @Test(arguments: ["errors: []", "errors: {}", "errors: 3", "errors: 'x'", "errors: null"])
  func singleAndEmptyValuesAreOnlyWarnings(members: String) {
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

  @Test func linesOfMessagesAreNoException() {
    let result = Import(
      """
      {"urgency": "success", "title": "a", "errors": [{"title": "b"}]}
      {"run": {"status": "completed", "unread": [{"path": "x", "reason": "r"}]}}
      {"run": {"status": "completed"}}
      """)
    #expect(
      unread(result) == ["x: r", "f: the unknown key 'message.errors' with a list or an object"])
  }
}
