import Diagnostics
import ImportSupport
import JSON
import Model
import TestSupport
import Testing

@testable import Datasets
@testable import ToolReports

/// What reports of other tools say of what they looked at (N2).
@Suite struct ReportScopeTests {
  private func scope(
    _ text: String, _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> [RunScope.Part] {
    try #require(Import(text: text, change).dataset?.scope?.parts)
  }

  private func digests(_ names: String..., suites: [String] = []) -> [UInt64] {
    func fingerprint(_ name: String) -> String { "test:" + name.replacing("/", with: "\u{1F}") }
    let tests = names.map { TestDigests.digest(of: fingerprint($0)) }
    return (tests + suites.map { TestDigests.digest(ofSuite: fingerprint($0)) }).sorted()
  }

  /// Merged inputs with their names.
  private func merged(
    _ texts: [(name: String, text: String)], _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> Dataset {
    var options = ImportOptions()
    change(&options)
    var merger = InputMerger()
    for (name, text) in texts {
      merger.read(
        file: name, from: ByteSource(bytes: Array(text.utf8)), options: options)
    }
    let (dataset, log) = merger.finish()
    #expect(!log.hasErrors)
    return try #require(dataset)
  }

  // MARK: Tests

  private static let junit = """
    <testsuites><testsuite name="s"><testcase classname="C" name="pass"/>
    <testcase classname="C" name="fail"><failure message="no"/></testcase>
    <testcase classname="C" name="flaky"><flakyFailure message="no"/></testcase>
    <testcase classname="C" name="skip"><skipped/></testcase>
    </testsuite></testsuites>
    """
  private static let ctrf = """
    {"results": {"tool": {"name": "t"}, "summary": {}, "tests": [
     {"name": "pass", "suite": ["s", "C"], "status": "passed"},
     {"name": "fail", "suite": ["s", "C"], "status": "failed"},
     {"name": "flaky", "suite": ["s", "C"], "status": "passed", "flaky": true},
     {"name": "skip", "suite": ["s", "C"], "status": "skipped"}]}}
    """
  private static let tap = """
    TAP version 14
    1..1
        # Subtest: s
            # Subtest: C
            1..4
            ok 1 - pass
            not ok 2 - fail
            ok 3 - flaky
            ok 4 - skip # SKIP
        not ok 1 - C
        1..1
    not ok 1 - s
    """
  private static let goTest = """
    {"Action": "run", "Package": "s", "Test": "pass"}
    {"Action": "pass", "Package": "s", "Test": "pass"}
    {"Action": "run", "Package": "s", "Test": "fail"}
    {"Action": "fail", "Package": "s", "Test": "fail"}
    {"Action": "run", "Package": "s", "Test": "skip"}
    {"Action": "skip", "Package": "s", "Test": "skip"}
    {"Action": "fail", "Package": "s"}

    """

  @Test func testsThatPassedFailedOrWereFlakyRan() throws {
    let suites = ["", "s", "s/C"]
    for (text, modules) in [(Self.junit, ["module C"]), (Self.ctrf, []), (Self.tap, [])] {
      let ran = digests("s/C/pass", "s/C/fail", "s/C/flaky", suites: suites + modules)
      // TAP looks at the lines around its tests, too.
      let parts = try scope(text).filter { $0.tests != nil }
      #expect(parts.map(\.tests?.sorted) == [ran, digests("s/C/skip")])
      #expect(parts.map(\.isSkipped) == [false, true])
    }
    let parts = try scope(Self.goTest)
    #expect(
      parts.first { $0.tests != nil }?.tests?.sorted
        == digests("s/pass", "s/fail", suites: ["", "s"]))
    #expect(parts.first { $0.tests == nil }?.categories == ["gotest:go"])
  }

  @Test(arguments: [junit, ctrf, tap, goTest])
  func theDigestOfATestThatPassedIsThatOfItsFailure(text: String) throws {
    let result = Import(text: text) { $0.included = [.passed, .skipped] }
    let messages = try #require(result.dataset?.messages)
    let ran = Set(try scope(text).flatMap { $0.testsRun?.values ?? [] })
    for message in messages {
      let digest = TestDigests.digest(of: try #require(message.fingerprint))
      #expect(ran.contains(digest) == !message.title.hasSuffix("skip"), "\(message.title)")
    }
    // The same with and without a message of each test.
    let all = Set(result.dataset?.scope?.parts.flatMap { $0.testsRun?.values ?? [] } ?? [])
    #expect(all == ran)
  }

  @Test(arguments: [
    "<testsuite name='s'><testcase name='a' file='f.py'/></testsuite>",
    "<testsuite name='s' file='f.py'><testcase classname='' name='a'/></testsuite>",
    "<testsuite name='pytest'><testcase class='C' name='undefined'/></testsuite>",
    "<testsuite><testcase/></testsuite>", "<testsuites><testcase name='a'/></testsuites>",
    "<testsuites id=''><testsuite name='s' hostname='chromium'><testcase classname='s' name='a'/></testsuite></testsuites>",
    "<testsuite name='a 0x7ffe12'><testcase classname='C' name='t [&lt;o at 0x7ffe34&gt;] 3 ms'/></testsuite>",
    "<testsuite name='s'><testcase classname='C' name='ghp_abcdefghijklmnopqrstuvwxyz0123456789'/></testsuite>",
    "<testsuite name='s'><testcase classname='C' name='\(String(repeating: "long", count: 2_000))'/></testsuite>",
    "<testsuites><testsuite name='a'><testsuite name='b'><testcase name='x'/></testsuite><testcase name='y'/></testsuite></testsuites>",
  ])
  func theShortWayForPassedTestsTakesThemForTheSame(text: String) throws {
    let short = try scope(text)
    let long = try scope(text) { $0.included = [.passed] }
    #expect(short.map(\.tests?.sorted) == long.map(\.tests?.sorted))
    #expect((short.first?.tests?.values.count ?? 0) > 1)
  }

  @Test func classesAndTheirModulesRanWithTheirTests() throws {
    func ran(_ cases: String) throws -> [UInt64]? {
      try scope("<testsuite name='s'>\(cases)</testsuite>").first?.tests?.sorted
    }
    #expect(
      try ran("<testcase classname='a.b.C' name='x'/><testcase classname='a.b.C' name='y'/>")
        == digests(
          "s/a.b.C/x", "s/a.b.C/y",
          suites: [
            "", "s", "s/a", "s/a.b", "s/a.b.C", "module a", "module a.b", "module a.b.C",
          ]))
    // A class that repeats the name says nothing.
    #expect(
      try ran("<testcase classname='adds' name='Cart adds'/><testcase classname='x' name='x'/>")
        == digests("s/adds/Cart adds", "s/x/x", suites: ["", "s"]))
  }

