package import Diagnostics

/// A small JSON file as a tree, for tokens, strings and settings. Datasets are read by `JSONReader`
/// instead.
package struct JSONValue: Sendable {
  package enum Kind: Sendable {
    case null
    case bool(Bool)
    /// The number and its source text.
    case number(Double, String)
    case string(String)
    case array([JSONValue])
    /// Members in source order.
    case object([Member])
  }

  package struct Member: Sendable {
    package var key: String
    package var keyLocation: SourceLocation
    package var value: JSONValue

    package init(key: String, keyLocation: SourceLocation, value: JSONValue) {
      self.key = key
      self.keyLocation = keyLocation
      self.value = value
    }
  }

  package var kind: Kind
  package var location: SourceLocation

  package init(_ kind: Kind, at location: SourceLocation) {
    self.kind = kind
    self.location = location
  }

  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = kind else { return nil }
    // By index, because copying a member changes many reference counts.
    for index in members.indices where members[index].key == key { return members[index].value }
    return nil
  }

  package var members: [Member] {
    if case .object(let members) = kind { members } else { [] }
  }

  package var elements: [JSONValue] {
    if case .array(let elements) = kind { elements } else { [] }
  }

  package var string: String? {
    if case .string(let text) = kind { text } else { nil }
  }

  package var number: Double? {
    if case .number(let value, _) = kind { value } else { nil }
  }

  package var bool: Bool? {
    if case .bool(let value) = kind { value } else { nil }
  }
}
