import Composing
import Datasets
import Diagnostics
import Foundation
import JSON
import Localization
import Model
import Templating
import Testing

@testable import Rendering

/// The table of names that checks use, compared with the records themselves.
@Suite struct RecordKindsTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func dataset(_ path: String) throws -> Dataset {
    let data = try Data(contentsOf: root.appending(path: path))
    var merger = InputMerger()
    merger.read(file: path, from: ByteSource(bytes: Array(data)))
    return try #require(merger.finish().0)
  }

  /// The records of the examples, followed by the table.
  private static func records(of report: Report, _ kinds: RecordKinds) -> [(String, Value)] {
    var found: [(String, Value)] = []
    for style in [TargetStyle(usesHTML: true, hasAside: true), TargetStyle()] {
      let root = Value.record(ReportScope(ReportView(report, style: style)), 0)
      var open: [(String, Value)] = [("report", root)]
      while let (kind, value) = open.popLast() {
        let all: [Value]
        switch value {
        case .record: all = [value]
        case .records(let scope, let range): all = range.prefix(6).map { .record(scope, $0) }
        case .list(let values): all = Array(values.prefix(6))
        default: all = []
        }
        found += all.map { (kind, $0) }
        for record in all {
          guard case .record(let scope, let index) = record else { continue }
          for (name, target) in kinds.names(of: kind) {
            guard let id = Field.names.firstIndex(of: name) else { continue }
            let inner = scope.value(Name(id: id, text: name), at: index)
            switch target {
            case .value: break
            case .record(let kind), .list(let kind): open.append((kind, inner))
            }
          }
        }
      }
    }
    return found
  }

  @Test func everyKindHasTheNamesOfItsRecords() throws {
    let night = try report(
      Self.dataset("Examples/nightly/nightly.json"),
      baseline: Self.dataset("Examples/nightly/previous.json"))
    let kinds = ReportKinds.kinds(stringKeys: [])
    var seen: [String: Set<String>] = [:]
    for (kind, record) in Self.records(of: night, kinds) {
      guard kind != "strings", case .record(let scope, let index) = record else { continue }
      for (id, text) in Field.names.enumerated() where Field.names.firstIndex(of: text) == id {
        let value = scope.value(Name(id: id, text: text), at: index)
        if case .missing = value { continue }
        seen[kind, default: []].insert(text)
      }
    }
    #expect(seen.count > 25, "the example has too few kinds of records: \(seen.keys.sorted())")
    for (kind, names) in seen {
      let listed = Set(kinds.names(of: kind).keys)
      #expect(names.subtracting(listed) == [], "names of '\(kind)' that the table lacks")
      // A block has most names only if it is a group.
      #expect(listed.subtracting(names) == [] || kind == "block", "'\(kind)' does not have these")
    }
  }

  @Test func everyTargetOfTheTableIsAKind() {
    for kinds in [ReportKinds.kinds(stringKeys: ["all"]), SiteKinds.kinds(stringKeys: ["all"])] {
      for kind in kinds.kinds {
        for (name, target) in kinds.names(of: kind) {
          switch target {
          case .value: break
          case .record(let next), .list(let next):
            #expect(!kinds.names(of: next).isEmpty, "\(kind).\(name) leads to '\(next)'")
          }
        }
      }
    }
  }

  /// The built-in files, as if a user had written them.
  @Test(arguments: ["page", "mail", "markdown", "text"])
  func builtInComponentsUseOnlyNamesThatTheirRecordsHave(form: String) throws {
    var problems: [Diagnostic] = []
    let keys = try locale().stringKeys
    let template = try #require(
      TargetTemplate("default", form: form, in: builtIn, stringKeys: keys, problems: &problems))
    let all = Set(template.library.templates.indices)
    #expect(template.names(form: form, stringKeys: keys).diagnostics(in: all) == [])
  }
}
