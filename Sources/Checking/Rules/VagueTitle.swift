import Diagnostics
import Model

extension Guideline {
  static let vagueTitle = Guideline(
    id: "vague-title", title: "A title names the problem",
    reason:
      "*An error occurred* only repeats the red sign next to it. Readers cannot choose between twenty "
      + "messages with that title.",
    remedy: "name the thing and its problem", languages: titles.keys.sorted(),
    bad: """
      { "version": 1, "messages": [
        { "urgency": "error", "title": "An error occurred",
          "link": { "title": "Log", "url": "https://ci.example/41/log" } }
      ] }
      """,
    good: """
      { "version": 1, "messages": [
        { "urgency": "error", "title": "The upload of the packages failed",
          "link": { "title": "Log", "url": "https://ci.example/41/log" } }
      ] }
      """
  ) { dataset in
    let titles = titles[dataset.language] ?? []
    return dataset.each { message in
      titles.contains(Wording.words(of: message.title).joined(separator: " "))
        ? "the title \(message.named) does not name the problem" : nil
    }
  }

  private static let titles: [String: Set<String>] = [
    "de": ["fehler", "unbekannter fehler", "es ist ein fehler aufgetreten", "warnung"],
    "en": [
      "alert", "an error has occurred", "an error occurred", "attention", "error", "errors",
      "failed", "failure", "fatal error", "general error", "internal error", "message",
      "something went wrong", "unknown error", "warning", "warnings",
    ],
    "es": ["error", "error desconocido", "se ha producido un error"],
    "fr": ["erreur", "erreur inconnue", "une erreur est survenue", "une erreur s'est produite"],
    "pl": ["błąd", "nieznany błąd", "wystąpił błąd"],
  ]
}
