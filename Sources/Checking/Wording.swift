import Basics
import Model

/// Finds words in texts, whatever their case.
enum Wording {
  /// The words between white space, in lower case and without punctuation around them.
  static func words(of text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map { bare($0) }.filter { !$0.isEmpty }
  }

  /// A word in lower case without what is neither a letter nor a digit around it.
  static func bare(_ word: some StringProtocol) -> String { trimmed(word).lowercased() }

  /// A word without what is neither a letter nor a digit around it.
  static func trimmed(_ word: some StringProtocol) -> String {
    let start = word.drop { !$0.isLetter && !$0.isNumber }
    guard let end = start.lastIndex(where: { $0.isLetter || $0.isNumber }) else { return "" }
    return String(start[...end])
  }

  /// The prose of a text: without code, addresses and logs, whose words are not the author's.
  static func prose(_ text: String?, _ format: TextFormat = .markdown) -> String {
    guard let text, format != .log else { return "" }
    var isFenced = false
    var prose = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.drop(while: \.isWhitespace).hasPrefix("```") {
        isFenced.toggle()
      } else if !isFenced {
        // Every second part stands between backticks.
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

  /// The words of a text that stand in prose: not parts of a path, a name or an address.
  static func plainWords(of text: String) -> [String] {
    text.split { !($0.isLetter || $0.isNumber || "_-./\\:@#".contains($0)) }
      .map { word in
        var word = word
        // The end of a sentence is no part of a name.
        while let last = word.last, ".:-".contains(last) { word.removeLast() }
        return word.lowercased()
      }
      .filter { $0.allSatisfy(\.isLetter) }
  }

  /// How many lines a text takes, each of so many columns.
  static func lines(of text: String, columns: Int) -> Int {
    text.split(whereSeparator: \.isNewline).reduce(0) { count, line in
      count + max(1, (TextWidth.columns(of: String(line)) + columns - 1) / columns)
    }
  }
}
