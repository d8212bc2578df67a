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
    let tests = "<testsuite><testcase name='slow'><skipped/></testcase></testsuite>"
    let inputs = [("nightly.json", Array(dataset.utf8)), ("tests.xml", Array(tests.utf8))]
    let bytes = try #require(page(of: inputs, now: 1_795_166_000))
    let text = String(decoding: bytes, as: UTF8.self)
    for part in ["Disk full", "Unit tests", "slow"] { #expect(text.contains(part), "\(part)") }
  }
}