  @Test func aReportWithoutATestLookedAtNothing() throws {
    #expect(try scope("<testsuites/>") == [RunScope.Part(tests: TestDigests())])
    let skipped = "<testsuite name='s'><testcase name='a'><skipped/></testcase></testsuite>"
    let parts = try scope(skipped)
    #expect(parts.map(\.isSkipped) == [false, true])
    #expect(parts.first?.tests == TestDigests())
    #expect(parts.last?.tests?.sorted == digests("s//a", suites: ["", "s"]))
  }

  @Test func aCompleteRunMissesNothingButSkippedTests() throws {
    let parts = try scope(Self.junit) { $0.isComplete = true }
    #expect(parts.map(\.isExcept) == [false, true])
    #expect(parts.last?.tests?.sorted == digests("s/C/skip"))
    #expect(parts.first == (try scope(Self.junit).first))
    // Skipped in one report, run in another.
    let other = Self.junit.replacing("<skipped/>", with: "")
    let both = try merged([("a", Self.junit), ("b", other)]) { $0.isComplete = true }
    #expect(both.scope?.parts.last == RunScope.Part(tests: TestDigests(), isExcept: true))
    let partial = try merged([("a", Self.junit), ("b", other)])
    #expect(partial.scope?.parts.map(\.isSkipped) == [false])
  }

  // MARK: Findings

