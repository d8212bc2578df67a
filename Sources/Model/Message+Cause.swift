internal import Text

extension Message {
  /// The longest cause in characters.
  package static let longestCause = 160

  /// The cause below the title; nil if the title says it.
  package var shownCause: String? {
    guard let cause, !title.isEmpty, !title.hasPrefix(cause) else { return nil }
    return cause
  }

  /// The cause above the text; nil if the text says it.
  package var causeAboveText: String? {
    guard let cause = shownCause else { return nil }
    let words = cause.hasSuffix("…") ? cause.dropLast() : cause[...]
    if let text, text.utf8.starts(with: words.utf8) { return nil }
    let beginning = Message.inOneLine(text?.prefix(Self.longestBeginning) ?? "")
    return beginning.contains(String(words)) ? nil : cause
  }

  private static let longestBeginning = 1_000

  /// The details from `detailsStart` on. A sign stands for the lines before.
  package var shortDetails: String? {
    guard let details, detailsStart > 1, detailsFormat != .markdown else { return details }
    return "…\n" + Self.parts(of: details, atLine: detailsStart).rest
  }

  /// The parts of a text before and from a line; all lines of a shorter text are in the second.
  package static func parts(of text: String, atLine line: Int) -> (before: String, rest: String) {
    var start = text.utf8.startIndex
    for _ in 1..<max(line, 1) {
      guard let end = text.utf8[start...].firstIndex(of: UInt8(ascii: "\n")) else {
        return ("", text)
      }
      start = text.utf8.index(after: end)
    }
    return (String(text[..<start]), String(text[start...]))
  }

  /// A given cause as one line of at most 160 characters; nil if it is blank.
  package static func cause(from given: String) -> String? {
    let line = inOneLine(given[...])
    return line.isEmpty ? nil : line.truncated(toClusters: longestCause)
  }

  /// The text with a space between its words.
  package static func inOneLine(_ text: Substring) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
