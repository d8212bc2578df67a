import Basics
import Diagnostics
import Model

extension Guideline {
  static let actionTarget = Guideline(
    id: "action-without-address", title: "An action leads somewhere",
    reason:
      "A report is a file: all that an action can do is to open an address. Without one, the button does "
      + "nothing. Cancel alone needs none.",
    remedy: "add 'url', or say in the text what to do",
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
