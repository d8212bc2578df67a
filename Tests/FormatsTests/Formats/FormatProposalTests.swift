import Diagnostics
import ImportSupport
import JSON
import Model
import Testing

@testable import Formats
@testable import ToolReports

/// Format files that are guessed from samples.
@Suite struct FormatProposalTests {
  /// The proposal for a sample. Its own example must hold.
  private func proposal(
    _ sample: String, named file: String = "stitch.json",
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> FormatProposal {
    let proposal = try FormatProposal(ByteSource(bytes: Array(sample.utf8)), named: file)
    let examples = FormatExamples(
      ofFormatFile: proposal.text, named: "stitch.json5", options: ImportOptions())
    #expect(
      examples.problems.map(\.summary) == [], "\(proposal.text)", sourceLocation: sourceLocation)
    return proposal
  }

  /// The report that the proposal for a sample makes of it.
  private func proposed(
    _ sample: String, named file: String = "stitch.json",
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> (TextReport, String) {
    let text = try proposal(sample, named: file, sourceLocation: sourceLocation).text
    return (
      try report(sample, by: text, isNamed: false, sourceLocation: sourceLocation), text
    )
  }

  @Test func nestedObjectsOfFilesBecomeFindings() throws {
    let (found, text) = try proposed(
      """
      {"scanner": "Stitch", "a": 1, "b": 2, "summary": {"issuesTotal": 3}, "targets": [
        {"path": "src/a.c", "issues": [
          {"checkId": "S1", "severity": "HIGH", "details": {"message": "The seam is open."},
           "position": {"line": 3, "column": 5}},
          {"checkId": "S2", "severity": "P9", "details": {"message": "The thread is long."},
           "position": {"line": 8, "column": 1}}]},
        {"path": "src/b.c", "issues": [
          {"checkId": "S1", "severity": "LOW", "details": {"message": "The hem is loose."},
           "position": {"line": 2, "column": 9}}]}]}
      """)
    #expect(
      found.titles == [
        "error: The seam is open.", "warning: The thread is long.", "warning: The hem is loose.",
      ])
    #expect(found.messages.map(\.location?.file) == ["src/a.c", "src/a.c", "src/b.c"])
    #expect(found.messages.map(\.location?.line) == [3, 8, 2])
    #expect(found.status == .completed)
    #expect(text.contains("scanner: { is: \"Stitch\" }"))
    #expect(text.contains("HIGH: \"error\""))
    #expect(text.contains("Unknown words, which count as warnings: \"P9\""))
    #expect(text.contains("claims: { findings: \"$.summary.issuesTotal\" }"))
    // The total of the example is that of its own findings.
    #expect(text.contains(#""issuesTotal": 3"#))
  }

  /// The other elements of an inner list would be lost.
  @Test func theFirstElementOfAnInnerListIsNoFinding() throws {
    let found = try proposal(
      """
      [{"path": "src/a.c", "alerts": [{"message": "The seam is open.", "level": "high"}]},
       {"path": "src/b.c", "alerts": [{"message": "The hem is loose.", "level": "low"}]}]
      """)
    #expect(found.findings == 2)
    #expect(found.text.contains("alerts[*]"))
    #expect(!found.text.contains("[0]"))
  }

