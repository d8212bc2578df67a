import Diagnostics
import Model
import Text

extension Guideline {
  static let tooManyChoices = Guideline(
    id: "too-many-choices", title: "A message has at most three actions, an alert two",
    reason:
      "With many buttons, readers read all of them and may choose the wrong one. They decide "
      + "between two at a glance. Cancel does not count.",
    remedy: "keep the most useful ones, and link to a page with the rest",
    bad: actions(["Run Again", "Assign", "Mute", "Download"]),
    good: actions(["Run Again", "Assign", "Mute"])
  ) { dataset in
    dataset.each { message in
      let most = message.kind == .alert ? 2 : 3
      guard message.choices.count > most else { return nil }
      return "\(message.named) has \(message.choices.count) actions"
    }
  }

  private static func actions(_ titles: [String]) -> String {
    let lines = titles.map { title in
      let name = title.lowercased().replacing(" ", with: "-")
      return "      { \"title\": \"\(title)\", \"url\": \"https://ci.example/41/\(name)\" }"
    }
    return """
      { "version": 1, "messages": [
        { "urgency": "information", "title": "One test was skipped", "actions": [
      \(lines.joined(separator: ",\n"))
        ] }
      ] }
      """
  }
}
