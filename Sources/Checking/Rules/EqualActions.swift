import Diagnostics
import Model

extension Guideline {
  static let equalActions = Guideline(
    id: "equal-actions", title: "The actions of a message have different titles",
    reason: "Readers cannot distinguish two buttons with the same title.",
    remedy: "describe the difference in each title",
    bad: """
      { "version": 1, "messages": [
        { "urgency": "information", "title": "Two jobs wait",
          "actions": [{ "title": "Start", "url": "https://ci.example/jobs/lint" },
                      { "title": "Start", "url": "https://ci.example/jobs/docs" }] }
      ] }
      """,
    good: """
      { "version": 1, "messages": [
        { "urgency": "information", "title": "Two jobs wait",
          "actions": [{ "title": "Start Lint", "url": "https://ci.example/jobs/lint" },
                      { "title": "Start Docs", "url": "https://ci.example/jobs/docs" }] }
      ] }
      """
  ) { dataset in
    dataset.each { message in
      var seen: Set<String> = []
      return message.actions.first { !seen.insert($0.title.lowercased()).inserted }
        .map { "two actions of \(message.named) are called \($0.named)" }
    }
  }
}
