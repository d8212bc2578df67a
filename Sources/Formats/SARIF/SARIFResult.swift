internal import Inputs
internal import JSON
internal import Model

/// A result. It may wait until its run is read to the end.
struct SARIFResult {
  var level: SARIF.Level?
  /// An unknown word for the level.
  private(set) var oddLevel: String?
  var kind: SARIF.Kind?
  var isSuppressed = false
  var isAbsent = false
  var ruleID: String?
  var ruleIndex: Int?
  var message = SARIFMessage()
  var location = SARIFLocation()
  var fingerprint: String?
  /// The fingerprint of a message that Tidemark wrote; it is used as it is.
  private(set) var ownFingerprint: String?
  /// The number of equal results that it stands for.
  private(set) var count = 1
  var source: SourceMark
  /// The parts that few results have.
  private(set) var extra: Extra?

  final class Extra {
    /// The component of the rule: nil for the driver, else an extension.
    var component: SARIFComponentReference?
    var invocation: Int?
    /// The other locations, the related locations, the steps that lead to the result, and a stack.
    var others: [SARIFLocation] = []
    var related: [SARIFLocation] = []
    var steps: [SARIFLocation] = []
    var stepsLeftOut = 0
    var stack: [SARIFLocation] = []
    var quoted: SARIFQuote?
    var fixes: [String] = []
    var attachments: [SARIFLocation] = []
    var own: SARIFOwnParts?
  }

  private static let mostSteps = 50
  private static let mostLocations = 50
  private static let mostAttachments = 20

  private enum Key: String, CaseIterable, Sendable {
    case level, kind, ruleId, ruleIndex, rule, message, locations, relatedLocations, suppressions
    case baselineState, fingerprints, partialFingerprints, provenance, codeFlows, fixes, stacks
    case attachments, occurrenceCount, properties
  }

  init(_ reader: inout JSONReader, source: SourceMark) {
    self.source = source
    reader.enterObject()
    while reader.nextKey() {
      switch (Key(rawValue: reader.textString), reader.peek()) {
      case (.level, .string): setLevel(reader.readString())
      case (.kind, .string): kind = SARIF.Kind(rawValue: reader.readString())
      case (.ruleId, .string): ruleID = reader.readString()
      case (.ruleIndex, .number): ruleIndex = reader.readInteger(SARIF.indices)
      case (.rule, .object): setRule(reader.readTree())
      case (.message, .object): message = SARIFMessage(&reader)
      case (.locations, .array): readLocations(&reader)
      case (.relatedLocations, .array):
        let related = SARIFLocation.list(&reader, most: Self.mostLocations) { SARIFLocation(&$0) }
        change { $0.related = related.locations }
      case (.suppressions, .array): setSuppressions(reader.readTree().elements)
      case (.baselineState, .string): isAbsent = reader.readString() == "absent"
      case (.fingerprints, .object):
        fingerprint = Self.newest(reader.readTree()) ?? fingerprint
      case (.partialFingerprints, .object):
        let value = reader.readTree()
        ownFingerprint = value["tidemark/v1"]?.string
        fingerprint = fingerprint ?? Self.partial(value)
      case (.provenance, .object):
        let index = SARIF.index(reader.readTree()["invocationIndex"])
        change { $0.invocation = index }
      case (.codeFlows, .array): readFlows(&reader)
      case (.fixes, .array):
        let fixes = reader.readTree().elements.prefix(20)
        change { $0.fixes = fixes.compactMap { $0["description"]?["text"]?.string } }
      case (.stacks, .array):
        let stack = SARIFLocation.lists(&reader, most: Self.mostSteps)
        change { $0.stack = stack.locations }
      case (.attachments, .array):
        let attachments = reader.readTree().elements.prefix(Self.mostAttachments)
        change {
          $0.attachments = attachments.compactMap { $0["artifactLocation"] }
            .map { SARIFLocation(place: $0) }
        }
      case (.occurrenceCount, .number): count = reader.readInteger(SARIF.places) ?? 1
      case (.properties, .object):
        if let own = SARIFOwnParts(&reader) { change { $0.own = own } }
      default: reader.skipValue()
      }
    }
  }

  private mutating func change(_ body: (Extra) -> Void) {
    let known = extra ?? Extra()
    extra = known
    body(known)
  }

  private mutating func setLevel(_ word: String) {
    level = SARIF.Level(rawValue: word) ?? SARIF.Level(rawValue: word.lowercased())
    if level == nil { oddLevel = word }
  }

  private mutating func setRule(_ rule: JSONValue) {
    ruleID = ruleID ?? rule["id"]?.string
    ruleIndex = SARIF.index(rule["index"]) ?? ruleIndex
    if let component = rule["toolComponent"] {
      change { $0.component = SARIFComponentReference(component) }
    }
  }

  private mutating func readLocations(_ reader: inout JSONReader) {
    let most = Self.mostLocations + 1
    let locations = SARIFLocation.list(&reader, most: most) { SARIFLocation(&$0) }.locations
    guard let first = locations.first else { return }
    location = first
    if let quoted = first.quoted { change { $0.quoted = quoted } }
    if locations.count > 1 { change { $0.others = Array(locations.dropFirst()) } }
  }

  private mutating func setSuppressions(_ suppressions: [JSONValue]) {
    isSuppressed =
      !suppressions.isEmpty
      && suppressions.allSatisfy { !["underReview", "rejected"].contains($0["status"]?.string) }
  }

  /// Reads the first thread of the first flow, and skips all other flows.
  private mutating func readFlows(_ reader: inout JSONReader) {
    var isFirst = true
    reader.enterArray()
    while reader.nextElement() {
      guard isFirst else {
        reader.skipValue()
        continue
      }
      isFirst = false
      let steps = SARIFLocation.steps(ofFlow: &reader, most: Self.mostSteps)
      change { ($0.steps, $0.stepsLeftOut) = (steps.locations, steps.leftOut) }
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

/// The reference of a result to the component of its rule.
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
