import Diagnostics
import Model

extension Guideline {
  static let actionTarget = Guideline(
    id: "action-without-address", title: "An action leads somewhere",
    reason:
      "A report is a file, so an action can only open an address. Without an address the button "
      + "does nothing. Only Cancel needs none.",
    remedy: "add 'url', or describe the remedy in the text",
    bad: """
      { "version": 1, "messages": [
        { "urgency": "information", "title": "Three packages can be updated",
          "actions": [{ "title": "Update" }] }
      ] }
      """,
    good: """
      { "version": 1, "messages": [
        { "urgency": "information", "title": "Three packages can be updated",
          "actions": [{ "title": "Update", "url": "https://ci.example/update" }] }
      ] }
      """
  ) { dataset in
    dataset.eachAction { action in
      action.role != .cancel && (action.url ?? "").isEmpty
        ? "the action \(action.named) has no address" : nil
    }
  }
}
