import Diagnostics
import Model

extension Guideline {
  static let actionPunctuation = Guideline(
    id: "action-punctuation", title: "The title of an action ends without punctuation",
    reason:
      "A button is a label, not a sentence. An ellipsis is allowed: it announces a question.",
    remedy: "leave the last character out",
    bad: """
      { "version": 1, "messages": [
        { "urgency": "information", "title": "Three packages can be updated",
          "actions": [{ "title": "Update!", "url": "https://ci.example/update" }] }
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
      guard let last = action.title.last, ".!?:;,。！？".contains(last),
        !action.title.hasSuffix("...")
      else { return nil }
      return "the action \(action.named) ends with '\(last)'"
    }
  }
}
