import Diagnostics
import Model

extension Guideline {
  static let cancelWithAddress = Guideline(
    id: "cancel-with-address", title: "Cancel does nothing",
    reason:
      "Cancel, the Escape key and a click outside are the same: they leave everything as it was. "
      + "An action with an address is a separate choice.",
    remedy: "leave 'url' out, or give it another role",
    bad: """
      { "version": 1, "messages": [
        { "urgency": "warning", "title": "The release is stopped", "link": { "title": "Release 7", "url": "https://ci.example/7" },
          "actions": [{ "title": "Cancel", "role": "cancel", "url": "https://ci.example/7/cancel" },
                      { "title": "Continue", "url": "https://ci.example/7/continue" }] }
      ] }
      """,
    good: """
      { "version": 1, "messages": [
        { "urgency": "warning", "title": "The release is stopped", "link": { "title": "Release 7", "url": "https://ci.example/7" },
          "actions": [{ "title": "Cancel", "role": "cancel" },
                      { "title": "Continue", "url": "https://ci.example/7/continue" }] }
      ] }
      """
  ) { dataset in
    dataset.eachAction { action in
      action.role == .cancel && action.url != nil
        ? "the action \(action.named) is Cancel and has an address" : nil
    }
  }
}
