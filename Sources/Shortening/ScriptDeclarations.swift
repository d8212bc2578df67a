/// Finds declarations that go on in the next one: `const a = 1; const b = 2;` is `const a=1,b=2;`.
struct ScriptDeclarations {
  /// The word that the present statement begins with, by the bracket it stands in.
  private var beginnings: [Int: String] = [:]

  /// Whether the token is `const` or `let` behind a statement that begins with the same word.
  mutating func isContinued(_ tokens: [ScriptToken], _ index: Int, in bracket: Int) -> Bool {
    let token = tokens[index]
    guard index > 0 else {
      beginnings[bracket] = token.text
      return false
    }
    let last = tokens[index - 1]
    guard last.kind == .sign, [";", "{", "}"].contains(last.text) else {
      // A line's end may have ended the statement.
      let isOperator = last.kind == .sign && ![")", "]"].contains(last.text)
      if token.isOnNewLine, !isOperator, token.kind != .sign { beginnings[bracket] = nil }
      return false
    }
    let before = beginnings.updateValue(token.text, forKey: bracket)
    return token.kind == .keyword && ["const", "let"].contains(token.text) && last.isSign(";")
      && before == token.text
  }
}
