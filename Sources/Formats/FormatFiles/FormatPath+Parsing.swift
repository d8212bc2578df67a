/// The reason why a path or a value of a format file can't be parsed, for a diagnostic.
struct FormatProblem: Error {
  var summary: String
  var help: [String] = []
}

extension FormatPath {
  /// Whether a path of a table or of lines means the row or the line itself.
  private static func meansElement(_ text: String) -> Bool { ["", "@", "*", "$"].contains(text) }

  private static let longest = 1_000

  /// The number of steps that search all descendants.
  var descents: Int {
    steps.count {
      if case .descendants = $0 { true } else { false }
    }
  }

  /// Parses a path.
  ///
  /// - Parameter names: The names of outer elements.
  init(
    parsing text: String, _ dialect: Dialect, names: [String] = []
  ) throws(FormatProblem) {
    self.init(dialect: dialect)
    // The limit bounds the nesting of predicates, too.
    guard text.utf8.count <= Self.longest else {
      throw FormatProblem(summary: "the path has more than \(Self.longest) bytes")
    }
    switch dialect {
    case .columns:
      steps = Self.meansElement(text) ? [] : [.member(FormatColumns.normalized(text))]
    case .captures: steps = Self.meansElement(text) ? [] : [.member(text)]
    case .json, .xml:
      var parser = FormatPathParser(text, dialect)
      try parser.parse(into: &self, names: names)
    }
    if descents > 1 {
      throw FormatProblem(
        summary: "the path '\(text)' searches descendants twice",
        help: ["name the element between them, or begin at it with a path of its own in 'each'"])
    }
  }
}

/// Parses JSON paths (a part of RFC 9535) and XML paths (a part of XPath).
struct FormatPathParser {
  private let text: String
  private let characters: [Character]
  private var index = 0
  private let dialect: FormatPath.Dialect

  init(_ text: String, _ dialect: FormatPath.Dialect) {
    self.text = text
    characters = Array(text)
    self.dialect = dialect
  }

  mutating func parse(into path: inout FormatPath, names: [String]) throws(FormatProblem) {
    if dialect == .xml { parseXMLStart(&path, names) } else { parseJSONStart(&path, names) }
    while let next = peek {
      if next == "~", index == characters.count - 1 {
        path.isOfKey = true
        index += 1
      } else if dialect == .xml {
        try parseXMLStep(&path.steps)
      } else {
        try parseJSONStep(&path.steps, isFirst: index == 0)
      }
    }
    // The value of an element is its text.
    if dialect == .xml, case .member(FormatXML.textKey)? = path.steps.last {
      path.steps.removeLast()
    }
  }

  // MARK: JSON

  private mutating func parseJSONStart(_ path: inout FormatPath, _ names: [String]) {
    if isStart(of: "$") {
      path.start = .root
      index += 1
    } else if isStart(of: "@") {
      index += 1
    } else if let name = outerName(names) {
      path.start = .named(name)
      index += name.count
    }
  }

  /// Whether a character is alone or precedes a step.
  private func isStart(of character: Character) -> Bool {
    guard peek == character else { return false }
    return index + 1 == characters.count || ".[~".contains(characters[index + 1])
  }

  private func outerName(_ names: [String]) -> String? {
    names.first { name in
      let rest = characters.dropFirst(name.count)
      return characters.starts(with: name) && (rest.first.map { ".[~/".contains($0) } ?? true)
    }
  }

  private mutating func parseJSONStep(
    _ steps: inout [FormatPath.Step], isFirst: Bool
  ) throws(FormatProblem) {
    if consume("..") {
      steps.append(.descendants(consume("*") ? nil : try jsonName()))
    } else if consume(".") {
      steps.append(consume("*") ? .children : .member(try jsonName()))
    } else if consume("[") {
      steps.append(try jsonBracket())
    } else if isFirst {
      steps.append(consume("*") ? .children : .member(try jsonName()))
    } else {
      throw problem("unexpected '\(characters[index])'")
    }
  }

  private mutating func jsonName() throws(FormatProblem) -> String {
    let start = index
    while let next = peek, !".[]~|{}'\"".contains(next) { index += 1 }
    guard index > start else { throw problem("a name is missing") }
    return String(characters[start..<index])
  }

  private mutating func jsonBracket() throws(FormatProblem) -> FormatPath.Step {
    if consume("*]") { return .children }
    if consume("?") {
      let predicate = try predicate(isXML: false)
      try expect("]")
      return .childrenWhere(predicate)
    }
    if let name = try quoted() {
      try expect("]")
      return .member(name)
    }
    guard let number = number() else { throw problem("a name in quotes or an index is missing") }
    try expect("]")
    return .element(number)
  }

  // MARK: XML

