import Composing
import JSON
import Model
import TestSupport
import Testing
import Time

@testable import Publishing

/// Tests that come and go, and gates that leave them out.
@Suite struct FlakyTests {
  /// The failures that count in a night, and those that are left out.
  private struct Judgement {
    var messages: [Int] = []
    var flaky: [Int] = []

    var isEmpty: Bool { messages.isEmpty }
  }

  /// A project that is tested night after night.
  private struct Nights {
    private static let tests = (0..<6).map { "t\($0)" }

    private(set) var tracker = MessageTracker()
    private(set) var day: Int32 = 20_000
    private let context: Composer.Context

    init() throws {
      context = try TestSite().context(1)
    }

    private static func fingerprint(_ test: String) -> String { "test:s\u{1F}C\u{1F}\(test)" }

    /// A run in which some tests fail, by their causes.
    private func dataset(_ failed: [String: String], without absent: [String]) -> Dataset {
      var dataset = Dataset()
      dataset.run = Dataset.Run(status: .completed)
      dataset.messages = failed.sorted { $0.key < $1.key }.map { test, cause in
        var message = Message(
          urgency: .error, title: test, fingerprint: Self.fingerprint(test))
        message.cause = cause
        return message
      }
      let ran = Self.tests.filter { !absent.contains($0) }
      dataset.scope = RunScope([
        .init(tests: TestDigests(ran.map { TestDigests.digest(of: Self.fingerprint($0)) }))
      ])
      return dataset
    }

    /// Adds a run; returns what meets `new-error,-flaky` in it. Composes no report of a green night.
    mutating func add(
      _ failed: [String: String] = [:], without absent: [String] = []
    ) throws -> Judgement {
      day += 1
      let dataset = dataset(failed, without: absent)
      let baseline = tracker.baseline
      let recall = tracker.recall(dataset, on: CivilDate(dayNumber: day))
      if failed.isEmpty { return Judgement() }
      var context = context
      context.compare(dataset, with: baseline)
      context.recall = recall
      let report = try #require(Composer().compose(dataset, in: context).0)
      let reasons = report.reasons(
        for: Gate([.newError], except: [.flaky]), isAllNew: baseline == nil)
      return Judgement(messages: reasons.messages, flaky: reasons.flaky)
    }

    /// Reads the tracker from its file.
    mutating func reload() throws {
      let root = try #require(JSONValue.parse(tracker.bytes, file: "seen.json").0)
      let kept = Array(tracker.kept)
      var dataset = try #require(tracker.baseline)
      dataset.messages.removeLast(kept.count)
      let read = try #require(MessageTracker(root, of: dataset, kept: kept))
      #expect(read.bytes == tracker.bytes)
      #expect(read.tracks == tracker.tracks && read.closed == tracker.closed)
      tracker = read
    }
  }

  private static let cause = "TimeoutError: no answer after 30 s"

  /// Nights after which the test `t0` is known as flaky.
  private func known() throws -> Nights {
    var nights = try Nights()
    for failed in [true, false, true, false, false] {
      let reasons = try nights.add(failed ? ["t0": Self.cause] : [:])
      #expect(reasons.messages.count == (failed ? 1 : 0) && reasons.flaky.isEmpty)
    }
    return nights
  }

  @Test func aTestThatPassedAgainTwiceIsLeftOut() throws {
    var nights = try known()
    let reasons = try nights.add(["t0": Self.cause])
    #expect(reasons.isEmpty && reasons.flaky == [0])
    // Numbers and times in the cause do not matter.
    _ = try nights.add()
    #expect(try nights.add(["t0": "TimeoutError: no answer after 31 s"]).flaky == [0])
  }

  @Test func threeFailuresInARowCountOnce() throws {
    var nights = try known()
    #expect(try nights.add(["t0": Self.cause]).isEmpty)
    #expect(try nights.add(["t0": Self.cause]).isEmpty)
    #expect(try nights.add(["t0": Self.cause]).messages == [0])
    #expect(try nights.add(["t0": Self.cause]).messages.isEmpty)
    _ = try nights.add()
    // It is still known as flaky, because it was before.
    #expect(try nights.add(["t0": Self.cause]).flaky == [0])
  }

  @Test func anotherCauseCountsAtOnce() throws {
    var nights = try known()
    #expect(try nights.add(["t0": "TypeError: x is null"]).messages == [0])
    #expect(try nights.add(["t0": "TypeError: x is null"]).isEmpty)
    nights = try known()
    #expect(try nights.add(["t0": Self.cause]).isEmpty)
    #expect(try nights.add(["t0": "TypeError: x is null"]).messages == [0])
    #expect(try nights.add(["t0": "TypeError: x is null"]).isEmpty)
  }

