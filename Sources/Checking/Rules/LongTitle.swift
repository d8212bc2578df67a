import Diagnostics
import Model

extension Guideline {
  static let longTitle = Guideline(
    id: "long-title", title: "A title has at most two lines",
    reason:
      "Readers scan a list by its titles. A row, a subject and a notification show only the "
      + "beginning of a title. Anything longer than two lines of 80 characters belongs in the "
      + "text.",
    remedy: "name the problem in the title, and write the details into 'text'",
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
