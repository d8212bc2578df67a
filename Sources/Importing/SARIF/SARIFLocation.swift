internal import JSON

/// The words and numbers of SARIF.
enum SARIF {
  enum Level: String {
    case none, note, warning, error
  }

  enum Kind: String {
    case fail, pass, open, review, informational, notApplicable
  }

  /// An index from 0; -1 is the default for none.
  static func index(_ value: JSONValue?) -> Int? {
    value?.number.flatMap { Int(exactly: $0) }.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// A line or column from 1.
  static func place(_ value: JSONValue?) -> Int? {
    value?.number.flatMap { Int(exactly: $0) }.flatMap { 1...Int(Int32.max) ~= $0 ? $0 : nil }
  }
}

/// A location with what its place depends on.
struct SARIFLocation {
  var uri: String?
  var baseID: String?
  var artifact: Int?
  var line: Int?
  var column: Int?
  /// The function or type, and what the log says of the location: few have them.
  var name: String?
  var message: String?
  var id: Int?
  /// Whether an artifact is one that the tool was told to look at; nil if nothing says what it is.
  var isTarget: Bool?

  init() {}

  init(_ value: JSONValue) {
    let physical = value["physicalLocation"]
    let artifactLocation = physical?["artifactLocation"]
    uri = artifactLocation?["uri"]?.string
    baseID = artifactLocation?["uriBaseId"]?.string
    artifact = SARIF.index(artifactLocation?["index"])
    line = SARIF.place(physical?["region"]?["startLine"])
    column = SARIF.place(physical?["region"]?["startColumn"])
    let logical = value["logicalLocations"]?.elements.first
    name = (logical?["fullyQualifiedName"] ?? logical?["name"])?.string
    message = value["message"]?["text"]?.string
    id = SARIF.index(value["id"])
  }

  init(artifact: JSONValue) {
    uri = artifact["location"]?["uri"]?.string
    baseID = artifact["location"]?["uriBaseId"]?.string
    if let roles = artifact["roles"]?.elements, !roles.isEmpty {
      isTarget = roles.contains { $0.string == "analysisTarget" }
    }
  }
}

/// The address that a name such as `%SRCROOT%` stands for.
struct SARIFBase {
  var uri: String?
  var baseID: String?

  init(_ value: JSONValue) {
    uri = value["uri"]?.string
    baseID = value["uriBaseId"]?.string
  }
}
