internal import Diagnostics
internal import JSON
internal import Text

/// Reads a format file. Every mistake is reported with its place.
struct FormatFileReader {
  var problems: [Diagnostic] = []
  /// The notation of paths in the current variant.
  var dialect = FormatPath.Dialect.json
  /// The names of the elements around the current value.
  var names: [String] = []
  /// The names of the captures in the patterns of the current variant.
  var captures: Set<String> = []
  /// Whether values are those of the whole report, so that their paths begin at the root.
  var isOfReport = false
  /// The absolute paths of the current variant.
  var absolutePaths: Set<FormatPath> = []

  private static let keys = ["name", "title", "tool", "command", "website", "examples"]
  private static let variantKeys = [
    "reads", "recognize", "lists", "run", "claims", "looked", "scanned", "empty", "lines", "header",
  ]
  private static let longestName = 40
  private static let reservedNames = ["auto", "list"]

  /// The format, and all mistakes; nil with a mistake.
  static func read(_ text: String, file: String) -> (format: FormatFile?, problems: [Diagnostic]) {
    let (root, syntax) = JSONValue.parse(text, file: file)
    guard let root else { return (nil, syntax) }
    var reader = FormatFileReader()
    let format = reader.format(root)
    let problems = syntax + reader.problems
    return (problems.contains { $0.severity == .error } ? nil : format, problems)
  }

  /// The format without the parts that read a report. The build takes this summary from a checked
  /// file, so that no run parses all format files.
  static func read(summary text: String) -> FormatFile? {
    guard let root = JSONValue.parse(text, file: "").0 else { return nil }
    var reader = FormatFileReader()
    return reader.summary(root)
  }

  private mutating func summary(_ root: JSONValue) -> FormatFile {
    var format = FormatFile()
    format.name = text(root, "name") ?? ""
    format.title = text(root, "title") ?? ""
    format.tool = root["tool"]?.string.flatMap { $0.contains("{{") ? nil : $0 }
    format.command = root["command"] == nil ? nil : text(root, "command")
    format.variants = Self.variants(of: root).map { summary(ofVariant: $0) }
    return format
  }

  /// The objects of the variants; the file itself without variants.
  static func variants(of root: JSONValue) -> [JSONValue] {
    root["variants"].map { $0.elements.filter { !$0.members.isEmpty } } ?? [root]
  }

  private mutating func summary(ofVariant root: JSONValue) -> FormatFile.Variant {
    var variant = FormatFile.Variant()
    variant.kind = kind(root)
    variant.delimiter = delimiter(root["header"])
    if let facts = root["recognize"] {
      (variant.recognition, variant.isHint) = recognition(facts, variant.kind)
    } else {
      missing(
        "recognize", in: root, "list facts of the beginning: recognize: { version: \"string\" }")
    }
    variant.checksNothingIfEmpty = checksNothing(root["empty"])
    return variant
  }

  private mutating func format(_ root: JSONValue) -> FormatFile {
    let hasVariants = root["variants"] != nil
    let allowed = Self.keys + ["variants"] + (hasVariants ? [] : Self.variantKeys)
    guard checkKeys(of: root, allowed, "a format file") else { return FormatFile() }
    var format = summary(root)
    checkName(format.name, root["name"] ?? root)
    format.website = root["website"] == nil ? nil : text(root, "website")
    if root["tool"] == nil { missing("tool", in: root, "name the tool: tool: \"ESLint\"") }
    if let variants = root["variants"] {
      let list = elements(of: variants, named: "variants")
      if list.isEmpty { wrong(variants, "'variants' has no variant", ["leave it out"]) }
      for variant in list { _ = checkKeys(of: variant, Self.variantKeys, "a variant") }
    }
    for (index, variant) in Self.variants(of: root).enumerated() {
      format.variants[index].index = index
      read(variant, tool: root["tool"], into: &format.variants[index])
    }
    format.examples = examples(root)
    format.source = root
    return format
  }

  private mutating func checkName(_ name: String, _ value: JSONValue) {
    let isValid =
      !name.isEmpty && name.count <= Self.longestName
      && name.utf8.allSatisfy {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
          || $0 == UInt8(ascii: "-")
      }
    if !isValid {
      wrong(value, "'name' is not the name of a format", ["use lower-case letters, digits and '-'"])
    } else if Self.reservedNames.contains(name) {
      wrong(value, "'\(name)' is a word of '--from' itself", ["choose another name"])
    }
  }

