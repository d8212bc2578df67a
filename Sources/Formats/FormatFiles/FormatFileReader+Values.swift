internal import Diagnostics
internal import Inputs
internal import JSON
internal import Text
internal import ToolReports

/// Reads values, conditions and paths.
extension FormatFileReader {
  /// A text as it is, or a value.
  mutating func textOrValue(_ value: JSONValue) -> FormatValue? {
    if let text = value.string, !text.contains("{{") { return .constant(text) }
    return self.value(value)
  }

  mutating func value(_ value: JSONValue) -> FormatValue? {
    switch value.kind {
    case .string(let text): return self.value(parsing: text, value)
    case .array(let elements): return .first(elements.compactMap { self.value($0) })
    case .object: return valueOfObject(value)
    case .null, .bool, .number:
      wrong(
        value, "a value is a path in quotation marks",
        ["for a text that is always the same, write { always: \"text\" }"])
      return nil
    }
  }

  private static let objectKeys = ["always", "from", "map", "else", "minus", "all", "join"]

  private mutating func valueOfObject(_ value: JSONValue) -> FormatValue? {
    guard checkKeys(of: value, Self.objectKeys, "a value") else { return nil }
    if let always = value["always"] {
      guard let text = always.written ?? always.bool.map({ $0 ? "true" : "false" }) else {
        wrong(always, "'always' is a text", [])
        return nil
      }
      return .constant(text)
    }
    if let all = value["all"] {
      return self.value(all).map { .joined($0, by: value["join"]?.string ?? ", ") }
    }
    guard let from = value["from"] else {
      wrong(value, "a value has none of 'always', 'from' and 'all'", [])
      return nil
    }
    if let other = value["minus"] {
      for key in ["map", "else"] {
        if let member = value[key] { wrong(member, "'\(key)' is given beside 'minus'", []) }
      }
      guard let value = self.value(from), let other = self.value(other) else { return nil }
      return .difference(value, other)
    }
    let table = table(value)
    return self.value(from).map { .mapped($0, table) }
  }

  private mutating func table(_ value: JSONValue) -> FormatWords {
    var table = FormatWords()
    if let other = value["else"] { table.otherwise = text(other, named: "else") }
    guard let map = value["map"] else {
      if value["else"] == nil { missing("map", in: value, "add map: { word: \"error\" }") }
      return table
    }
    guard case .object(let members) = map.kind else {
      wrong(map, "'map' is an object", ["write { high: \"error\" }"])
      return table
    }
    for member in members {
      guard let word = member.value.written else {
        wrong(member.value, "a word of 'map' is a text", [])
        continue
      }
      let bound = FormatWords.Bound.allCases.first { member.key.hasPrefix($0.rawValue) }
      if let bound {
        let number = Double(PlainText.trimmed(String(member.key.dropFirst(bound.rawValue.count))))
        if let number {
          table.ranges.append((bound, number, word))
        } else {
          wrong(
            member.value, "'\(member.key)' is no range of numbers", ["write '\(bound.rawValue) 9'"])
        }
      } else {
        table.words[member.key.lowercased()] = word
      }
    }
    return table
  }

  // MARK: Texts

  private mutating func value(parsing text: String, _ value: JSONValue) -> FormatValue? {
    do throws(FormatProblem) {
      guard text.contains("{{") else { return try filtered(text) }
      var parts: [FormatValue] = []
      var rest = Substring(text)
      while let open = rest.firstRange(of: "{{") {
        if open.lowerBound > rest.startIndex {
          parts.append(.constant(String(rest[..<open.lowerBound])))
        }
        rest = rest[open.upperBound...]
        guard let close = rest.firstRange(of: "}}") else {
          throw FormatProblem(summary: "'{{' is not closed by '}}'")
        }
        parts.append(try filtered(PlainText.trimmed(String(rest[..<close.lowerBound]))))
        rest = rest[close.upperBound...]
      }
      if !rest.isEmpty { parts.append(.constant(String(rest))) }
      return .template(parts)
    } catch {
      wrong(value, error)
      return nil
    }
  }

  /// A path and its filters.
  private mutating func filtered(_ text: String) throws(FormatProblem) -> FormatValue {
    let parts = Self.parts(text, quotesInFirst: dialect == .json || dialect == .xml)
    let path = try path(parts.first ?? "")
    var filters: [FormatFilter] = []
    for part in parts.dropFirst() { filters.append(try FormatFilter(parsing: part)) }
    return .path(path, filters)
  }

