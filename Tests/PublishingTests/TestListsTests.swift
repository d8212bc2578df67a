import Composing
import Diagnostics
import Foundation
import Model
import Testing

@testable import Publishing

/// Which tests a run has run is kept with its dataset.
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
        dataset(run.tests, without: run.left), id: "r\(day)", context: try site.context(day + 1))
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

  @Test func publishingTheSameRunAgainChangesNothing() throws {
    let site = try site()
    let before = try site.files()
    let (tests, left) = Self.runs[1]
    let outcome = try site.publisher().publish(
      dataset(tests, without: left), id: "r1", context: try site.context(2))
    #expect(!outcome.isNew && outcome.problems.map(\.id) == ["run-exists"])
    #expect(try site.files() == before)
  }
}
