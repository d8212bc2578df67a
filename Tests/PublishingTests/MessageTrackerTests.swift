import Composing
import JSON
import Model
import TestSupport
import Testing
import Time

@testable import Publishing

/// Message trackers.
@Suite struct MessageTrackerTests {
  private func dataset(_ messages: [Message], isPartial: Bool = false) -> Dataset {
    var dataset = Dataset()
    dataset.run = Dataset.Run(status: isPartial ? .failed : .completed)
    dataset.messages = messages
    return dataset
  }

  private static func finding(_ title: String, _ file: String, _ line: Int) -> Message {
    Message(urgency: .warning, title: title, location: Message.Location(file: file, line: line))
  }

  private static func date(_ day: Int) -> CivilDate { CivilDate(dayNumber: Int32(day)) }

  /// The tracker after runs, a letter each: `1` with a message, `0` without it, `?` without it in a
  /// run that did not complete.
  private func tracker(_ runs: String) -> MessageTracker {
    var tracker = MessageTracker()
    for (day, letter) in runs.enumerated() {
      let messages = letter == "1" ? [Message(urgency: .error, title: "a")] : []
      tracker.add(dataset(messages, isPartial: letter == "?"), on: Self.date(day))
    }
    return tracker
  }

  private func history(_ runs: String) throws -> MessageHistory {
    try #require(tracker(runs).histories.first)
  }

  @Test func countsConsecutiveRuns() throws {
    let history = try history("0110111")
    #expect(history.runs == 3)
    #expect(history.since == Self.date(4))
    #expect(history.presence == [false, true, true, false, true, true, true])
  }

  @Test func aPartialRunDoesNotEndARow() throws {
    let history = try history("11?1")
    #expect(history.runs == 3)
    #expect(history.since == Self.date(0))
  }

  @Test func aFindingThatIsLeftOutIsNeitherKeptNorGone() throws {
    var tracker = MessageTracker()
    let finding = Message(urgency: .error, title: "a", fingerprint: "f:AAAA")
    tracker.add(dataset([finding]), on: Self.date(0))
    var run = dataset([])
    let digests = TestDigests([TestDigests.digest(of: "f:AAAA")])
    run.scope = RunScope([
      RunScope.Part(), RunScope.Part(kind: .finding, tests: digests, isSkipped: true),
    ])
    tracker.add(run, on: Self.date(1))
    #expect(tracker.kept.isEmpty)
    tracker.add(dataset([finding]), on: Self.date(2))
    #expect(tracker.histories.first?.states == [.there, .notRun, .there])
  }

  @Test(arguments: [
    ("1", false), ("101", false), ("10101", true), ("1001001", true), ("11111", false),
    ("01011", false), ("0101010111", true),
  ])
  func flakyMeansCameAndWentTwice(runs: String, isFlaky: Bool) throws {
    #expect(try history(runs).isFlaky == isFlaky)
  }

  // MARK: Gone and back

  @Test func aMessageThatWasFixedIsBackOnce() throws {
    let back = try history("1101")
    #expect(back.isBack && back.lastSeen == Self.date(1))
    #expect(back.since == Self.date(3) && back.runs == 1)
    let after = try history("11011")
    #expect(!after.isBack && after.lastSeen == nil && after.runs == 2)
    #expect(try !history("11?1").isBack)
  }

  /// The messages of the last run that are back.
  private func back(_ runs: [[Message]]) -> [Bool] {
    var tracker = MessageTracker()
    for (day, messages) in runs.enumerated() {
      tracker.add(dataset(messages), on: Self.date(day))
    }
    return tracker.histories.map(\.isBack)
  }

