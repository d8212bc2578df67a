import Model
import Testing
import Time

@testable import Composing

@Suite("Where a failure comes from") struct MainLineTests {
  private static func fingerprint(_ test: String) -> String { "test:s\u{1F}C\u{1F}\(test)" }

  /// A run in which some tests fail, by their causes.
  private func run(
    _ failed: [String: String] = [:], ran: [String], skipped: [String] = [],
    _ status: Dataset.Run.Status = .completed
  ) -> Dataset {
    func digests(_ tests: [String]) -> TestDigests {
      TestDigests(
        tests.map { TestDigests.digest(of: Self.fingerprint($0)) }
          + [TestDigests.digest(ofSuite: "test:s\u{1F}C")])
    }
    var dataset = Dataset()
    dataset.run = Dataset.Run(status: status)
    dataset.messages = failed.sorted { $0.key < $1.key }.map { test, cause in
      var message = Message(urgency: .error, title: test, fingerprint: Self.fingerprint(test))
      message.cause = cause
      return message
    }
    var parts = ran.isEmpty ? [] : [RunScope.Part(tests: digests(ran))]
    if !skipped.isEmpty { parts.append(.init(tests: digests(skipped), isSkipped: true)) }
    dataset.scope = RunScope(parts)
    return dataset
  }

  private func origin(
    _ dataset: Dataset, after previous: Dataset, latest: Dataset? = nil, earlier: [Dataset] = []
  ) -> FailureOrigin {
    let matches = MessageMatches(previous, dataset)
    let day = CivilDate(dayNumber: 20_000)
    let history = MessageHistory(since: day, runs: 1, states: [.there])
    let later = latest.map { latest in
      MainLine.Latest(
        latest,
        MessageRecall(
          matches: MessageMatches(latest, dataset),
          histories: dataset.messages.map { _ in history }, fingerprints: [], earlier: [],
          keptCount: 0, outdated: []))
    }
    let main = MainLine(dataset, previous: previous, matches, latest: later) { earlier }
    return main.origin(of: 0, matches.origins[0] == nil ? .new : .still, nil)
  }

  @Test func aTestThatPassedBeforeFailsFromTheChange() {
    let now = run(["a": "x"], ran: ["a", "b"])
    #expect(origin(now, after: run(ran: ["a", "b"])) == .change)
    #expect(origin(now, after: run(ran: ["a"], .failed)) == .change)
    #expect(origin(now, after: run(["a": "y"], ran: ["a", "b"])) == .main)
  }

  @Test func aNewTestFailsFromTheChangeUnlessMainDidNotRunIt() {
    let now = run(["a": "x"], ran: ["a", "b"])
    #expect(origin(now, after: run(ran: ["b"])) == .change)
    #expect(origin(now, after: run(ran: ["b"]), earlier: [run(ran: ["a", "b"])]) == .unknown)
    #expect(origin(now, after: run(ran: ["b"], skipped: ["a"])) == .unknown)
    #expect(origin(now, after: run(ran: ["b"], .failed)) == .unknown)
    #expect(origin(now, after: run(ran: [])) == .unknown)
  }

  @Test func aFailureOfTheLatestRunMustHaveACauseAlike() {
    let now = run(["a": "port 80 is closed"], ran: ["a"])
    let previous = run(ran: ["a"])
    let alike = run(["a": "port 81 is closed"], ran: ["a"])
    #expect(origin(now, after: previous, latest: alike) == .main)
    let other = run(["a": "the price is wrong"], ran: ["a"])
    #expect(origin(now, after: previous, latest: other) == .change)
    #expect(origin(now, after: previous, latest: run(ran: ["a"])) == .change)
  }
}
