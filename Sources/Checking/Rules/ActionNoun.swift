import Diagnostics
import Model

extension Guideline {
  static let actionNoun = Guideline(
    id: "action-noun", title: "The title of an action is a verb",
    reason:
      "*Show Details* describes the effect of a click; *Details* only names a thing. This "
      + "guideline finds words that are always nouns or fillers. Words that can also be verbs, "
      + "such as *Log* or *Release*, are accepted.",
    remedy: "begin with a verb, such as 'Show', 'Open' or 'Run'", languages: ["en"],
    bad: """
      { "version": 1, "messages": [
        { "urgency": "information", "title": "Three packages can be updated",
          "actions": [{ "title": "Documentation", "url": "https://docs.example/updates" }] }
      ] }
      """,
    good: """
      { "version": 1, "messages": [
        { "urgency": "information", "title": "Three packages can be updated",
          "actions": [{ "title": "Read Documentation", "url": "https://docs.example/updates" }] }
      ] }
      """
  ) { dataset in
    dataset.eachAction { action in
      let words = Wording.words(of: action.title)
      // "Page On-Call" is a request, "Page" is not.
      guard action.role != .cancel, let first = words.first, isNoVerb(first),
        words.count == 1 || first != "page"
      else { return nil }
      return "the action \(action.named) does not begin with a verb"
    }
  }

  private static func isNoVerb(_ word: String) -> Bool {
    if fillers.contains(word) || nouns.contains(word) { return true }
    guard word.count > 5, !verbs.contains(word) else { return false }
    return ["tion", "ity", "ness"].contains(where: word.hasSuffix)
  }

  private static let fillers: Set<String> = [
    "a", "an", "all", "here", "it", "its", "more", "my", "now", "our", "that", "the", "these",
    "this", "those", "your",
  ]
  private static let nouns: Set<String> = [
    "article", "dashboard", "details", "documents", "error", "errors", "guide", "help page",
    "homepage", "info", "infos", "instructions", "logs", "options", "page", "readme", "reports",
    "results", "runbook", "settings", "site", "status", "tests", "ticket", "tickets", "url",
    "warning", "warnings", "website", "wiki",
  ]
  /// Verbs with the ending of a noun.
  private static let verbs: Set<String> = [
    "auction", "caution", "commission", "condition", "function", "harness", "mention", "motion",
    "partition", "petition", "position", "provision", "question", "repartition",
    "reposition", "section", "station", "transition", "witness",
  ]
}
