import Diagnostics
import Model

extension Guideline {
  static let longAlert = Guideline(
    id: "long-alert", title: "The title of an alert has at most 80 characters",
    reason:
      "An alert opens over the page and is read before anything else. Its dialog is narrow: 80 "
      + "characters are two lines there. A longer text is not a heading.",
    remedy: "name the problem in the title, and write the details into 'text'",
    bad: alert(
      "The disk of the backups is read-only since the power failure on Tuesday and has no free space"
    ),
    good: alert("The disk of the backups is read-only")
  ) { dataset in
    dataset.each { message in
      // 'long-title' reports longer titles.
      guard message.kind == .alert, Wording.lines(of: message.title, columns: 80) == 2 else {
        return nil
      }
      return "the title of the alert \(message.named) has more than 80 characters"
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
