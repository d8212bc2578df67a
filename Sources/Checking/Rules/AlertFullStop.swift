import Diagnostics
import Model

extension Guideline {
  static let alertFullStop = Guideline(
    id: "alert-full-stop", title: "The title of an alert ends without a full stop",
    reason:
      "The title is the heading of a dialog, and a heading has no full stop. Sentences belong in its text.",
    remedy: "remove the full stop, or write the sentence into 'text'",
    bad: alert("The disk of backups is read-only."),
    good: alert("The disk of backups is read-only")
  ) { dataset in
    dataset.each { message in
      guard message.kind == .alert else { return nil }
      let title = Wording.prose(message.title).reversed().drop {
        $0.isWhitespace || "*_".contains($0)
      }
      guard let last = title.first, ".。।".contains(last), title.dropFirst().first != "." else {
        return nil
      }
      return "the title of the alert \(message.named) ends with '\(last)'"
    }
  }

  private static func alert(_ title: String) -> String {
    """
    { "version": 1, "messages": [
      { "urgency": "error", "kind": "alert", "title": "\(title)",
        "actions": [{ "title": "Show Backups", "url": "https://backup.example/" }] }
    ] }
    """
  }
}