  @Test func anUnknownLevelIsNeverInformation() throws {
    let (found, text) = try proposed(
      #"[{"message": "It is odd.", "priority": 1}, {"message": "It is bad.", "priority": 4}]"#)
    #expect(found.titles == ["warning: It is odd.", "warning: It is bad."])
    #expect(text.contains("Write error, warning or information for each of them."))
  }

  @Test func objectsOfLinesBecomeFindings() throws {
    let (found, text) = try proposed(
      """
      {"code": "K1", "description": "The seam is open.", "severity": "major", "filename": "a.c", "lineno": 4}
      {"code": "K2", "description": "The thread is long.", "severity": "info", "filename": "b.c", "lineno": 9}
      """, named: "stitch.jsonl")
    #expect(found.titles == ["warning: The seam is open.", "information: The thread is long."])
    #expect(found.place == "a.c:4")
    #expect(text.contains("reads: \"json-lines\""))
  }

  @Test func attributesOfElementsBecomeFindings() throws {
    let (found, text) = try proposed(
      """
      <?xml version="1.0"?>
      <stitching xmlns="urn:example:stitch" count="2"><unit name="src/a.c">
      <defect severity="error" line="3" check="S1">The seam is open.</defect>
      <defect severity="style" line="4" check="S2">The thread is long.</defect>
      </unit></stitching>
      """, named: "stitch.xml")
    #expect(found.titles == ["error: The seam is open.", "information: The thread is long."])
    #expect(found.place == "src/a.c:3")
    #expect(text.contains("root: \"stitching\", namespace: \"urn:example:stitch\""))
    #expect(text.contains("claims: { findings: \"/stitching/@count\" }"))
  }

  @Test func rowsBelowATitleBecomeFindings() throws {
    let (found, text) = try proposed(
      """
      Stitches of the night
      Rule;Threat Level;Finding;File Name;Line
      S1;High;"The seam; it is open.";src/a.c;3
      S2;Low;The thread is long.;src/b.c;4
      """, named: "stitch.csv")
    #expect(found.titles == ["error: The seam; it is open.", "warning: The thread is long."])
    #expect(found.place == "src/a.c:3")
    #expect(text.contains("reads: \"table\""))
  }

  @Test func linesWithPlacesBecomeFindings() throws {
    let sample = """
      Stitcher 2.1 checks src
      src/a.c:3:5: error: The seam is open. [S1]
      src/b.c:4:1: warning: The thread is long. [S2]
      src/b.c:9:1: warning: The hem is loose. [S2]
      3 findings in 2 files
      """
    let (found, text) = try proposed(sample, named: "stitch.txt")
    #expect(
      found.titles == [
        "error: The seam is open.", "warning: The thread is long.", "warning: The hem is loose.",
      ])
    #expect(found.place == "src/a.c:3:5")
    #expect(found.status == .completed)
    #expect(text.contains("recognize: { line: \"Stitcher %*[0-9.] checks src\" }"))
    #expect(text.contains("\"%{total:digits} findings in %*d files\""))
    let cut = sample.split(separator: "\n").dropLast().joined(separator: "\n")
    #expect(try report(cut, by: text, isNamed: false).status != .completed)
  }

  @Test func testsOfSuitesInSuitesAreTests() throws {
    let (found, text) = try proposed(
      """
      {"suites": [{"title": "outer", "suites": [{"title": "inner", "tests": [
          {"title": "keeps", "state": "passed", "durationMs": 1500},
          {"title": "breaks", "state": "failed", "durationMs": 20, "error": "It tore."}]}],
        "tests": [{"title": "waits", "state": "pending", "durationMs": 0}]}], "numTests": 3}
      """)
    #expect(found.titles == ["error: breaks"])
    #expect(text.contains(" again suites[*] as "))
    #expect(text.contains("durationMs | divide 1000"))
    #expect(text.contains("claims: { tests: \"$.numTests\" }"))
    #expect(
      try proposal(#"[{"name": "a", "success": true}, {"name": "b", "success": false}]"#).tests == 2
    )
  }

  @Test func testsInXMLAreTests() throws {
    let (found, _) = try proposed(
      """
      <assembly><group name="hem"><case name="keeps" result="Pass" time="0.1"/>
      <case name="breaks" result="Fail" time="0.2"><reason>It tore.</reason></case></group></assembly>
      """, named: "stitch.xml")
    #expect(found.titles == ["error: breaks"])
  }

