import Diagnostics
import ImportSupport
import JSON
import Model
import Testing

@testable import Datasets
@testable import Formats
@testable import ToolReports

/// What several reports come to together.
@Suite struct SeveralReportsTests {
  private func report(_ name: String, _ content: String) -> (String, String) {
    ("\(name).xml", "<testsuite name=\"\(name)\">\(content)</testsuite>")
  }

  @Test func countsAddUpInTheirUsualOrder() throws {
    let result = try Import(reports: [
      report("a", "<testcase name='x'/><testcase name='y'><skipped/></testcase>"),
      report("b", failing("z") + "<testcase name='w' time='1.5'/>"),
      report("c", "<testcase name='v' time='70'><error/></testcase>"),
    ])
    let facts = result.dataset?.run?.facts.map { "\($0.title) \($0.value)" }
    #expect(
      facts == [
        "Tests 5", "Passed 2", "Failed 1", "Errors 1", "Skipped 1", "Time in tests 1 min 12 s",
      ])
    #expect(result.status == .completed)
  }

  /// Two reports may be of runs at the same time, so that only one alone tells how long the run took.
  @Test func theDurationOfTheRunIsThatOfOneReportAlone() throws {
    func facts(_ reports: [(String, String)]) throws -> [String] {
      (try Import(reports: reports).dataset?.run?.facts ?? [])
        .filter { $0.kind?.isTime == true }.map { "\($0.title) \($0.value)" }
    }
    let suite = "<testsuite name='s' time='2'><testcase name='x' time='2'/></testsuite>"
    let timed = ("a.xml", "<testsuites time='7.5'>\(suite)</testsuites>")
    let other = report("b", "<testcase name='z' time='3'/>")
    let started = (
      "c.xml",
      "<testsuites time='9' timestamp='2026-11-20T03:00:00Z'>\(suite)</testsuites>"
    )
    #expect(try facts([timed]) == ["Duration 7.50 s", "Time in tests 2.00 s"])
    #expect(try facts([timed, other]) == ["Time in tests 5.00 s"])
    #expect(try facts([started]) == ["Time in tests 2.00 s"])
    #expect(try facts([("d.xml", suite)]) == ["Time in tests 2.00 s"])
    // Tools that merge reports write the sum of the tests.
    let merged = "<testsuites time='4'>\(suite)\(suite)</testsuites>"
    #expect(try facts([("m.xml", merged)]) == ["Time in tests 4.00 s"])
    #expect(
      try facts([("e.xml", "<testsuites time='0'>\(suite)</testsuites>")])
        == ["Time in tests 2.00 s"])
  }

  @Test func everyOrderGivesTheSameTotals() throws {
    let reports = [
      report("a", "<testcase name='x'/>"), report("b", failing("z")),
      report("c", "<testcase name='v'><skipped/></testcase>"),
    ]
    let facts = try [[0, 1, 2], [2, 1, 0], [1, 2, 0]].map { order in
      try Import(reports: order.map { reports[$0] }).dataset?.run?.facts.map {
        "\($0.title) \($0.value) \($0.number ?? 0) \($0.origins.count)"
      }
    }
    #expect(facts[0]?.isEmpty == false)
    #expect(facts[0] == facts[1] && facts[1] == facts[2])
  }

  @Test func theTitleIsOneThatAllReportsShare() throws {
    let one = report("a", "<testcase/>")
    #expect(try Import(reports: [one]).dataset?.title == "a")
    #expect(try Import(reports: [one, one]).dataset?.title == "a")
    #expect(try Import(reports: [one, report("b", "<testcase/>"), one]).dataset?.title == nil)
    let dataset = ("d.json", #"{"version": 1, "title": "Night", "messages": []}"#)
    #expect(try Import(reports: [one, dataset]).dataset?.title == "Night")
  }

  @Test func testsStandInASectionForEachToolWhereThatIsAskedFor() throws {
    let dbt =
      #"{"metadata": {"dbt_schema_version": "v4"}, "args": {"which": "build"}, "results": [{"unique_id": "model.shop.a", "status": "error", "message": "m"}]}"#
    let reports = [("run_results.json", dbt), report("a", failing("z"))]
    #expect(try Import(reports: reports).dataset?.categories.map(\.title) == ["Tests"])
    let asked = try Import(reports: reports) { $0.category = .tool }
    #expect(asked.dataset?.categories.map(\.title) == ["dbt", "Tests"])
    // What dbt says of its run is not true of both.
    #expect(try Import(reports: [reports[0]]).dataset?.subtitle == "dbt build")
    #expect(asked.dataset?.subtitle == nil)
  }

  @Test func aDatasetOfTitleAndAddressAloneLeavesARunCompleted() throws {
    let dataset = ("d.json", #"{"version": 1, "title": "Night", "messages": []}"#)
    let result = try Import(reports: [dataset, report("a", "<testcase/>")])
    #expect(result.status == .completed)
    let silent = ("e.json", #"{"version": 1, "messages": [{"urgency": "error", "title": "t"}]}"#)
    #expect(try Import(reports: [silent, report("a", "<testcase/>")]).status == nil)
  }

  @Test(arguments: [
    ("\ta\n\t\tb\n\n\tc", "a\n\tb\n\nc"), ("  a\n\tb", "  a\n\tb"), ("a\n b", "a\n b"),
    ("    a\n  b\n", "  a\nb\n"), ("", ""), ("  ", ""), (" \n  x", "\n x"),
  ])
  func whiteSpaceInFrontOfEveryLineGoes(text: String, expected: String) {
    #expect(PlainText.dedented(text) == expected)
  }

  // MARK: What a finding is known by

  private static let lint =
    #"[{"filePath": "/w/a.js", "messages": [{"ruleId": "semi", "severity": 1, "line": 2, "message": "Missing semicolon"}]}]"#

  @Test(arguments: ["rule", "file", "level", "tests", "Lint", "none"])
  func theCategoryIsNoPartOfAFindingsIdentity(rule: String) throws {
    let category = try #require(CategoryRule(rule))
    for text in [Self.lint, "src/a.c:3:1: warning: unused variable 'x' [-Wunused]\n"] {
      let usual = try Import(report: text).message
      let other = try Import(report: text) { $0.category = category }.message
      #expect(usual?.category != other?.category || rule == "tool")
      #expect(usual?.fingerprint != nil && usual?.fingerprint == other?.fingerprint)
    }
  }

  @Test func theNameOfALogIsNoPartOfAFindingsIdentity() throws {
    let text = "src/a.c:3:1: warning: unused variable 'x' [-Wunused]\n"
    let names = ["build-2026-11-21.txt", "build-2026-11-22.txt"]
    let prints = try names.map { try Import(report: text, named: $0).message?.fingerprint }
    #expect(prints[0] != nil && prints[0] == prints[1])
  }

  @Test func findingsOfOneFileDifferByRuleAndTitle() throws {
    let log = "a.c:1:1: warning: x [-Wa]\na.c:1:1: warning: x [-Wb]\na.c:1:1: warning: y [-Wb]\n"
    let prints = try Import(report: log).dataset?.messages.map(\.fingerprint) ?? []
    #expect(prints.count == 3 && Set(prints).count == 3)
  }

  // MARK: Tries

  @Test(arguments: [
    "<testsuite><testcase name='a'><failure/></testcase><testcase name='a'/></testsuite>",
    #"{"results": {"tool": {"name": "t"}, "summary": {"tests": 1, "passed": 1, "failed": 0}, "tests": [{"name": "a", "status": "failed"}, {"name": "a", "status": "passed"}]}}"#,
    "TAP version 13\n1..2\nnot ok 1 - a\nok 2 - a\n",
  ])
  func triesAreCountedBeforeTotalsAreCompared(text: String) throws {
    let result = try Import(report: text) { $0.retriesByName = true }
    #expect(result.diagnostics.isEmpty)
    #expect(result.facts == "Tests 1, Passed 1, Flaky 1")
    #expect(result.dataset?.messages.map(\.urgency) == [.warning])
  }

  // MARK: Forced formats

  @Test(arguments: [
    ("checkstyle", "<testsuite><testcase name='a'><failure/></testcase></testsuite>"),
    ("junit", "<checkstyle/>"), ("eslint", #"[{"description": "d"}]"#),
    ("codequality", #"[{"filePath": "a.js", "messages": []}]"#),
  ])
  func aForcedFormatThatDoesNotFitIsAnError(format: String, text: String) throws {
    var merger = InputMerger()
    merger.read(
      file: "f", from: ByteSource(bytes: Array(text.utf8)),
      as: InputFormat(named: format))
    let (dataset, log) = merger.finish()
    #expect(dataset == nil)
    #expect(log.diagnostics.contains { $0.id == "wrong-type" })
  }
}
