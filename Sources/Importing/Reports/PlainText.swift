/// Parts of plain texts.
enum PlainText {
  /// The lines up to the first blank one; nil for a blank text.
  static func firstParagraph(_ text: String) -> String? {
    var lines: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isBlank = line.allSatisfy(\.isWhitespace)
      if isBlank, !lines.isEmpty { break }
      if !isBlank { lines.append(line) }
    }
    return lines.isEmpty ? nil : trimmed(lines.joined(separator: "\n"))
  }

  /// The first paragraph, and what follows it; nil for a blank text.
  static func split(_ text: String) -> (first: String, rest: String)? {
    guard let first = firstParagraph(text) else { return nil }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    lines = lines.drop { $0.allSatisfy(\.isWhitespace) }
    lines = lines.drop { !$0.allSatisfy(\.isWhitespace) }
    return (first, trimmed(lines.joined(separator: "\n")))
  }

  /// The last lines that are not blank; nil for a blank text.
  static func lastLines(of text: String, count: Int = 3) -> String? {
    let lines = text.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
    return lines.isEmpty ? nil : trimmed(lines.suffix(count).joined(separator: "\n"))
  }

  /// The first line that is not blank.
  static func firstLine(of text: String) -> String? {
    text.split(separator: "\n").first { !$0.allSatisfy(\.isWhitespace) }.map { trimmed(String($0)) }
  }

  /// Without empty lines at its beginning and white space at its end.
  static func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    var start = text.startIndex
    var index = start
    while index < text.endIndex, text[index].isWhitespace {
      if text[index].isNewline { start = text.index(after: index) }
      index = text.index(after: index)
    }
    let rest = text[start...]
    return rest.contains("\n") ? String(rest) : String(rest.drop(while: \.isWhitespace))
  }
}
