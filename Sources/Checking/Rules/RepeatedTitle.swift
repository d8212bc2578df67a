import Diagnostics
import Model

extension Guideline {
  static let repeatedTitle = Guideline(
    id: "repeated-title", title: "A text adds something to its title",
    reason: "A text that repeats the title makes its reader open the message for nothing.",
    remedy: "add information, or remove 'text'",
    bad: """
      { "version": 1, "messages": [
        { "urgency": "information", "title": "Three packages can be updated",
          "text": "Three packages can be updated." }
      ] }
      """,
    good: """
      { "version": 1, "messages": [
        { "urgency": "information", "title": "Three packages can be updated",
          "text": "`openssl`, `zlib` and `expat`" }
      ] }
      """
  ) { dataset in
    dataset.each { message in
      guard !message.title.isEmpty, let text = message.text,
        Wording.bare(text) == Wording.bare(message.title), !Wording.bare(text).isEmpty
      else { return nil }
      return "the text of \(message.named) is its title"
    }
  }
}
