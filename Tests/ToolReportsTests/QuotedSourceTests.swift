import ImportSupport
import Model
import Testing

@testable import ToolReports

/// The lines of source that reports quote.
@Suite struct QuotedSourceTests {
  private func lines(_ text: String) -> [String]? {
    TextReport(text, as: "lines").message?.location?.context?.lines
  }

  // MARK: Compilers

  @Test(arguments: [
    // gcc, clang, Swift, rustc, ruff.
    ("a.c:3:5: error: one\n    3 |   x = y;\n      |   ^~~\n", ["  x = y;"]),
    (
      "a.c:13:5: warning: one\n   12 | int f() {\n   13 |   x = y;\n      |   ^\n   14 | }\n",
      ["int f() {", "  x = y;", "}"]
    ),
    (
      "error[E0425]: no value\n  --> src/a.rs:2:5\n   |\n 1 | fn f() {\n 2 |     x\n   |     ^\n",
      ["    x"]
    ),
    (
      "error[E0425]: no value\n  --> src/a.rs:1:5\n   |\n 1 | fn f() {\n 2 |     x\n",
      ["", "fn f() {", "    x"]
    ),
    (
      "a.py:7:8: F401 `os` unused\n  |\n5 | def f():\n6 |\n7 | import os\n  |        ^^\n8 |\n9 | x\n",
      ["def f():", "", "import os", "", "x"]
    ),
    // Without numbers.
    ("a.c:3:5: error: one\n  x = y;\n  ^~~\n", ["  x = y;"]),
    ("a.c:3:5: error: one\n  | in a macro\n  x = y;\n  ^~~\n", ["  x = y;"]),
  ])
  func compilersQuoteTheLine(log: String, context: [String]) {
    #expect(lines(log) == context)
  }

  @Test(arguments: [
    "a.c:3:5: error: one\n",
    "a.c:3:5: error: one\n    9 |   x = y;\n      |   ^~~\n",
    "a.c:3:5: error: one\n  and more words\n",
    "a.c:3:5: error: one\na.c:9:1: note: here\n    3 | int x;\n      | ^\n",
    "error: one\n  --> a.rs:3:5\n   |\n 9 | y\n  ::: b.rs:3:1\n 3 | z\n",
    "error: one\n    3 |   x = y;\n",
  ])
  func linesOfOtherPlacesAreNoContext(log: String) {
    #expect(lines(log) == nil)
  }

  @Test func eachFindingHasItsOwnLines() {
    let report = TextReport(
      "a.c:3:5: error: one\n 3 | x\n   | ^\na.c:4:5: error: two\na.c:5:5: error: three\n 5 | y\n",
      as: "lines")
    #expect(
      report.messages.map { $0.location?.context?.lines.joined(separator: "\n") } == [
        "x", nil, "y",
      ])
  }

  // MARK: SARIF

  private func sarif(_ place: String) -> [String]? {
    TextReport(
      """
      {"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "T"}}, "results": [
        {"message": {"text": "m"}, "locations": [{"physicalLocation": {
          "artifactLocation": {"uri": "a.c"}, \(place)}}]}]}]}
      """, as: "sarif"
    ).message?.location?.context?.lines
  }

  @Test func aContextRegionGivesTheLinesAround() {
    #expect(
      sarif(
        #""region": {"startLine": 8, "snippet": {"text": "b"}}, "contextRegion": {"startLine": 7, "snippet": {"text": "a\nb\nc"}}"#
      ) == ["a", "b", "c"])
    // Its own line can't be told.
    #expect(
      sarif(
        #""region": {"startLine": 8, "snippet": {"text": "b"}}, "contextRegion": {"snippet": {"text": "a\nb\nc"}}"#
      ) == ["b"])
    #expect(
      sarif(
        #""region": {"startLine": 8}, "contextRegion": {"startLine": 2, "snippet": {"text": "a"}}"#)
        == nil)
  }

  @Test(arguments: [
    (#""startLine": 8"#, "  x = y;", "  x = y;"),
    (#""startLine": 8, "startColumn": 3, "endColumn": 4"#, "  x = y;", "  x = y;"),
    // The region alone.
    (#""startLine": 8, "startColumn": 7, "endColumn": 8"#, "y", "      y"),
    (#""startLine": 8, "startColumn": 3, "endLine": 9, "endColumn": 4"#, #"x = {\n  }"#, "  x = {"),
    (#""startLine": 8, "startColumn": 3, "endLine": 9, "endColumn": 4"#, #"x = {\n }"#, "x = {"),
    (
      #""startLine": 8, "startColumn": 3, "endLine": 9, "endColumn": 4"#, #"  x = {\n  }"#,
      "  x = {"
    ),
  ])
  func aRegionGivesItsLine(region: String, snippet: String, line: String) {
    #expect(sarif(#""region": {\#(region), "snippet": {"text": "\#(snippet)"}}"#) == [line])
  }

  // MARK: Others

  @Test func esLintGivesTheWholeFileOrTheLine() {
    func eslint(_ parts: String, _ message: String) -> [String]? {
      TextReport(
        """
        [{"filePath": "a.js", \(parts) "messages": [
          {"ruleId": "semi", "severity": 2, "message": "m", "line": 2, "column": 1\(message)}]}]
        """, as: "eslint"
      ).message?.location?.context?.lines
    }
    #expect(
      eslint(#""source": "a\nb\nc\nd\ne\n","#, "") == ["", "", "a", "b", "c", "d", "e"])
    #expect(eslint("", #", "source": "b""#) == ["b"])
    #expect(eslint(#""source": null,"#, "") == nil)
    #expect(eslint("", "") == nil)
  }

  @Test func testsHaveNoContext() {
    let report = TextReport(
      """
      <testsuite tests="1"><testcase name="t" file="a.py" line="3">
        <failure message="m">a.py:3: error: one
          3 | x
            | ^</failure></testcase></testsuite>
      """, as: "junit")
    #expect(report.place == "a.py:3")
    #expect(report.message?.location?.context == nil)
  }

  @Test func secretsInQuotedLinesAreHidden() {
    let token = "ghp" + "_" + String(repeating: "a1B2", count: 9)
    let context = lines("a.c:3:5: error: one\n    3 | key = \"\(token)\"\n      | ^~~\n")
    #expect(context == ["key = \"\(Redactor.sign)\""])
  }
}
