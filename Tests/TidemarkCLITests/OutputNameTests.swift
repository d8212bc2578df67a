import Foundation
import Testing

@testable import TidemarkCLI

/// Outputs that are named in other words than ours.
@Suite struct OutputNameTests {
  private func render(_ words: [String]) throws -> Session.Outcome {
    try Session.open { session in
      let dataset = try session.write(smallDataset, to: "night.json")
      try FileManager.default.createDirectory(
        atPath: session.path("there.html"), withIntermediateDirectories: true)
      return try session.run(
        ["render", dataset] + words.map { $0.replacing("DIR", with: session.folder.path) })
    }
  }

  @Test(arguments: [("html", "page"), ("md", "markdown"), ("txt", "text"), ("HTM", "page")])
  func anEndingIsTheOtherNameOfItsTarget(word: String, target: String) throws {
    let outcome = try render(["--to", word])
    #expect(outcome.status == 2)
    #expect(outcome.said.contains("did you mean '\(target)'?"))
  }

  @Test(arguments: ["eml", "pdf"]) func anotherMakerIsNamed(ending: String) throws {
    for words in [["--to", ending], ["-o", "DIR/x." + ending], ["-o", "DIR/x.y." + ending]] {
      let outcome = try render(words)
      #expect(outcome.status == 2)
      #expect(outcome.output.isEmpty)
      #expect(outcome.said.contains(ending == "eml" ? "tidemark mail" : "--print-to-pdf"))
    }
  }

  @Test func aTargetThatIsNamedMayHaveAnyFileName() throws {
    #expect(try render(["--to", "page", "-o", "DIR/x.pdf"]).said.isEmpty)
  }

  @Test func asecondOutputIsRefusedInsteadOfIgnored() throws {
    let outcome = try render(["-o", "DIR/a.html", "--output=DIR/b.md"])
    #expect(outcome.status == 2)
    #expect(outcome.said.contains("'--output' is given twice [option-twice]"))
    #expect(outcome.said.contains("--to page,markdown -o report/"))
  }

  @Test(arguments: [
    (["-o", "DIR/one.html/"], "one.html/index.html' is written"),
    (["-o", "DIR/there.html"], "there.html/index.html' is written"),
    (["--to", "page,text", "-o", "DIR/one.html"], "report.txt' are written"),
  ])
  func aFolderThatIsNamedAsAFileIsSaid(words: [String], what: String) throws {
    let outcome = try render(words)
    #expect(outcome.status == 0)
    #expect(outcome.said.contains("is a folder here"))
    #expect(outcome.said.contains(what))
    #expect(try render(words + ["--strict"]).status != 0)
  }

  @Test(arguments: ["DIR/new/", "DIR/v1.2/", "DIR"]) func otherFoldersAreNot(path: String) throws {
    #expect(try render(["-o", path]).said.isEmpty)
  }

  @Test func openNeedsAFile() throws {
    let outcome = try render(["--open"])
    #expect(outcome.status == 2)
    #expect(outcome.said.contains("-o report.html"))
  }

  // MARK: Values

  @Test(arguments: [
    ("65536", 65_536), ("64k", 65_536), ("64K", 65_536), ("64KiB", 65_536), ("64kB", 64_000),
    ("2M", 2_097_152), ("1g", 1_073_741_824), ("0", 0),
  ])
  func sizesHaveUnits(text: String, bytes: Int) {
    #expect(ByteCount.parse(text) == bytes)
  }

  @Test(arguments: [
    "", "k", "-1", "1.5k", "64 k", "64kk", "64bi", "9223372036854775807k", "99999999999999999999",
    "٣k", "1e3",
  ])
  func otherSizesAreRefused(text: String) {
    #expect(ByteCount.parse(text) == nil)
  }

  @Test func aSizeWithAUnitIsABudget() throws {
    #expect(try render(["--to", "text", "--budget", "2k"]).status == 0)
    let wrong = try render(["--to", "text", "--budget", "64q"])
    #expect(wrong.status == 2)
    #expect(wrong.said.contains("such as 65536, 64k or 2M"))
    #expect(try render(["--to", "text", "--budget", "999"]).status == 2)
  }

  @Test(arguments: ["@1795166000", "1795166000"])
  func nowTakesSecondsSince1970(text: String) throws {
    let outcome = try render(["--to", "json", "--now", text])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(#""now": "2026-11-20T09:13:20+00:00""#), "\(outcome.output)")
  }

  // A date without its hyphens would otherwise be a day in 1970.
  @Test(arguments: ["20261120", "@", "@-5", "@99999999999999", "1795166000.5", "@253402300800"])
  func otherNumbersAreNoTime(text: String) throws {
    #expect(try render(["--to", "json", "--now", text]).status == 2)
  }
}
