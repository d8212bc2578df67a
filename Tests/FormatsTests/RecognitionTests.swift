import Diagnostics
import ImportSupport
import JSON
import Model
import Testing

@testable import Datasets
@testable import Formats
@testable import Inputs
@testable import ToolReports

/// Which format an input has, and what is said of one that has none.
@Suite struct RecognitionTests {
  private func format(_ text: String) -> String? {
    let head = InputHead(Array(text.utf8))
    return InputFormat.all.first { $0.recognizes(head) }?.name
  }

  private func refusal(_ bytes: [UInt8]) -> Diagnostic? {
    let found = Import(files: [bytes])
    #expect(found.dataset == nil)
    return found.diagnostics.first
  }

  private func refusal(_ text: String) -> Diagnostic? { refusal(Array(text.utf8)) }

  @Test(arguments: [
    (#"<?xml version="1.0"?><!-- a --><testsuites/>"#, "junit"),
    (#"<ns:testsuite xmlns:ns="x"><properties/>"#, "junit"),
    (#"<checkstyle version="8"/>"#, "checkstyle"),
    (#"<TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"/>"#, "trx"),
    ("<test-run/>", "nunit"), ("<test-results/>", "nunit"),
    ("<assemblies/>", "xunit"), ("<assembly><class/></assembly>", "xunit"),
    ("<robot/>", "robot"), ("<coverage><sources/></coverage>", "cobertura"),
    (#"<report name="x"><sessioninfo id="a"/></report>"#, "jacoco"),
    ("TN:\nSF:a\nDA:1,1\n", "lcov"), (#"{"data": [{"files": [], "totals": {}}]}"#, "llvmcov"),
    (#"{"$schema": "x", "runs": []}"#, "sarif"),
    (#"{"results": {"summary": {}}}"#, "ctrf"),
    (#"[{"description": "x", "location": {"path": "a"}}]"#, "codequality"),
    (#"[{"filePath": "a", "messages": []}]"#, "eslint"),
    (#"{"config": {}, "suites": []}"#, "playwright"),
    (#"{"stats": {"expected": 1}, "suites": []}"#, "playwright"),
    (#"{"numTotalTests": 1, "testResults": []}"#, "jest"),
    (#"{"testResults": [{"assertionResults": []}]}"#, "jest"),
    (#"{"stats": {}, "tests": [], "passes": []}"#, "mocha"),
    (#"[{"keyword": "Feature", "elements": []}]"#, "cucumber"),
    (#"[{"elements": [], "uri": "a.feature"}]"#, "cucumber"),
    (#"{"results": [], "metadata": {"dbt_schema_version": "v4"}}"#, "dbt"),
    (#"{"SchemaVersion": 2, "ArtifactName": "x"}"#, "trivy"),
    (#"[{"Target": "a", "Vulnerabilities": null}]"#, "trivy"),
    ("Severity,Title\n", "csv"), ("name;x;RISK\n", "csv"), ("sep=|\nstatus|check\n", "csv"),
    (#"{"version": 1, "messages": []}"#, "dataset"),
    ("// a comment\n{version: 1, 'messages': [], }", "dataset"),
  ])
  func theContentShowsTheFormat(text: String, name: String) {
    #expect(format(text) == name)
  }

  @Test(arguments: ["{}", #"{"version": 1, "mesages": []}"#, "{", #"{"title": "x"}"#])
  func anObjectWithMistakesIsADatasetWithMistakes(text: String) {
    #expect(format(text) == "dataset")
    #expect(InputFormat.dataset.isCertain(InputHead(Array(text.utf8))) == false)
  }

  @Test(arguments: [
    "\u{2028}{version: 1, messages: []}", "{version/* } { */: 1, messages: []}",
    "{version\u{A0}: 1, messages\u{2028}: []}", "// was\u{2028}{version: 1, messages: []}",
    "{version: 1// }\n, messages: []}",
  ]) func everySpaceAndCommentOfJSON5MayStandInADataset(text: String) {
    let read = Import(text)
    #expect(read.diagnostics.isEmpty)
    #expect(read.dataset != nil)
  }

  @Test func whatStandsBehindOtherValuesIsNoted() {
    let text =
      #"{"a": [1, {"b": "]}\"", 'c': '}', d: /* ] */ [[], {}], "e": {"f": [1]}}], "runs": [{"tool": 1}]}"#
    let head = InputHead(Array(text.utf8))
    #expect(head.json("runs") == .array && head.json("runs[].tool") == .number && !head.isCut)
    #expect(head.json("b") == nil && head.json("a[].b") == nil)
    for length in 1..<text.utf8.count {
      #expect(InputHead(Array(text.utf8.prefix(length))).isCut, "\(text.prefix(length))")
    }
  }

  @Test(arguments: [(60, true), (64, true), (65, false), (100_000, false)])
  func veryDeepValuesEndTheSearch(depth: Int, isNoted: Bool) {
    let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let head = InputHead(Array(#"{"x": [1, \#(deep)], "runs": []}"#.utf8))
    #expect((head.json("runs") == .array) == isNoted)
    #expect(!head.isCut)
  }

  @Test func aDatasetIsCertainByVersionAndMessages() {
    for text in [
      #"{"version": 1, "messages": []}"#, "{messages: [{urgency: 'error', title: 'x'}]}",
    ] {
      #expect(InputFormat.dataset.isCertain(InputHead(Array(text.utf8))))
    }
  }

  @Test(arguments: [
    ("<html><body>502</body></html>", "a web page"),
    ("<CUNIT_TEST_LIST_REPORT/>", "CUnit XML"),
    (#"<assembly xmlns="urn:schemas-microsoft-com:asm.v1"/>"#, "XML whose root is 'assembly'"),
    ("<project/>", "XML of a build or of settings, which is no report"),
    (#"<coverage line-rate="1"/>"#, "coverage XML of Clover or another tool"),
    ("<report/>", "XML whose root is 'report'"),
    ("<testcase/>", "a piece of a JUnit report without its root"),
    ("<other/>", "XML whose root is 'other'"),
    ("[]", "an empty list, as a tool without findings writes it"),
    (#"{"auditReportVersion": 2}"#, "JSON with 'auditReportVersion'"),
    // The keys of several tools.
    (#"{"results": [], "metrics": {}}"#, "JSON with 'metrics', 'results'"),
    ("{\"a\": 1}\n{\"a\": 2}\n", "JSON with one value a line"),
    (#"{"main.go": [{"line": 1, "severity": "warning"}]}"#, "JSON with 'main.go'"),
    (#"{"version": "2.1", "summary": "x"}"#, "JSON with 'summary', 'version'"),
    (#"{"version": 1, "entries": []}"#, "JSON with 'entries', 'version'"),
    (#"{"generalDiagnostics": [], "summary": {}}"#, "JSON with 'generalDiagnostics', 'summary'"),
    (
      #"{"name": "x", "scripts": {}}"#,
      "the settings of a package or a program, which are no report"
    ),
    ("Nov 20 03:12:00 host unit[1]: text\n", "the journal of systemd as text"),
    (
      "a,b,c\n1,2,3\n", "CSV without a known column for the severity and one for the title"
    ), ("---\na: 1\n", "YAML"),
    ("version https://git-lfs.github.com/spec/v1\n", "a Git LFS pointer"),
    ("<<<<<<< HEAD\n<testsuite/>\n", "a file with a merge conflict"),
    ("PK\u{3}\u{4}x", "a ZIP archive"), ("%PDF-1.7", "a PDF"), ("ab\0c", "a binary file"),
    ("note\n<testsuite/>", "text before the XML of a report"),
  ])
  func whatIsNotReadIsSaidByName(text: String, title: String) {
    let problem = refusal(text)
    #expect(problem?.id == "unknown-format")
    #expect(problem?.help.first == "it looks like \(title)")
    #expect(problem?.help.last?.contains("--from list") == true)
  }

  @Test func theFirstLineIsShown() {
    #expect(refusal("\n  hello\nworld")?.summary.hasSuffix("the first line is 'hello'") == true)
    #expect(
      refusal("<?xml version='1.0'?>\n<a\n b=''/>")?.summary.hasSuffix("is '<a b=''/>'") == true)
    #expect(refusal("a\u{1B}[31m")?.summary.contains("\u{1B}") == false)
  }

  @Test(arguments: ["", " \n\t ", "\u{FEFF}"]) func anEmptyInputIsRefused(text: String) {
    #expect(refusal(text)?.id == "empty-input")
  }

  @Test func refusedEncodingsAreSaidByName() {
    #expect(refusal([0xFF, 0xFE, 0, 0, 0x3C, 0, 0, 0])?.summary.contains("'UTF-32'") == true)
    let declared = refusal(#"<?xml version="1.0" encoding="Shift_JIS"?><testsuite/>"#)
    #expect(declared?.id == "wrong-encoding")
    #expect(declared?.summary.contains("'Shift_JIS'") == true)
  }

  @Test func aKeyBehindMuchElseIsSeen() {
    let text =
      #"{"$schema": "x", "inlineExternalProperties": [""#
      + String(repeating: "a", count: 300_000) + #""], "version": "2.1.0", "runs": []}"#
    var merger = InputMerger()
    merger.read(file: "f", from: ByteSource(bytes: Array(text.utf8)))
    #expect(!merger.log.diagnostics.contains { $0.id == "unknown-format" })
    #expect(merger.context.format == "sarif")
  }

  @Test func textsThatNeverCloseAreRefused() {
    for text in [
      String(repeating: "[", count: 200_000), String(repeating: #"{"a":"#, count: 100_000),
      String(repeating: "<a ", count: 100_000), String(repeating: "/*", count: 100_000),
      "{" + String(repeating: "'", count: 100_001),
    ] {
      #expect(refusal(text)?.severity == .error)
    }
  }

  @Test(arguments: [
    #"{"version": 1, "title": "Nightly"}"#, #"{"verson": 1, "mesages": []}"#, #"{"run": {}}"#, "{}",
  ])
  func aDatasetWithMistakesIsReadAsOne(text: String) {
    #expect(refusal(text)?.id != "unknown-format")
  }

  @Test func aSoundFileThatIsNoReportIsLeftOutWhereAFormatIsAskedFor() {
    func found(_ text: String, _ name: String = "a.xml") -> FoundFile {
      FoundFile(
        .init(bytes: Array(text.utf8)), named: name, as: InputFormat(named: "junit"),
        takesAll: false)
    }
    for text in [#"{"auditReportVersion": 2}"#, "[]"] {
      guard case .other = found(text) else { return #expect(Bool(false), "\(text)") }
    }
    guard case .unread = found("<checkstyle/>") else { return #expect(Bool(false), "checkstyle") }
    guard case .other = found("a.c:1:2: error: no", "build.log") else {
      return #expect(Bool(false))
    }
    guard case .unread = found(String(repeating: "\0", count: 512)) else {
      return #expect(Bool(false), "zeros")
    }
    guard case .report = found("<testsuite><testc") else { return #expect(Bool(false), "cut off") }
  }

  @Test func zerosAreNoReportAndNotEmpty() {
    let found = refusal([UInt8](repeating: 0, count: 100_000))
    #expect(found?.id == "unknown-format")
    #expect(
      found?.help == [
        "it looks like a file of zeros, as a loss of power leaves it", "write it again",
        "'FORMAT:FILE' says what it is, and 'tidemark render --from list' lists the formats",
      ])
  }

  @Test func aLogThatEndsBehindItsVersionIsCutOff() {
    let found = Import("{\"version\": \"2.1.0\", \"ru")
    #expect(found.diagnostics.map(\.id) == ["truncated-file"])
  }

  @Test(arguments: [
    (#"{"auditReportVersion": 2}"#, "JSON with 'auditReportVersion'"),
    (#"[{"filename": "a.py", "code": "F401"}]"#, "a list of a kind that is not read"),
  ])
  func theHelpForAnUnknownReportProposesAFormat(text: String, kind: String) {
    let bytes = Array(text.utf8)
    guard
      case .unread(let title, let help) = FoundFile(.init(bytes: bytes), as: nil, takesAll: false)
    else { return #expect(Bool(false), "\(text)") }
    #expect(title == kind && help?.contains("tidemark init --format FILE") == true)
  }

  private static let packed: [(name: String, bytes: [UInt8], kind: String?)] = [
    ("a.cab", Array("MSCF\0\0\0\0".utf8) + [1, 2], "a file compressed as a cabinet"),
    (
      "a.lzma", [0x5D, 0, 0, 0x80, 0] + [UInt8](repeating: 0xFF, count: 8) + [0, 1],
      "a file compressed by LZMA"
    ),
    (
      "a.bin2", [0x5D, 0, 0, 0, 4, 0x10, 0x27, 0, 0, 0, 0, 0, 0, 0, 1],
      "a file compressed by LZMA"
    ),
    ("a.xml.br", [0x1B, 0x2A, 0xF8, 0x91], "a file compressed by Brotli"),
    ("a.json.br", Array("[{\u{1}\u{2}".utf8), "a file compressed by Brotli"),
    ("a.log.br", [0x0B, 0x02, 0x80], "a file compressed by Brotli"),
    ("site.css.br", [0x0B, 0x02, 0x80], nil),
    ("messages.br", Array("mat eo".utf8), nil), ("a.txt", [0x5D, 0, 0, 1], nil),
    ("a.json.br", Array(#"{"version": 1, "messages": []}"#.utf8), nil),
  ]

  @Test(arguments: packed)
  func aFileThatIsCompressedInAnUnreadWayIsUnread(
    name: String, bytes: [UInt8], kind: String?
  ) {
    let found = FoundFile(.init(bytes: bytes), named: name, as: nil, takesAll: false)
    guard case .unread(let title, let help) = found else { return #expect(kind == nil, "\(name)") }
    #expect(title == kind)
    #expect(help?.hasPrefix("unpack it first") == true)
  }

  @Test func aListOfNumbersIsJSONAndNoLog() {
    let said = "it looks like a list of a kind that is not read"
    #expect(refusal("[1,2,3]")?.help.first == said)
    #expect(refusal("[1, [2], null]\n")?.help.first == said)
    for log in ["[12:00:01] started\n", "[12%] built", "[1] started\n[2] ended\n"] {
      #expect(
        refusal(log)?.help.first == "it looks like text that begins with a bracket, such as a log")
    }
  }

  @Test(arguments: ["<html/>", "<coverage/>", "<failsafe-summary/>", "<svg/>", "notes"])
  func otherFilesInAFolderAreNoReports(text: String) {
    if case .unread = FoundFile(.init(bytes: Array(text.utf8)), as: nil, takesAll: false) {
      #expect(Bool(false), "\(text)")
    }
  }

  // MARK: Inputs with errors

  private static let good = #"{"version": 1, "messages": [{"urgency": "error", "title": "A"}]}"#

  private func reporting(_ texts: String...) -> InputMerger {
    var merger = InputMerger()
    merger.reportsBroken = true
    for (index, text) in texts.enumerated() {
      merger.read(file: "f\(index)", from: ByteSource(bytes: Array(text.utf8)))
    }
    return merger
  }

  @Test(arguments: [
    "<testsuite><testcase name='x'><failure/></testcase></testcase>", "", "hello",
    #"{"version": 1, "title": "Cut", "messages": [{"urgency": "error", "title": "B"}"#,
  ])
  func aBrokenInputIsAMessageAndTheRestIsTold(broken: String) throws {
    let found = reporting(broken, Self.good).finish()
    let dataset = try #require(found.dataset)
    #expect(dataset.messages.map(\.title) == ["brokenInput", "A"])
    #expect(dataset.messages[0].category == "input")
    #expect(dataset.messages[0].location?.file == "f0")
    #expect(dataset.run?.status == .failed)
    #expect(dataset.title == nil)
    #expect(dataset.areImported == [true, false])
    #expect(found.log.diagnostics.allSatisfy { $0.severity == .note })
  }

  @Test func aBrokenInputHasThePlaceOfItsFirstError() throws {
    let found = reporting("<testsuite>\n<testcase name='x'>\n</testsuite>")
    let message = try #require(found.finish().dataset?.messages.first)
    #expect(message.location?.line == 3)
    #expect(message.text?.isEmpty == false)
    #expect(message.fingerprint == "input:f0")
  }

  @Test func whatOptionsLeaveOutIsSaidOnce() {
    let text = #"[{"filePath": "a.js", "messages": [{"severity": 1, "line": 1, "message": "m"}]}]"#
    var merger = InputMerger()
    var options = ImportOptions()
    options.leastUrgency = .error
    for name in ["a", "b"] {
      merger.read(file: name, from: ByteSource(bytes: Array(text.utf8)), options: options)
    }
    let (dataset, log) = merger.finish()
    #expect(dataset?.messages.isEmpty == true)
    #expect(dataset?.run?.facts.map { "\($0.kind?.rawValue ?? "") \($0.value)" } == ["leftOut 2"])
    #expect(log.diagnostics.map(\.summary) == ["2 findings are below '--min-level' and left out"])
  }
}
