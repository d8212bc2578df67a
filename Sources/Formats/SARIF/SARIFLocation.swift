internal import JSON

/// The words and numbers of SARIF.
enum SARIF {
  enum Level: String {
    case none, note, warning, error
  }

  enum Kind: String {
    case fail, pass, open, review, informational, notApplicable
  }

  /// Indices begin with 0. The default, -1, means none.
  static let indices = 0...Int.max
  /// Lines and columns from 1.
  static let places = 1...Int(Int32.max)

  static func index(_ value: JSONValue?) -> Int? {
    value?.number.flatMap { Int(exactly: $0) }.flatMap { indices ~= $0 ? $0 : nil }
  }
}

/// A location, with the values that determine its path.
struct SARIFLocation {
  var uri: String?
  var baseID: String?
  var artifact: Int?
  var line: Int?
  var column: Int?
  /// The function or type, and the log's text about the location. Few locations have them.
  var name: String?
  var message: String?
  var id: Int?
  /// Whether an artifact is a target of the analysis; nil if it has no roles.
  var isTarget: Bool?
  var quoted: SARIFQuote?

  init() {}

  /// The file and line of a notification.
  init(notification value: JSONValue) {
    let physical = value["physicalLocation"]
    let artifactLocation = physical?["artifactLocation"]
    uri = artifactLocation?["uri"]?.string
    baseID = artifactLocation?["uriBaseId"]?.string
    artifact = SARIF.index(artifactLocation?["index"])
    line = SARIF.index(physical?["region"]?["startLine"]).flatMap { SARIF.places ~= $0 ? $0 : nil }
  }

  /// The place of an attachment: an `artifactLocation`.
  init(place: JSONValue) {
    uri = place["uri"]?.string
    baseID = place["uriBaseId"]?.string
    artifact = SARIF.index(place["index"])
  }

  init(artifact: JSONValue) {
    uri = artifact["location"]?["uri"]?.string
    baseID = artifact["location"]?["uriBaseId"]?.string
    if let roles = artifact["roles"]?.elements, !roles.isEmpty {
      isTarget = roles.contains { $0.string == "analysisTarget" }
    }
  }
}

/// A part of a file. Some logs contain its text.
struct SARIFRegion {
  var line: Int?
  var column: Int?
  var endLine: Int?
  var endColumn: Int?
  var text: String?
}

/// The text of a file at a place, as quoted in a log.
final class SARIFQuote {
  let region: SARIFRegion
  /// The region with the lines around it.
  let around: SARIFRegion?

  init?(_ region: SARIFRegion, around: SARIFRegion?) {
    guard region.text != nil || around?.text != nil else { return nil }
    (self.region, self.around) = (region, around)
  }

  /// The text with the lines around it, if they are given.
  var text: String? { around?.text ?? region.text }
}

/// The address of a name such as `%SRCROOT%`.
struct SARIFBase {
  var uri: String?
  var baseID: String?

  init(_ value: JSONValue) {
    uri = value["uri"]?.string
    baseID = value["uriBaseId"]?.string
  }
}