  @Test func elementsThatPassedAreNoFindings() throws {
    let found = try proposal(
      """
      [{"check": "S1", "severity": "high", "status": "PASS", "message": "The seam is closed."},
       {"check": "S3", "severity": "high", "status": "PASS", "message": "The hem is closed."},
       {"check": "S4", "severity": "high", "status": "PASS", "message": "The cuff is closed."},
       {"check": "S2", "severity": "high", "status": "FAIL", "message": "The thread is long."}]
      """)
    #expect(found.findings == 1)
    // The example has a finding, although the sample begins with others.
    #expect(found.text.contains("message: \"The thread is long.\" },"))
    #expect(found.text.contains("when: { status: { not: [\"PASS\"] } }"))
  }

  /// The copy keeps the values that the recognition needs.
  @Test func theExampleIsRecognized() throws {
    let found = try proposal(
      """
      [{"options": {"a": {"b": 1}}, "more": [1, 2], "message": "The seam is open.", "level": "low"}]
      """)
    #expect(found.text.contains("\"[].options\": \"object\""))
  }

  @Test func keysOfObjectsAreFiles() throws {
    let (found, _) = try proposed(
      """
      {"results": {"src/a.c": [{"type": "Odd seam", "message": "It is open.", "line_number": 3}],
                   "src/b.c": [{"type": "Odd seam", "message": "It is open.", "line_number": 5}]}}
      """)
    #expect(found.messages.map(\.location?.file) == ["src/a.c", "src/b.c"])
  }

  // MARK: Limits

  @Test func secretsAreHiddenInTheExample() throws {
    let token = "ghp_" + String(repeating: "a1B2", count: 9)
    let found = try proposal(
      """
      [{"message": "A token \(token) is in the file.", "severity": "high", "file": "a.c",
        "password": "correct-horse-7"}]
      """)
    #expect(!found.text.contains(token))
    #expect(!found.text.contains("correct-horse-7"))
    #expect(found.text.contains("‹redacted›"))
  }

  @Test func aLargeSampleHasASmallExample() throws {
    let long = String(repeating: "The seam is open. ", count: 20)
    let elements = (0..<500).map { number in
      #"{"message": "\#(long)", "severity": "low", "file": "src/\#(number).c", "more": {"\#(long)": 1}}"#
    }
    let found = try proposal("{\"results\": [" + elements.joined(separator: ",") + "]}")
    #expect(found.findings == 500)
    #expect(found.text.utf8.count < 8 << 10)
  }

  @Test func theSameSampleGivesTheSameFile() throws {
    let sample = #"{"a": [{"message": "x y", "level": "p1", "b": 1}], "c": {"d": [{"msg": "z"}]}}"#
    #expect(try proposal(sample).text == proposal(sample).text)
  }

  @Test(
    arguments: [
      ("", "empty-input"), ("{}", "no-list-found"), ("[1, 2, 3]", "no-list-found"),
      ("Nothing is wrong here.", "no-list-found"), ("<a/>", "no-list-found"),
      ("{\"a\": [{\"b\": 1}]}", "no-list-found"), ("a\0b,c\0d", "no-list-found"),
      ("<a><b></a>", "malformed-xml"), ("{\"a\": [", "truncated-file"),
      (String(repeating: "[", count: 100_000), "too-deep"),
    ])
  func aSampleWithoutAListIsRefused(_ sample: String, id: String) throws {
    let failure = #expect(throws: FormatProposal.Failure.self) { _ = try self.proposal(sample) }
    #expect(failure?.diagnostic.id == id, "\(failure?.diagnostic.summary ?? "")")
  }

  @Test func aSampleIsReadUpToALimit() {
    let long = String(repeating: " ", count: 17 << 20) + "{}"
    let failure = #expect(throws: FormatProposal.Failure.self) { _ = try self.proposal(long) }
    #expect(failure?.diagnostic.id == "input-too-long")
  }

