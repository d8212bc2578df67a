import Diagnostics
import ImportSupport
import Model
import TestSupport
import Testing

@testable import Formats
@testable import Inputs

/// Reports of five kinds, read by format files.
@Suite struct FormatReadingTests {
  /// A list of files with totals of their own, as ESLint writes it.
  private let linter = formatFile(
    """
    reads: "json", recognize: { "[].filePath": "string", "[].messages": "array", "[].tool!": "any" },
    lists: [{ each: ["$[*] as file", "messages[*]"],
      claims: { each: "file", findings: ["file.errorCount", "file.warningCount"] },
      finding: { level: { from: "severity", map: { "2": "error", "1": "warning" } }, rule: "ruleId",
        message: "message", file: "file.filePath", line: "line", suppressed: { kept: false } } }],
    looked: "$[*].filePath", empty: "nothing-checked"
    """)

  @Test func elementsOfFilesBecomeFindings() throws {
    let found = try report(
      """
      [{"filePath": "a.js", "errorCount": 1, "warningCount": 1, "messages": [
         {"ruleId": "no-undef", "severity": 2, "message": "x is not defined", "line": 3},
         {"ruleId": "semi", "severity": 1, "message": "no semicolon", "line": 4},
         {"ruleId": "old", "severity": 1, "message": "old", "kept": false}]},
       {"filePath": "b.js", "errorCount": 0, "warningCount": 0, "messages": []}]
      """, by: linter)
    #expect(found.titles == ["error: x is not defined", "warning: no semicolon"])
    #expect(found.place == "a.js:3")
    #expect(found.message?.link?.title == "no-undef")
    #expect(found.status == .completed)
    #expect(found.counts.contains("1"))
  }

