import Model
import Text

/// Finds words in texts, ignoring case.
enum Wording {
  /// The words between white space, in lower case and without surrounding punctuation.
  static func words(of text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map { bare($0) }.filter { !$0.isEmpty }
  }

  /// A word in lower case, without surrounding signs.
  static func bare(_ word: some StringProtocol) -> String { trimmed(word).lowercased() }

  /// A word without surrounding characters other than letters and digits.
  static func trimmed(_ word: some StringProtocol) -> String {
    let start = word.drop { !$0.isLetter && !$0.isNumber }
    guard let end = start.lastIndex(where: { $0.isLetter || $0.isNumber }) else { return "" }
    return String(start[...end])
  }

  /// The prose of a text: without code, addresses and logs, which the author did not word.
  static func prose(_ text: String?, _ format: TextFormat = .markdown) -> String {
    guard let text, format != .log else { return "" }
    var isFenced = false
    var prose = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.drop(while: \.isWhitespace).hasPrefix("```") {
        isFenced.toggle()
      } else if !isFenced {
        // Every second part is between backticks.
        for (index, part) in line.split(separator: "`", omittingEmptySubsequences: false)
          .enumerated()
        {
          prose += index.isMultiple(of: 2) ? part : " … "
        }
        prose += "\n"
      }
    }
    return prose
  }

  /// The words of a text in prose: not parts of a path, a name or an address.
  static func plainWords(of text: String) -> [String] {
    text.split { !($0.isLetter || $0.isNumber || "_-./\\:@#".contains($0)) }
      .map { word in
        var word = word
        // Punctuation at the end of a sentence does not belong to a name.
        while let last = word.last, ".:-".contains(last) { word.removeLast() }
        return word.lowercased()
      }
      .filter { $0.allSatisfy(\.isLetter) }
  }

  /// The number of lines of a text at a width of `columns`.
  static func lines(of text: String, columns: Int) -> Int {
    text.split(whereSeparator: \.isNewline).reduce(0) { count, line in
      count + max(1, (TextWidth.columns(of: String(line)) + columns - 1) / columns)
    }
  }
}
