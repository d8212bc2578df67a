import Diagnostics
import Model

extension Guideline {
  static let explainedAction = Guideline(
    id: "explained-action", title: "A text doesn't explain buttons",
    reason:
      "*Click \"Renew\" to renew the certificate* only repeats the button. It is wrong in a mail and in "
      + "plain text, which have no buttons.",
    remedy: "remove the explanation", languages: ["en"],
    bad: """
      { "version": 1, "messages": [
        { "urgency": "warning", "title": "The certificate expires on Monday",
          "text": "Click \\"Renew\\" to renew it.",
          "actions": [{ "title": "Renew", "url": "https://ci.example/renew" }] }
      ] }
      """,
    good: """
      { "version": 1, "messages": [
        { "urgency": "warning", "title": "The certificate expires on Monday",
          "text": "A renewal takes two days.",
          "actions": [{ "title": "Renew", "url": "https://ci.example/renew" }] }
      ] }
      """
  ) { dataset in
    dataset.each { message in
      let titles = (message.actions.prefix(mostTitles).map(\.title) + [message.link?.title ?? ""])
        .map(words).filter { !$0.isEmpty }
      let texts = [
        ("title", Wording.prose(message.title)),
        ("text", Wording.prose(message.text, message.textFormat)),
      ]
      return texts.lazy.compactMap { name, text in
        finding(in: text, titles).map { "the \(name) of \(message.named) \($0)" }
      }.first
    }
  }

  private static func finding(in text: String, _ titles: [[String]]) -> String? {
    let parts = text.split(whereSeparator: \.isWhitespace)
    let words = parts.map(Wording.trimmed)
    for (index, word) in words.enumerated() {
      let gesture = word.lowercased()
      guard gestures.contains(gesture) else { continue }
      let rest = words[(index + 1)...].drop { $0.isEmpty || articles.contains($0.lowercased()) }
      if gesture == "click", rest.first?.lowercased() == "here" { return "says 'click here'" }
      // "The press room" and "a tap" are not gestures.
      let isSure = gesture == "click" || index == 0 || endsSentence(parts[index - 1])
      if titles.contains(where: { names(rest, $0, asWritten: !isSure) }) {
        return "explains a button"
      }
    }
    return nil
  }

  private static func words(of title: String) -> [String] {
    title.split(whereSeparator: \.isWhitespace).map(Wording.trimmed).filter { !$0.isEmpty }
  }

  /// Whether words begin with a title.
  ///
  /// - Parameter asWritten: Whether case must match and the title must have capital letters.
  private static func names(_ words: ArraySlice<String>, _ title: [String], asWritten: Bool) -> Bool
  {
    if asWritten {
      return title.contains { $0.contains(where: \.isUppercase) } && words.starts(with: title)
    }
    return words.starts(with: title) { $0.lowercased() == $1.lowercased() }
  }

  /// Whether a word, or a sign of a list, can precede a sentence.
  private static func endsSentence(_ word: Substring) -> Bool {
    Wording.trimmed(word).isEmpty
      || word.contains { ".!?:".contains($0) } && !(word.last?.isLetter ?? true)
  }

  /// The largest number of titles to compare, because each word of a text may begin any of them.
  private static let mostTitles = 20
  private static let gestures: Set<String> = ["choose", "click", "press", "select", "tap"]
  private static let articles: Set<String> = ["on", "the", "button"]
}
