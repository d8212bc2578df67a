import Diagnostics
import Model

extension Guideline {
  static let urgencyInTitle = Guideline(
    id: "urgency-in-title", title: "A title doesn't begin with its urgency",
    reason:
      "Every report shows the urgency next to the title, as a sign and in the reader's language. "
      + "Repeating it takes room from the important words.",
    remedy: "leave the first word out, and set 'urgency'", languages: labels.keys.sorted(),
    bad: """
      { "version": 1, "messages": [
        { "urgency": "warning", "title": "Warning: the certificate expires on Monday",
          "location": { "file": "signing/release.pem" } }
      ] }
      """,
    good: """
      { "version": 1, "messages": [
        { "urgency": "warning", "title": "The certificate expires on Monday",
          "location": { "file": "signing/release.pem" } }
      ] }
      """
  ) { dataset in
    let labels = labels[dataset.language] ?? []
    return dataset.each { message in
      let label = message.title.prefix { $0 != ":" && $0 != "]" }
      guard label.endIndex < message.title.endIndex, labels.contains(Wording.bare(label)) else {
        return nil
      }
      return "the title \(message.named) begins with an urgency"
    }
  }

  private static let labels: [String: Set<String>] = [
    "de": ["fehler", "warnung", "hinweis", "info"],
    "en": ["error", "warning", "warn", "info", "information", "notice", "fatal"],
    "es": ["error", "advertencia", "aviso"], "fr": ["erreur", "avertissement", "attention"],
    "pl": ["błąd", "ostrzeżenie", "uwaga"],
  ]
}
