import Basics
import Diagnostics
import Model

extension Guideline {
  static let missingPlace = Guideline(
    id: "missing-place", title: "An error says where to look",
    reason:
      "Who reads *Disk full* at three in the morning needs to know which one. A place, a link, an action, "
      + "an attachment or details tell; the next run also finds the message again by its place. Of warnings, "
      + "those are found that have nothing but a title.",
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
      return "\(message.named) doesn't say where to look"
    }
  }

  /// Whether the text holds an address, or a link that may lead to a file beside the report.
  private static func hasAddress(_ message: Message) -> Bool {
    guard let text = message.text, message.textFormat != .log else { return false }
    return text.contains("://") || message.textFormat == .markdown && text.contains("](")
  }
}
