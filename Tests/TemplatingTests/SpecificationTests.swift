import Diagnostics
import Foundation
import JSON
import Templating
import Testing

/// The published cases of the Mustache specification, in the folder given by `MUSTACHE_SPEC`.
@Suite struct SpecificationTests {
  private static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["MUSTACHE_SPEC"] {
      return URL(fileURLWithPath: path)
    }
    return URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("../shared/data/mustache").standardizedFileURL
  }()

  private static var isPresent: Bool {
    let isPresent = FileManager.default.fileExists(atPath: folder.path)
    if !isPresent {
      print("Mustache specification: SKIPPED, there is no folder \(folder.path)")
    }
    return isPresent
  }

  @Test(.enabled("no folder of the specification's cases: see MUSTACHE_SPEC") { isPresent })
  func everyCaseOfTheMustacheSpecificationPasses() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    var count = 0
    for name in names.sorted() where name.hasSuffix(".json") {
      let bytes = try Data(contentsOf: Self.folder.appendingPathComponent(name))
      let file = try #require(JSONValue.parse([UInt8](bytes), file: name).0)
      for test in file["tests"]?.elements ?? [] {
        count += 1
        try check(test, in: name)
      }
    }
    print("Mustache specification: \(count) cases run")
    #expect(count > 0)
  }

  private func check(_ test: JSONValue, in file: String) throws {
    let template = try #require(test["template"]?.string)
    let expected = try #require(test["expected"]?.string)
    var partials: [String: String] = [:]
    for member in test["partials"]?.members ?? [] { partials[member.key] = member.value.string }
    let data = test["data"].map(Value.init) ?? .missing
    let outcome = render(template, partials: partials, data: data)
    #expect(
      outcome.text == expected, "\(file): \(test["name"]?.string ?? "")\n\(template)")
    #expect(outcome.diagnostics.allSatisfy { $0.severity == .warning })
  }
}
