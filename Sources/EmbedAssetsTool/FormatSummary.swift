import Diagnostics
import JSON

/// The part of a format file that recognizes a report. A run reads the whole file only if it reads
/// a report of the format.
enum FormatSummary {
  /// The keys that have no part in the recognition.
  private static let omitted: Set<String> = [
    "website", "lists", "lines", "run", "claims", "looked", "scanned", "examples",
  ]

  /// The summary in JSON; nil if the file can't be parsed.
  static func text(of file: String, at path: String) -> (text: String?, problems: [Diagnostic]) {
    let (root, problems) = JSONValue.parse(file, file: path)
    guard let root else { return (nil, problems) }
    var writer = JSONWriter()
    write(root, to: &writer) { name, value, writer in
      guard name == "variants" else { return write(value, to: &writer) }
      writer.array { writer in
        for variant in value.elements {
          write(variant, to: &writer) { _, value, writer in write(value, to: &writer) }
        }
      }
    }
    return (writer.string, problems)
  }

  /// Writes the members of the file or of a variant.
  private static func write(
    _ object: JSONValue, to writer: inout JSONWriter,
    member: (String, JSONValue, inout JSONWriter) -> Void
  ) {
    writer.object { writer in
      for each in object.members where !omitted.contains(each.key) {
        writer.key(each.key)
        member(each.key, each.value, &writer)
      }
    }
  }

  private static func write(_ value: JSONValue, to writer: inout JSONWriter) {
    switch value.kind {
    case .null: writer.null()
    case .bool(let flag): writer.value(flag)
    case .number(let number, _): writer.value(number)
    case .string(let text): writer.value(text)
    case .array(let elements):
      writer.array { writer in
        for element in elements { write(element, to: &writer) }
      }
    case .object(let members):
      writer.object { writer in
        for member in members {
          writer.key(member.key)
          write(member.value, to: &writer)
        }
      }
    }
  }
}
