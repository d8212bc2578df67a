import Diagnostics
import Model

extension Guideline {
  static let alertPronoun = Guideline(
    id: "alert-pronoun", title: "An alert doesn't say you, your, me or my",
    reason:
      "An alert interrupts people with bad news. With *you*, it seems to blame the reader. Without "
      + "it, the alert describes the problem.",
    remedy: "name the thing instead: 'The certificate', not 'Your certificate'", languages: ["en"],
    bad: """
      { "version": 1, "messages": [
        { "urgency": "error", "kind": "alert", "title": "Your certificate has expired",
          "actions": [{ "title": "Renew", "url": "https://ci.example/renew" }] }
      ] }
      """,
    good: """
      { "version": 1, "messages": [
        { "urgency": "error", "kind": "alert", "title": "The certificate has expired",
          "actions": [{ "title": "Renew", "url": "https://ci.example/renew" }] }
      ] }
      """
  ) { dataset in
    dataset.each { message in
      guard message.kind == .alert else { return nil }
      let texts = [Wording.prose(message.title), Wording.prose(message.text, message.textFormat)]
      let word = texts.lazy.flatMap(Wording.plainWords).first(where: pronouns.contains)
      return word.map { "the alert \(message.named) says '\($0)'" }
    }
  }

  private static let pronouns: Set<String> = ["you", "your", "yours", "me", "my"]
}
