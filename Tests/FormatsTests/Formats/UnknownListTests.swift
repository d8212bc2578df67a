import Diagnostics
import ImportSupport
import Testing

/// Reports that have the lists of a format under other names, or hide failures from it.
@Suite struct UnknownListTests {
  private let linter = formatFile(
    """
    reads: "json", recognize: { version: "number" },
    lists: [
      { each: ["$.files[*] as file", "messages[*]"], finding: { message: "text", file: "file.path" } },
      { each: "$.errors[*]", finding: { message: "text" } },
    ]
    """
  ).replacing(
    #"input: "{}""#, with: #"input: '{"files": [{"checks": [{"name": "x"}]}]}'"#)

  @Test(arguments: [
    (#"{"files": [{"path": "a", "messages": []}], "errors": []}"#, true),
    (#"{"files": [{"path": "a"}], "errors": []}"#, true),
    // The example has this list.
    (#"{"files": [{"path": "a", "checks": [{"name": "x"}]}], "errors": []}"#, true),
    (#"{"files": [{"path": "a", "words": ["x"]}], "errors": []}"#, true),
    (#"{"files": [{"messages": [], "issues": [{"text": "Odd"}]}], "errors": []}"#, true),
    (#"{"files": [{"path": "a", "issues": [{"text": "Odd"}]}], "errors": []}"#, false),
    (#"{"results": [{"messages": [{"text": "Odd"}]}], "errors": []}"#, false),
  ])
  func aListUnderAnotherNameIsNotGreen(_ text: String, _ isGreen: Bool) throws {
    let found = try report(text, by: linter)
    #expect(found.looksWell == isGreen, "\(found.shortfalls)")
    #expect(found.shortfalls.isEmpty == isGreen)
  }

  @Test(arguments: [
    (#"{"issues": []}"#, true), (#"{"error": null}"#, true), (#"{"success": true}"#, false),
  ])
  func aMissingMemberIsNoEmptyList(_ text: String, _ isGreen: Bool) throws {
    let format = formatFile(
      """
      reads: "json", recognize: { success: "any" },
      lists: [
        { each: "$.issues[*]", finding: { message: "text" } },
        { each: "$.error", when: { "@": "exists" }, finding: { message: "@" } },
      ]
      """)
    #expect(try report(text, by: format).looksWell == isGreen)
  }

  @Test func aTotalThatIsNoNumberNamesItsLine() throws {
    let format = linter.replacing("lists: [", with: #"claims: { findings: "$.total" }, lists: ["#)
    let found = try report("{\"files\": [], \"errors\": [],\n\"total\": \"many\"}", by: format)
    #expect(found.shortfalls.count == 1)
    #expect(found.shortfalls.first?.contains("line 2") == true)
  }

  @Test func aTotalOfZeroShowsThatOtherListsHoldNoFindings() throws {
    let format = linter.replacing("lists: [", with: #"claims: { findings: "$.total" }, lists: ["#)
    let text = #"{"total": 0, "results": [{"messages": []}], "errors": []}"#
    #expect(try report(text, by: format).looksWell)
  }

  @Test(arguments: [
    (#"<lint><file name="a"/></lint>"#, true),
    (#"<lint><file name="a">text<br/></file></lint>"#, true),
    (#"<lint><file name="a"><size lines="3"/></file></lint>"#, true),
    (#"<lint><preamble><line>Lint 2</line></preamble><file name="a"/></lint>"#, true),
    (#"<lint><file name="a"><problem text="Odd" line="3"/></file></lint>"#, false),
    (#"<lint><page name="a"><issue text="Odd" line="3"/></page></lint>"#, false),
  ])
  func anElementUnderAnotherNameIsNotGreen(_ text: String, _ isGreen: Bool) throws {
    let format = formatFile(
      """
      reads: "xml", recognize: { root: "lint" },
      lists: [{
        each: ["/lint/file as file", "issue"],
        finding: { message: "@text", file: "file/@name", line: "@line" },
      }]
      """)
    #expect(try report(text, by: format).looksWell == isGreen)
  }

  @Test(arguments: [
    ("<checks/>", true), ("<other><error/></other>", true), ("<other><part/></other>", false),
  ])
  func descendantsThatAreMissingShowNothingInAnUnknownReport(
    _ text: String, _ isRead: Bool
  ) throws {
    let format = formatFile(
      """
      reads: "xml", recognize: { root: "checks" },
      lists: [{ each: "//error", finding: { message: { always: "Wrong" } } }]
      """)
    #expect(try report(text, by: format).shortfalls.isEmpty == isRead)
  }

  @Test(arguments: [
    ("step 3: done", true), ("step 3: Segmentation fault", false),
    ("ignored: Segmentation fault", true), ("total: 0 of 3 errors", true),
  ])
  func linesThatNothingUsesAreSearchedForSignsOfFailure(
    _ line: String, _ isCompleted: Bool
  ) throws {
    let format = formatFile(
      """
      reads: "lines", recognize: { line: "Sew %.%#" },
      lines: ["%E%f:%l: %m", "step %{number}: %{note}", "%-Gignored: %.%#", "total: %{total:digits} of %.%#"],
      lists: [{ when: { message: "exists" }, finding: { message: "message" } }],
      claims: { findings: "total" }, run: { completed: { line: "end" } }
      """)
    let found = try report("Sew 1\n\(line)\nend\n", by: format)
    #expect(found.looksWell == isCompleted, "\(found.shortfalls)")
  }

  /// The line matches the condition of the run's end, and no longer the pattern of the total.
  @Test(arguments: [
    ("3 issues in 2 files", true), ("Done: 3 errors in 2 files", false),
    ("Done: 0 errors in 2 files", true), ("Done: 2 files, 1 failed", false),
  ])
  func aLineOfTheEndMayStillCountFailures(_ line: String, _ isCompleted: Bool) throws {
    let format = formatFile(
      """
      reads: "lines", recognize: { line: "Sew %.%#" },
      lines: ["%W%f:%l: %m", "%{total:digits} issues in %.%#"],
      lists: [{ when: { message: "exists" }, finding: { message: "message" } }],
      claims: { findings: "total" }, run: { completed: { line: "%.%#2 files%.%#" } }
      """)
    let found = try report("Sew 1\na.c:3: Odd\na.c:4: Odd\na.c:5: Odd\n\(line)\n", by: format)
    #expect(found.shortfalls.isEmpty == isCompleted, "\(found.shortfalls)")
  }

  @Test(arguments: [
    (1, "", true), (2, "", false), (3, "", false), (3, #", includes: "suppressed""#, true),
    (4, #", includes: "suppressed""#, false),
  ])
  func suppressedFindingsFillATotalOnlyIfItIncludesThem(
    _ total: Int, _ included: String, _ isCompleted: Bool
  ) throws {
    let format = formatFile(
      """
      reads: "json", recognize: { total: "number" },
      lists: [{ each: "$.all[*]", finding: { message: "m", suppressed: "ok", level: "level" } }],
      claims: { findings: "$.total"\(included) }
      """)
    let text = """
      {"total": \(total), "all": [{"m": "Odd", "level": "error"}, {"m": "Old", "ok": true},
       {"m": "Known", "ok": true}]}
      """
    #expect(try report(text, by: format).shortfalls.isEmpty == isCompleted)
  }
}
