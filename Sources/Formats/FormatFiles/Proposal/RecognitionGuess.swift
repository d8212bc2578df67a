internal import Inputs
internal import JSON
internal import Text

/// Facts by which reports like a sample are probably recognized.
struct RecognitionGuess {
  /// The value of `recognize`, as it is written.
  private(set) var text = "{}"
  /// The keys of the root, or of its elements, that the facts name.
  private(set) var rootKeys: Set<String> = []
  /// Whether other tools may write such reports, too.
  private(set) var isWeak = false
  /// A pattern of lines that are no findings, such as the first line of a log.
  private(set) var ignoredLine: String?

  /// - Parameters:
  ///   - tool: The key of the root with the name of the tool.
  ///   - optionalKeys: The keys of the root that only some reports have.
  init(_ sample: FormatSample, _ list: ListGuess, tool: String?, except optionalKeys: Set<String>) {
    switch sample.contents {
    case .json(let root):
      let members = root.members.filter { !optionalKeys.contains($0.key) }
      let usual = members.isEmpty ? root : JSONValue(.object(members), at: root.location)
      write(Self.facts(usual, sample.lists.lists[list.list], list, tool))
    case .jsonLines(let lines):
      write(Self.facts(ofElements: lines, at: "", list, most: 4))
    case .xml(let root, let name): writeXML(root, name, sample.head)
    case .table(let table): writeColumns(table, list)
    case .lines(let guess): writeLine(guess)
    }
  }

  private typealias Fact = (path: String, kind: String)

  private mutating func write(_ facts: [Fact]) {
    isWeak = facts.filter { !$0.path.hasSuffix("?") }.count < 2
    rootKeys = Set(
      facts.map { fact in
        let isOfElement = fact.path.hasPrefix("[].") || fact.path.hasPrefix("*.")
        let path = isOfElement ? fact.path.drop { $0 != "." }.dropFirst() : fact.path[...]
        return String(path.prefix { !"[.?".contains($0) })
      })
    let parts = facts.map { "\(FormatNotation.key($0.path)): \($0.kind)" }
    text = "{ " + parts.joined(separator: ", ") + " }"
  }

  // MARK: JSON

  private static let mostLevels = JSONOutline.mostDepth

  private static func facts(
    _ root: JSONValue, _ list: RecordList, _ guess: ListGuess, _ tool: String?
  ) -> [Fact] {
    let place = list.place
    if case .array(let elements) = root.kind {
      let inner = place.count > 1 ? place[1] : nil
      let known = Self.facts(ofElements: elements, at: "[]", guess, first: inner, most: 4)
      return known.isEmpty ? [("[]", "\"object\"")] : known
    }
    if place.first == "*" {
      let inner = place.count > 1 && place[1] != "[]" ? place[1] : nil
      if place.dropFirst().first == "[]" { return [("*", "\"array\""), ("*[]?", "\"object\"")] }
      return Self.facts(
        ofElements: root.members.map(\.value), at: "*", guess, first: inner, most: 3)
    }
    var facts: [Fact] = []
    if let tool, let name = root[tool]?.string {
      facts.append((tool, "{ is: \(FormatNotation.quoted(name)) }"))
    }
    let first = place.first
    for member in root.members.filter({ $0.key == first }) + root.members
    where facts.count < 3 && !facts.contains(where: { $0.path == member.key }) {
      if isPlain(member.key), let kind = kind(member.value) { facts.append((member.key, kind)) }
    }
    // What elements have is known only if there are any.
    let prefix = place.reduce("") { $1 == "[]" ? $0 + "[]" : $0.isEmpty ? $1 : $0 + "." + $1 }
    guard place.count < mostLevels, place.allSatisfy({ $0 == "[]" || $0 == "*" || isPlain($0) })
    else { return facts.isEmpty ? [("*", "\"any\"")] : facts }
    let elements = list.elements.map(\.value)
    let inner = Self.facts(ofElements: elements, at: prefix, guess, most: 2)
    // An object without usual names.
    if facts.isEmpty { facts.append(("*", "\"any\"")) }
    return facts + inner.map { (path: $0.path + "?", kind: $0.kind) }
  }

