import Diagnostics
import Model

extension Guideline {
  static let destructiveRole = Guideline(
    id: "destructive-role", title: "A destructive action has the role 'destructive'",
    reason:
      "An action with the role `destructive` comes first, looks dangerous and asks for "
      + "confirmation. Tidemark does not guess the role from the title.",
    remedy: "add \"role\": \"destructive\"", languages: verbs.keys.sorted(),
    bad: """
      { "version": 1, "messages": [
        { "urgency": "warning", "title": "The cache has 40 GB", "location": { "file": "/var/cache/build" },
          "actions": [{ "title": "Delete Files", "url": "https://ci.example/cache/delete" }] }
      ] }
      """,
    good: """
      { "version": 1, "messages": [
        { "urgency": "warning", "title": "The cache has 40 GB", "location": { "file": "/var/cache/build" },
          "actions": [{ "title": "Delete Files", "role": "destructive", "url": "https://ci.example/cache/delete" }] }
      ] }
      """
  ) { dataset in
    let verbs = verbs[dataset.language] ?? []
    return dataset.eachAction { action in
      guard action.role == .default else { return nil }
      let words = Wording.words(of: action.title)
      // In German the verb is last.
      let verb = dataset.language == "de" ? words.last : words.first
      return verb.map(verbs.contains) == true
        ? "the action \(action.named) destroys, and has no such role" : nil
    }
  }

  private static let verbs: [String: Set<String>] = [
    "de": ["löschen", "verwerfen", "vernichten"],
    "en": ["delete", "destroy", "discard", "erase", "purge", "wipe"],
    "es": ["borrar", "descartar", "eliminar"], "fr": ["effacer", "supprimer"],
    "pl": ["skasuj", "usuń"],
  ]
}
