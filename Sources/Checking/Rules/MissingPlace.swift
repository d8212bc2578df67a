import Diagnostics
import Model
import Text

extension Guideline {
  static let missingPlace = Guideline(
    id: "missing-place", title: "An error names its place",
    reason:
      "A reader of *Disk full* at three in the morning must know which disk. A place, a link, an "
      + "action, an attachment or details show it. The next run also uses the place to find the "
      + "message again. Warnings are reported only if they have nothing but a title.",
    remedy: "add 'location', 'link' or 'details'",
    bad: """
      { "version": 1, "messages": [
        { "urgency": "error", "title": "The disk is full" }
      ] }
      """,
    good: """
      { "version": 1, "messages": [
        { "urgency": "error", "title": "The disk is full", "location": { "file": "/srv/backup" } }
      ] }
      """
  ) { dataset in
    dataset.each { message in
      let needsPlace =
        message.urgency == .error || message.urgency == .warning && (message.text ?? "").isEmpty
      guard needsPlace, message.kind == .message, message.location == nil,
        message.link == nil, message.choices.isEmpty, message.attachments.isEmpty,
        (message.details ?? "").isEmpty, !hasAddress(message)
      else { return nil }
      return "\(message.named) does not name its place"
    }
  }

  /// Whether the text holds an address, or a link that may lead to a file next to the report.
  private static func hasAddress(_ message: Message) -> Bool {
    guard let text = message.text, message.textFormat != .log else { return false }
    return text.contains("://") || message.textFormat == .markdown && text.contains("](")
  }
}
