import Basics
import Diagnostics
import Model

extension Guideline {
  static let destructiveFirst = Guideline(
    id: "destructive-first", title: "Destructive actions stand first",
    reason:
      "What destroys is best seen before it is chosen. Reports show destructive actions first in any case; "
      + "a dataset with the same order shows the same in every other program, and to who reviews it.",
    remedy: "move it before the other actions; Cancel may stand anywhere",
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
        .map { "the action \($0.named) destroys and stands behind others" }
    }
  }
}
