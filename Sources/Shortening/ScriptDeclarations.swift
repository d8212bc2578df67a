/// Finds declarations that go on in the next one: `const a = 1; let b = 2;` is `let a=1,b=2;`.
struct ScriptDeclarations {
  /// The word that the present statement begins with, by the bracket it stands in.
  private var beginnings: [Int: String] = [:]

  /// Whether the token is `const` or `let` behind a statement that begins with one.
  mutating func isContinued(_ tokens: [ScriptToken], _ index: Int, in bracket: Int) -> Bool {
    let token = tokens[index]
    guard index > 0 else {
      beginnings[bracket] = ["const", "let"].contains(token.text) ? "let" : token.text
      return false
    }
    let last = tokens[index - 1]
    guard last.kind == .sign, [";", "{", "}"].contains(last.text) else {
      // A line's end may have ended the statement.
      let isOperator = last.kind == .sign && ![")", "]"].contains(last.text)
      if token.isOnNewLine, !isOperator, token.kind != .sign { beginnings[bracket] = nil }
      return false
    }
    let declares = ["const", "let"].contains(token.text)
    let before = beginnings.updateValue(declares ? "let" : token.text, forKey: bracket)
    return declares && last.isSign(";") && before == "let"
  }
}