  /// The keys that all elements have, with values of one kind. Those of chosen fields come first.
  private static func facts(
    ofElements elements: [JSONValue], at prefix: String, _ guess: ListGuess, first: String? = nil,
    most: Int
  ) -> [Fact] {
    guard let sample = elements.first else { return [] }
    let chosen = Set(guess.own.choices.values.compactMap(\.field.place.first))
    let keys = sample.members.map(\.key).filter(isPlain)
    let ordered =
      keys.filter { $0 == first } + keys.filter { chosen.contains($0) && $0 != first }
      + keys.filter { !chosen.contains($0) && $0 != first }
    var facts: [Fact] = []
    for key in ordered where facts.count < most {
      let kinds = Set(elements.map { $0[key].flatMap(kind) ?? "" })
      guard kinds.count == 1, let kind = kinds.first, !kind.isEmpty else { continue }
      facts.append((prefix.isEmpty ? key : prefix + "." + key, kind))
    }
    return facts
  }

  private static func kind(_ value: JSONValue) -> String? {
    switch value.kind {
    case .object: "\"object\""
    case .array: "\"array\""
    case .string: "\"string\""
    case .number: "\"number\""
    case .bool, .null: nil
    }
  }

  private static func isPlain(_ key: String) -> Bool {
    !key.isEmpty && FormatNotation.json("", adding: key) == key
  }

  // MARK: Others

  private static let usualRoots: Set<String> = [
    "report", "reports", "result", "results", "root", "issues", "errors", "output", "data",
    "testsuite", "testsuites", "tests", "document", "xml",
  ]

  private mutating func writeXML(_ root: JSONValue, _ name: String, _ head: InputHead) {
    var parts = ["root: \(FormatNotation.quoted(name))"]
    if let namespace = head.xmlNamespace {
      parts.append("namespace: \(FormatNotation.quoted(namespace))")
    }
    isWeak = Self.usualRoots.contains(name.lowercased()) && head.xmlNamespace == nil
    if isWeak {
      let names = head.xmlRootAttributes.filter { !$0.contains(":") && $0 != "xmlns" }.sorted()
      if names.isEmpty {
        if let child = head.xmlChild { parts.append("child: \(FormatNotation.quoted(child))") }
      } else {
        let list = names.prefix(3).map { FormatNotation.quoted($0) }.joined(separator: ", ")
        parts.append("attributes: [\(list)]")
      }
    }
    text = "{ " + parts.joined(separator: ", ") + " }"
  }

  private mutating func writeColumns(_ table: TableSample, _ list: ListGuess) {
    let chosen = Set(list.own.choices.values.map(\.field.path))
    let names = table.header.filter(chosen.contains).prefix(6)
    isWeak = names.count < 4
    text = "{ columns: [" + names.map { FormatNotation.quoted($0) }.joined(separator: ", ") + "] }"
  }

  /// The first line of a log often names its tool.
  private mutating func writeLine(_ guess: LineGuess) {
    if let first = guess.first, guess.unmatched.contains(first) {
      let line = guess.lines[first]
      let words = line.split(separator: " ")
      if words.count > 1, line.utf8.count <= 120, line.first?.isLetter == true {
        let pattern = LineText.pattern(of: line)
        guard (try? LinePatterns([pattern])) != nil else { return writePatterns(guess) }
        text = "{ line: \(FormatNotation.quoted(pattern)) }"
        ignoredLine = "%-G" + pattern
        return
      }
    }
    writePatterns(guess)
  }

  private mutating func writePatterns(_ guess: LineGuess) {
    isWeak = true
    let patterns = guess.patterns.map { FormatNotation.quoted($0) }
    let list = patterns.count == 1 ? patterns[0] : "[" + patterns.joined(separator: ", ") + "]"
    text = "{ line: \(list) }"
  }
}
