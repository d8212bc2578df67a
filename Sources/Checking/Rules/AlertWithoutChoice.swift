import Diagnostics
import Model

extension Guideline {
  static let alertWithoutChoice = Guideline(
    id: "alert-without-choice", title: "An alert offers something to do",
    reason:
      "An alert with only *Done* is an obstacle: it informs and offers no help. An action or a "
      + "link leads to a solution.",
    remedy: "add an action or a link, or make it a message",
    bad: """
      { "version": 1, "messages": [
        { "urgency": "error", "kind": "alert", "title": "The certificate has expired",
          "location": { "file": "signing/release.pem" } }
      ] }
      """,
    good: """
      { "version": 1, "messages": [
        { "urgency": "error", "kind": "alert", "title": "The certificate has expired",
          "location": { "file": "signing/release.pem" },
          "actions": [{ "title": "Renew", "url": "https://ci.example/renew" }] }
      ] }
      """
  ) { dataset in
    dataset.each { message in
      let leads =
        !message.choices.isEmpty || message.link?.url != nil || message.location?.url != nil
      return message.kind == .alert && !leads
        ? "the alert \(message.named) offers nothing to do" : nil
    }
  }
}