  /// Reads the parts of a variant that its summary does not have.
  private mutating func read(
    _ root: JSONValue, tool: JSONValue?, into variant: inout FormatFile.Variant
  ) {
    (dialect, names, absolutePaths) = (variant.kind.dialect, [], [])
    variant.tool = tool.flatMap { textOrValue($0) }
    captures = []
    if variant.kind == .lines {
      if let lines = root["lines"] {
        variant.lines = patterns(lines)
        captures = variant.lines?.names ?? []
      } else {
        missing("lines", in: root, "give the patterns of its lines: lines: [\"%f:%l: %m\"]")
      }
    }
    if let lists = root["lists"] {
      variant.lists = elements(of: lists, named: "lists").compactMap { list($0, variant.kind) }
      if lists.elements.isEmpty { wrong(lists, "'lists' has no list", []) }
    } else if variant.kind == .lines {
      variant.lists = [Self.listOfLines]
    } else {
      missing(
        "lists", in: root, "say what becomes findings or tests: lists: [{ each: …, finding: … }]")
    }
    names = []
    isOfReport = true
    variant.run = root["run"].map { run($0) } ?? FormatRun()
    variant.claims = root["claims"].map { claims($0, others: []) } ?? FormatClaims()
    variant.looked = root["looked"].flatMap { value($0) }
    variant.scanned = root["scanned"].flatMap { value($0) }
    isOfReport = false
    variant.absolutePaths = absolutePaths
  }

  private mutating func kind(_ root: JSONValue) -> FormatFile.Kind {
    let kinds = FormatFile.Kind.allCases.map(\.rawValue)
    guard let reads = root["reads"] else {
      missing("reads", in: root, "it is one of " + kinds.joined(separator: ", "))
      return .json
    }
    if let kind = reads.string.flatMap({ FormatFile.Kind(rawValue: $0) }) { return kind }
    wrong(
      reads, "'reads' is no known kind of file", ["it is one of " + kinds.joined(separator: ", ")])
    return .json
  }

  private mutating func delimiter(_ header: JSONValue?) -> UInt8? {
    guard let header, checkKeys(of: header, ["delimiter"], "'header'"),
      let delimiter = header["delimiter"]
    else { return nil }
    if let text = delimiter.string, text.utf8.count == 1 { return text.utf8.first }
    wrong(delimiter, "'delimiter' is not one character", ["write ';' or '\\t'"])
    return nil
  }

  private mutating func checksNothing(_ value: JSONValue?) -> Bool {
    guard let value else { return false }
    switch value.string {
    case "clean": return false
    case "nothing-checked": return true
    default:
      wrong(
        value, "'empty' has an unknown value",
        [
          "write 'clean' if an empty report means that the tool found nothing, else "
            + "'nothing-checked'"
        ])
      return false
    }
  }

  private mutating func examples(_ root: JSONValue) -> [FormatExample] {
    guard let list = root["examples"] else {
      missing("examples", in: root, "give a small report and its findings")
      return []
    }
    var examples: [FormatExample] = []
    for example in elements(of: list, named: "examples") {
      guard checkKeys(of: example, ["input", "findings", "tests", "run"], "an example") else {
        continue
      }
      guard let input = example["input"] else {
        missing("input", in: example, "give the text of a small report")
        continue
      }
      let text = input.string ?? input.elements.compactMap(\.string).joined(separator: "\n")
      examples.append(
        FormatExample(
          input: text, findings: example["findings"]?.elements ?? [],
          tests: example["tests"]?.elements ?? [], run: example["run"], value: example))
    }
    if examples.isEmpty, problems.isEmpty { wrong(list, "'examples' has no example", []) }
    return examples
  }
}

// MARK: Diagnostics

extension FormatFileReader {
  mutating func wrong(_ value: JSONValue, _ summary: String, _ help: [String]) {
    problems.append(Diagnostic(.error, "bad-format-file", summary, at: value.location, help: help))
  }

  mutating func wrong(_ value: JSONValue, _ problem: FormatProblem) {
    wrong(value, problem.summary, problem.help)
  }

  mutating func missing(_ key: String, in value: JSONValue, _ help: String) {
    wrong(value, "'\(key)' is missing", [help])
  }

  /// Whether a value is an object. Reports its unknown keys.
  mutating func checkKeys(of value: JSONValue, _ keys: [String], _ noun: String) -> Bool {
    guard case .object(let members) = value.kind else {
      wrong(value, "\(noun) is an object", ["write { … }"])
      return false
    }
    for member in members where !keys.contains(member.key) {
      let near = Suggestion.help(for: member.key, among: keys)
      problems.append(
        Diagnostic(
          .error, "bad-format-file", "unknown key \(VisibleText.quoted(member.key)) in \(noun)",
          at: member.keyLocation,
          help: near.isEmpty ? ["the keys are " + keys.joined(separator: ", ")] : near))
    }
    return true
  }

  mutating func elements(of value: JSONValue, named name: String) -> [JSONValue] {
    if case .array(let elements) = value.kind { return elements }
    wrong(value, "'\(name)' is a list", ["write [ … ]"])
    return []
  }

  /// The text of a key; reports that it is missing or no text.
  mutating func text(_ object: JSONValue, _ key: String) -> String? {
    guard let value = object[key] else {
      missing(key, in: object, "add \(key): \"…\"")
      return nil
    }
    return text(value, named: key)
  }

  mutating func text(_ value: JSONValue, named name: String) -> String? {
    if let text = value.string, !text.isEmpty { return text }
    wrong(value, "'\(name)' is a text in quotation marks", [])
    return nil
  }
}
