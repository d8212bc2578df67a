/// Which words of a script are names that it has given itself, and where they stand.
///
struct ScriptNames {
  private let tokens: [ScriptToken]
  /// For each token, the bracket it stands in: the place of the sign that opened it.
  private var openings: [Int?] = []
  /// For each opening bracket, whether it is `{` of an object or a pattern.
  private var objects: Set<Int> = []
  private var closings: [Int: Int] = [:]
  /// Where names are declared: the script, blocks, functions, loops. An outer one comes before those
  /// in it.
  private(set) var scopes: [Scope] = []
  /// The innermost scope of each token.
  private var innermost: [Int] = []

  /// The tokens in which what is declared here has its meaning.
  struct Scope {
    var range: Range<Int>
    var parent: Int?
    /// In the order they come.
    var names: [String] = []
  }

  init(_ tokens: [ScriptToken]) {
    self.tokens = tokens
    findBrackets()
    findScopes()
    findDeclarations()
  }

  /// The bracket that a token stands in.
  func opening(of index: Int) -> Int { openings[index] ?? -1 }

  /// The scope that a name is declared in, as seen from a token; nil when the script declares none.
  func scope(of name: String, at index: Int) -> Int? {
    var scope: Int? = innermost[index]
    while let place = scope {
      if scopes[place].names.contains(name) { return place }
      scope = scopes[place].parent
    }
    return nil
  }

  enum Place {
    /// A variable.
    case variable
    /// The key and the variable in one: `{ name }`.
    case shorthand
    /// A property, or no name at all.
    case other
  }

  /// What a name is where it stands.
  func place(of index: Int) -> Place {
    guard tokens[index].kind == .name else { return .other }
    if isSign(index - 1, ".") || isSign(index - 1, "?.") { return .other }
    guard let opening = openings[index], objects.contains(opening) else { return .variable }
    var before = index - 1
    // `async name() {}` in an object.
    if tokens[before].kind == .keyword, ["async", "get", "set"].contains(tokens[before].text) {
      before -= 1
    }
    guard before == opening || isSign(before, ",") else { return .variable }
    if isSign(index + 1, ":") || isSign(index + 1, "(") { return .other }
    return before == index - 1 ? .shorthand : .variable
  }

  // MARK: Brackets

  private mutating func findBrackets() {
    var open: [Int] = []
    for (index, token) in tokens.enumerated() {
      let isEnd =
        (token.kind == .sign && [")", "]", "}"].contains(token.text))
        || (token.kind == .literal && token.text.hasPrefix("}"))
      if isEnd, let opening = open.popLast() { closings[opening] = index }
      openings.append(open.last)
      if token.kind == .sign, ["(", "[", "{"].contains(token.text) {
        if token.text == "{", isObject(at: index) { objects.insert(index) }
        open.append(index)
      } else if token.kind == .literal, token.text.hasSuffix("${") {
        open.append(index)
      }
    }
  }

  /// Whether a `{` stands where a value or a pattern is expected.
  private func isObject(at index: Int) -> Bool {
    guard index > 0 else { return false }
    let last = tokens[index - 1]
    switch last.kind {
    case .keyword:
      return ["return", "const", "let", "var", "of", "in", "await", "typeof", "yield"]
        .contains(last.text)
    case .sign: return ![")", "}", ";", "{", "=>"].contains(last.text)
    case .literal: return last.text.hasSuffix("${")
    case .name, .number, .string, .regex: return false
    }
  }

  // MARK: Scopes

  private mutating func findScopes() {
    var ranges = [0..<tokens.count]
    for (index, token) in tokens.enumerated() {
      if token.isSign("{"), !objects.contains(index), let end = closings[index] {
        ranges.append(index..<end + 1)
      } else if token.isSign("=>") {
        ranges.append(parametersStart(ofArrow: index)..<bodyEnd(from: index + 1))
      } else if token.isSign("("), let end = closings[index] {
        if isFunction(at: index) || tokens[max(index - 1, 0)].isKeyword("catch") {
          ranges.append(index..<bodyEnd(from: end + 1))
        } else if index > 0, tokens[index - 1].isKeyword("for") {
          ranges.append(index..<statementEnd(from: end + 1))
        }
      }
    }
    ranges.sort {
      $0.lowerBound != $1.lowerBound ? $0.lowerBound < $1.lowerBound : $0.count > $1.count
    }
    innermost = [Int](repeating: 0, count: tokens.count)
    for range in ranges {
      let parent = range.isEmpty || scopes.isEmpty ? nil : innermost[range.lowerBound]
      for index in range { innermost[index] = scopes.count }
      scopes.append(Scope(range: range, parent: parent))
    }
  }

  private func parametersStart(ofArrow index: Int) -> Int {
    isSign(index - 1, ")") ? openingBracket(of: index - 1) ?? index - 1 : index - 1
  }

