import Diagnostics
import Model

extension Guideline {
  static let longAlert = Guideline(
    id: "long-alert", title: "The title of an alert has one line",
    reason:
      "An alert opens over the page and is read before anything else. Its dialog is narrow: on a "
      + "phone, a line of its title has about 36 characters.",
    remedy: "name the problem in the title, and write the details into 'text'",
    bad: alert("The disk of the backups is read-only since the power failure"),
    good: alert("The disk of the backups is read-only")
  ) { dataset in
    dataset.each { message in
      // 'long-title' reports longer titles.
      guard message.kind == .alert, Wording.lines(of: message.title, columns: 36) > 1,
        Wording.lines(of: message.title, columns: 80) <= 2
      else { return nil }
      return "the title of the alert \(message.named) takes more than one line on a phone"
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