  @Test(arguments: [
    #"<test name="floats" state="ok"/><test name="leaks" state="not ok" message="It leaks."/>"#,
    #"<case><name>floats</name><result>pass</result><level>low</level></case>"#
      + #"<case><name>leaks</name><result>fail</result><level>high</level>"#
      + #"<message>It leaks.</message></case>"#,
    #"<tests><test name="floats" success="true"/>"#
      + #"<test name="leaks" success="false" file="hull.c" message="It leaks."/></tests>"#,
  ])
  func testsInXMLAreTests(elements: String) throws {
    let sample = "<boat>\(elements)</boat>"
    #expect(try proposal(sample, named: "boat.xml").tests == 2)
    let (found, text) = try proposed(sample, named: "boat.xml")
    #expect(found.titles == ["error: leaks"], "\(text)")
  }

  @Test func testsWithoutAnOutcomeAreNoFindings() {
    let sample = """
      <boat><testcase name="floats"/><testcase name="leaks">
      <failure message="expected 0, got 3" file="hull.c" line="4"/></testcase></boat>
      """
    let failure = #expect(throws: FormatProposal.Failure.self) {
      _ = try self.proposal(sample, named: "boat.xml")
    }
    #expect(failure?.diagnostic.summary.contains("'boat/testcase' have no field for") == true)
  }

  @Test func aKnownFormatIsNamed() throws {
    let found = try proposal(
      """
      <checkstyle version="1"><file name="a.c"><error line="1" severity="error" message="It is odd."
        source="s"/></file></checkstyle>
      """, named: "checkstyle.xml")
    #expect(found.known?.name == "checkstyle")
    // It does not replace the known format.
    #expect(found.name == "my-checkstyle")
    #expect(try proposal(#"{"a": [{"message": "x y", "level": "high"}]}"#).known == nil)
  }

  @Test(
    arguments: [
      ("out/My Tool-report.v2.json", "my-tool"), ("report.xml", "report"), ("…", "own"),
      ("bandit.json", "my-bandit"),
    ])
  func theNameComesFromTheFile(path: String, name: String) {
    #expect(ProposalNames(path).name == name)
  }

  @Test(arguments: [
    (
      #""status": "failed", "fatal": "out of memory", "#, Dataset.Run.Status.failed,
      #"run: { failed: { "$.status": "failed" }, completed: { "$.fatal": "absent" }, "#
        + #"reason: "$.fatal" }"#
    ),
    (#""fatal": "out of memory", "#, .failed, #"failed: { "$.fatal": "exists" }"#),
    (#""aborted": true, "#, .failed, #"run: { failed: { "$.aborted": true } }"#),
    (#""aborted": false, "#, .completed, #"run: { failed: { "$.aborted": true } }"#),
    (#""state": "completed", "#, .completed, #"run: { completed: { "$.state": "completed" } }"#),
    (#""success": "TRUE", "#, .completed, #"run: { completed: { "$.success": "TRUE" } }"#),
    (#""success": false, "#, nil, #"run: { completed: { "$.success": true } }"#),
    (#""state": "odd", "#, .completed, #"Not used: "state", which is "odd"."#),
    (#""fatal": null, "#, .completed, #"failed: { "$.fatal": "exists" }, and an example."#),
  ])
  func theEndOfTheToolIsACondition(
    members: String, status: Dataset.Run.Status?, written: String
  ) throws {
    let (found, text) = try proposed(
      """
      {"tool": "Stitch", \(members)"issues": [
        {"severity": "high", "message": "The seam is open.", "file": "a.c", "line": 3}]}
      """)
    #expect(found.titles == ["error: The seam is open."])
    #expect(found.status == status)
    #expect(text.contains(written), "\(text)")
    // A report without a fatal error is of this format, too.
    #expect(!text.contains("fatal: \"string\""))
  }

  @Test func theEndOfTheToolInXMLIsACondition() throws {
    let (found, text) = try proposed(
      """
      <stitch status="aborted"><issue severity="high" message="The seam is open." file="a.c"/>
      <issue severity="low" message="The hem is loose." file="b.c"/></stitch>
      """, named: "stitch.xml")
    #expect(found.status == .failed)
    #expect(text.contains(#"run: { failed: { "/stitch/@status": "aborted" } }"#), "\(text)")
  }
}
