import Diagnostics
import Model

extension Guideline {
  static let destructiveFirst = Guideline(
    id: "destructive-first", title: "Destructive actions come first",
    reason:
      "Readers must see a destructive action before they choose. Reports always show destructive "
      + "actions first. With the same order in the dataset, other programs and reviewers see "
      + "them first, too.",
    remedy: "move it before the other actions; Cancel may be anywhere",
    bad: """
      { "version": 1, "messages": [
        { "urgency": "warning", "title": "The cache has 40 GB", "location": { "file": "/var/cache/build" },
          "actions": [{ "title": "Show Files", "url": "https://ci.example/cache" },
                      { "title": "Delete", "role": "destructive", "url": "https://ci.example/cache/delete" }] }
      ] }
      """,
    good: """
      { "version": 1, "messages": [
        { "urgency": "warning", "title": "The cache has 40 GB", "location": { "file": "/var/cache/build" },
          "actions": [{ "title": "Delete", "role": "destructive", "url": "https://ci.example/cache/delete" },
                      { "title": "Show Files", "url": "https://ci.example/cache" }] }
      ] }
      """
  ) { dataset in
    dataset.each { message in
      let others = message.choices.drop { $0.role == .destructive }
      return others.first { $0.role == .destructive }
        .map { "the action \($0.named) is destructive and comes after others" }
    }
  }
}
