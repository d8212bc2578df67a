import Diagnostics
import Model

extension Guideline {
  static let longNotice = Guideline(
    id: "long-notice", title: "The text of an alert or a banner has at most two lines",
    reason:
      "Readers skim alerts and banners, which come before everything else. Two lines are shown, "
      + "the rest only by *Show more*. A line of a banner has 80 characters here; a line of an alert "
      + "has 40, because its dialog is narrow.",
    remedy: "write the rest into 'details'",
    bad: notice(
      "The last three backups were written to the old disk, which has been read-only since the "
        + "power failure on Tuesday."),
    good: notice("The disk of the backups is read-only since Tuesday.")
  ) { dataset in
    dataset.each { message in
      let columns = message.kind == .alert ? 40 : 80
      guard message.isNotice, let text = message.text, Wording.lines(of: text, columns: columns) > 2
      else { return nil }
      return "the text of \(message.named) takes more than two lines"
    }
  }

  private static func notice(_ text: String) -> String {
    """
    { "version": 1, "messages": [
      { "urgency": "error", "kind": "alert", "title": "The backups are not complete",
        "text": "\(text)",
        "actions": [{ "title": "Show Backups", "url": "https://backup.example/" }] }
    ] }
    """
  }
}
