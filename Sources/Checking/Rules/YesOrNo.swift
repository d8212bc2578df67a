import Diagnostics
import Model

extension Guideline {
  static let yesOrNo = Guideline(
    id: "yes-or-no", title: "An action names its effect, not Yes or No",
    reason:
      "Readers often read only the button. *Yes* has no meaning without the sentence above it, and "
      + "a sentence such as \"Keep or delete?\" has no *Yes*. *Delete* can't be misread.",
    remedy: "name the effect with a verb, such as 'Delete' or 'Keep'",
    languages: words.keys.sorted(),
    bad: """
      { "version": 1, "messages": [
        { "urgency": "error", "kind": "alert", "title": "The index can't be read",
          "text": "Build it again?",
          "actions": [{ "title": "Yes", "url": "https://ci.example/index/build" }] }
      ] }
      """,
    good: """
      { "version": 1, "messages": [
        { "urgency": "error", "kind": "alert", "title": "The index can't be read",
          "actions": [{ "title": "Build Again", "url": "https://ci.example/index/build" }] }
      ] }
      """
  ) { dataset in
    let words = words[dataset.language] ?? []
    return dataset.eachAction { action in
      words.contains(Wording.bare(action.title))
        ? "the action \(action.named) does not name its effect" : nil
    }
  }

  private static let words: [String: Set<String>] = [
    "ar": ["نعم", "لا"], "de": ["ja", "nein"], "en": ["yes", "no"], "es": ["sí", "si", "no"],
    "fr": ["oui", "non"], "he": ["כן", "לא"], "ja": ["はい", "いいえ"], "pl": ["tak", "nie"],
  ]
}
