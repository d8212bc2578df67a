import Diagnostics
import JSON

/// The result of reading a text, in a form that is easy to compare.
struct Reading: Equatable {
  var value: String
  /// `line:column id`, in source order.
  var problems: [String]

  init(_ bytes: [UInt8], piece: Int = .max, window: Int = 64) {
    var reader = JSONReader(
      file: "f", source: ByteSource(bytes: bytes, piece: piece), windowSize: window)
    let tree = reader.readTree()
    reader.finish()
    value = reader.hasFailed ? "-" : Self.describe(tree)
    problems = reader.log.diagnostics.map {
      "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.id)"
    }
  }

  init(_ text: String, piece: Int = .max) {
    self.init(Array(text.utf8), piece: piece)
  }

  static func describe(_ value: JSONValue) -> String {
    switch value.kind {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value, _): "\(value)"
    case .string(let text): "'\(text)'"
    case .array(let elements): "[" + elements.map(describe).joined(separator: " ") + "]"
    case .object(let members):
      "{" + members.map { "\($0.key):\(describe($0.value))" }.joined(separator: " ") + "}"
    }
  }
}

func diagnostics(_ text: String) -> [Diagnostic] {
  JSONValue.parse(text, file: "f").1
}