  @Test func ownPropertiesOfFindingsHideSecrets() throws {
    let format = formatFile(
      """
      reads: "json", recognize: { rows: "array" },
      lists: [{ each: "$.rows[*]", finding: { message: "text",
        properties: { effort: "minutes", by: "who.name", code: "code", password: "secret" } } }]
      """)
    let found = try report(
      """
      {"rows": [{"text": "Odd", "minutes": 12.5, "who": {"name": "Ann"}, "code": "007",
        "secret": "hunter2hunter2"}, {"text": "Plain"}]}
      """, by: format)
    #expect(
      found.dataset.messages.map(\.properties) == [
        [
          Property("effort", .number(12.5)), Property("by", .text("Ann")),
          Property("code", .text("007")), Property("password", .text("‹redacted›")),
        ], [],
      ])
  }

  @Test func aFormatOfTheUserIsRecognizedFirst() throws {
    let found = try report(
      #"[{"filePath": "a.js", "messages": []}]"#, by: linter, isNamed: false)
    #expect(found.dataset.run?.status == .completed)
    #expect(found.problems == [])
  }

  @Test func findingsThatAPartClaimsAndDoesNotShowKeepTheRunFromBeingGreen() throws {
    let found = try report(
      #"[{"filePath": "a.js", "errorCount": 2, "warningCount": 0, "messages": []}]"#, by: linter)
    #expect(found.status == nil)
    #expect(found.shortfalls.count == 1)
  }

  @Test(arguments: ["[]", "{}", "null", "3"])
  func aReportWithoutElementsIsNotClean(_ text: String) throws {
    let found = try report(text, by: linter)
    #expect(!found.looksWell)
    #expect(found.shortfalls.count == 1)
  }

  @Test(arguments: [#"[{"filePath": "a.js", "messages": []}"#, #"[{"filePath": "a.js""#])
  func aReportThatIsCutOffIsAnError(_ text: String) throws {
    #expect(try report(text, by: linter).diagnostics.contains { $0.severity == .error })
  }

  private let scanner = formatFile(
    """
    reads: "json", recognize: { results: "array" },
    lists: [{ each: "$.results[*]", when: { state: { not: "passed" } },
      finding: { level: "severity", rule: "id", message: "{{package}} {{version}}: {{title | first-line}}",
        package: "package", version: "version", fixed: ["fix", "update"], score: "cvss",
        ruleURL: "url", tool: "$.tool" } }],
    claims: { findings: "$.total" },
    run: { failed: { "$.errors[*].text": "exists" }, reason: "$.errors[0].text",
           commit: "$.commit", completed: { "$.end": "exists" } }
    """)

  @Test func vulnerabilitiesNameTheirPackages() throws {
    let found = try report(
      """
      {"tool": "Deep", "commit": "abc1234", "total": 1, "results": [
        {"id": "CVE-2031-1", "severity": "High", "title": "Overflow.\\nMore", "package": "tin",
         "version": "1.0", "fix": "", "update": "1.1", "cvss": 9.8, "url": "https://e.org/1"},
        {"id": "x", "state": "passed"}], "end": 1}
      """, by: scanner)
    #expect(found.titles == ["error: tin 1.0: Overflow."])
    #expect(found.message?.details == "Package: tin 1.0\nFixed in: 1.1\nCVSS: 9.8")
    #expect(found.message?.link?.url == "https://e.org/1")
    #expect(found.message?.category == "sample:Deep")
    #expect(found.dataset.run?.commit == "abc1234")
    #expect(found.status == .completed)
  }

  @Test(arguments: [
    (#"{"results": [], "end": 1}"#, "completed"),
    (#"{"results": null, "end": 1}"#, "completed"),
    (#"{"results": []}"#, "-"),
    (#"{"results": "none", "end": 1}"#, "-"),
    (#"{"results": [{}], "end": 1}"#, "-"),
    (#"{"result": [], "end": 1}"#, "-"),
    (#"{"results": [], "total": 2, "end": 1}"#, "-"),
    (#"{"results": [], "errors": [{"text": "no network"}], "end": 1}"#, "failed"),
  ])
  func theRunIsCompletedOnlyIfEverythingShowsIt(_ text: String, _ status: String) throws {
    let found = try report(text, by: scanner)
    #expect(found.status?.rawValue ?? "-" == status)
    #expect(found.looksWell == (status == "completed"))
  }

  @Test func aCountGivesOneMessageForSeveralFindings() throws {
    let format = formatFile(
      """
      reads: "json", recognize: { a: "array" }, claims: { findings: "$.total" },
      lists: [{ each: "$.a[*]", finding: { message: "m", count: "n" } }]
      """)
    let found = try report(#"{"a": [{"m": "Same", "n": 3}], "total": 3}"#, by: format)
    #expect(found.message?.count == 3)
    #expect(found.status == .completed)
  }

  // MARK: XML

  private let suites = formatFile(
    """
    reads: "xml", recognize: { root: "run", attributes: ["version"] },
    lists: [{ each: ["/run/suite again suite as suite", "case"],
      test: { suites: "suite/@name", name: "@name", outcome: { from: "@result", map: { good: "passed", bad: "failed" } },
        seconds: "@ms | divide 1000", message: "failure", file: "suite/@file", flaky: { "@tries": { above: 1 } } } }],
    claims: { tests: "/run/@tests" }, run: { started: "/run/@start" }
    """)

  @Test func suitesRepeatInsideOfThemselves() throws {
    let found = try report(
      """
      <run version="1" tests="3" start="2026-11-20T03:00:00Z"><suite name="outer" file="o.c">
        <suite name="inner" file="i.c"><case name="adds" result="good" ms="1500" tries="2"/>
          <case name="pays" result="bad"><failure>Expected <b>1</b>.</failure></case></suite>
        <case name="last" result="good"/></suite></run>
      """, by: suites)
    #expect(found.titles == ["warning: adds", "error: pays"])
    #expect(found.messages.last?.text == "Expected 1.")
    #expect(found.messages.last?.location?.file == "i.c")
    #expect(found.messages.last?.fingerprint?.contains("outer\u{1F}inner\u{1F}pays") == true)
    #expect(found.counts.contains("3"))
    #expect(found.status == .completed)
  }

  @Test(arguments: [
    #"<run version="1" tests="1"></run>"#, #"<run version="1"></run>"#,
    #"<run version="1"><suite><case name="a" result="odd"/></suite></run>"#, "<other/>",
  ])
  func testsThatAreMissingOrUnknownAreNotGreen(_ text: String) throws {
    let found = try report(text, by: suites)
    #expect(!found.looksWell)
    #expect(!found.shortfalls.isEmpty)
  }

  @Test func attributesOfTheRootRecognizeXML() throws {
    let file = try #require(FormatFileReader.read(suites, file: "x").format)
    let format = InputFormat(file) { file }
    func recognizes(_ text: String) -> Bool { format.recognizes(InputHead(Array(text.utf8))) }
    #expect(recognizes(#"<?xml version="1.0"?><run a="x>y" version = '1'>"#))
    #expect(!recognizes(#"<run a="version=1">"#))
    #expect(!recognizes("<runs version='1'>"))
  }

  // MARK: Lines and tables

  @Test func eachLineIsAnElement() throws {
    let format = formatFile(
      """
      reads: "json-lines", recognize: { type: "string", file: "string" },
      lists: [{ each: "$", when: { type: "finding" },
        finding: { message: "text", file: "file", level: "level", tool: "$.tool" } }],
      run: { completed: { "$.type": "summary" } }, claims: { findings: "$.found" }
      """)
    let lines = """
      {"type": "start", "file": "", "tool": "Liner"}
      {"type": "finding", "file": "a.c", "text": "One", "level": "fatal"}

      """
    let whole = try report(lines + #"{"type": "summary", "found": 1}"# + "\n", by: format)
    #expect(whole.titles == ["error: One"])
    #expect(whole.message?.category == "sample:Liner")
    #expect(whole.status == .completed)
    #expect(try report(lines, by: format).status == nil)
    #expect(try !report(lines + #"{"type": "summ"#, by: format).looksWell)
    let more = try report(lines + #"{"type": "summary", "found": 2}"# + "\n", by: format)
    #expect(more.status == nil && !more.shortfalls.isEmpty)
  }

  private let table = formatFile(
    """
    reads: "table", recognize: { columns: ["Risk Level", "Finding"] },
    lists: [{ finding: { level: { from: "risk level | number", map: { ">= 7": "error", ">= 4": "warning" }, else: "information" },
      message: "Finding", file: "Path" } }]
    """)

  @Test(arguments: [",", ";", "\t"]) func rowsAreElements(_ delimiter: String) throws {
    let text = """
      Report of Monday

      Path,Finding,risk_level
      a.c,One,CVSS 9.1
      b.c,"Two, or three",4
      c.c,Four,1

      """.replacing(delimiter == "," ? "§" : ",", with: delimiter)
      .replacing("Two\(delimiter)", with: "Two,")
    let found = try report(text, by: table, isNamed: false)
    #expect(found.titles == ["error: One", "warning: Two, or three", "information: Four"])
    #expect(found.place == "a.c")
    // Nothing shows that a table is whole.
    #expect(found.status == nil)
  }

  @Test func aTableWithoutTheColumnsIsAnError() throws {
    let found = try report("Path,Other\na.c,One\n", by: table)
    #expect(found.problems.contains { $0.contains("unknown-column") })
  }

  // MARK: Growth

  /// Descendants and elements inside of elements of the same kind.
  @Test func deepReportsEndInAnErrorAndNotInACrash() throws {
    let format = formatFile(
      """
      reads: "json", recognize: { a: "any" },
      lists: [{ each: "$..a again a as a", finding: { message: "$.m" } }]
      """)
    let deep =
      String(repeating: #"{"a": "#, count: 2_000) + "1" + String(repeating: "}", count: 2_000)
    #expect(try report(deep, by: format).problems.contains { $0.contains("too-deep") })
  }

  /// Each element has a value of the element around it.
  @Test func valuesOfOuterElementsTakeLinearTime() throws {
    let format = formatFile(
      """
      reads: "xml", recognize: { root: "lint" },
      lists: [{ each: ["/lint/file as file", "issue"],
        finding: { message: "@text", file: "file/@name", rule: "file/@name" } }]
      """)
    let text =
      "<lint><file name=\"a.css\">" + String(repeating: "<issue text=\"Odd\"/>", count: 20_000)
      + "</file></lint>"
    let clock = CPUClock()
    #expect(try report(text, by: format).place == "a.css")
    #expect(clock.seconds < 20)
  }

  /// Each element has the first value at a path from the root that has found many.
  @Test func valuesFromTheRootTakeLinearTime() throws {
    let format = formatFile(
      """
      reads: "json", recognize: { names: "array" },
      lists: [{ each: "$.items[*]", finding: { message: "text", rule: "$.names[*].id" } }]
      """)
    let names = String(repeating: #"{"id": "first"},"#, count: 10_000)
    let items = String(repeating: #"{"text": "Odd"},"#, count: 10_000)
    let text = #"{"names": [\#(names) {}], "items": [\#(items) {"text": "Odd"}]}"#
    let clock = CPUClock()
    #expect(try report(text, by: format).message?.link?.title == "first")
    #expect(clock.seconds < 20)
  }
}
