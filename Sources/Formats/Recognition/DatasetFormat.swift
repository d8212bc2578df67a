internal import Diagnostics
internal import Inputs
internal import Model

extension InputFormat {
  package static let dataset = InputFormat(
    name: "dataset", title: "a dataset in JSON or JSON5",
    evidence: "a JSON object with 'version' and 'messages'",
    recognizes: \.mayBeDataset, isCertain: \.isDataset,
    read: .dataset)
}

extension InputHead {
  /// Whether it is certainly a dataset.
  var isDataset: Bool {
    if isOwnReport { return false }
    let hasContent = json("messages") == .array || json("timeline") == .object
    return json("version") == .number && hasContent
      || json("messages[].urgency") == .string && json("messages[].title") == .string
  }

  /// Whether it is a JSON report of this program, which shares keys with a dataset.
  var isOwnReport: Bool { json("verdict") == .object && json("sections") == .array }

  /// Whether it is a dataset, or an object that is most likely a dataset with mistakes.
  var mayBeDataset: Bool {
    if isOwnReport { return false }
    if isDataset || json("messages") == .array || json("timeline") == .object { return true }
    // The messages may have another key.
    if jsonKeys.contains(where: { json($0 + "[].urgency") == .string }) { return true }
    guard json("") == .object, json("+") == nil, LookAlike.listed(self) == nil,
      [nil, .number].contains(json("version"))
    else { return false }
    let meant = jsonKeys.count(where: DatasetKey.isMeant(by:))
    return meant == jsonKeys.count || json("run") == .object && meant * 2 >= jsonKeys.count
  }
}

extension DatasetKey {
  /// Whether a key is a key of a dataset, perhaps misspelled.
  fileprivate static func isMeant(by key: String) -> Bool {
    DatasetKey(rawValue: key) != nil
      || Suggestion.nearest(to: key, among: DatasetKey.allCases.lazy.map(\.rawValue)) != nil
  }
}
