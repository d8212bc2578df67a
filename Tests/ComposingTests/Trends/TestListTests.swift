import Composing
import Model
import Testing
import Time

/// The lists of slow and unsteady tests (R5, R6).
@Suite struct TestListTests {
  // MARK: Noise

  @Test func fewRunsSayNothing() {
    #expect(DurationNoise([1, 1, 1, 1]) == nil)
    #expect(DurationNoise([1, 1, 1, 1, 1]) != nil)
  }

  @Test(
    arguments: [
      // No noise at all: a tenth, but a tenth of a second at least.
      ([10, 10, 10, 10, 10], 10.0, 11.0), ([0.2, 0.2, 0.2, 0.2, 0.2], 0.2, 0.3),
      // Three times the deviation of 2 s.
      ([8, 10, 12, 14, 6, 10], 10, 16),
      // One slow run does not matter.
      ([1, 1, 1, 1, 1, 1, 90], 1, 1.1),
    ] as [([Double], Double, Double)])
  func slowerIsMoreThanTheNoise(seconds: [Double], usual: Double, limit: Double) throws {
    let noise = try #require(DurationNoise(seconds))
    #expect(noise.usual == usual)
    #expect(abs(noise.limit - limit) < 1e-9)
  }

  // MARK: Lists

  private func report(
    _ durations: [TestDuration], earlier: [String: [Double]] = [:], messages: [Message] = [],
    histories: [MessageHistory] = [], gone: [GoneMessage] = []
  ) throws -> Report {
    var dataset = Dataset()
    dataset.durations = durations
    dataset.messages = messages
    var settings = try settings()
    var recall = MessageRecall(
      matches: MessageMatches(Dataset(), dataset), histories: histories, fingerprints: [],
      earlier: [], keptCount: 0, outdated: [])
    recall.durations = earlier
    recall.gone = gone
    settings.recall = recall
    return try #require(Composer().compose(dataset, in: settings).0)
  }

  private func list(_ kind: TestList.Kind, of report: Report) -> TestList? {
    report.testLists.first { $0.kind == kind }
  }

  @Test func aTestThatIsSlowerThanUsualSaysSo() throws {
    let report = try report(
      [TestDuration(test: "a", seconds: 12), TestDuration(test: "b", seconds: 8)],
      earlier: ["a": [8, 8, 8, 8, 8], "b": [8, 8, 8, 8, 8]])
    let slower = try #require(list(.slower, of: report))
    #expect(slower.items.map(\.title) == ["a"] && !slower.isFolded)
    #expect(slower.items[0].text == "12 s, usually 8.00 s")
    #expect(list(.slowest, of: report)?.items.map(\.title) == ["a", "b"])
  }

  @Test func theSlowestTenAreListedWithThoseThatFailed() throws {
    var failed = try message(.error, "failed")
    failed.duration = 99
    let durations = (0..<20).map { TestDuration(test: "t\($0)", seconds: Double($0)) }
    let list = try #require(list(.slowest, of: try report(durations, messages: [failed])))
    #expect(list.items.count == 10 && list.more == 0)
    #expect(list.items.prefix(2).map(\.title) == ["failed", "t19"])
  }

  @Test func aFlakyTestIsOneOfTheSlowestOnce() throws {
    var flaky = try message(.warning, "a")
    flaky.duration = 5
    let durations = [TestDuration(test: "a", seconds: 5), TestDuration(test: "b", seconds: 2)]
    let list = try #require(list(.slowest, of: try report(durations, messages: [flaky])))
    #expect(list.items.map(\.title) == ["a", "b"])
  }

  private func history(_ runs: String, since day: Int32 = 20_000) -> MessageHistory {
    MessageHistory(
      since: CivilDate(dayNumber: day), runs: runs.reversed().prefix { $0 == "1" }.count,
      states: runs.map { $0 == "1" ? .there : .gone })
  }

  @Test func whatComesAndGoesHasItsRateWhetherItIsThereOrNot() throws {
    let report = try report(
      [], messages: [try message(.error, "here"), try message(.error, "steady")],
      histories: [history("10101"), history("11111")],
      gone: [GoneMessage(title: "gone", history: history("1010"))])
    let flaky = try #require(list(.flaky, of: report))
    #expect(flaky.items.map(\.title) == ["here", "gone"])
    #expect(
      flaky.items.map(\.text) == ["Last runs: 3 of 5 (60%)", "Last runs: 2 of 4 (50%)"])
  }

  @Test func theErrorsThatAreThereForLongestAreFirst() throws {
    let messages =
      try ["new", "old", "older"].map { try message(.error, $0) }
      + [try message(.warning, "oldest")]
    let histories = [
      history("1"), history("11", since: 19_000), history("11", since: 18_000),
      history("11", since: 17_000),
    ]
    let longest = try #require(
      list(.longest, of: try report([], messages: messages, histories: histories)))
    #expect(longest.items.map(\.title) == ["older", "old"])
    #expect(longest.items.map(\.message) == [2, 1])
  }

  @Test func aTestThatFailsIsBeforeAFindingThatIsOlder() throws {
    var test = try message(.error, "test")
    test.fingerprint = TestDigests.prefix + "test"
    let messages = [try message(.error, "finding"), test]
    let histories = [history("11", since: 17_000), history("11", since: 19_000)]
    let longest = try #require(
      list(.longest, of: try report([], messages: messages, histories: histories)))
    #expect(longest.items.map(\.title) == ["test", "finding"])
  }

  // MARK: Caps

  @Test func ofAMillionTestsFewAreKept() {
    var slowest = SlowestTests()
    for number in 0..<100_000 { slowest.insert("t\(number)", Double(number % 977) / 10) }
    #expect(slowest.sorted.count == SlowestTests.most)
    #expect(slowest.sorted.first?.seconds == 97.6)
  }

  @Test func theSameTestsAreKeptInEveryOrder() {
    let tests = (0..<2_000).map { ("t\($0 % 700)", Double(($0 * 7_919) % 50) / 10) }
    var (one, other) = (SlowestTests(), SlowestTests())
    for (test, seconds) in tests { one.insert(test, seconds) }
    for (test, seconds) in tests.reversed() { other.insert(test, seconds) }
    #expect(one.sorted == other.sorted)
  }

  @Test(arguments: [-1, 0, 0.001, .nan, .infinity])
  func oddDurationsAreLeftOut(seconds: Double) {
    var slowest = SlowestTests()
    slowest.insert("t", seconds)
    #expect(slowest.sorted.isEmpty)
  }
}
