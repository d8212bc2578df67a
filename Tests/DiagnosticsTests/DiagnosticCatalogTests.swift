import Foundation
import Testing

@testable import Diagnostics

/// The catalog of diagnostics against the sources that emit them.
@Suite struct DiagnosticCatalogTests {
  /// The ids in the sources with the severities that stand beside them.
  private static let emitted = EmittedDiagnostics()

  @Test func everyIDInTheSourcesHasAnEntry() {
    let known = Set(DiagnosticCatalog.entries.map(\.id))
    #expect(Self.emitted.severities.keys.filter { !known.contains($0) }.sorted() == [])
  }

  @Test func everyEntryIsAnIDInTheSources() {
    let unknown = DiagnosticCatalog.entries.map(\.id).filter {
      Self.emitted.severities[$0] == nil
    }
    #expect(unknown == [])
  }

  @Test func everyEntryHasTheSeveritiesOfItsID() {
    for entry in DiagnosticCatalog.entries {
      let found = Self.emitted.severities[entry.id] ?? []
      #expect(found == Set(entry.severities), "\(entry.id)")
    }
  }

  @Test func everyInterpolatedIDIsAccountedFor() {
    // What stands for the interpolation is looked for in `EmittedDiagnostics`.
    #expect(
      Self.emitted.interpolated == [
        #"missing-\(key)"#, #"unknown-\(noun.split(separator: " ").joined(separator: "-"))"#,
        #"unknown-\(noun)"#, #"unknown-\(what)"#,
      ])
  }

  @Test func idsAreUniqueAndSorted() {
    let ids = DiagnosticCatalog.entries.map(\.id)
    #expect(Set(ids).count == ids.count)
    for topic in DiagnosticCatalog.topics {
      #expect(topic.entries.map(\.id) == topic.entries.map(\.id).sorted(), "\(topic.title)")
    }
  }

  @Test func causesAndRemediesAreSentences() {
    for entry in DiagnosticCatalog.entries {
      for text in [entry.cause, entry.remedy] {
        #expect(text.hasSuffix("."), "\(entry.id)")
        #expect(text.first == "`" || text.first?.isUppercase == true, "\(entry.id)")
      }
    }
  }
}

/// The ids of diagnostics in `Sources/`, found by the forms in which diagnostics are made.
private struct EmittedDiagnostics {
  private(set) var severities: [String: Set<Severity>] = [:]
  private(set) var interpolated: Set<String> = []

  init() {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let files = FileManager.default.enumerator(
      at: root.appending(path: "Sources"), includingPropertiesForKeys: nil)
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
      read(text, isKinds: file.lastPathComponent == "DocumentFinding.swift")
    }
  }

  private mutating func read(_ text: String, isKinds: Bool) {
    // Diagnostic(.error, "id", …), log.add(.warning, "id", …), reader.report(.error, "id", …)
    for found in matches(#"\.(error|warning|note),\s*"((?:[^"\\]|\\\([^\n]*?\)(?=")|\\.)+)""#, text)
    {
      add(found[2], Severity(rawValue: found[1]))
    }
    // Functions whose first argument is the id of an error.
    let makers = "report|fail|add|problem|wrong|refused"
    for found in matches(#"\b(?:\#(makers))\(\s*(?:id: )?"([a-z0-9]+(?:-[a-z0-9]+)+)""#, text) {
      add(found[1], .error)
    }
    // Diagnostic(.error, isReading ? "id" : "id", …)
    for found in matches(#"\.(error|warning|note), \w+ \? "([a-z-]+)" : "([a-z-]+)""#, text) {
      add(found[2], Severity(rawValue: found[1]))
      add(found[3], Severity(rawValue: found[1]))
    }
    // var id: String { switch self { case …: "id" } }, of errors.
    for found in matches(#"(?s)var id: String \{(.*?)\n  \}"#, text) {
      for id in matches(#""([a-z-]+(?:\\\(\w+\))?)""#, found[1]) { add(id[1], .error) }
    }
    for found in matches(#"ID = "([a-z-]+)""#, text) { add(found[1], .note) }
    readInterpolations(text)
    guard isKinds else { return }
    // Kinds of findings in a template's document; an image alone is a warning.
    for found in matches(#"case \w+ = "([a-z-]+)""#, text) {
      add(found[1], found[1] == "image" ? .warning : .error)
    }
  }

  /// The words that stand for the interpolations of ids.
  private mutating func readInterpolations(_ text: String) {
    for found in matches(#"= Choice<[^>]*>\("([a-z ]+)"\)"#, text) {
      add("unknown-" + found[1].replacing(" ", with: "-"), .error)
    }
    for found in matches(#"required: \[([^\]]*)\]"#, text) {
      for key in matches(#""(\w+)":"#, found[1]) { add("missing-" + key[1], .error) }
    }
    for found in matches(#"problem\((?:template|theme|name), "(\w+)", known:"#, text) {
      add("unknown-" + found[1], .error)
    }
  }

  private mutating func add(_ id: String, _ severity: Severity?) {
    guard !id.contains("\\") else {
      interpolated.insert(id)
      return
    }
    guard let severity, !id.contains(" ") else { return }
    severities[id, default: []].insert(severity)
  }

  /// The groups of each match; the first one is the whole.
  private func matches(_ pattern: String, _ text: String) -> [[String]] {
    guard let expression = try? NSRegularExpression(pattern: pattern) else { return [] }
    let all = NSRange(text.startIndex..., in: text)
    return expression.matches(in: text, range: all).map { match in
      (0..<match.numberOfRanges).map { group in
        Range(match.range(at: group), in: text).map { String(text[$0]) } ?? ""
      }
    }
  }
}