  /// The parts between bars that are not in quotes.
  ///
  /// - Parameter quotesInFirst: Whether a quote in the first part begins a text.
  private static func parts(_ text: String, quotesInFirst: Bool) -> [String] {
    var parts = [""]
    var quote: Character?
    for character in text {
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "|" {
        parts.append("")
        continue
      } else if character == "'" || character == "\"", quotesInFirst || parts.count > 1 {
        quote = character
      }
      parts[parts.count - 1].append(character)
    }
    // A line break in quotes belongs to its text.
    return parts.map { part in
      let start = part.drop { $0 == " " }
      return String(start.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The names of the letters `%f`, `%l` and so on.
  private static let capturesOfLetters: Set<String> = [
    "file", "line", "column", "endLine", "endColumn", "type", "number", "message", "text",
  ]

  private mutating func path(_ text: String) throws(FormatProblem) -> FormatPath {
    var path = try FormatPath(parsing: text, dialect, names: names)
    if isOfReport, path.start == .element {
      path.start = .root
      // An attribute is one of the root element.
      if dialect == .xml, case .member(let name)? = path.steps.first, name.hasPrefix("@") {
        path.steps.insert(.children, at: 0)
      }
    }
    if dialect == .captures, case .member(let name)? = path.steps.first, !captures.isEmpty,
      !captures.contains(name), !Self.capturesOfLetters.contains(name)
    {
      throw FormatProblem(
        summary: "no pattern captures '\(name)'",
        help: ["the captures are " + captures.sorted().joined(separator: ", ")])
    }
    if case .root = path.start { absolutePaths.insert(path) }
    return path
  }

  // MARK: Conditions

  mutating func condition(_ value: JSONValue, named name: String) -> FormatCondition {
    let alternatives = value.elements.isEmpty ? [value] : value.elements
    var condition = FormatCondition()
    for alternative in alternatives {
      guard case .object(let members) = alternative.kind else {
        wrong(alternative, "'\(name)' is an object of paths", ["write { status: \"failed\" }"])
        continue
      }
      if members.isEmpty {
        wrong(alternative, "'\(name)' has no condition", ["name a path and its value"])
      }
      condition.alternatives.append(
        members.compactMap { member in
          let key = JSONValue(.string(member.key), at: member.keyLocation)
          guard let left = self.value(key), let test = test(member.value) else { return nil }
          return (left, test)
        })
    }
    return condition
  }

  private static let testKeys = ["not", "above", "below", "starts", "contains"]

  private mutating func test(_ value: JSONValue) -> FormatCondition.Test? {
    switch value.kind {
    case .string("exists"): return .isThere
    case .string("absent"): return .isAbsent
    case .string(let text): return .isOneOf([text])
    case .number(_, let written): return .isOneOf([written])
    case .bool(let value): return .isOneOf([value ? "true" : "false"])
    case .array(let elements):
      if elements.isEmpty { wrong(value, "the list has no test", ["give the wanted values"]) }
      return .any(elements.compactMap { test($0) })
    case .object(let members):
      if members.isEmpty {
        wrong(
          value, "the test is empty", ["it has one of " + Self.testKeys.joined(separator: ", ")])
      }
      guard checkKeys(of: value, Self.testKeys, "a test") else { return nil }
      let tests = members.compactMap { test($0) }
      return tests.count == 1 ? tests[0] : .all(tests)
    case .null:
      wrong(value, "a test is a text, a number, a list or an object", ["write \"absent\""])
      return nil
    }
  }

  private mutating func test(_ member: JSONValue.Member) -> FormatCondition.Test? {
    switch (member.key, member.value.kind) {
    case ("not", _): return test(member.value).map { .not($0) }
    case ("above", .number(_, let written)): return .above(.constant(written))
    case ("below", .number(_, let written)): return .below(.constant(written))
    case ("above", _) where isBound(member.value): return value(member.value).map { .above($0) }
    case ("below", _) where isBound(member.value): return value(member.value).map { .below($0) }
    case ("starts", .string(let text)): return .starts(text)
    case ("contains", .string(let text)): return .contains(text)
    default:
      if Self.testKeys.contains(member.key) {
        let isOfNumbers = member.key == "above" || member.key == "below"
        wrong(
          member.value, "'\(member.key)' is a \(isOfNumbers ? "number or a value" : "text")", [])
      }
      return nil
    }
  }

  /// Whether a value may be the number of a comparison that the report gives.
  private func isBound(_ value: JSONValue) -> Bool {
    switch value.kind {
    case .string(let text): Double(text) == nil
    case .object: true
    default: false
    }
  }

  mutating func flag(_ value: JSONValue, named name: String) -> FormatFlag? {
    if case .object(let members) = value.kind,
      !members.contains(where: { Self.objectKeys.contains($0.key) })
    {
      return .condition(condition(value, named: name))
    }
    if let bool = value.bool { return .value(.constant(bool ? "true" : "false")) }
    return self.value(value).map { .value($0) }
  }
}
