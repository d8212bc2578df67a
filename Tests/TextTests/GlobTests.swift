import Foundation
import JSON
import Testing
import Text

@Suite struct GlobTests {
  /// The cases shared with the page's script (test_browser_globs.py).
  @Test func globsMatchTheTableOfCases() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
      .appendingPathComponent("GlobCases.json")
    let (json, diagnostics) = JSONValue.parse(Array(try Data(contentsOf: file)), file: file.path)
    #expect(diagnostics.isEmpty)
    let cases = try #require(json?["cases"]?.elements)
    #expect(cases.count > 40)
    for one in cases {
      let pattern = try #require(one["pattern"]?.string)
      for (key, isMatch) in [("matches", true), ("not", false)] {
        for path in try #require(one[key]?.elements) {
          let path = try #require(path.string)
          #expect(Glob(pattern).matches(path) == isMatch, "\(pattern) and \(path)")
        }
      }
    }
  }

  @Test(arguments: [
    ("./**/test.xml", true), ("./a/*.xml", true), ("./*/", true), ("./a/b/c.xml", true),
    ("./*.xml", false), ("./b/*.xml", false), ("./a", false),
  ])
  func aPatternMayMatchInAFolder(pattern: String, mayMatch: Bool) {
    #expect(Glob(pattern).mayMatch(below: "./a") == mayMatch)
  }

  @Test func anEmptyGlobMatchesAnEmptyPathOnly() {
    #expect(Glob("").matches(""))
    #expect(!Glob("").matches("x"))
    #expect(!Glob("x").matches(""))
  }

  @Test(.timeLimit(.minutes(20))) func hostileGlobsMatchInLinearTime() {
    let stars = Glob(String(repeating: "*a", count: 60) + "b")
    #expect(!stars.matches(String(repeating: "a", count: 3_000)))
    let folders = Glob(String(repeating: "**/a*/", count: 40) + "x")
    #expect(!folders.matches(String(repeating: "aa/", count: 500)))
    #expect(!Glob(String(repeating: "[", count: 500_000)).matches("x"))
  }

  @Test(.timeLimit(.minutes(20))) func manyUnclosedBracketsAreParsedInOnePass() {
    let brackets = String(repeating: "[", count: 400_000)
    #expect(Glob(brackets).matches(brackets))
  }
}
