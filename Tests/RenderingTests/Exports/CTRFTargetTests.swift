import Composing
import JSON
import Model
import Testing
import Time

@testable import Rendering

/// `--to ctrf` lists every test with its outcome.
@Suite struct CTRFTargetTests {
  private func results(_ report: Report) throws -> JSONValue {
    let (text, _) = ReportRenderer(report, store: builtIn, threads: 1).string(.ctrf)
    let (value, problems) = JSONValue.parse(text, file: "ctrf.json")
    #expect(problems == [] && value?["reportFormat"]?.string == "CTRF")
    return try #require(value?["results"])
  }

  private func test(_ name: String, of results: JSONValue) throws -> JSONValue {
    try #require(results["tests"]?.elements.first { $0["name"]?.string == name })
  }

  @Test func durationsAreWholeMilliseconds() throws {
    var night = dataset()
    var brief = ReportedTest(suites: [], className: nil, name: "", outcome: .passed)
    brief.seconds = 0.0016
    night.tests.insert(brief)
    let written = try test("(no name)", of: results(try report(night)))
    #expect(written["duration"]?.number == 2)
  }

  @Test func listsEveryTestWithItsOutcome() throws {
    let results = try results(try mixedReport())
    let adds = try test("adds", of: results)
    #expect(adds["status"]?.string == "failed" && adds["duration"]?.number == 250)
    #expect(adds["message"]?.string == "expected 3 & got <4>")
    #expect(adds["trace"]?.string?.hasPrefix("at cart.js:7") == true)
    #expect(adds["suite"]?.elements.compactMap(\.string) == ["shop", "Cart"])
    #expect(adds["filePath"]?.string == "src/cart.js" && adds["line"]?.number == 7)
    #expect(adds["extra"]?["owner"]?.string == "@shop")
    let waits = try test("waits", of: results)
    #expect(waits["status"]?.string == "passed" && waits["flaky"]?.bool == true)
    #expect(waits["retries"]?.number == 2 && waits["message"]?.string == "timeout")
    let prints = try test("prints", of: results)
    #expect(prints["status"]?.string == "skipped" && prints["message"]?.string == "no printer")
    let rounds = try test("rounds", of: results)
    #expect(rounds["status"]?.string == "other" && rounds["rawStatus"]?.string == "todo")
    #expect(try test("opens", of: results)["status"]?.string == "passed")
  }

  @Test func aFindingIsATestWithItsRule() throws {
    let finding = try test("Unused variable", of: try results(try mixedReport()))
    #expect(finding["status"]?.string == "other" && finding["rawStatus"]?.string == "warning")
    #expect(finding["tags"]?.elements.compactMap(\.string) == ["no-unused"])
  }

  @Test func theSummaryCountsTheListedTests() throws {
    let results = try results(
      try mixedReport { dataset in
        dataset.run?.started = .instant(Instant(seconds: 1_795_140_000))
        dataset.run?.finished = .instant(Instant(seconds: 1_795_140_060))
      })
    let summary = try #require(results["summary"])
    let tests = results["tests"]?.elements ?? []
    #expect(summary["tests"]?.number == Double(tests.count))
    for status in ["passed", "failed", "skipped", "pending", "other"] {
      let count = tests.count { $0["status"]?.string == status }
      #expect(summary[status]?.number == Double(count), "\(status)")
    }
    #expect(summary["start"]?.number == 1_795_140_000_000)
    #expect(summary["stop"]?.number == 1_795_140_060_000)
  }

  @Test func anIncompleteRunFails() throws {
    let results = try results(try mixedReport { $0.run?.status = .failed })
    let run = results["tests"]?.elements.first {
      $0["suite"]?.elements.first?.string == "Run"
    }
    #expect(run?["status"]?.string == "failed" && run?["rawStatus"]?.string == "error")
  }
}
