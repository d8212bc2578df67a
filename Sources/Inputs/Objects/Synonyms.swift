import Diagnostics

/// Words that other formats use for the same thing. Used for suggestions only, never accepted.
enum Synonyms {
  private static let meanings: [String: [String]] = [
    "severity": ["urgency"], "level": ["urgency"], "priority": ["urgency"],
    "message": ["title"], "name": ["title"], "body": ["text"], "path": ["file"],
    "critical": ["error"], "fatal": ["error"], "failure": ["error", "failed"],
    "fail": ["failed", "error"], "failed": ["error"], "err": ["error"], "warn": ["warning"],
    "ok": ["success", "completed"], "pass": ["success", "completed"],
    "passed": ["success", "completed"], "info": ["information"], "notice": ["information"],
    "note": ["information"], "debug": ["neutral"], "success": ["completed"],
    "done": ["completed"], "finished": ["completed"], "complete": ["completed"],
    "closed": ["completed"], "running": ["inProgress"], "started": ["inProgress"],
    "wip": ["inProgress"], "todo": ["open"], "pending": ["open"], "planned": ["open"],
    "md": ["markdown"], "text": ["plain"], "txt": ["plain"], "ansi": ["log"], "code": ["log"],
    "console": ["log"], "terminal": ["log"], "pre": ["log"], "format": ["textFormat"],
    "expires": ["until"], "expiry": ["until"], "expiration": ["until"], "due": ["until"],
    "assignee": ["owner"], "team": ["owner"], "url": ["link"], "ticket": ["link"],
    "comment": ["reason"], "why": ["reason"], "contains": ["text"], "glob": ["file"],
    "error": ["failed"], "cancelled": ["canceled"], "aborted": ["canceled"],
  ]

  /// Suggests a word: "did you mean 'completed'?". The singular or plural of a known word comes
  /// first, then a synonym, then a similar word.
  static func help(for given: String, among words: some Sequence<String>) -> [String] {
    let known = Array(words)
    let word = given.lowercased()
    if let number = known.first(where: { $0 == word + "s" || $0 + "s" == word }) {
      return ["did you mean '\(number)'?"]
    }
    if let meant = meanings[given.lowercased()]?.first(where: known.contains) {
      return ["did you mean '\(meant)'?"]
    }
    return Suggestion.help(for: given, among: known)
  }
}
