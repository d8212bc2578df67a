import Foundation
import Rendering
import Testing

@testable import TidemarkCLI

/// The destination of the output.
@Suite struct DestinationTests {
  @Test func oneTargetGoesToStandardOutput() throws {
    #expect(try Destination(nil, formats: [.page]) == .standardOutput)
    #expect(try Destination("-", formats: [.text]) == .standardOutput)
  }

  @Test func severalTargetsNeedAFolder() throws {
    for path in [nil, "-"] {
      #expect(throws: UsageError.severalTargetsNeedFolder) {
        try Destination(path, formats: [.page, .text])
      }
    }
    #expect(try Destination("out", formats: [.page, .text]) == .folder("out"))
  }

  @Test func aNameIsAFileUnlessItEndsLikeAFolderOrIsOne() throws {
    #expect(try Destination("out.html", formats: [.page]) == .file("out.html"))
    #expect(try Destination("out/", formats: [.page]) == .folder("out/"))
    let folder = FileManager.default.temporaryDirectory.path
    #expect(try Destination(folder, formats: [.page]) == .folder(folder))
  }

  @Test func aFolderHoldsOneFileForEachTarget() throws {
    let folder = try Destination("out", formats: [.page, .text])
    #expect(folder.path(of: .page) == "out/index.html")
    #expect(folder.path(of: .markdown) == "out/report.md")
    #expect(folder.path(of: .text) == "out/report.txt")
    #expect(folder.path(of: .json) == "out/report.json")
    #expect(try Destination("out/", formats: [.page]).path(of: .page) == "out/index.html")
  }

  @Test func makesTheFoldersThatAreMissing() throws {
    try Session.open { session in
      let dataset = try session.write(smallDataset, to: "night.json")
      let outcome = try session.run(
        "render", dataset, "--to", "markdown,text", "-o", session.path("a/b"))
      #expect(outcome.status == 0)
      #expect(outcome.output.isEmpty)
      #expect(session.read("a/b/report.md")?.hasPrefix("# Night") == true)
      #expect(session.read("a/b/report.txt")?.hasPrefix("Night") == true)
    }
  }
}
