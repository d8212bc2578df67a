import Datasets
import Diagnostics
import Foundation
import ImportSupport
import Inputs
import JSON
import Model
import Testing
import Time

/// The published schema and the importer agree.
struct SchemaTests {
  private let schema: JSONValue

  init() throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Examples/dataset.schema.json").standardized.path
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    let (value, found) = JSONValue.parse(bytes, file: "dataset.schema.json")
    #expect(found.isEmpty)
    schema = try #require(value)
  }

  private func definition(_ name: String) -> JSONValue? {
    name == "dataset" ? schema : schema["$defs"]?[name]
  }

  @Test func theSchemaDescribesExactlyTheImportersObjects() {
    let described = Set((schema["$defs"]?.members ?? []).map(\.key)).subtracting(["time"])
    #expect(described.union(["dataset"]) == Set(DatasetShapes.all.map(\.name)))
  }

  @Test func theSchemaListsTheImportersKeys() throws {
    for shape in DatasetShapes.all {
      let definition = try #require(self.definition(shape.name), "\(shape.name)")
      let properties = definition["properties"]?.members.map(\.key) ?? []
      #expect(Set(properties) == Set(shape.keys), "\(shape.name)")
      let required = definition["required"]?.elements.compactMap(\.string) ?? []
      #expect(Set(required) == Set(shape.required), "\(shape.name)")
    }
  }

  @Test func theSchemaListsTheImportersWords() throws {
    var words: [String: [String]] = [:]
    for shape in DatasetShapes.all {
      for property in definition(shape.name)?["properties"]?.members ?? [] {
        guard let choices = property.value["enum"] else { continue }
        words["\(shape.name).\(property.key)"] = choices.elements.compactMap(\.string)
      }
    }
    #expect(words == DatasetShapes.choices)
  }

  @Test func everythingInTheSchemaHasATitle() {
    for shape in DatasetShapes.all {
      let definition = self.definition(shape.name)
      #expect(definition?["description"]?.string?.isEmpty == false, "\(shape.name)")
      for property in definition?["properties"]?.members ?? [] {
        let reference = property.value["$ref"]?.string?.split(separator: "/").last.map(String.init)
        let title = property.value["title"] ?? reference.flatMap { self.definition($0)?["title"] }
        #expect(title?.string?.isEmpty == false, "\(shape.name).\(property.key)")
      }
    }
  }

  /// Tries every value allowed or forbidden by the schema on the importer.
  @Test func theSchemasTypesAreThoseOfTheImporter() throws {
    for shape in DatasetShapes.all {
      for property in definition(shape.name)?["properties"]?.members ?? [] {
        guard property.key != "$schema" else { continue }
        let name = "\(shape.name).\(property.key)"
        let value = resolve(property.value)
        for good in samples(of: value) {
          let found = self.found(shape.name, property.key, good)
          #expect(found.filter { $0.severity == .error }.isEmpty, "\(name): \(good): \(found)")
        }
        for bad in counterexamples(of: value) {
          let found = self.found(shape.name, property.key, bad)
          #expect(found.contains { $0.severity == .error }, "\(name): \(bad)")
        }
      }
    }
  }

  @Test(arguments: [
    "2026-11-20", "2026-11-20T03:12", "2026-11-20 03:12:00", "2026-11-20T03:12:00.5Z",
    "2026-11-20T03:12+01:00", "2026-11-20t03:12:00,25-0130", "", "20 Nov 2026", "2026-11-20T",
    "2026-11-20T3:12", "2026-11-20T03:12:00.", "2026-11-20Z", "2026-11-20T03:12:00 +01:00",
    "2026-11-20T03:12:00+1", "2026-11-20T03", "26-11-20", "2026-11-20T03:12:00Zx",
  ])
  func theSchemasTimePatternMatchesTheImporter(time: String) throws {
    let pattern = try #require(schema["$defs"]?["time"]?["pattern"]?.string)
    let fits = time.range(of: pattern, options: .regularExpression) != nil
    #expect(fits == (TimePoint(parsing: time) != nil))
  }

  // MARK: Reading the schema

  private func resolve(_ value: JSONValue) -> JSONValue {
    guard let reference = value["$ref"]?.string?.split(separator: "/").last else { return value }
    return definition(String(reference)) ?? value
  }

  private func samples(of value: JSONValue) -> [String] {
    if let words = value["enum"] { return words.elements.compactMap(\.string).map { "\"\($0)\"" } }
    if value["const"] != nil { return ["1"] }
    switch value["type"]?.string {
    case "string": return value["pattern"] == nil ? ["\"x\"", "\"\""] : ["\"2026-11-20\""]
    case "boolean": return ["true", "false"]
    case "array": return ["[]"]
    case "object": return []
    default:
      let limits = [value["minimum"]?.number, value["maximum"]?.number].compactMap { $0 }
      return ["3"] + limits.map { "\(Int($0))" }
    }
  }

  private func counterexamples(of value: JSONValue) -> [String] {
    if value["enum"] != nil { return ["\"x\"", "3", "null", "[]"] }
    if value["const"] != nil { return ["2", "0", "1.5", "\"1\"", "null"] }
    switch value["type"]?.string {
    case "string":
      // Matches the pattern neither of a time nor of a title.
      return ["3", "null", "true", "[]"] + (value["pattern"] == nil ? [] : ["\" \""])
    case "boolean": return ["1", "\"true\"", "null"]
    case "array": return ["{}", "\"x\"", "null", "[null]"]
    case "object": return ["[]", "\"x\"", "null"]
    default:
      let outside =
        [value["minimum"]?.number.map { $0 - 1 }, value["maximum"]?.number.map { $0 + 1 }]
        .compactMap { $0 }.map { "\(Int($0))" }
      let fraction = value["type"]?.string == "integer" ? ["1.5"] : []
      return ["\"3\"", "null", "NaN", "[]"] + outside + fraction
    }
  }

  /// The diagnostics of a dataset that is valid except possibly for one member of one object.
  private func found(_ object: String, _ key: String, _ value: String) -> [Diagnostic] {
    func members(_ name: String, _ pairs: KeyValuePairs<String, String>) -> String {
      var all = pairs.filter { name != object || $0.key != key }.map {
        "\"\($0.key)\": \($0.value)"
      }
      if name == object {
        if key == "end" { all.removeAll { $0.hasPrefix("\"time\"") } }
        if name == "known", key == "messages" { all.removeAll { $0.hasPrefix("\"rule\"") } }
        if key == "start" || key == "end" { all.removeAll { $0.hasPrefix("\"time\"") } }
        if key == "end" { all.append("\"start\": \"2026-11-20\"") }
        all.append("\"\(key)\": \(value)")
      }
      return "{" + all.joined(separator: ", ") + "}"
    }
    let parameter = members("parameter", ["name": "\"n\"", "value": "\"v\""])
    let step = members("step", ["title": "\"s\"", "parameters": "[\(parameter)]"])
    let message = members(
      "message",
      [
        "urgency": "\"error\"", "title": "\"a\"", "text": "\"b\"",
        "location": members("location", ["file": "\"f\""]),
        "link": members("link", ["title": "\"l\""]),
        "actions": "[\(members("action", ["title": "\"a\""]))]",
        "attachments": "[\(members("attachment", ["title": "\"a\""]))]",
        "steps": "[\(step)]",
        "progress": members("progress", ["done": "0", "of": "3"]),
      ])
    let entry = members(
      "entry",
      [
        "time": "\"2026-11-20\"", "title": "\"e\"",
        "statuses": "[\(members("statusNote", ["text": "\"s\""]))]",
      ])
    let origin = members("origin", ["input": "\"i\"", "value": "\"b\""])
    let missed = members("lineRange", ["first": "1", "last": "3"])
    let changedFile = members(
      "changedFile", ["file": "\"f\"", "covered": "1", "lines": "3", "missed": "[\(missed)]"])
    let fileCoverage = members("fileCoverage", ["file": "\"f\"", "covered": "1", "lines": "3"])
    let coverage = members(
      "coverage",
      [
        "files": "[\(fileCoverage)]",
        "changed": members(
          "changedCoverage", ["covered": "1", "lines": "3", "files": "[\(changedFile)]"]),
      ])
    let run = members(
      "run",
      [
        "facts":
          "[\(members("fact", ["title": "\"a\"", "value": "\"b\"", "origins": "[\(origin)]"]))]",
        "coverage": coverage,
        "skipReasons": "[\(members("skipReason", ["text": "\"a\"", "count": "1"]))]",
        "shortfalls": "[\(members("shortfall", ["input": "\"a\"", "text": "\"b\""]))]",
        "unread": "[\(members("unread", ["path": "\"a\"", "reason": "\"b\""]))]",
      ])
    let category = members("category", ["id": "\"c\"", "title": "\"C\""])
    let accepted = members("accepted", ["fingerprint": "\"f\""])
    let known = [
      members("known", ["rule": "\"a\"", "reason": "\"b\""]),
      "{\"reason\": \"b\", \"messages\": [\(accepted)]}",
    ]
    return Import(
      members(
        "dataset",
        [
          "version": "1", "messages": "[\(message)]", "run": run, "categories": "[\(category)]",
          "timeline": members("timeline", ["entries": "[\(entry)]"]),
          "filters": members("filters", [:]), "reference": members("reference", [:]),
          "scope": "[\(members("scope", ["tests": "[]"]))]",
          "known": "[\(known.joined(separator: ", "))]",
          "durations": "[\(members("duration", ["test": "\"t\"", "seconds": "1"]))]",
          "reports": "[\(members("report", ["input": "\"r\""]))]",
        ])
    ).diagnostics
  }
}
