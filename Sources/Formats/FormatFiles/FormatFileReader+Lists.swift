internal import Diagnostics
internal import JSON
internal import Model
internal import Text
internal import ToolReports

/// Reads lists, claims and the run.
extension FormatFileReader {
  private static let listKeys = ["each", "when", "finding", "test", "fact", "claims"]

  mutating func list(_ value: JSONValue, _ kind: FormatFile.Kind) -> FormatList? {
    guard checkKeys(of: value, Self.listKeys, "a list") else { return nil }
    names = []
    guard let levels = levels(value, kind) else { return nil }
    let targets = ["finding", "test", "fact"].filter { value[$0] != nil }
    guard targets.count == 1, let target = value[targets[0]] else {
      wrong(value, "a list has exactly one of 'finding', 'test' and 'fact'", [])
      return nil
    }
    var list: FormatList
    switch targets[0] {
    case "finding":
      let fields: [FormatFindingField: FormatValue] = fields(
        target, also: "suppressed", "properties")
      list = FormatList(levels: levels, target: .finding(fields))
      list.properties = target["properties"].map { properties($0) } ?? []
      list.flag = target["suppressed"].flatMap { flag($0, named: "suppressed") }
    case "test":
      let suites = target["suites"].map { self.suites($0) } ?? []
      let fields: [FormatTestField: FormatValue] = fields(target, also: "flaky", "suites")
      list = FormatList(levels: levels, target: .test(fields, suites: suites))
      list.flag = target["flaky"].flatMap { flag($0, named: "flaky") }
      if fields[.name] == nil { missing("name", in: target, "give the path of the test's name") }
      if fields[.outcome] == nil {
        missing("outcome", in: target, "give the path of the test's outcome")
      }
    default:
      guard checkKeys(of: target, ["title", "value", "unit", "better", "take"], "'fact'"),
        let title = target["title"].flatMap({ self.value($0) }),
        let value = target["value"].flatMap({ self.value($0) })
      else {
        wrong(target, "a fact has 'title' and 'value'", [])
        return nil
      }
      var fact = FormatFact(title: title, value: value)
      fact.unit = target["unit"].flatMap { self.value($0) }
      if let better = target["better"] {
        fact.better = self.value(better)
        check(fact.better, Dataset.Run.Fact.Better.allCases.map(\.rawValue), better)
      }
      if let take = target["take"] {
        fact.choice = take.string.flatMap(FormatFact.Choice.init)
        if fact.choice == nil {
          wrong(take, "'take' is not known", ["it is median or p95"])
        }
      }
      list = FormatList(levels: levels, target: .fact(fact))
    }
    if let when = value["when"] { list.condition = condition(when, named: "when") }
    if let claims = value["claims"] { list.claims = claimsOfPart(claims, levels) }
    return list
  }

  private mutating func fields<Field: RawRepresentable & CaseIterable & Hashable>(
    _ object: JSONValue, also others: String...
  ) -> [Field: FormatValue] where Field.RawValue == String {
    var fields: [Field: FormatValue] = [:]
    let keys = Field.allCases.map(\.rawValue) + others
    guard checkKeys(of: object, keys, "the fields of a list") else { return fields }
    for member in object.members {
      guard let field = Field(rawValue: member.key) else { continue }
      fields[field] = value(member.value)
      if let words = Self.words[member.key] { check(fields[field], words, member.value) }
    }
    return fields
  }

  /// The words that a format file may give for a field.
  private static let words = [
    "level": ["error", "warning", "information", "success", "neutral"],
    "outcome": ["passed", "failed", "error", "skipped", "todo"],
  ]

  /// Reports the words of a value that are not among the given ones.
  private mutating func check(_ value: FormatValue?, _ words: [String], _ place: JSONValue) {
    for word in Set(value?.givenWords ?? []).subtracting(words).sorted() {
      wrong(
        place, "\(VisibleText.quoted(word)) is no known word here",
        ["the words are " + words.joined(separator: ", ")])
    }
  }

  private mutating func properties(_ object: JSONValue) -> [(name: String, value: FormatValue)] {
    guard case .object = object.kind, object.members.count <= Property.most else {
      wrong(object, "'properties' has up to \(Property.most) names with values", [])
      return []
    }
    return object.members.compactMap { member in
      guard Property.isName(member.key) else {
        wrong(
          member.value, "\(VisibleText.quoted(member.key)) is no name for a property",
          [Property.nameHelp])
        return nil
      }
      return value(member.value).map { (member.key, $0) }
    }
  }

  private mutating func suites(_ value: JSONValue) -> [FormatValue] {
    if case .array(let elements) = value.kind { return elements.compactMap { self.value($0) } }
    return self.value(value).map { [$0] } ?? []
  }

  // MARK: Levels

  private mutating func levels(_ list: JSONValue, _ kind: FormatFile.Kind) -> [FormatList.Level]? {
    guard let each = list["each"] else {
      // A row, or the object of a line.
      if kind != .json, kind != .xml {
        return [FormatList.Level(path: FormatPath(start: .root, dialect: dialect))]
      }
      missing("each", in: list, "give the path of its elements: each: \"$.results[*]\"")
      return nil
    }
    let paths = each.string == nil ? elements(of: each, named: "each") : [each]
    var levels: [FormatList.Level] = []
    for path in paths {
      guard let text = text(path, named: "each") else { return nil }
      do throws(FormatProblem) {
        levels.append(try level(text, isFirst: levels.isEmpty, kind))
      } catch {
        wrong(path, error)
        return nil
      }
    }
    if levels.isEmpty { wrong(each, "'each' has no path", []) }
    if levels.reduce(0, { $0 + $1.path.descents }) > 1 {
      wrong(
        each, "the paths of 'each' search descendants twice",
        ["name the elements between them"])
    }
    return levels.isEmpty ? nil : levels
  }

