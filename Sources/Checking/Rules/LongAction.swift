import Diagnostics
import Model
import Text

extension Guideline {
  static let longAction = Guideline(
    id: "long-action", title: "The title of an action has one or two words",
    reason:
      "A short title is read at a glance and fits on a button of a phone. Three words are allowed, "
      + "because some languages need them.",
    remedy: "shorten it, such as 'Run Again' for 'Run all of the tests again'",
    bad: """
      { "version": 1, "messages": [
        { "urgency": "information", "title": "One test was skipped",
          "actions": [{ "title": "Run all of the tests again", "url": "https://ci.example/run" }] }
      ] }
      """,
    good: """
      { "version": 1, "messages": [
        { "urgency": "information", "title": "One test was skipped",
          "actions": [{ "title": "Run Again", "url": "https://ci.example/run" }] }
      ] }
      """
  ) { dataset in
    dataset.eachAction { action in
      Wording.words(of: action.title).count > 3 || TextWidth.columns(of: action.title) > 30
        ? "the title of the action \(action.named) is long" : nil
    }
  }
}
