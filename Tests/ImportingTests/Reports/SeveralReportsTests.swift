import Model
import Testing

@testable import Importing

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
        "Tests 5", "Passed 2", "Failed 1", "Errors 1", "Skipped 1", "Duration 1 min 12 s",
      ])
    #expect(result.status == .completed)
  }

  @Test func everyOrderGivesTheSameTotals() throws {
    let reports = [
      report("a", "<testcase name='x'/>"), report("b", failing("z")),
      report("c", "<testcase name='v'><skipped/></testcase>"),
    ]
    let facts = try [[0, 1, 2], [2, 1, 0], [1, 2, 0]].map { order in
      try Import(reports: order.map { reports[$0] }).dataset?.run?.facts
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
}