  @Test func anotherTestWithTheCauseCounts() throws {
    var nights = try known()
    let reasons = try nights.add(["t0": Self.cause, "t1": Self.cause])
    #expect(reasons.messages == [1] && reasons.flaky == [0])
  }

  @Test func longFailuresNeverMakeATestFlaky() throws {
    var nights = try Nights()
    for _ in 0..<5 {
      for _ in 0..<3 { _ = try nights.add(["t0": Self.cause]) }
      _ = try nights.add()
    }
    #expect(try nights.add(["t0": Self.cause]).messages == [0])
  }

  @Test func aNightWithoutTheTestIsNoPass() throws {
    var nights = try Nights()
    for _ in 0..<4 {
      _ = try nights.add(["t0": Self.cause])
      _ = try nights.add(without: ["t0"])
    }
    #expect(try nights.add(["t0": Self.cause]).flaky.isEmpty)
  }

  @Test func theHistorySaysThatTheTestComesAndGoes() throws {
    var nights = try known()
    for _ in 0..<20 { _ = try nights.add() }
    _ = try nights.add(["t0": Self.cause, "t1": Self.cause])
    // The other failures are not among the last runs.
    #expect(nights.tracker.histories.map(\.isFlaky) == [true, false])
    #expect(nights.tracker.histories.map { $0.presence.count { $0 } } == [1, 1])
    #expect(nights.tracker.histories[0].flakiness?.times == 2)
  }

  @Test func theMemoryIsInTheFile() throws {
    var nights = try known()
    try nights.reload()
    for failed in [true, true, true, false, true] {
      let reasons = try nights.add(failed ? ["t0": Self.cause] : [:])
      try nights.reload()
      if reasons.messages == [0] { #expect(nights.tracker.histories.first?.runs == 3) }
    }
    #expect(nights.tracker.histories.first?.flakiness?.excuse == .valid)
  }

  @Test func theMemoryLastsTwoYears() throws {
    for (days, isFlaky) in [(720, true), (740, false)] {
      var nights = try known()
      for _ in 0..<days { _ = try nights.add() }
      #expect(try nights.add(["t0": Self.cause]).flaky.isEmpty != isFlaky)
    }
  }

  // MARK: Ten thousand nights

  /// Four of six tests fail now and then, each in 1.5 % of the nights. Real breaks last some nights:
  /// of any test, half of them with the cause that the test fails with now and then.
  @Test func tenThousandNightsAreRedForBreaksOnly() throws {
    let count = 10_000
    var dice = SeededGenerator(7)
    var nights = try Nights()
    var (falseReds, lateReds, found, missed, flakes) = (0, 0, 0, 0, 0)
    var broken: (test: String, cause: String, since: Int, until: Int, isFound: Bool)?
    var busy: [String: Int] = [:]
    for night in 0..<count {
      var failed: [String: String] = [:]
      for test in 0..<4 where Int.random(in: 0..<1_000, using: &dice) < 15 {
        failed["t\(test)"] =
          "TimeoutError: no answer after \(Int.random(in: 10..<99, using: &dice)) s"
      }
      // The end of a break and a flaky failure beside it would be one longer break.
      for test in failed.keys where busy[test] ?? -1 >= night { failed[test] = nil }
      flakes += failed.count
      if broken == nil, Int.random(in: 0..<100, using: &dice) == 0 {
        let test = Int.random(in: 0..<6, using: &dice)
        let isAlike = test < 4 && Bool.random(using: &dice)
        let length = Int.random(in: 3..<9, using: &dice)
        broken = (
          "t\(test)", isAlike ? "TimeoutError: no answer after 5 s" : "TypeError: x is null",
          night, night + length, false
        )
        busy["t\(test)"] = night + length + 1
      }
      if let broken { failed[broken.test] = broken.cause }
      let reasons = try nights.add(failed)
      let titles = failed.keys.sorted()
      let reds = Set(reasons.messages.map { titles[$0] })
      if let current = broken, reds.contains(current.test), !current.isFound {
        broken?.isFound = true
        found += 1
        if night > current.since { lateReds += 1 }
        if night - current.since > 2 { missed += 1 }
      }
      if !reds.subtracting(broken.map { [$0.test] } ?? []).isEmpty { falseReds += 1 }
      if let current = broken, night + 1 >= current.until {
        if !current.isFound { missed += 1 }
        broken = nil
      }
    }
    print(
      "\(count) nights, \(flakes) flaky failures, \(found) breaks (\(lateReds) found later than",
      "in their first night), \(missed) missed, \(falseReds) nights falsely red")
    #expect(flakes > 500 && found > 50 && lateReds > 0)
    #expect(missed == 0)
    #expect(falseReds * 1_000 < count)
  }
}
