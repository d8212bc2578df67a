import ImportSupport
import Model
import Testing

@testable import ToolReports

/// Addresses of places in the sources.
@Suite struct SourceLinksTests {
  private static let usual =
    "https://git.example/o/r/blob/{{commit}}/{{file}}{{#line}}#L{{line}}{{/line}}"

  @Test func fillsInCommitFileAndLine() throws {
    let links = try SourceLinks(Self.usual)
    #expect(
      links.address(file: "src/a.c", line: 7, commit: "abc")
        == "https://git.example/o/r/blob/abc/src/a.c#L7")
    #expect(
      links.address(file: "src/ä b#1?.c", line: nil, commit: "abc")
        == "https://git.example/o/r/blob/abc/src/%C3%A4%20b%231%3F.c")
    #expect(links.address(file: "src/a.c", line: 7, commit: nil) == nil)
  }

  @Test(arguments: [
    "/etc/passwd", "../a.c", "a/../../b", "C:/a.c", "//h/s", "a\nb", "javascript://x",
  ])
  func filesOutsideOfTheSourcesAreNotLinked(file: String) throws {
    #expect(try SourceLinks(Self.usual).address(file: file, line: 1, commit: "abc") == nil)
  }

  @Test(arguments: ["../x", "/x", "a\nb", "https://evil"]) func commitsAreChecked(commit: String)
    throws
  {
    #expect(try SourceLinks(Self.usual).address(file: "a", line: 1, commit: commit) == nil)
  }

  @Test(arguments: [
    "git.example/{{file}}", "javascript:{{file}}", "https://{{file}}",
    "https://{{commit}}/{{file}}",
    "https:///{{file}}", "https://host{{file}}", "{{file}}", "", "https://host/",
    "https://h/{{#line}}{{file}}{{/line}}",
    "https://h/{{fil}}", "https://h/{{file", "https://h/{{file}}{{#line}}",
    "https://h/{{file}}{{/line}}",
    "https://h/{{{file}}}", "https://h/{{#file}}{{/file}}", "https://h/{{#line}}{{#line}}{{file}}",
    "https://h/ {{file}}",
  ])
  func mistakesAreExplained(template: String) {
    #expect(throws: SourceLinks.Mistake.self) { try SourceLinks(template) }
  }

  @Test(arguments: [
    ("https://github.com/o/r", "https://github.com/o/r/blob/abc/a.c#L2"),
    ("https://github.com/o/r.git", "https://github.com/o/r/blob/abc/a.c#L2"),
    ("git@github.com:o/r.git", "https://github.com/o/r/blob/abc/a.c#L2"),
    ("https://gitlab.example.org/g/s/p/", "https://gitlab.example.org/g/s/p/-/blob/abc/a.c#L2"),
    ("https://bitbucket.org/o/r", "https://bitbucket.org/o/r/src/abc/a.c#lines-2"),
    ("https://codeberg.org/o/r", "https://codeberg.org/o/r/src/commit/abc/a.c#L2"),
  ])
  func knowsServices(repository: String, expected: String) throws {
    let links = try #require(SourceLinks(repository: repository))
    #expect(links.address(file: "a.c", line: 2, commit: "abc") == expected)
  }

  @Test(arguments: [
    "https://git.example/o/r", "https://github.com", "https://me:pw@github.com/o/r",
    "file:///x/y/z",
    "javascript://github.com/o/r", "https://github.com/o/{{file}}", "../x", "",
    "https://github.com/o/r?x=1",
  ])
  func otherRepositoriesAreNotLinked(repository: String) {
    #expect(SourceLinks(repository: repository) == nil)
  }

  // MARK: In reports

  private static let sarif = #"""
    {"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "t"}}, "versionControlProvenance":
      [{"repositoryUri": "https://github.com/o/r", "revisionId": "abc"}], "results": [
      {"message": {"text": "m"}, "locations": [{"physicalLocation": {"artifactLocation":
        {"uri": "src/a.c"}, "region": {"startLine": 3}}}]},
      {"message": {"text": "n"}, "locations": [{"physicalLocation": {"artifactLocation":
        {"uri": "file:///etc/x.c"}}}]}]}]}
    """#

  private func addresses(_ result: Import) -> [String?] {
    result.dataset?.messages.map { $0.location?.url } ?? []
  }

  @Test func locationsWithoutAnAddressGetOne() throws {
    let result = try Import(report: Self.sarif) { $0.links.links = try? SourceLinks(Self.usual) }
    #expect(addresses(result) == ["https://git.example/o/r/blob/abc/src/a.c#L3", nil])
  }

  @Test func aReportIsTakenAtItsWordWhereNothingElseIsKnown() throws {
    #expect(addresses(try Import(report: Self.sarif)) == [nil, nil])
    let result = try Import(report: Self.sarif) { $0.links.usesProvenance = true }
    #expect(addresses(result) == ["https://github.com/o/r/blob/abc/src/a.c#L3", nil])
  }

  @Test func theCommitIsThatOfTheReportElseOfTheDatasetElseFromOutside() throws {
    let dataset =
      #"{"version": 1, "run": {"commit": "def"}, "messages": [{"urgency": "error", "title": "t", "location": {"file": "b.c", "url": "https://x/"}}]}"#
    let junit = "<testsuite name='s'>\(failing("t", "file='a.c' line='1'"))</testsuite>"
    let reports = [("a", Self.sarif), ("b", junit), ("c", dataset)]
    let all = try Import(reports: reports) {
      $0.links.links = try? SourceLinks(Self.usual)
      $0.links.commit = "123"
    }
    #expect(
      addresses(all) == [
        "https://git.example/o/r/blob/abc/src/a.c#L3", nil,
        "https://git.example/o/r/blob/def/a.c#L1", "https://x/",
      ])
    let alone = try Import(reports: [("b", junit)]) {
      $0.links.links = try? SourceLinks(Self.usual)
      $0.links.commit = "123"
    }
    #expect(addresses(alone) == ["https://git.example/o/r/blob/123/a.c#L1"])
  }

  @Test func aMissingCommitIsSaidOnce() throws {
    let result = try Import(suite: failing("t", "file='a.c'") + failing("u", "file='b.c'")) {
      $0.links.links = try? SourceLinks(Self.usual)
    }
    #expect(result.problems == ["0:0 warning no-commit"])
    #expect(addresses(result) == [nil, nil])
  }
}