  private mutating func level(
    _ text: String, isFirst: Bool, _ kind: FormatFile.Kind
  ) throws(FormatProblem) -> FormatList.Level {
    var (text, name) = Self.split(text, at: " as ")
    var again: String?
    (text, again) = Self.split(text, at: " again ")
    // After the first path, `//` searches inside of the element.
    if !isFirst, dialect == .xml, text.hasPrefix("//") { text = "." + text }
    var path = try FormatPath(parsing: text, dialect, names: names)
    if isFirst, path.start != .root {
      if kind == .json || kind == .xml {
        throw FormatProblem(
          summary: "the first path of 'each' begins at the root",
          help: [kind == .xml ? "write '/root/element'" : "write '$.\(text)'"])
      }
      path.start = .root
    } else if !isFirst, path.start == .root {
      throw FormatProblem(
        summary: "only the first path of 'each' begins at the root",
        help: ["begin at the element before, or at an outer element with a name"])
    }
    if path.isOfKey { throw FormatProblem(summary: "a key has no elements: leave out '~'") }
    if let name {
      guard !names.contains(name) else {
        throw FormatProblem(summary: "two elements have the name '\(name)'")
      }
      names.append(name)
    } else if again != nil {
      throw FormatProblem(
        summary: "elements that repeat need a name", help: ["add ' as NAME' at the end"])
    }
    let inner = try again.map { text throws(FormatProblem) in
      let inner = try FormatPath(parsing: text, dialect)
      guard inner.start == .element, !inner.steps.isEmpty, inner.descents == 0 else {
        throw FormatProblem(
          summary: "'again \(text)' does not lead to elements inside of the element",
          help: [dialect == .xml ? "write 'again suite'" : "write 'again suites[*]'"])
      }
      return inner
    }
    return FormatList.Level(path: path, again: inner, name: name)
  }

  /// The texts before and after the last occurrence of a mark.
  private static func split(_ text: String, at mark: String) -> (String, String?) {
    let parts = text.parts(separatedBy: mark)
    guard parts.count > 1, let last = parts.last else { return (PlainText.trimmed(text), nil) }
    let first = parts.dropLast().joined(separator: mark)
    return (PlainText.trimmed(first), PlainText.trimmed(last))
  }

  // MARK: Claims

  mutating func claims(_ object: JSONValue, others: [String]) -> FormatClaims {
    var claims = FormatClaims()
    let keys = FormatClaims.Total.allCases.map(\.rawValue) + ["includes"] + others
    guard checkKeys(of: object, keys, "'claims'") else { return claims }
    if let included = object["includes"] {
      claims.includesSuppressed = included.string == "suppressed"
      if !claims.includesSuppressed {
        wrong(
          included, "totals include findings that are not suppressed, and may include others",
          ["write includes: \"suppressed\" if they count suppressed findings, too"])
      }
    }
    for member in object.members {
      guard let total = FormatClaims.Total(rawValue: member.key) else { continue }
      if case .array(let elements) = member.value.kind {
        claims.totals[total] = elements.compactMap { value($0) }
      } else if let value = value(member.value) {
        claims.totals[total] = [value]
      }
    }
    return claims
  }

  /// The claims of each element of a level, which `each` names.
  private mutating func claimsOfPart(
    _ object: JSONValue, _ levels: [FormatList.Level]
  ) -> (level: Int, claims: FormatClaims)? {
    guard let each = object["each"], let text = each.string else {
      missing("each", in: object, "name the element with the totals: each: \"file\"")
      return nil
    }
    let path = try? FormatPath(parsing: text, dialect)
    guard let level = levels.firstIndex(where: { $0.name == text || $0.path == path }) else {
      wrong(
        each, "no element of the list is called '\(text)'",
        ["write \"… as NAME\" in the list's 'each', and NAME here"])
      return nil
    }
    let all = names
    names = levels[...level].compactMap(\.name)
    defer { names = all }
    return (level, claims(object, others: ["each"]))
  }

  // MARK: Run

  mutating func run(_ object: JSONValue) -> FormatRun {
    var run = FormatRun()
    let keys = FormatRun.RunField.allCases.map(\.rawValue) + ["failed", "completed"]
    guard checkKeys(of: object, keys, "'run'") else { return run }
    for member in object.members {
      switch member.key {
      case "failed" where member.value["line"] != nil && dialect == .captures:
        run.failedLines = linesOfRun(member.value)
      case "completed" where member.value["line"] != nil && dialect == .captures:
        run.completedLines = linesOfRun(member.value)
      case "failed": run.failed = condition(member.value, named: "failed")
      case "completed": run.completed = condition(member.value, named: "completed")
      default:
        guard let field = FormatRun.RunField(rawValue: member.key) else { continue }
        run.fields[field] = value(member.value)
      }
    }
    return run
  }
}
