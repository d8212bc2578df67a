import Basics
import Composing
import Diagnostics
import Foundation
import Model
import Testing

@testable import Publishing

/// Which tests a run has run is kept as a difference to the tests of its month.
@Suite struct TestListsTests {
  private func dataset(_ tests: Range<Int>, without left: Set<Int> = []) -> Dataset {
    var dataset = Dataset()
    dataset.run = Dataset.Run(status: .completed)
    let digests = tests.filter { !left.contains($0) }.map { TestDigests.digest(of: "test:t\($0)") }
    dataset.scope = RunScope([
      RunScope.Part(kind: .message), RunScope.Part(tests: TestDigests(digests)),
    ])
    dataset.messages = left.map {
      Message(urgency: .error, title: "t\($0)", fingerprint: "test:t\($0)")
    }
    return dataset
  }

  private static let runs: [(tests: Range<Int>, left: Set<Int>)] = [
    (0..<3_000, []), (0..<3_000, [5, 2_999]), (100..<3_100, [200]), (0..<400, []), (0..<10, []),
  ]

  private func site() throws -> TestSite {
    let site = try TestSite()
    for (day, run) in Self.runs.enumerated() {
      _ = try site.publisher().publish(
        dataset(run.tests, without: run.left), id: "r\(day)", settings: try site.settings(day + 1))
    }
    return site
  }

  @Test func runsReadBackTheTestsThatTheyRan() throws {
    let site = try site()
    defer { withExtendedLifetime(site) {} }
    let history = try site.history()
    for (run, (tests, left)) in zip(history.all, Self.runs) {
      let parts = try #require(history.dataset(of: run)?.scope?.parts)
      #expect(parts.map { $0.tests == nil } == [true, false])
      #expect(parts[1].tests?.sorted == dataset(tests, without: left).scope?.parts[1].tests?.sorted)
      #expect(history.isWhole(run))
    }
    #expect(history.problems.isEmpty)
  }

  @Test func aRunCostsLittleMoreThanItsDifference() throws {
    let files = try site().files()
    func size(_ name: String) -> Int { files["core/" + name]?.count ?? 0 }
    #expect(size("history/2026-09.tests.json.gz") > 12_000)
    for run in 0..<4 {
      #expect(size("runs/r\(run)/data.json.gz") + size("runs/r\(run)/tests.json.gz") < 1_200)
    }
    #expect(size("runs/r4/tests.json.gz") == 0)
  }

  @Test func publishingTheSameRunAgainChangesNothing() throws {
    let site = try site()
    let before = try site.files()
    let (tests, left) = Self.runs[1]
    let outcome = try site.publisher().publish(
      dataset(tests, without: left), id: "r1", settings: try site.settings(2))
    #expect(!outcome.isNew && outcome.problems.map(\.id) == ["run-exists"])
    #expect(try site.files() == before)
  }

  @Test func rebuildingKeepsWhatRunsRememberWhereTheirTestsAreLost() throws {
    let site = try site()
    let file = site.path + "/core/history/2026-09.tests.json.gz"
    #expect(FileManager.default.createFile(atPath: file, contents: Data([7])))
    let before = try site.files()
    let problems = try site.publisher().rebuild(try site.settings(9))
    #expect(problems.map(\.id) == ["damaged-memory"])
    #expect(problems.first?.summary.contains("2026-09.tests.json.gz") == true)
    for (name, data) in try site.files() where name.hasSuffix("seen.json.gz") {
      #expect(data == before[name], "\(name)")
    }
    // A dictionary that begins anew is not taken for the old one.
    let outcome = try site.publisher().publish(
      dataset(500..<3_000), id: "r9", settings: try site.settings(9))
    #expect(outcome.problems.map(\.id) == ["damaged-memory"])
    let history = try site.history()
    defer { withExtendedLifetime(site) {} }
    #expect(history.all.map { history.isWhole($0) } == [false, false, false, false, true, true])
  }

  @Test func theDictionaryOfAMonthWithoutRunsIsRemoved() throws {
    let site = try site()
    var options = PublishOptions()
    options.keep = 1
    _ = try site.publisher("core", options).publish(
      dataset(0..<3_000), id: "r9", settings: try site.settings(40))
    let names = try site.files().keys.filter { $0.hasSuffix("tests.json.gz") }
    #expect(names.sorted() == ["core/history/2026-10.tests.json.gz", "core/runs/r9/tests.json.gz"])
  }
}
