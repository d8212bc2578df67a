import Diagnostics

/// Splits a command line into words without a shell: only quotes and backslashes are special, and
/// nothing is expanded.
package enum CommandWords {
  package static func of(_ text: String) throws(AddressError) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Unicode.Scalar?
    var isEscaped = false
    func add(_ scalar: Unicode.Scalar) { word = (word ?? "") + String(scalar) }
    for scalar in text.unicodeScalars {
      if scalar == "\0" { throw AddressError("it contains NUL (U+0000)") }
      if isEscaped {
        // Between double quotes a backslash escapes only `"` and `\`.
        if quote != nil, scalar != "\"", scalar != "\\" { add("\\") }
        add(scalar)
        isEscaped = false
      } else if scalar == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if scalar == open { quote = nil } else { add(scalar) }
      } else if scalar == "\"" || scalar == "'" {
        quote = scalar
        word = word ?? ""
      } else if scalar.properties.isWhitespace {
        if let whole = word { words.append(whole) }
        word = nil
      } else {
        add(scalar)
      }
    }
    if quote != nil { throw AddressError("unclosed quote") }
    if isEscaped { throw AddressError("it ends with a backslash") }
    if let word { words.append(word) }
    guard let program = words.first, !program.isEmpty else {
      throw AddressError("no program given")
    }
    return words
  }
}
