internal import Text

/// Translates sentences about unread inputs: the reason and the help. A dataset stores them in
/// English, because the report's language is known only later.
extension Locale {
  /// The prefix of the keys of these sentences among the phrases of a locale.
  static let reasonPrefix = "reason: "

  /// A sentence in this language; unchanged if the language has no translation.
  ///
  /// Quoted names and the text after a colon are kept.
  package func reason(_ text: String) -> String {
    let (pattern, values) = Self.pattern(of: text)
    return phrase(Self.reasonPrefix + pattern)?.filled { key in
      guard let value = values[key], isRightToLeft, key != "rest" else { return values[key] }
      // In right-to-left text, quotes around a left-to-right name would change sides.
      return String(value.dropFirst().dropLast()).replacing("', '", with: ", ")
    } ?? text
  }

  /// Replaces the quoted names by `{a}`, `{b}` and so on, and the text after a colon by `{rest}`.
  private static func pattern(of text: String) -> (String, values: [String: String]) {
    var values: [String: String] = [:]
    var sentence = text[...]
    if let colon = text.firstRange(of: ": ") {
      values["rest"] = String(text[colon.upperBound...])
      sentence = text[..<colon.lowerBound]
    }
    var pattern = ""
    for letter in "abcdefgh" {
      guard let names = quotedNames(in: sentence) else { break }
      values[String(letter)] = String(sentence[names])
      pattern += sentence[..<names.lowerBound] + "{\(letter)}"
      sentence = sentence[names.upperBound...]
    }
    return (pattern + sentence + (values["rest"] == nil ? "" : ": {rest}"), values)
  }

  /// The first quoted name with the names that follow it in a list. An apostrophe is not a quote.
  private static func quotedNames(in sentence: Substring) -> Range<String.Index>? {
    guard
      let start = sentence.indices.first(where: { index in
        sentence[index] == "'"
          && (index == sentence.startIndex || sentence[sentence.index(before: index)] == " ")
      })
    else { return nil }
    var end = start
    repeat {
      let inside = sentence[end...].dropFirst(end == start ? 1 : 3)
      guard
        let quote = inside.indices.first(where: { index in
          inside[index] == "'" && [" ", ",", nil].contains(inside[index...].dropFirst().first)
        })
      else { return nil }
      end = inside.index(after: quote)
    } while sentence[end...].hasPrefix(", '")
    return start..<end
  }
}