  /// Behind a function's body: a block, or an arrow's value.
  private func bodyEnd(from start: Int) -> Int {
    if isSign(start, "{"), !objects.contains(start), let end = closings[start] { return end + 1 }
    return skipValue(from: start)
  }

  /// Behind a loop's body: a block, or one statement, which may be a loop or a condition itself.
  private func statementEnd(from start: Int) -> Int {
    guard start < tokens.count else { return tokens.count }
    if isSign(start, "{"), let end = closings[start] { return end + 1 }
    if ["for", "if", "while"].contains(tokens[start].text), let head = closings[start + 1] {
      let end = statementEnd(from: head + 1)
      guard end < tokens.count, tokens[end].isKeyword("else") else { return end }
      return statementEnd(from: end + 1)
    }
    var index = start
    while index < tokens.count, !isSign(index, ";"), !isSign(index, "}") {
      index = (closings[index] ?? index) + 1
    }
    return min(isSign(index, ";") ? index + 1 : index, tokens.count)
  }

  // MARK: Declarations

  private mutating func findDeclarations() {
    for index in tokens.indices {
      let token = tokens[index]
      if token.kind == .keyword {
        switch token.text {
        case "const", "let", "var": declarators(from: index + 1)
        case "function", "class":
          if tokens[index + 1].kind == .name { declare(index + 1) }
        case "catch" where isSign(index + 1, "("): _ = pattern(from: index + 2)
        default: break
        }
      } else if token.isSign("=>") {
        if isSign(index - 1, ")"), let opening = openingBracket(of: index - 1) {
          parameters(from: opening)
        } else if tokens[index - 1].kind == .name {
          declare(index - 1)
        }
      } else if token.isSign("("), isFunction(at: index) {
        parameters(from: index)
      }
    }
  }

  private mutating func declare(_ index: Int) {
    let scope = innermost[index]
    if !scopes[scope].names.contains(tokens[index].text) {
      scopes[scope].names.append(tokens[index].text)
    }
  }

  /// `function name(`, `function (`, or a method's `name(` in an object.
  private func isFunction(at parenthesis: Int) -> Bool {
    let before = parenthesis - 1
    guard before >= 0, let closing = closings[parenthesis], isSign(closing + 1, "{") else {
      return false
    }
    if tokens[before].isKeyword("function") { return true }
    guard tokens[before].kind == .name || tokens[before].kind == .keyword else { return false }
    if before > 0, tokens[before - 1].isKeyword("function") { return true }
    guard let opening = openings[before], objects.contains(opening) else { return false }
    return before - 1 == opening || isSign(before - 1, ",") || tokens[before - 1].isKeyword("async")
  }

  private func openingBracket(of closing: Int) -> Int? {
    closings.first { $0.value == closing }?.key
  }

  /// `a, { b, c: d } = {}, ...e` up to the end of the parentheses.
  private mutating func parameters(from opening: Int) {
    guard let end = closings[opening] else { return }
    var index = opening + 1
    while index < end { index = element(from: index) }
  }

  /// `a = 1, [b, c] = d` up to the end of the declaration.
  private mutating func declarators(from start: Int) {
    var index = start
    while index < tokens.count {
      index = pattern(from: index)
      guard isSign(index, "=") else { return }
      index = skipValue(from: index + 1)
      guard isSign(index, ",") else { return }
      index += 1
    }
  }

  /// A pattern, its value where it has one, and the comma after it.
  private mutating func element(from start: Int) -> Int {
    var index = isSign(start, "...") ? start + 1 : start
    if isSign(index, ",") { return index + 1 }
    index = pattern(from: index)
    if isSign(index, "=") { index = skipValue(from: index + 1) }
    return isSign(index, ",") ? index + 1 : index
  }

  private mutating func pattern(from start: Int) -> Int {
    guard start < tokens.count else { return start }
    guard let end = closings[start] else {
      if tokens[start].kind == .name { declare(start) }
      return start + 1
    }
    var index = start + 1
    while index < end {
      // A key before its pattern: `key: pattern`.
      if tokens[start].isSign("{"), isSign(index + 1, ":") { index += 2 }
      index = element(from: index)
    }
    return end + 1
  }

  /// Behind a value: at the comma, bracket or semicolon that ends it.
  private func skipValue(from start: Int) -> Int {
    var index = start
    while index < tokens.count {
      let token = tokens[index]
      if let closing = closings[index] {
        index = closing
        // What closes a template literal's value may open the next one.
        if tokens[closing].kind == .literal, tokens[closing].text.hasSuffix("${") { continue }
      } else if token.kind == .sign, [",", ";", ")", "]", "}"].contains(token.text) {
        return index
      }
      index += 1
    }
    return index
  }

  private func isSign(_ index: Int, _ sign: String) -> Bool {
    tokens.indices.contains(index) && tokens[index].isSign(sign)
  }
}
