import Diagnostics
import Foundation
import ImportSupport
import JSON
import Testing

/// Validates whole datasets with the published schema and with the importer.
struct SchemaVerdictTests {
  private static let examples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Examples").standardized
  private let schema: SmallSchema

  init() throws {
    let file = Self.examples.appendingPathComponent("dataset.schema.json")
    let (value, _) = JSONValue.parse([UInt8](try Data(contentsOf: file)), file: "schema")
    schema = SmallSchema(root: try #require(value))
  }

  /// Unknown keys are warnings of the importer and errors of the schema, so that an editor shows
  /// them.
  private func agree(_ text: String) throws -> Bool {
    let value = try #require(JSONValue.parse(text, file: "f").0)
    let isRefused = Import(text).diagnostics.contains {
      $0.severity == .error || $0.id == "unknown-key"
    }
    return schema.accepts(value) != isRefused
  }

  /// One object for every subset of some members.
  private func combinations(_ members: [String]) -> [String] {
    (0..<1 << members.count).map { choice in
      members.indices.filter { choice >> $0 & 1 == 1 }.map { members[$0] }.joined(separator: ", ")
    }
  }

  @Test func schemaAndImporterAgreeOnMessages() throws {
    for kind in ["", "kind: 'message',", "kind: 'alert',", "kind: 'offline',", "kind: 'progress',"]
    {
      for members in combinations(["urgency: 'error'", "title: 'a'", "text: 'b'", "nonsense: 1"]) {
        let message = "{\(kind) \(members)}"
        #expect(try agree("{version: 1, messages: [\(message)]}"), "\(message)")
      }
    }
  }

  @Test func schemaAndImporterAgreeOnEntries() throws {
    let members = [
      "time: '2026-11-20'", "start: '2026-11-20'", "end: '2026-11-21'", "title: 'a'",
    ]
    for entry in combinations(members) {
      #expect(
        try agree("{version: 1, messages: [], timeline: {entries: [{\(entry)}]}}"), "\(entry)")
    }
  }

  @Test(arguments: ["", " ", "a", " a"])
  func schemaAndImporterAgreeOnTitles(_ title: String) throws {
    for part in ["link: {title: '\(title)'}", "actions: [{title: '\(title)'}]"] {
      let message = "{urgency: 'error', title: 'a', \(part)}"
      #expect(try agree("{version: 1, messages: [\(message)]}"), "\(message)")
    }
    let entry = "{time: '2026-11-20', title: '\(title)'}"
    #expect(try agree("{version: 1, messages: [], timeline: {entries: [\(entry)]}}"), "\(entry)")
  }

  @Test func schemaAndImporterAgreeOnDatasets() throws {
    for members in combinations(["version: 1", "messages: []", "run: {}", "x: 1", "$schema: 's'"]) {
      #expect(try agree("{\(members)}"), "\(members)")
    }
  }

  @Test func theSchemaAcceptsEveryExample() throws {
    let files = FileManager.default.enumerator(at: Self.examples, includingPropertiesForKeys: nil)
    for case let file as URL in files ?? FileManager.DirectoryEnumerator()
    where ["json", "json5"].contains(file.pathExtension) {
      // The schema itself, and settings for the command line.
      if ["dataset.schema.json", "tidemark.json"].contains(file.lastPathComponent) { continue }
      let bytes = [UInt8](try Data(contentsOf: file))
      let (value, _) = JSONValue.parse(bytes, file: file.lastPathComponent)
      #expect(schema.accepts(try #require(value)), "\(file.lastPathComponent)")
      #expect(Import(files: [bytes]).problems == [], "\(file.lastPathComponent)")
    }
  }
}
