/// Which words of a script are names that it has given itself, and where they stand.
///
/// A name is renamed everywhere in the same way, so that no scope has to be worked out: whatever a
/// name means at a place, its new one means there.
struct ScriptNames {
  private let tokens: [ScriptToken]
  /// For each token, the bracket it stands in: the place of the sign that opened it.
  private var openings: [Int?] = []
  /// For each opening bracket, whether it is `{` of an object or a pattern.
  private var objects: Set<Int> = []
  private var closings: [Int: Int] = [:]
  /// Every name that the script declares.
  private(set) var declared: Set<String> = []
  /// Those of them that are declared outside of every bracket.
  private(set) var shared: Set<String> = []

  init(_ tokens: [ScriptToken]) {
    self.tokens = tokens
    findBrackets()
    findDeclarations()
  }

  /// The statements outside of every bracket: what one of them declares inside, no other sees.
  var statements: [Range<Int>] {
    var found: [Range<Int>] = []
    var start = 0
    for index in tokens.indices where openings[index] == nil && tokens[index].isSign(";") {
      found.append(start..<index + 1)
      start = index + 1
    }
    return found + [start..<tokens.count]
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

  // MARK: Declarations

  private mutating func findDeclarations() {
    for index in tokens.indices {
      let token = tokens[index]
      if token.kind == .keyword {
        switch token.text {
        case "const", "let", "var":
          let before = declared
          declared = []
          declarators(from: index + 1)
          if openings[index] == nil { shared.formUnion(declared) }
          declared.formUnion(before)
        case "function", "class":
          guard tokens[index + 1].kind == .name else { break }
          declared.insert(tokens[index + 1].text)
          if openings[index] == nil { shared.insert(tokens[index + 1].text) }
        case "catch" where isSign(index + 1, "("): _ = pattern(from: index + 2)
        default: break
        }
      } else if token.isSign("=>") {
        if isSign(index - 1, ")"), let opening = openingBracket(of: index - 1) {
          parameters(from: opening)
        } else if tokens[index - 1].kind == .name {
          declared.insert(tokens[index - 1].text)
        }
      } else if token.isSign("("), let closing = closings[index], isSign(closing + 1, "{"),
        isFunction(at: index)
      {
        parameters(from: index)
      }
    }
  }

  /// `function name(`, `function (`, or a method's `name(` in an object.
  private func isFunction(at parenthesis: Int) -> Bool {
    let before = parenthesis - 1
    guard before >= 0 else { return false }
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
      if tokens[start].kind == .name { declared.insert(tokens[start].text) }
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
      } else if token.isKeyword("of") || token.isKeyword("in") {
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
