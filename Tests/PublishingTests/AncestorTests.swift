import Composing
import Datasets
import Diagnostics
import Foundation
import Model
import Testing

@testable import Publishing

@Suite("The run of the nearest ancestor") struct AncestorTests {
  private static func hash(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 6 - digits.count) + digits
      + String(repeating: "a", count: 34)
  }

  private func ancestry(_ numbers: Int...) throws -> CommitAncestry {
    let text = numbers.map { Self.hash($0) + "\n" }.joined()
    return try #require(CommitAncestry.read(Array(text.utf8), name: "commits").0)
  }

  private func dataset(
    _ commit: String?, _ titles: [String], _ status: Dataset.Run.Status = .completed
  ) -> Dataset {
    var dataset = Dataset()
    dataset.run = Dataset.Run(status: status)
    dataset.run?.commit = commit
    dataset.messages = titles.map { Message(urgency: .error, title: $0) }
    return dataset
  }

  @discardableResult
  private func publish(
    _ site: TestSite, _ day: Int, _ commit: String?, _ titles: [String],
    _ status: Dataset.Run.Status = .completed, among ancestry: CommitAncestry? = nil
  ) throws -> Publisher.Outcome {
    var publisher = site.publisher()
    publisher.ancestry = ancestry
    return try publisher.publish(
      dataset(commit, titles, status), id: "d\(day)", context: site.context(day))
  }

  /// The memory of a site for a run of a branch on the 20th.
  private func memory(
    _ site: TestSite, _ dataset: Dataset, among ancestry: CommitAncestry?, run: String? = "branch"
  ) throws -> SiteMemory {
    try SiteMemory(
      of: dataset, site: site.path, project: "core", run: run, baseURL: nil, ancestry: ancestry,
      context: site.context(20))
  }

  private func titles(_ memory: SiteMemory) -> [String]? { memory.baseline?.messages.map(\.title) }

  @Test func theNearestCommitWithARunIsTheBaseline() throws {
    let site = try TestSite()
    for day in 1...4 { try publish(site, day, Self.hash(day), ["of \(day)"]) }
    let memory = try memory(site, dataset(Self.hash(9), []), among: ancestry(9, 8, 3, 2, 1))
    #expect(titles(memory) == ["of 3"])
    #expect(memory.earlierRuns.map(\.id) == ["d1", "d2", "d3"])
    #expect(memory.problems.map(\.id) == ["ancestor-run"])
  }

  @Test func shortCommitsOfRunsAreFoundIfTheyAreUnambiguous() throws {
    let site = try TestSite()
    try publish(site, 1, Self.hash(1), ["of 1"])
    try publish(site, 2, String(Self.hash(2).prefix(7)), ["of 2"])
    try publish(site, 3, String(Self.hash(3).prefix(6)), ["of 3"])
    #expect(titles(try memory(site, dataset(nil, []), among: ancestry(3, 2, 1))) == ["of 2"])
  }

  @Test func theLatestCompletedRunOfACommitIsTheBaseline() throws {
    let site = try TestSite()
    try publish(site, 1, Self.hash(1), ["first"])
    try publish(site, 2, Self.hash(1), ["second"])
    try publish(site, 3, Self.hash(1), ["failed"], .failed)
    #expect(titles(try memory(site, dataset(nil, []), among: ancestry(1))) == ["second"])
    try publish(site, 4, Self.hash(2), ["canceled"], .canceled)
    // It may still have the messages of runs before.
    let canceled = try memory(site, dataset(nil, []), among: ancestry(2, 1))
    #expect(titles(canceled)?.first == "canceled")
  }

  @Test func aRunIsNeverItsOwnBaseline() throws {
    let site = try TestSite()
    try publish(site, 1, Self.hash(1), ["old"])
    try publish(site, 2, Self.hash(2), ["own"])
    let own = dataset(Self.hash(2), ["own"])
    for run in ["d2", "again", nil] {
      #expect(titles(try memory(site, own, among: ancestry(2, 1), run: run)) == ["old"])
    }
    // Another try of the commit is another run.
    let other = dataset(Self.hash(2), ["own", "other"])
    #expect(titles(try memory(site, other, among: ancestry(2, 1))) == ["own"])
  }

  @Test func aRunOfABranchIsNoBaselineOfAnyRun() throws {
    let site = try TestSite()
    try publish(site, 1, Self.hash(1), ["old"])
    try publish(site, 2, Self.hash(7), ["old", "own"], among: ancestry(7, 1))
    let again = try memory(site, dataset(Self.hash(8), ["own"]), among: ancestry(8, 7, 1))
    #expect(titles(again) == ["old"])
    #expect(again.earlierRuns.map(\.id) == ["d1"])
    // Nor of the next run of the main line.
    let next = try publish(site, 3, Self.hash(2), ["old", "own"])
    #expect(next.report?.changes == [.still, .new])
    #expect(next.report?.histories.map(\.runs) == [2, 1])
    // The memory of the site is the same after it is computed again.
    let before = try site.files()
    _ = try site.publisher().rebuild(site.context(3))
    for (path, data) in try site.files() where path.hasSuffix(".json.gz") {
      #expect(before[path] == data, "\(path)")
    }
  }

  @Test func theReportOfAPublishedRunIsComparedWithTheAncestor() throws {
    let site = try TestSite()
    try publish(site, 1, Self.hash(1), ["first"])
    try publish(site, 2, Self.hash(2), ["second"])
    for _ in 0..<2 {
      let outcome = try publish(site, 3, Self.hash(9), ["first", "second"], among: ancestry(9, 1))
      #expect(outcome.report?.changes == [.still, .new])
      #expect(outcome.report?.trend?.runs.count == 2)
      #expect(outcome.problems.map(\.id).contains("ancestor-run"))
    }
  }

  @Test func withoutARunOfAnAncestorTheLatestRunIsTheBaseline() throws {
    let site = try TestSite()
    try publish(site, 1, Self.hash(1), ["old"])
    try publish(site, 2, nil, ["latest"])
    try publish(site, 3, Self.hash(7), ["branch"], among: ancestry(1))
    let memory = try memory(site, dataset(nil, []), among: ancestry(9, 8))
    #expect(titles(memory) == ["latest"])
    let problem = try #require(memory.problems.first)
    #expect(problem.id == "no-ancestor")
    #expect(problem.severity == .warning)
    #expect(problem.summary.hasSuffix("compared with the latest run, 'd2'"))
  }

  @Test(arguments: ["data.json.gz", "run.json"])
  func aDamagedAncestorIsReportedAndTheNextOneIsTheBaseline(file: String) throws {
    let site = try TestSite()
    for day in 1...3 { try publish(site, day, Self.hash(day), ["of \(day)"]) }
    try Data("damaged".utf8).write(to: URL(filePath: "\(site.path)/core/runs/d2/\(file)"))
    let memory = try memory(site, dataset(nil, []), among: ancestry(9, 2, 1))
    #expect(titles(memory) == ["of 1"])
    #expect(memory.problems.map(\.id).contains("damaged-run"))
    #expect(memory.problems.contains { $0.severity == .warning })
  }

  @Test func numbersAreComparedWithThoseUpToTheAncestor() throws {
    let site = try TestSite()
    func measured(_ commit: Int, _ value: Double) -> Dataset {
      var measured = dataset(Self.hash(commit), [])
      measured.run?.facts = [
        Dataset.Run.Fact(title: "Size", value: "\(Int(value)) kB", number: value)
      ]
      measured.thresholds = ["size +10% = error"]
      return measured
    }
    for (day, value) in [(1, 100.0), (2, 200.0)] {
      _ = try site.publisher().publish(
        measured(day, value), id: "d\(day)", context: site.context(day))
    }
    let fromFirst = try memory(site, measured(9, 150), among: ancestry(9, 1))
    #expect(fromFirst.metrics.isNews(in: measured(9, 150)))
    let fromLatest = try memory(site, measured(9, 150), among: nil)
    #expect(!fromLatest.metrics.isNews(in: measured(9, 150)))
  }
}
