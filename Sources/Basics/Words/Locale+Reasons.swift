/// Sentences that a dataset holds in English, since its language is known later: why an input was not read, and
/// what to do about it.
extension Locale {
  /// What stands before these sentences among the phrases of a strings file.
  static let reasonPrefix = "reason: "

  /// A sentence in this language; as it is if the language has no other words for it.
  ///
  /// Names in quotes and commands behind a colon are kept as they are.
  package func reason(_ text: String) -> String {
    let (pattern, values) = Self.pattern(of: text)
    return phrase(Self.reasonPrefix + pattern)?.filled { key in
      guard let value = values[key], isRightToLeft, key != "rest" else { return values[key] }
      // Quotes beside letters that run to the right would change sides.
      return String(value.dropFirst().dropLast()).replacing("', '", with: ", ")
    } ?? text
  }

  /// A sentence with `{a}`, `{b}` and so on in place of its names, and `{rest}` in place of what follows a colon.
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

  /// The first of a sentence's words in quotes, with those that follow it in a list; an apostrophe is no quote.
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