  @Test func aMessageIsBackUnderItsOwnName() {
    func undefined(_ name: String, _ line: String? = nil) -> Message {
      var message = Self.finding("'\(name)' is not defined after 12 ms", "a.py", 5)
      message.location?.context = line.flatMap { Message.Context(lines: ["", $0, ""]) }
      return message
    }
    #expect(back([[undefined("foo")], [], [undefined("foo")]]) == [true])
    #expect(back([[undefined("foo")], [], [undefined("bar")]]) == [false])
    #expect(
      back([[undefined("foo")], [], [undefined("foo"), undefined("bar")]]) == [true, false])
    // Where the line is equal, the values may differ.
    let line = "return value(of: index, in: list)"
    #expect(back([[undefined("foo", line)], [], [undefined("bar", line)]]) == [true])
  }

  @Test func aFindingIsBackWhereItsLineIs() {
    func found(_ text: String) -> Message {
      var message = Self.finding("Use of assert", "a.py", 5)
      message.location?.context = Message.Context(lines: ["", text, ""])
      return message
    }
    let one = found("assert values is not None")
    #expect(back([[one], [], [found("assert  values is not None")]]) == [true])
    #expect(back([[one], [], [found("assert path is not None")]]) == [false])
  }

  @Test func oneOfSeveralFindingsWithOneTitleIsNotCalledBack() {
    let one = Self.finding("Use of assert", "a.py", 5)
    #expect(back([[one], [], [one]]) == [true])
    #expect(back([[one], [], [one, Self.finding("Use of assert", "b.py", 9)]]) == [false, false])
  }

  @Test func aFailureInAnotherEnvironmentIsNotBack() {
    func failure(_ environment: String?) -> Message {
      var message = Message(urgency: .error, title: "t", fingerprint: "test:s\u{1F}C\u{1F}t")
      message.environment = environment
      return message
    }
    #expect(back([[failure("linux")], [], [failure("linux")]]) == [true])
    #expect(back([[failure("linux")], [], [failure("windows")]]) == [false])
    #expect(
      back([[failure("linux")], [], [failure("linux"), failure("windows")]]) == [true, false])
    #expect(back([[failure(nil)], [], [failure(nil)]]) == [true])
    // One report holds the test in two browsers, and other reports in these browsers elsewhere.
    func marked(_ environment: String) -> Message {
      var message = failure(environment)
      message.fingerprint = "test:s\u{1F}C\u{1F}[chrome] t"
      return message
    }
    #expect(back([[marked("chrome linux")], [], [marked("chrome linux")]]) == [true])
    #expect(back([[marked("chrome linux")], [], [marked("chrome mac")]]) == [false])
  }

  @Test func informationAboutNoFileIsNotBack() throws {
    var tracker = MessageTracker()
    let message = Message(urgency: .information, title: "12 tests skipped")
    for (day, messages) in [[message], [], [message]].enumerated() {
      tracker.add(dataset(messages), on: Self.date(day))
    }
    #expect(tracker.histories.map(\.isBack) == [false])
  }

  @Test func messagesGoneForThreeMonthsAreForgotten() {
    #expect(tracker("1" + String(repeating: "0", count: 90)).closed.count == 1)
    #expect(tracker("1" + String(repeating: "0", count: 91)).closed.isEmpty)
  }

  @Test func ofManyMessagesThatAreGoneTheLastThousandAreRemembered() {
    var tracker = MessageTracker()
    for day in 0..<40 {
      let messages = (0..<100).map { Message(urgency: .error, title: "\(day) is \($0)") }
      tracker.add(dataset(day < 20 ? messages : []), on: Self.date(day))
    }
    #expect(tracker.closed.count == 1_000)
    #expect(tracker.closed.values.joined().allSatisfy { $0.track.lastSeen >= Self.date(10) })
  }

  @Test(.enabled(if: FuzzScale.isThorough))
  func oneRunOfManyMessagesLeavesAFileOfBoundedSize() {
    var tracker = MessageTracker()
    for day in 0..<6 {
      let messages = (0..<8_000).map {
        Message(urgency: .error, title: "\(day) is \($0)", fingerprint: "\(day) \($0)")
      }
      tracker.add(dataset(messages), on: Self.date(day))
    }
    #expect(tracker.closed.values.joined().count == 20_000)
    // What is gone for longest is dropped first: of days 0 and 1 all, of day 2 a half.
    let days = tracker.closed.values.joined().map(\.track.lastSeen.dayNumber)
    let counts = (0...4).map { day in days.count { $0 == day } }
    #expect(counts == [0, 0, 4_000, 8_000, 8_000])
    #expect(tracker.bytes.count < 2 << 20)
  }

  @Test(.enabled(if: FuzzScale.isThorough))
  func whichMessagesOfOneDayAreDroppedIsTheSameEverywhere() {
    func closed(_ order: [Int]) -> Set<Fingerprint> {
      var tracker = MessageTracker()
      tracker.add(
        dataset(order.map { Message(urgency: .error, title: "", fingerprint: "x\($0)") }),
        on: Self.date(0))
      tracker.add(dataset([]), on: Self.date(1))
      return Set(tracker.closed.keys)
    }
    let one = closed(Array(0..<20_100))
    #expect(one.count == 20_000)
    #expect(one == closed((0..<20_100).reversed()))
  }

  // MARK: The same message

  @Test func aTrackFollowsARenamedFileAndAnEditedTitle() throws {
    let (one, other) = (Self.finding("Too long (93 > 88)", "a.c", 5), Self.finding("b", "a.c", 20))
    var tracker = MessageTracker()
    tracker.add(dataset([one, other]), on: Self.date(0))
    let second = [
      Self.finding("Too long (93 > 88)", "lib/a.c", 5), Self.finding("b", "lib/a.c", 20),
    ]
    let moved = tracker.recall(dataset(second), on: Self.date(1))
    #expect(moved.histories.map(\.runs) == [2, 2])
    #expect(moved.fingerprints.map(\.short) == [one, other].map { Fingerprint(of: $0).short })
    let third = [
      Self.finding("Too long (99 > 88)", "lib/a.c", 6), Self.finding("b", "lib/a.c", 21),
    ]
    let edited = tracker.recall(dataset(third), on: Self.date(2))
    #expect(edited.histories.map(\.runs) == [3, 3])
    #expect(edited.fingerprints.map(\.short) == [one, other].map { Fingerprint(of: $0).short })
  }

  @Test func aMessageThatLooksLikeARenamedOneHasAFingerprintOfItsOwn() {
    var tracker = MessageTracker()
    tracker.add(dataset([Self.finding("a", "x.c", 5)]), on: Self.date(0))
    tracker.add(dataset([Self.finding("a", "lib/x.c", 5)]), on: Self.date(1))
    let recall = tracker.recall(
      dataset([Self.finding("a", "lib/x.c", 5), Self.finding("a", "x.c", 9)]), on: Self.date(2))
    #expect(recall.histories.map(\.runs) == [3, 1])
    #expect(Set(recall.fingerprints.map(\.short)).count == 2)
  }

  @Test func ofEqualMessagesEachHasItsTrack() {
    var tracker = MessageTracker()
    for (day, lines) in [[5], [5, 90], [90]].enumerated() {
      tracker.add(dataset(lines.map { Self.finding("a", "a.c", $0) }), on: Self.date(day))
    }
    #expect(tracker.histories.map(\.since) == [Self.date(1)])
  }

  @Test(arguments: [true, false]) func aMessageThatIsBackKeepsItsName(hasLines: Bool) throws {
    let lines = Message.Context(lines: ["", "    connect(host, port=free_port())", ""])
    func refused(_ port: Int) -> Message {
      Message(
        urgency: .error, title: "port \(port) is closed",
        location: Message.Location(file: "tests/net.py", context: hasLines ? lines : nil))
    }
    var tracker = MessageTracker()
    tracker.add(dataset([refused(4_000)]), on: Self.date(0))
    tracker.add(dataset([]), on: Self.date(1))
    let root = try #require(JSONValue.parse(tracker.bytes, file: "seen.json").0)
    var read = try #require(MessageTracker(root, of: dataset([]), kept: []))
    let back = read.recall(dataset([refused(5_123)]), on: Self.date(2))
    #expect(back.histories.map(\.isBack) == [true])
    #expect(back.fingerprints.map(\.short) == [Fingerprint(of: refused(4_000)).short])
    // Unless another message is known by it.
    let both = tracker.recall(dataset([refused(5_123), refused(4_000)]), on: Self.date(2))
    #expect(Set(both.fingerprints.map(\.short)).count == 2)
  }

  // MARK: Not seen

  @Test func messagesThatNoRunLooksForAreKept() throws {
    var tracker = MessageTracker()
    tracker.add(dataset([Self.finding("a", "a.c", 5)]), on: Self.date(0))
    for day in 1...10 { tracker.add(dataset([], isPartial: true), on: Self.date(day)) }
    #expect(tracker.kept.map(\.title) == ["a"])
    let recall = tracker.recall(dataset([Self.finding("a", "a.c", 7)]), on: Self.date(11))
    #expect(recall.matches?.origins == [0])
    #expect(recall.histories.map(\.since) == [Self.date(0)])
    #expect(recall.earlier.map(\.lastSeen) == [Self.date(0)])
    #expect(tracker.keptCount == 0)
  }

  @Test func messagesNotSeenForThreeMonthsAreForgotten() {
    #expect(tracker("1" + String(repeating: "?", count: 90)).keptCount == 1)
    #expect(tracker("1" + String(repeating: "?", count: 91)).keptCount == 0)
  }

  /// A run in which the tests "a" (failed: `1`, passed: `0`, not run: `-`) and "b" (passed) are.
  private func run(_ letter: Character) -> Dataset {
    let a = "test:s\u{1F}a"
    let messages = letter == "1" ? [Message(urgency: .error, title: "a", fingerprint: a)] : []
    var run = dataset(messages)
    let ran = letter == "-" ? ["test:s\u{1F}b"] : [a, "test:s\u{1F}b"]
    run.scope = RunScope([
      RunScope.Part(tests: TestDigests(ran.map { TestDigests.digest(of: $0) }))
    ])
    return run
  }

  @Test(arguments: [("10--1", "10··1"), ("1-0-01", "1·0·01"), ("1--1", "1··1")])
  func aRunWithoutTheTestIsNoneWithoutTheFailure(runs: String, strip: String) throws {
    var tracker = MessageTracker()
    for (day, letter) in runs.enumerated() {
      tracker.add(run(letter), on: Self.date(day))
      // What is known of it is in the file.
      let root = try #require(JSONValue.parse(tracker.bytes, file: "seen.json").0)
      let kept = Array(tracker.kept)
      tracker = try #require(MessageTracker(root, of: run(letter), kept: kept))
    }
    let signs: [MessageHistory.State: String] = [.there: "1", .gone: "0", .notRun: "·"]
    #expect(tracker.histories.first?.states.compactMap { signs[$0] }.joined() == strip)
    #expect(tracker.histories.first?.states.count == runs.count)
  }

  @Test func onlyRunsThatLookedCountForComingAndGoing() throws {
    var tracker = MessageTracker()
    for (day, letter) in "1-1-1-1-1".enumerated() { tracker.add(run(letter), on: Self.date(day)) }
    #expect(tracker.histories.map(\.isFlaky) == [false])
    #expect(tracker.histories.map(\.presence) == [[true, true, true, true, true]])
  }

  @Test func aRecallSaysWhatWasKeptAndWhatIsTooOld() {
    let (one, other) = (Self.finding("a", "a.c", 5), Self.finding("b", "b.c", 5))
    var tracker = MessageTracker()
    tracker.add(dataset([one]), on: Self.date(0))
    tracker.add(dataset([other], isPartial: true), on: Self.date(60))
    let kept = tracker.recall(dataset([other], isPartial: true), on: Self.date(90))
    #expect(kept.keptCount == 1 && kept.outdated.isEmpty)
    let last = tracker.recall(dataset([other], isPartial: true), on: Self.date(91))
    #expect(last.keptCount == 1 && last.outdated == [1])
    #expect(last.withoutBaseline.keptCount == 0 && last.withoutBaseline.outdated.isEmpty)
    #expect(tracker.keptCount == 0)
  }

  // MARK: Files

  @Test func trackersAreReadBack() throws {
    var tracker = MessageTracker()
    let runs = [
      [Self.finding("a", "a.c", 5), Self.finding("b", "b.c", 1), Self.finding("c", "c.c", 1)],
      [Self.finding("a", "lib/a.c", 5), Self.finding("b", "b.c", 1)],
      [Self.finding("b", "b.c", 1), Self.finding("c", "c.c", 1)],
    ]
    for (day, messages) in runs.enumerated() {
      tracker.add(dataset(messages, isPartial: day == 2), on: Self.date(day))
    }
    let (root, problems) = JSONValue.parse(tracker.bytes, file: "seen.json")
    #expect(problems.isEmpty)
    let value = try #require(root)
    let read = try #require(
      MessageTracker(value, of: dataset(runs[2], isPartial: true), kept: Array(tracker.kept)))
    #expect(read.bytes == tracker.bytes)
    #expect(read.tracks == tracker.tracks && read.closed == tracker.closed)
    #expect(tracker.keptCount == 1 && tracker.tracks.contains { $0.name != nil && $0.back == nil })
    // Of other messages, or damaged.
    #expect(MessageTracker(value, of: dataset([]), kept: []) == nil)
    let damaged = #"{"version":2,"nights":1,"tracks":[[1,"x",1,1,0,"x"]]}"#
    let broken = try #require(JSONValue.parse(Array(damaged.utf8), file: "seen.json").0)
    #expect(MessageTracker(broken, of: dataset([runs[0][0]]), kept: []) == nil)
  }
}
