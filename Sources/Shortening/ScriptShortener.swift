/// Makes a script as short as it can be without changing what it does: no comments, no spaces, and
/// one or two letters for every name that is the script's own. Properties keep their names.
package enum ScriptShortener {
  /// Several files as one script, in their order and in one scope.
  package static func join(_ files: [(name: String, text: String)]) throws(ScriptMistake) -> String
  {
    for file in files {
      do {
        _ = try ScriptLexer.tokens(of: file.text)
      } catch {
        throw ScriptMistake(file: file.name, line: error.line, what: error.what)
      }
    }
    let body = try shorten(files.map(\.text).joined(separator: "\n"))
    return "'use strict';{" + body + "}"
  }

  /// The names that a script uses and does not declare: its surroundings', or slips.
  package static func foreignNames(in script: String) throws(ScriptMistake) -> Set<String> {
    let tokens = try ScriptLexer.tokens(of: script)
    let names = ScriptNames(tokens)
    let foreign = tokens.indices.filter {
      names.place(of: $0) != .other && names.scope(of: tokens[$0].text, at: $0) == nil
    }
    return Set(foreign.map { tokens[$0].text })
  }

  package static func shorten(_ script: String) throws(ScriptMistake) -> String {
    let tokens = try ScriptLexer.tokens(of: script)
    let names = ScriptNames(tokens)
    let places = tokens.indices.map { names.place(of: $0) }
    let renaming = ScriptRenaming(tokens, places, names)
    var out = ""
    var last: ScriptToken?
    var joins = ScriptDeclarations()
    for (index, token) in tokens.enumerated() {
      var token = token
      if isNeedless(tokens, index) { continue }
      if joins.isContinued(tokens, index, in: names.opening(of: index)) {
        out.removeLast()
        token = ScriptToken(kind: .sign, text: ",")
      }
      switch places[index] {
      case .variable: token.text = renaming.names[index] ?? token.text
      case .shorthand:
        if let name = renaming.names[index], name != token.text { token.text += ":" + name }
      case .other: break
      }
      token.text = plainer(token)
      // What a bracket or the script's end closes needs no semicolon.
      if token.isSign("}"), last?.isSign(";") == true, !isEmptyStatement(tokens, before: index) {
        out.removeLast()
      }
      if let last { out += space(between: last, and: token) }
      out += token.text
      last = token
    }
    return out
  }

  /// The shorter word for the same: nothing that is `const` is written to, or the script would not run.
  private static func plainer(_ token: ScriptToken) -> String {
    guard token.kind == .keyword else { return token.text }
    switch token.text {
    case "const": return "let"
    case "true": return "!0"
    case "false": return "!1"
    default: return token.text
    }
  }

  /// The parentheses of `(name) =>`.
  private static func isNeedless(_ tokens: [ScriptToken], _ index: Int) -> Bool {
    let start = tokens[index].isSign(")") ? index - 2 : index
    guard start >= 0, start + 3 < tokens.count, tokens[start].isSign("(") else { return false }
    return tokens[start + 1].kind == .name && tokens[start + 2].isSign(")")
      && tokens[start + 3].isSign("=>")
  }

  /// `for (;;) ;` and `while (x);` have a semicolon that is a statement.
  private static func isEmptyStatement(_ tokens: [ScriptToken], before index: Int) -> Bool {
    index >= 2 && tokens[index - 2].isSign(")") && tokens[index - 1].isSign(";")
      && isLoopHead(tokens, endingAt: index - 2)
  }

  private static func isLoopHead(_ tokens: [ScriptToken], endingAt index: Int) -> Bool {
    var depth = 0
    var place = index
    while place >= 0 {
      if tokens[place].isSign(")") { depth += 1 }
      if tokens[place].isSign("(") { depth -= 1 }
      if depth == 0 { break }
      place -= 1
    }
    guard place > 0 else { return true }
    return ["for", "while", "if"].contains(tokens[place - 1].text)
  }

  private static func space(between left: ScriptToken, and right: ScriptToken) -> String {
    if right.isOnNewLine, mattersAsLineEnd(left, right) { return "\n" }
    if left.kind == .literal || right.kind == .literal {
      // `return `…`` needs none, and in `${name}` nothing may be added.
      return ""
    }
    let isWord: (ScriptToken) -> Bool = { [.name, .keyword, .number].contains($0.kind) }
    if isWord(left) && isWord(right) { return right.text.hasPrefix("!") ? "" : " " }
    if left.kind == .regex && isWord(right) { return " " }
    // `a + +b`, `a - -b`, `a / /b/`.
    if left.kind == .sign, let end = left.text.last, let begin = right.text.first, end == begin,
      ["+", "-", "/"].contains(end)
    {
      return " "
    }
    return ""
  }

  /// Whether a line's end may stand for a semicolon there.
  private static func mattersAsLineEnd(_ left: ScriptToken, _ right: ScriptToken) -> Bool {
    if left.kind == .sign, ![")", "]", "}", "++", "--"].contains(left.text) { return false }
    if left.kind == .keyword,
      !["break", "continue", "return", "this", "true", "false", "null"]
        .contains(left.text)
    {
      return false
    }
    if left.kind == .literal, left.text.hasSuffix("${") { return false }
    if right.kind == .literal, right.text.hasPrefix("}") { return false }
    if right.kind == .sign, !["++", "--", "!", "~", "(", "[", "{"].contains(right.text) {
      return false
    }
    if right.isKeyword("else") || right.isKeyword("catch") || right.isKeyword("finally") {
      return !left.isSign("}")
    }
    return true
  }
}