  private mutating func parseXMLStart(_ path: inout FormatPath, _ names: [String]) {
    if peek == "/" {
      path.start = .root
    } else if let name = outerName(names) {
      path.start = .named(name)
      index += name.count
      // `suite.@name`, as in JSON, means `suite/@name`.
      if peek == "." { index += 1 }
    } else if peek == ".", index + 1 == characters.count || characters[index + 1] == "/" {
      index += 1
    }
  }

  private mutating func parseXMLStep(_ steps: inout [FormatPath.Step]) throws(FormatProblem) {
    let isDeep = consume("//")
    if !isDeep { _ = consume("/") }
    // `/` alone is the root.
    if peek == nil, steps.isEmpty, !isDeep { return }
    var step: FormatPath.Step
    if isDeep {
      step = .descendants(consume("*") ? nil : try xmlName())
    } else {
      step = consume("*") ? .children : .member(try xmlName())
    }
    var predicates: [FormatPath.Step] = []
    while consume("[") {
      if let number = number() {
        guard number > 0, predicates.isEmpty else {
          throw problem("a number in brackets begins with 1")
        }
        step = .nth(step, number)
      } else {
        predicates.append(.only(try predicate(isXML: true)))
      }
      try expect("]")
    }
    steps.append(step)
    steps += predicates
  }

  private mutating func xmlName() throws(FormatProblem) -> String {
    if consume(FormatXML.textKey) { return FormatXML.textKey }
    let start = index
    while let next = peek, !"/[]~|{}'\"=()".contains(next) { index += 1 }
    guard index > start else { throw problem("a name is missing") }
    let name = String(characters[start..<index])
    if name == ".." {
      throw problem(
        "'..' is not known", help: ["name the outer element in 'each': \"/a/b as outer\""])
    }
    // Elements have lost their prefixes.
    let isAttribute = name.hasPrefix("@")
    let local = name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
    return isAttribute && !local.hasPrefix("@") ? "@" + local : local
  }

  // MARK: Predicates

  private mutating func predicate(isXML: Bool) throws(FormatProblem) -> FormatPath.Predicate {
    var steps: [FormatPath.Step] = []
    if isXML {
      if consume(".") { _ = consume("/") }
      while let next = peek, !"]=! ".contains(next) {
        try parseXMLStep(&steps)
      }
    } else {
      try expect("@")
      while let next = peek, next == "." || next == "[" {
        try parseJSONPredicateStep(&steps)
      }
    }
    if case .member(FormatXML.textKey)? = steps.last, isXML { steps.removeLast() }
    skipBlanks()
    if consume("!=") { return .init(steps: steps, comparison: .differs(try literal())) }
    if consume("==") || consume("=") {
      return .init(steps: steps, comparison: .equals(try literal()))
    }
    return .init(steps: steps, comparison: .isThere)
  }

  private mutating func parseJSONPredicateStep(
    _ steps: inout [FormatPath.Step]
  ) throws(FormatProblem) {
    if consume(".") {
      let start = index
      while let next = peek, !".[]~|{}'\"=! ".contains(next) { index += 1 }
      guard index > start else { throw problem("a name is missing") }
      steps.append(.member(String(characters[start..<index])))
    } else {
      _ = consume("[")
      steps.append(try jsonBracket())
    }
  }

  /// A text in quotes, a number or a word.
  private mutating func literal() throws(FormatProblem) -> String {
    skipBlanks()
    if let text = try quoted() { return text }
    let start = index
    while let next = peek, !"] ".contains(next) { index += 1 }
    guard index > start else { throw problem("a text to compare with is missing") }
    let word = String(characters[start..<index])
    skipBlanks()
    return word
  }

  // MARK: Characters

  private var peek: Character? { index < characters.count ? characters[index] : nil }

  private mutating func consume(_ mark: String) -> Bool {
    guard characters[index...].starts(with: mark) else { return false }
    index += mark.count
    return true
  }

  private mutating func skipBlanks() { while peek == " " { index += 1 } }

  private mutating func expect(_ mark: String) throws(FormatProblem) {
    skipBlanks()
    guard consume(mark) else { throw problem("'\(mark)' is missing") }
  }

  /// A text in quotes; nil if no quote begins here.
  private mutating func quoted() throws(FormatProblem) -> String? {
    guard let quote = peek, quote == "'" || quote == "\"" else { return nil }
    index += 1
    let start = index
    while let next = peek, next != quote { index += 1 }
    guard peek != nil else { throw problem("a quotation mark is not closed") }
    index += 1
    return String(characters[start..<index - 1])
  }

  private mutating func number() -> Int? {
    var end = index
    if end < characters.count, characters[end] == "-" { end += 1 }
    while end < characters.count, characters[end].isASCII, characters[end].isNumber { end += 1 }
    guard let number = Int(String(characters[index..<end])) else { return nil }
    index = end
    return number
  }

  private func problem(_ reason: String, help: [String] = []) -> FormatProblem {
    FormatProblem(
      summary: "the path '\(text)' can't be read: \(reason), at character \(index + 1)",
      help: help)
  }
}
