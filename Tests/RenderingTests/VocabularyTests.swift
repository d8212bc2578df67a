import Composing
import Datasets
import Diagnostics
import Formats
import Foundation
import JSON
import Model
import Templating
import Testing
import Text

@testable import Rendering

/// What docs/template-names.md says of the names that templates can use.
@Suite struct VocabularyTests {
  /// The heading of each record's table, and the path to the record in a report.
  static let records: [(heading: String, path: [Field])] = [
    ("The report", []), ("The run", [.run]), ("A fact", [.run, .facts]),
    ("The verdict", [.verdict]), ("A count", [.verdict, .counts]), ("A section", [.sections]),
    ("A message", [.sections, .messages]), ("A location", [.sections, .messages, .location]),
    ("A link", [.sections, .messages, .link]), ("An action", [.sections, .messages, .actions]),
    ("Progress", [.banners, .progress]), ("The comparison", [.comparison]),
    ("The filter", [.filter]), ("The timeline", [.timeline]), ("A group", [.timeline, .groups]),
    ("An entry", [.timeline, .groups, .entries]),
    ("A status", [.timeline, .groups, .entries, .statuses]),
    ("An attribute", [.timeline, .groups, .entries, .attributes]), ("The preview", [.preview]),
  ]

  @Test(arguments: records)
  func documentedFieldsOfARecordExist(heading: String, path: [Field]) throws {
    let listed = try #require(try Self.tables()[heading], "no table is headed '\(heading)'")
    let known = Field.names.filter { name in
      let found = Self.values(path).map { Self.value(name, of: $0) }
      return found.contains { if case .missing = $0 { false } else { true } }
    }
    #expect(!known.isEmpty, "the nightly example has no such record")
    #expect(listed.subtracting(known) == [], "the record does not know these")
    #expect(Set(known).subtracting(listed) == [], "these are not listed")
  }

  @Test func everyTemplateNameIsDocumented() throws {
    let text = try Self.page()
    let absent = Field.names.filter { !text.contains("`\($0)`") }
    #expect(absent == [])
  }

  @Test func everyDocumentedNameExists() throws {
    for (heading, names) in try Self.tables() {
      for name in names { #expect(Field.names.contains(name), "\(name) in '\(heading)'") }
    }
  }

  // MARK: Templates/README.md

  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func page() throws -> String {
    try String(contentsOf: root.appending(path: "docs/template-names.md"), encoding: .utf8)
  }

  /// The names in the first column of each table under "The names", by the table's heading.
  private static func tables() throws -> [String: Set<String>] {
    var tables: [String: Set<String>] = [:]
    var heading: String?
    var isNames = false
    for line in try page().split(separator: "\n") {
      if line.hasPrefix("## ") { isNames = line == "## The names" }
      if line.hasPrefix("### ") { heading = String(line.dropFirst(4)) }
      guard isNames, let heading, line.hasPrefix("| `") else { continue }
      let cell = line.dropFirst().prefix { $0 != "|" }
      let names = cell.split(separator: "`").filter { $0.contains(/^[A-Za-z]+$/) }
      tables[heading, default: []].formUnion(names.map(String.init))
    }
    return tables
  }

  // MARK: Records of the nightly example

  private static let nightly: Value? = {
    func read(_ name: String) -> Dataset? {
      let path = root.appending(path: "Examples/nightly/\(name).json")
      guard let data = try? Data(contentsOf: path) else { return nil }
      var merger = InputMerger()
      merger.read(file: name, from: ByteSource(bytes: Array(data)))
      return merger.finish().0
    }
    guard let dataset = read("nightly"), let before = read("previous"),
      let report = try? report(dataset, baseline: before)
    else { return nil }
    return .record(ReportScope(ReportView(report, style: TargetStyle())), 0)
  }()

  private static func value(_ name: String, of value: Value) -> Value {
    guard case .record(let scope, let index) = value, let place = Field.names.firstIndex(of: name)
    else { return .missing }
    return scope.value(Name(id: place, text: name), at: index)
  }

  /// All records at a path.
  private static func values(_ path: [Field]) -> [Value] {
    path.reduce([nightly].compactMap { $0 }) { records, field in
      records.flatMap { record -> [Value] in
        switch value(field.rawValue, of: record) {
        case .record(let scope, let index): [.record(scope, index)]
        case .records(let scope, let range): range.map { .record(scope, $0) }
        default: []
        }
      }
    }
  }
}
