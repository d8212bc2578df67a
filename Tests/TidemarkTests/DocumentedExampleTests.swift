import Foundation
import Testing

/// The example of docs/library.md, which is `DocumentedExample.swift`.
@Suite struct DocumentedExampleTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  @Test func thePageShowsTheExample() throws {
    let document = Self.folder.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "docs/library.md")
    let text = try String(contentsOf: document, encoding: .utf8)
    let code = try String(
      contentsOf: Self.folder.appending(path: "DocumentedExample.swift"), encoding: .utf8)
    #expect(text.contains("```swift\n\(code)```\n"))
  }

  @Test func theExampleMakesAPage() throws {
    let dataset = #"{ "version": 1, "messages": [{ "urgency": "error", "title": "Disk full" }] }"#
    let bytes = try #require(page(of: Array(dataset.utf8), now: 1_795_166_000))
    #expect(String(decoding: bytes, as: UTF8.self).contains("Disk full"))
  }
}