  @Test func eslintLooksAtTheFilesThatItLists() throws {
    let text =
      #"[{"filePath": "/w/b.js", "messages": [], "errorCount": 0}, {"filePath": "a.js", "messages": [], "errorCount": 0}]"#
    #expect(
      try scope(text) == [
        RunScope.Part(kind: .finding, categories: ["eslint:ESLint"], files: ["/w/b.js", "a.js"])
      ])
  }

  @Test func aListOfFilesWithFindingsAloneSaysNothing() throws {
    let found = "<checkstyle><file name='a'><error message='m' source='PSR1.x'/></file>"
    let tools = ["checkstyle:PHP_CodeSniffer", "checkstyle:Style"]
    #expect(
      try scope(found + "</checkstyle>") == [RunScope.Part(kind: .finding, categories: tools)])
    #expect(
      try scope(found + "<file name='b'/></checkstyle>")
        == tools.map { RunScope.Part(kind: .finding, categories: [$0], files: ["a", "b"]) })
    #expect(
      try scope("<checkstyle/>") == [RunScope.Part(kind: .finding, categories: ["checkstyle:*"])])
  }

  private func sarif(_ artifacts: String, results: String = "[]") -> String {
    """
    {"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "Ruff"}},
     "artifacts": [\(artifacts)], "results": \(results)}]}
    """
  }

  @Test func artifactsOfSARIFAreTheFilesLookedAtIfOneHasNoResult() throws {
    let result =
      #"[{"message": {"text": "m"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.py"}}}]}]"#
    let (a, b) = (#"{"location": {"uri": "a.py"}}"#, #"{"location": {"uri": "b.py"}}"#)
    func files(_ artifacts: String) throws -> [String]? {
      let parts = try scope(sarif(artifacts, results: result))
      #expect(parts.map(\.categories) == [["sarif:Ruff"]])
      return parts.first?.files
    }
    #expect(try files(a) == nil)
    #expect(try files(a + "," + b) == ["a.py", "b.py"])
    let log = #"{"location": {"uri": "ruff.toml"}, "roles": ["toolSpecifiedConfiguration"]}"#
    #expect(try files(a + "," + log) == nil)
    let target = #"{"location": {"uri": "b.py"}, "roles": ["analysisTarget"]}"#
    #expect(try files(target + "," + log) == ["b.py"])
  }

  @Test func aToolWithoutFilesLookedAtEverything() throws {
    #expect(
      try scope(sarif("")) == [RunScope.Part(kind: .finding, categories: ["sarif:Ruff"])])
    let quality = #"[{"description": "d", "location": {"path": "a"}}]"#
    #expect(
      try scope(quality) == [RunScope.Part(kind: .finding, categories: ["codequality:*"])])
  }

  @Test func aLogLookedAtTheFilesThatItNames() throws {
    let text = """
      make: Entering directory '/w/app'
      gcc -Wall -O2 -c src/main.c -o build/main.o
      [ 50%] Building C object CMakeFiles/app.dir/src/util.c.o
      make: 'src/old.c' is up to date.
      see https://example.org/x.html, version 1.2.3
      In file included from inc/b.h:2,
      a.c:1:2: error: no
      ::error file=d.py,line=1,title=Ruff (F401)::unused
      """
    let log = try merged([("out/build.log", text)])
    let files = [
      "CMakeFiles/app.dir/src/util.c", "a.c", "d.py", "inc/b.h", "src/main.c", "src/util.c",
    ]
    #expect(
      log.scope?.parts
        == ["lines:Ruff", "lines:build"].map {
          RunScope.Part(kind: .finding, categories: [$0], files: files)
        })
    let clean = try #require(
      Import(text: "a.c:1:2: error: no\n") { $0.isComplete = true }.dataset?.scope)
    #expect(clean.parts.last == RunScope.Part(tests: TestDigests(), isExcept: true))
  }

  @Test func aLintersFindingsAreNoTests() throws {
    let text = """
      <testsuites package="org.eslint"><testsuite package="org.eslint" name="a.js">
      <testcase classname="a" name="org.eslint.semi"><failure message="m"/></testcase>
      <testcase classname="a" name="fine"/></testsuite></testsuites>
      """
    #expect(try scope(text).first?.categories == ["junit:eslint"])
    #expect(try scope(text).first?.kind == .test && scope(text).count == 1)
  }

  @Test(arguments: [
    ("tool", "eslint:ESLint"), ("Lint", "Lint"), ("none", ""), ("tests", "tests"),
    ("rule", "eslint:*"), ("file", "eslint:*"), ("level", "eslint:*"), ("folder:2", "eslint:*"),
  ])
  func theScopeFollowsTheCategoryThatIsAskedFor(rule: String, category: String) throws {
    let parts = try scope(#"[{"filePath": "a.js", "messages": [], "errorCount": 0}]"#) {
      $0.category = CategoryRule(rule) ?? .standard
    }
    #expect(parts.map(\.categories) == [[category]])
  }

  // MARK: Datasets

  private static let plain = #"{"version": 1, "messages": []}"#

  @Test func scopesOfSeveralInputsAreJoined() throws {
    let eslint = #"[{"filePath": "a.js", "messages": [], "errorCount": 0}]"#
    let dataset = try merged([
      ("x", Self.junit), ("y", eslint), ("z", eslint.replacing("a.js", with: "b.js")),
      ("n", Self.plain),
    ])
    #expect(
      dataset.scope?.parts.filter { $0.tests == nil } == [
        RunScope.Part(kind: .finding, categories: ["eslint:ESLint"], files: ["a.js", "b.js"]),
        RunScope.Part(kind: .message),
      ])
    #expect(try merged([("n", Self.plain), ("m", Self.plain)]).scope == nil)
  }

  @Test func scopesAreReadAndWritten() throws {
    let text = #"""
      {"version": 1, "scope": [{"kind": "test", "categories": ["b", "a", "a"], "files": ["x/"],
       "tests": ["one", "two", "one"]}, {"except": true, "tests": []}, {}], "messages": []}
      """#
    let first = try #require(Import(text).dataset)
    let parts = try #require(first.scope?.parts)
    #expect(parts.map(\.categories) == [["a", "b"], nil, nil])
    #expect(parts.map(\.isExcept) == [false, true, false])
    #expect(
      parts[0].tests?.sorted == ["one", "two"].map { TestDigests.digest(of: $0) }.sorted())
    let bytes = DatasetWriter.bytes(first)
    let second = try #require(Import(files: [bytes]).dataset)
    #expect(DatasetWriter.bytes(second) == bytes)
    #expect(second.scope?.parts[0].tests?.sorted == parts[0].tests?.sorted)
    let nothing = try #require(Import(#"{"version": 1, "scope": [], "messages": []}"#).dataset)
    #expect(nothing.scope == RunScope([]))
    let again = try #require(Import(files: [DatasetWriter.bytes(nothing)]).dataset)
    #expect(again.scope == RunScope([]))
  }

  @Test(.enabled(if: FuzzScale.isThorough))
  func aMillionTestsTakeFourBytesEachAndReadBackTheSame() throws {
    var dataset = Dataset()
    let digests = (0..<1_000_000).map { TestDigests.digest(of: "test:suite\u{1F}\($0)") }
    dataset.scope = RunScope([RunScope.Part(tests: TestDigests(digests + digests))])
    let bytes = DatasetWriter.bytes(dataset)
    #expect(bytes.count < 4_400_000)
    let read = try #require(Import(files: [bytes]).dataset)
    #expect(read.scope?.parts.first?.tests?.values == Set(digests).sorted())
  }

  @Test func findingsThatAreLeftOutAreListed() throws {
    func sarif(_ suppressions: String = "") -> String {
      #"{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "T"}}, "results": [{"ruleId": "r", "level": "warning", "message": {"text": "b"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.c"}}}]\#(suppressions)}]}]}"#
    }
    let fingerprint = try #require(Import(text: sarif()).message?.fingerprint)
    let found = [
      Import(text: sarif()) { $0.skippedRules = ["r"] },
      Import(text: sarif()) { $0.leastUrgency = .error },
      Import(text: sarif(#", "suppressions": [{"kind": "inSource"}]"#)),
    ]
    for found in found {
      let parts = try #require(found.dataset?.scope?.parts)
      #expect(parts.compactMap(\.leftOut?.values) == [[TestDigests.digest(of: fingerprint)]])
      #expect(parts.allSatisfy { $0.allTests?.values.isEmpty ?? true })
    }
    let shown = Import(text: sarif())
    #expect(shown.dataset?.scope?.parts.contains { $0.leftOut != nil } == false)
  }

  @Test(arguments: ["!", "A", "gA==", "gICAgICAgICAgIAB", "/////////w8=", "AQ=A"])
  func damagedDigestsAreRefused(text: String) {
    let result = Import(
      #"{"version": 1, "messages": [], "scope": [{"testDigests": ["\#(text)"]}]}"#)
    #expect(result.dataset == nil && result.diagnostics.map(\.id) == ["invalid-value"])
  }

  @Test(arguments: [
    (#"{}"#, "wrong-type"), (#"[1]"#, "wrong-type"), (#"[{"tests": [1]}]"#, "wrong-type"),
    (#"[{"kind": "tests"}]"#, "unknown-kind-of-scope"), (#"[{"except": true}]"#, "invalid-value"),
    (
      "[" + String(repeating: #"{"files": ["a"], "tests": []},"#, count: 1_001) + "{}]",
      "invalid-value"
    ),
  ])
  func wrongScopesAreRefused(scope: String, id: String) {
    let result = Import(#"{"version": 1, "messages": [], "scope": \#(scope)}"#)
    #expect(result.dataset == nil && result.diagnostics.map(\.id) == [id])
  }

  @Test(.enabled(if: FuzzScale.isThorough))
  func manySuitesWithinSuitesTakeLinearTime() throws {
    let deep = (0..<200).map { "<testsuite name='s\($0)'>" }.joined()
    let inner = (0..<5_000).map { "<testsuite name='\($0)'><testcase name='a'/></testsuite>" }
    let text = deep + inner.joined() + String(repeating: "</testsuite>", count: 200)
    let tests = try #require(scope(text).first?.tests)
    // Each test, each suite, and those around them once.
    #expect(tests.values.count == 5_000 * 2 + 201)
  }
}
