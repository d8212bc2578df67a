import Diagnostics
import JSON
import Model
import Testing
import Text
import Time

@testable import Datasets

/// The file of known issues, read and written.
struct KnownTests {
  private func read(_ text: String) -> (entries: [KnownEntry], problems: [Diagnostic]) {
    let (entries, problems) = KnownFile.read(Array(text.utf8), name: "known.json")
    return (entries, problems)
  }

  private func problems(_ text: String) -> [String] {
    read(text).problems.map { problem in
      let place = problem.location.map { "\($0.line):\($0.column) " } ?? ""
      return place + problem.id
    }
  }

  @Test func readsEveryKeyOfAnEntry() throws {
    let found = read(
      """
      { "known": [
        // written by hand
        { "rule": "E501", "file": "vendor/**", "text": "long", "urgency": "warning",
          "reason": "Theirs", "owner": "Ada", "link": "https://x.example/1", "until": "2026-12-31", },
      ] }
      """)
    #expect(found.problems.isEmpty)
    let entry = try #require(found.entries.first)
    #expect(
      entry.conditions.map(\.identity) == [
        KnownCondition(rule: "E501", file: "vendor/**", text: "long").identity
      ])
    #expect(entry.conditions[0].urgency == .warning && entry.conditions[0].count == nil)
    #expect(entry.reason == "Theirs" && entry.owner == "Ada" && entry.link == "https://x.example/1")
    #expect(entry.until == CivilDate(year: 2026, month: 12, day: 31))
    #expect(entry.location.line == 3 && !entry.isList)
  }

  @Test func readsAListWithTheNumberOfEachMessage() {
    let found = read(
      """
      {"known": [{"reason": "Old", "messages": [
        {"fingerprint": "3f2c1ab09d12", "urgency": "error", "count": 3},
        {"fingerprint": "3f2c1ab09d13"}]}]}
      """)
    #expect(found.problems.isEmpty)
    #expect(found.entries.map(\.isList) == [true])
    #expect(found.entries[0].conditions.map(\.count) == [3, 1])
  }

  @Test(arguments: [
    (#"{"known": [{"rule": "a", "reason": "b", "untill": "2026-12-31"}]}"#, "1:41 unknown-key"),
    (#"{"known": [{"rule": "a", "reason": "b", "until": "2026-02-30"}]}"#, "1:50 invalid-date"),
    (
      #"{"known": [{"rule": "a", "reason": "b", "until": "2026-11-30T03:00:00"}]}"#,
      "1:50 invalid-date"
    ),
    (#"{"known": [{"reason": "b"}]}"#, "1:12 empty-known"),
    (#"{"known": [{"text": "", "reason": "b"}]}"#, "1:12 empty-known"),
    (#"{"known": [{"file": "**", "reason": "b"}]}"#, "1:12 matches-everything"),
    (#"{"known": [{"file": "**/*", "reason": "b"}]}"#, "1:12 matches-everything"),
    (#"{"known": [{"rule": "a"}]}"#, "1:12 missing-reason"),
    (#"{"known": [{"rule": "a", "reason": " "}]}"#, "1:36 invalid-value"),
    (#"{"known": [{"rule": "a", "reason": "b", "urgency": "eror"}]}"#, "1:52 unknown-urgency"),
    (
      #"{"known": [{"rule": "a", "reason": "b"}, {"rule": "a", "reason": "c"}]}"#,
      "1:42 duplicate-known"
    ),
    (
      #"{"known": [{"rule": "a", "reason": "b", "messages": []}]}"#, "1:12 invalid-value"
    ),
    (#"{"known": [{"reason": "b", "messages": [{"rule": "a"}]}]}"#, "1:41 missing-fingerprint"),
    (
      #"{"known": [{"reason": "b", "messages": [{"fingerprint": "a", "count": 0}]}]}"#,
      "1:71 invalid-value"
    ),
    (#"{"issues": []}"#, "1:1 missing-known"),
    (#"[]"#, "1:1 wrong-type"),
  ])
  func reportsMistakesAtTheirPlace(text: String, problem: String) {
    #expect(problems(text).first == problem)
  }

  @Test func suggestsTheKeyThatIsMeant() {
    let found = read(#"{"known": [{"rule": "a", "reason": "b", "expires": "2026-12-31"}]}"#)
    #expect(found.problems.first?.help == ["did you mean 'until'?"])
    #expect(found.problems.first?.severity == .error)
  }

  @Test func refusesMorePatternsThanCanBeTried() {
    func file(_ count: Int, rule: (Int) -> String) -> String {
      let entries = (0..<count).map {
        #"{"rule": "\#(rule($0))", "text": "t\#($0)", "reason": "r"}"#
      }
      return #"{"known": [\#(entries.joined(separator: ","))]}"#
    }
    #expect(problems(file(200) { _ in "a" }).isEmpty)
    #expect(
      problems(file(203) { _ in "a" }).map { $0.split(separator: " ").last } == ["too-many-known"])
    #expect(problems(file(2_000) { "rule \($0)" }).isEmpty)
  }

  @Test func aDatasetBringsKnownIssuesAndWritesThemAgain() throws {
    let text =
      #"{"version":1,"known":[{"messages":[{"fingerprint":"a"},{"fingerprint":"b","count":2}],"reason":"Old"},"#
      + #"{"rule":"E501","urgency":"warning","reason":"Theirs","until":"2026-12-31"}],"messages":[]}"#
    var merger = InputMerger()
    merger.read(file: "a.json", from: .init(bytes: Array(text.utf8)))
    let (dataset, log) = merger.finish()
    #expect(log.diagnostics.isEmpty)
    let found = try #require(dataset)
    #expect(found.known.count == 2)
    #expect(String(decoding: DatasetWriter.bytes(found), as: UTF8.self) == text)
  }

  // MARK: Writing

  private let entry = KnownEntry(
    [KnownCondition(fingerprint: "3f2c1ab09d12", rule: "E501", urgency: .warning)], reason: "New")
  private let written = """
        {
          "fingerprint": "3f2c1ab09d12",
          "urgency": "warning",
          "rule": "E501",
          "reason": "New"
        }
    """

  private func adding(to text: String?) -> String {
    String(decoding: KnownFile.adding(entry, to: text.map { Array($0.utf8) }), as: UTF8.self)
  }

  @Test func writesANewFile() {
    let text = "{\n  \"known\": [\n\(written)\n  ]\n}\n"
    #expect(adding(to: nil) == text)
    #expect(read(text).problems.isEmpty)
  }

  @Test(arguments: [
    ("{}", "{\n  \"known\": [\n", "\n  ]\n}"),
    ("{ \"known\": [] }\n", "{ \"known\": [\n", "\n  ] }\n"),
    (
      "// mine\n{ known: [ {\"rule\": \"]}\", 'reason': 'it\\'s'} /* why */ // here\n ], }",
      "// mine\n{ known: [ {\"rule\": \"]}\", 'reason': 'it\\'s'}, /* why */ // here\n", "\n  ], }"
    ),
    (
      "{\"$schema\": \"x\", \"known\": [\n  {\"rule\": \"a\", \"reason\": \"b\"},\n]}",
      "{\"$schema\": \"x\", \"known\": [\n  {\"rule\": \"a\", \"reason\": \"b\"},\n", "\n  ]}"
    ),
  ])
  func keepsEverythingElseOfTheFile(text: String, before: String, after: String) {
    let changed = adding(to: text)
    #expect(changed == before + written + after)
    let reasons = read(changed).entries.map(\.reason)
    #expect(reasons.last == "New")
    #expect(read(changed).problems.isEmpty)
  }

  @Test func writesALineForEachMessageOfAList() {
    let list = KnownEntry(
      [
        KnownCondition(fingerprint: "a", rule: "\"x\"", file: "a.c", urgency: .error, count: 1),
        KnownCondition(fingerprint: "b", count: 2),
      ], reason: "Old")
    let text = String(decoding: KnownFile.adding(list, to: nil), as: UTF8.self)
    #expect(
      text.contains(
        """
              "messages": [
                { "fingerprint": "a", "urgency": "error", "rule": "\\"x\\"", "file": "a.c" },
                { "fingerprint": "b", "count": 2 }
              ]
        """))
    #expect(read(text).entries.first?.conditions.map(\.count) == [1, 2])
  }
}
