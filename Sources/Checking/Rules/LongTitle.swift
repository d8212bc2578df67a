import Basics
import Diagnostics
import Model

extension Guideline {
  static let longTitle = Guideline(
    id: "long-title", title: "A title has at most two lines",
    reason:
      "A list of messages is read by its titles, and a row, a subject and a notification show its beginning "
      + "alone. What is longer than two lines of 80 characters is a text.",
    remedy: "say in the title what is wrong, and the rest in 'text'",
    bad: title(
      "The upload of the debug symbols to the symbol server of the macOS packages failed after the "
        + "third try because the server closed the connection before the last part of the archive"),
    good: title("The upload of the debug symbols failed")
  ) { dataset in
    dataset.each { message in
      guard Wording.lines(of: message.title, columns: 80) > 2 else { return nil }
      return "the title \(message.named) takes more than two lines"
    }
  }

  private static func title(_ title: String) -> String {
    """
    { "version": 1, "messages": [
      { "urgency": "information", "title": "\(title)" }
    ] }
    """
  }
}
