internal import JSON
internal import Model

/// A result as it may have to be kept until its run is read to the end.
struct SARIFResult {
  var level: SARIF.Level?
  var kind: SARIF.Kind?
  var isSuppressed = false
  var isAbsent = false
  var ruleID: String?
  var ruleIndex: Int?
  var message = SARIFMessage()
  var location = SARIFLocation()
  var fingerprint: String?
  var source: SourceMark
  /// What few results have.
  private(set) var extra: Extra?

  final class Extra {
    /// The component of the rule: nil for the driver, else an extension.
    var component: SARIFComponentReference?
    var invocation: Int?
    /// The other locations, those that are related, the steps that lead to it, and a stack.
    var others: [SARIFLocation] = []
    var related: [SARIFLocation] = []
    var steps: [SARIFLocation] = []
    var stepsLeftOut = 0
    var stack: [SARIFLocation] = []
    var snippet: String?
    var excerpt: SourceText?
    var fixes: [String] = []
  }

  private static let mostSteps = 50
  private static let mostLocations = 50

  init(_ reader: inout JSONReader, source: SourceMark) {
    self.source = source
    reader.enterObject()
    while reader.nextKey() {
      switch (reader.textString, reader.peek()) {
      case ("level", .string): level = SARIF.Level(rawValue: reader.takeString())
      case ("kind", .string): kind = SARIF.Kind(rawValue: reader.takeString())
      case ("ruleId", .string): ruleID = reader.takeString()
      case ("ruleIndex", .number): ruleIndex = SARIF.index(reader.takeTree())
      case ("rule", .object): take(rule: reader.takeTree())
      case ("message", .object): message = SARIFMessage(reader.takeTree())
      case ("locations", .array): take(locations: reader.takeTree().elements)
      case ("relatedLocations", .array):
        let related = reader.takeTree().elements.prefix(Self.mostLocations)
        change { $0.related = related.map { SARIFLocation($0) } }
      case ("suppressions", .array): take(suppressions: reader.takeTree().elements)
      case ("baselineState", .string): isAbsent = reader.takeString() == "absent"
      case ("fingerprints", .object):
        fingerprint = Self.newest(reader.takeTree()) ?? fingerprint
      case ("partialFingerprints", .object):
        let partial = Self.partial(reader.takeTree())
        fingerprint = fingerprint ?? partial
      case ("provenance", .object):
        let index = SARIF.index(reader.takeTree()["invocationIndex"])
        change { $0.invocation = index }
      case ("codeFlows", .array): readFlows(&reader)
      case ("fixes", .array):
        let fixes = reader.takeTree().elements.prefix(20)
        change { $0.fixes = fixes.compactMap { $0["description"]?["text"]?.string } }
      case ("stacks", .array):
        let frames = reader.takeTree().elements.first?["frames"]?.elements ?? []
        change { extra in
          extra.stack = frames.prefix(Self.mostSteps).compactMap { frame in
            frame["location"].map { SARIFLocation($0) }
          }
        }
      default: reader.skipValue()
      }
    }
  }

  private mutating func change(_ body: (Extra) -> Void) {
    let known = extra ?? Extra()
    extra = known
    body(known)
  }

  private mutating func take(rule: JSONValue) {
    ruleID = ruleID ?? rule["id"]?.string
    ruleIndex = SARIF.index(rule["index"]) ?? ruleIndex
    if let component = rule["toolComponent"] {
      change { $0.component = SARIFComponentReference(component) }
    }
  }

  private mutating func take(locations: [JSONValue]) {
    guard let first = locations.first else { return }
    location = SARIFLocation(first)
    let physical = first["physicalLocation"]
    let snippet =
      physical?["contextRegion"]?["snippet"]?["text"] ?? physical?["region"]?["snippet"]?["text"]
    if let text = snippet?.string {
      change { extra in
        extra.snippet = text
        extra.excerpt = SourceText(sarif: physical)
      }
    }
    if locations.count > 1 {
      change { extra in
        extra.others = locations.dropFirst().prefix(Self.mostLocations).map { SARIFLocation($0) }
      }
    }
  }

  private mutating func take(suppressions: [JSONValue]) {
    isSuppressed =
      !suppressions.isEmpty
      && suppressions.allSatisfy { !["underReview", "rejected"].contains($0["status"]?.string) }
  }

  /// The first flow's first thread tells enough; others are passed over.
  private mutating func readFlows(_ reader: inout JSONReader) {
    var isFirst = true
    reader.enterArray()
    while reader.nextElement() {
      guard isFirst else {
        reader.skipValue()
        continue
      }
      isFirst = false
      let flow = reader.takeTree()["threadFlows"]?.elements.first
      let locations = flow?["locations"]?.elements ?? []
      change { extra in
        extra.steps = locations.prefix(Self.mostSteps).compactMap { step in
          step["location"].map { SARIFLocation($0) }
        }
        extra.stepsLeftOut = max(locations.count - Self.mostSteps, 0)
      }
    }
  }

  // MARK: Fingerprints

  private static func pairs(_ value: JSONValue) -> [(key: String, value: String)] {
    value.members.compactMap { member in member.value.string.map { (member.key, $0) } }
  }

  /// The fingerprint of the highest version: `name/v10` is above `name/v9`.
  private static func newest(_ value: JSONValue) -> String? {
    func version(_ key: String) -> Int {
      key.split(separator: "/").last.flatMap { $0.first == "v" ? Int($0.dropFirst()) : nil } ?? 0
    }
    return pairs(value).max { (version($0.key), $0.key) < (version($1.key), $1.key) }?.value
  }

  private static func partial(_ value: JSONValue) -> String? {
    let pairs = pairs(value).sorted { $0.key < $1.key }
    if let line = pairs.first(where: { $0.key.hasPrefix("primaryLocationLineHash") }) {
      return line.value
    }
    return pairs.isEmpty ? nil : pairs.map(\.value).joined(separator: "\u{1F}")
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
