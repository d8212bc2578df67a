import Foundation
import JSON
import Model
import Testing

/// The schemas and tables of documents that are generated from the table of a message's fields.
enum FieldPages {
  /// A generated part of a schema: the properties between two marks in its text.
  struct SchemaPart: Sendable {
    var path: String
    /// Found one after the other; the part begins behind the last one.
    var starts: [String]
    var end: String
    var text: String

    func range(in schema: String) -> Range<String.Index>? {
      var start = schema.startIndex
      for mark in starts {
        guard let found = schema.range(of: mark, range: start..<schema.endIndex) else { return nil }
        start = found.upperBound
      }
      return schema.range(of: end, range: start..<schema.endIndex).map { start..<$0.lowerBound }
    }
  }

  static let schemas = [
    SchemaPart(
      path: "Examples/dataset.schema.json", starts: ["\"message\": {\n", "\"properties\": {\n"],
      end: "\n      },\n      \"additionalProperties\"",
      text: properties(MessageField.allCases, writeDatasetProperty)),
    SchemaPart(
      path: "docs/schemas/report.schema.json",
      starts: ["\"message\": {\n", "\"detailsFormat\": {\n", "        },\n"],
      end: ",\n        \"time\": {\n",
      text: properties(MessageField.inJSON) { field, writer in
        writer.member("description", field.meaning)
        writeType(of: field, &writer)
      }),
  ]

  private static func properties(
    _ fields: [MessageField], _ write: (MessageField, inout JSONWriter) -> Void
  ) -> String {
    var writer = JSONWriter(indent: 2)
    writer.object { writer in
      for field in fields {
        writer.key(field.key)
        writer.object { write(field, &$0) }
      }
    }
    let lines = writer.string.split(separator: "\n").dropFirst().dropLast()
    return lines.map { "      " + $0 }.joined(separator: "\n")
  }

  private static func writeDatasetProperty(_ field: MessageField, _ writer: inout JSONWriter) {
    if case .object(let name) = field.shape { writer.member("$ref", "#/$defs/\(name)") }
    if case .time = field.shape { writer.member("$ref", "#/$defs/time") }
    writer.member("title", title(of: field.key))
    writer.member("description", field.meaning)
    writeType(of: field, &writer)
    switch field.shape {
    case .text, .time, .object: break
    case .seconds:
      writer.member("minimum", 0)
      writer.member("maximum", 1_000_000_000)
    case .words(let words, let usual):
      writer.key("enum")
      writer.array { writer in for word in words { writer.value(word) } }
      writer.member("default", usual)
    case .number(let range, let usual):
      writer.member("minimum", range.lowerBound)
      writer.member("maximum", range.upperBound)
      writer.member("default", usual)
    case .list(let name):
      writer.key("items")
      writer.object { $0.member("$ref", "#/$defs/\(name)") }
    }
    if let example = field.example {
      writer.key("examples")
      writer.array { $0.value(example) }
    }
  }

  private static func writeType(of field: MessageField, _ writer: inout JSONWriter) {
    switch field.shape {
    case .text: writer.member("type", "string")
    case .seconds: writer.member("type", "number")
    case .number: writer.member("type", "integer")
    case .list: writer.member("type", "array")
    case .time, .object, .words: break
    }
  }

  /// "Text format" for `textFormat`.
  private static func title(of key: String) -> String {
    let words = key.map { $0.isUppercase ? " \($0.lowercased())" : String($0) }.joined()
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// A row for each key of a message.
  static var keys: [[String]] {
    MessageField.allCases.map { ["`\($0.key)`", values(of: $0.shape), $0.meaning] }
  }

  private static func values(of shape: MessageField.Shape) -> String {
    switch shape {
    case .text: return "text"
    case .time: return "date or time"
    case .seconds: return "seconds"
    case .object: return "object"
    case .list: return "list of objects"
    case .number(let range, let usual):
      return "whole number from \(range.lowerBound) to \(range.upperBound); default \(usual)"
    case .words(let words, let usual):
      let list = words.map { "`\($0)`" }.joined(separator: ", ")
      return list + (usual.map { "; default `\($0)`" } ?? "")
    }
  }

  /// A row for each field that templates show as it is.
  static var names: [[String]] {
    MessageField.allCases.filter { $0.uses.contains(.templates) }
      .map { ["`\($0.key)`", $0.meaning] }
  }
}
