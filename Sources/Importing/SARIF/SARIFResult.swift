internal import JSON
internal import Model

/// A result as it is kept until its run is read to the end: rules and artifacts may come later.
struct SARIFResult {
  var level: String?
  var kind: String?
  var ruleID: String?
  var ruleIndex: Int?
  /// The component of the rule: nil for the driver, else an extension by index or name.
  var component: SARIFComponentReference?
  var message = SARIFMessage()
  var location = SARIFLocation()
  /// The other locations.
  var others: [SARIFLocation] = []
  var related: [SARIFLocation] = []
  var isSuppressed = false
  var isAbsent = false
  var fingerprint: String?
  var invocation: Int?
  /// Snippet, code flow, fixes and stack as they are shown.
  var snippet: String?
  var steps: [String] = []
  var stepsLeftOut = 0
  var fixes: [String] = []
  var stack: [String] = []
  var source = SourceMark()

  static let mostSteps = 50

  init(_ value: JSONValue, source: SourceMark) {
    self.source = source
    level = value["level"]?.string
    kind = value["kind"]?.string
    let rule = value["rule"]
    ruleID = (value["ruleId"] ?? rule?["id"])?.string
    ruleIndex = SARIF.index(value["ruleIndex"]) ?? SARIF.index(rule?["index"])
    component = rule?["toolComponent"].map(SARIFComponentReference.init)
    if let text = value["message"] { message = SARIFMessage(text) }
    let locations = value["locations"]?.elements.map { SARIFLocation($0) } ?? []
    location = locations.first ?? SARIFLocation()
    others = Array(locations.dropFirst().prefix(20))
    related = Array((value["relatedLocations"]?.elements ?? []).prefix(50).map { SARIFLocation($0) })
    let suppressions = value["suppressions"]?.elements ?? []
    isSuppressed =
      !suppressions.isEmpty
      && suppressions.allSatisfy { !["underReview", "rejected"].contains($0["status"]?.string) }
    isAbsent = value["baselineState"]?.string == "absent"
    fingerprint = Self.fingerprint(value)
    invocation = SARIF.index(value["provenance"]?["invocationIndex"])
    readDetails(value)
  }

  /// Given fingerprints, the highest version of each wins; else the partial ones.
  private static func fingerprint(_ value: JSONValue) -> String? {
    func pairs(_ key: String) -> [(String, String)] {
      (value[key]?.members ?? []).compactMap { member in
        member.value.string.map { (member.key, $0) }
      }.sorted { $0.0 < $1.0 }
    }
    if let given = pairs("fingerprints").last { return given.1 }
    let partial = pairs("partialFingerprints")
    if let line = partial.first(where: { $0.0.hasPrefix("primaryLocationLineHash") }) {
      return line.1
    }
    return partial.isEmpty ? nil : partial.map(\.1).joined(separator: "\u{1F}")
  }

  private mutating func readDetails(_ value: JSONValue) {
    let region = value["locations"]?.elements.first?["physicalLocation"]
    snippet =
      (region?["region"]?["snippet"]?["text"] ?? region?["contextRegion"]?["snippet"]?["text"])?
      .string
    let flow = value["codeFlows"]?.elements.first?["threadFlows"]?.elements.first
    let locations = flow?["locations"]?.elements ?? []
    steps = locations.prefix(Self.mostSteps).compactMap { step in
      step["location"].map { SARIFLocation($0).described }
    }
    stepsLeftOut = max(locations.count - Self.mostSteps, 0)
    fixes = (value["fixes"]?.elements ?? []).prefix(20).compactMap {
      $0["description"]?["text"]?.string
    }
    let frames = value["stacks"]?.elements.first?["frames"]?.elements ?? []
    stack = frames.prefix(Self.mostSteps).compactMap { frame in
      frame["location"].map { SARIFLocation($0).described }
    }
  }
}

/// `message` objects: a text, or an id with arguments.
struct SARIFMessage {
  var text: String?
  var markdown: String?
  var id: String?
  var arguments: [String] = []

  init() {}

  init(_ value: JSONValue) {
    text = value["text"]?.string
    markdown = value["markdown"]?.string
    id = value["id"]?.string
    arguments = value["arguments"]?.elements.compactMap(\.string) ?? []
  }

  var isEmpty: Bool { text == nil && markdown == nil && id == nil }

  /// The text with its arguments in place of `{0}`; `{{` is a brace, a missing argument stays.
  static func filled(_ text: String, _ arguments: [String]) -> String {
    guard text.contains("{") || text.contains("}") else { return text }
    var output = ""
    var rest = text[...]
    while let index = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      output += rest[..<index]
      let brace = rest[index]
      rest = rest[rest.index(after: index)...]
      if rest.first == brace {
        output.append(brace)
        rest = rest.dropFirst()
        continue
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      if brace == "{", rest.dropFirst(digits.count).first == "}", let number = Int(digits),
        arguments.indices.contains(number)
      {
        output += arguments[number]
        rest = rest.dropFirst(digits.count + 1)
      } else {
        output.append(brace)
      }
    }
    return output + rest
  }
}

/// A location with what its place depends on.
struct SARIFLocation {
  var id: Int?
  var uri: String?
  var baseID: String?
  var artifact: Int?
  var line: Int?
  var column: Int?
  var name: String?
  var message: String?

  init() {}

  init(_ value: JSONValue) {
    let physical = value["physicalLocation"]
    let artifactLocation = physical?["artifactLocation"]
    id = SARIF.index(value["id"])
    uri = artifactLocation?["uri"]?.string
    baseID = artifactLocation?["uriBaseId"]?.string
    artifact = SARIF.index(artifactLocation?["index"])
    line = SARIF.place(physical?["region"]?["startLine"])
    column = SARIF.place(physical?["region"]?["startColumn"])
    name = value["logicalLocations"]?.elements.first?["fullyQualifiedName"]?.string
    message = value["message"]?["text"]?.string
  }

  /// "src/a.c:12: the message" for a list.
  var described: String {
    let file = uri.map { SourcePaths.percentDecoded($0) } ?? name ?? "?"
    return file + (line.map { ":\($0)" } ?? "") + (message.map { ": \($0)" } ?? "")
  }
}

/// How a result names the component of its rule.
struct SARIFComponentReference {
  var index: Int?
  var name: String?
  var guid: String?

  init(_ value: JSONValue) {
    index = SARIF.index(value["index"])
    name = value["name"]?.string
    guid = value["guid"]?.string
  }
}

enum SARIF {
  /// An index from 0; -1 is the default for none.
  static func index(_ value: JSONValue?) -> Int? {
    value?.number.flatMap { Int(exactly: $0) }.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// A line or column from 1.
  static func place(_ value: JSONValue?) -> Int? {
    value?.number.flatMap { Int(exactly: $0) }.flatMap { 1...Int(Int32.max) ~= $0 ? $0 : nil }
  }
}
