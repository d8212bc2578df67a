import Diagnostics
import Model

extension Guideline {
  static let alertUrgency = Guideline(
    id: "alert-urgency", title: "An alert is an error or a warning",
    reason:
      "An interruption must be critical. Good news and information work as well as messages or "
      + "banners.",
    remedy: "remove 'kind', or use the right urgency",
    bad: """
      { "version": 1, "messages": [
        { "urgency": "success", "kind": "alert", "title": "The release is out",
          "actions": [{ "title": "Show Release", "url": "https://ci.example/releases/7" }] }
      ] }
      """,
    good: """
      { "version": 1, "messages": [
        { "urgency": "success", "title": "The release is out",
          "actions": [{ "title": "Show Release", "url": "https://ci.example/releases/7" }] }
      ] }
      """
  ) { dataset in
    dataset.each { message in
      message.kind == .alert && message.urgency < .warning
        ? "the alert \(message.named) is neither an error nor a warning" : nil
    }
  }
}
