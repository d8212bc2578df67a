import Diagnostics
import Foundation
import JSON
import Templating
import Testing

/// The cases of `Tests/Mustache`, and the published ones of the Mustache specification where
/// `MUSTACHE_SPEC` names their folder.
@Suite struct SpecificationTests {
  private static let own = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Mustache")

  private static var folders: [URL] {
    let published = ProcessInfo.processInfo.environment["MUSTACHE_SPEC"]
    return [own] + [published].compactMap { $0.map { URL(fileURLWithPath: $0) } }
  }

  @Test(arguments: folders)
  func everyCasePasses(folder: URL) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    var count = 0
    for name in names.sorted() where name.hasSuffix(".json") {
      let bytes = try Data(contentsOf: folder.appendingPathComponent(name))
      let file = try #require(JSONValue.parse([UInt8](bytes), file: name).0)
      for test in file["tests"]?.elements ?? [] {
        count += 1
        try check(test, in: name)
      }
    }
    #expect(count >= 100)
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
    #expect(
      outcome.diagnostics.allSatisfy { $0.severity == .warning || $0.id == "unknown-name" })
  }
}
