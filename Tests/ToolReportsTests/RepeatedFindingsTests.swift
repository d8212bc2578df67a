import Datasets
import ImportSupport
import JSON
import Model
import Testing
import ToolReports

/// A finding that a report gives several times is one message with a number.
struct RepeatedFindingsTests {
  private static func issue(_ text: String, line: Int = 3, key: String = "a1") -> String {
    #"""
    {"description": "\#(text)", "check_name": "unused", "severity": "major", "fingerprint": "\#(key)",
     "location": {"path": "a.c", "lines": {"begin": \#(line)}}}
    """#
  }

  private static func sarif(_ results: String...) -> String {
    #"{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "Scan"}}, "results": [\#(results.joined(separator: ","))]}]}"#
  }

  private static func result(_ text: String, line: Int = 3, flow: String = "") -> String {
    #"{"ruleId": "r", "level": "error", "message": {"text": "\#(text)"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.c"}, "region": {"startLine": \#(line)}}}]\#(flow)}"#
  }

  private static func flow(_ line: Int) -> String {
    #", "codeFlows": [{"threadFlows": [{"locations": [{"location": {"message": {"text": "step"}, "physicalLocation": {"artifactLocation": {"uri": "b.c"}, "region": {"startLine": \#(line)}}}}]}]}]"#
  }

  /// `title ×count`
  private func titles(_ found: Import) -> [String] {
    (found.dataset?.messages ?? []).map { "\($0.title) ×\($0.count)" }
  }

  @Test(arguments: [
    ("[\(issue("A")), \(issue("B", key: "b1")), \(issue("A")), \(issue("A"))]", ["A ×3", "B ×1"]),
    ("[\(issue("A")), \(issue("A", line: 4))]", ["A ×1", "A ×1"]),
    ("[\(issue("A")), \(issue("A", key: "a2"))]", ["A ×1", "A ×1"]),
    (sarif(result("A"), result("A"), result("B")), ["A ×2", "B ×1"]),
    (sarif(result("A", flow: flow(1)), result("A", flow: flow(2))), ["A ×1", "A ×1"]),
    (
      #"""
      <checkstyle><file name="a.c"><error line="1" message="A" severity="error"/>
      <error line="1" message="A" severity="warning"/><error line="1" message="A" severity="error"/></file></checkstyle>
      """#, ["A ×2", "A ×1"]
    ),
    ("urgency,title,file\nerror,A,a.c\nerror,A,a.c\nerror,A,b.c\n", ["A ×2", "A ×1"]),
  ])
  func equalFindingsAreOneMessage(text: String, messages: [String]) {
    #expect(titles(Import(text: text)) == messages)
  }

  @Test func aFindingOfTwoReportsIsOneMessage() throws {
    let found = try Import(reports: [
      ("a.json", "[\(Self.issue("A")), \(Self.issue("A"))]"), ("b.json", "[\(Self.issue("A"))]"),
      ("c.sarif", Self.sarif(Self.result("A"))),
    ])
    #expect(titles(found) == ["A ×3", "A ×1"])
  }

  @Test func aTestOfTwoReportsStaysTwoMessages() throws {
    let text = "<testsuite name=\"s\">\(failing("t"))</testsuite>"
    let found = try Import(reports: [("a.xml", text), ("b.xml", text + "\n")])
    #expect(titles(found) == ["t ×1", "t ×1"])
  }

  @Test func messagesOfADatasetAreNeverOne() {
    let found = Import(
      members: #"messages: [{urgency: "error", title: "A"}, {urgency: "error", title: "A"}]"#)
    #expect(titles(found) == ["A ×1", "A ×1"])
  }

  @Test func repetitionsTakeNoRoomOfOtherMessages() {
    let text = "[" + (0..<100).map { _ in Self.issue("A") }.joined(separator: ",") + "]"
    let found = Import(text: text) { $0.messageLimit = 1 }
    #expect(found.diagnostics.isEmpty)
    #expect(titles(found) == ["A ×100"])
  }

  @Test func aWarningOfAHeaderIsOneMessageHoweverItIsReached() {
    let log = ["a.c", "b.c"].map {
      "In file included from \($0):1:\nh.h:3:12: warning: unused variable 'x' [-Wunused]\n"
    }
    let found = TextReport(log.joined(), as: "lines")
    #expect(found.messages.map(\.count) == [2])
    #expect(found.message?.details == "In file included from a.c:1:")
  }

  @Test func aDatasetKeepsTheNumber() throws {
    let found = Import(text: "[\(Self.issue("A")), \(Self.issue("A"))]")
    let bytes = DatasetWriter.bytes(try #require(found.dataset))
    var merger = InputMerger()
    merger.read(file: "x", from: ByteSource(bytes: bytes))
    #expect(merger.finish().dataset?.messages.map(\.count) == [2])
  }
}
