import Model
import Testing

@testable import Publishing

/// The memory of the results of tests: a shard with its blocks and its file.
@Suite struct TestShardTests {
  private func digest(_ name: String) -> UInt64 {
    TestDigests.digest(of: "test:Suite\u{1F}\(name)")
  }

  private func run(_ number: Int, report: String = "0a1b2c3d") -> TestBlock.Run {
    TestBlock.Run(id: "r\(number)", time: 1_790_000_000 + Int64(number), digest: report)
  }

  private func entry(
    _ outcome: TestResults.Outcome, _ milliseconds: Int = 0, cause: String? = nil,
    places: RunResults.Places = RunResults.Places()
  ) -> RunResults.Entry {
    var entry = RunResults.Entry(outcome: outcome, milliseconds: milliseconds, places: places)
    entry.failure = cause.map { RunResults.Failure(cause: $0, owner: "@core", place: "a.c:3") }
    return entry
  }

  /// A shard of 25 runs. The test "b" fails in each third run; "c" is there from the 12th run on.
  private func shard(runs: Range<Int> = 0..<25) throws -> TestShard {
    var shard = TestShard()
    for number in runs {
      var entries = [
        digest("a"): entry(.passed, 1_230),
        digest("b"): number % 3 == 0
          ? entry(
            .failed, 600_000, cause: "timed out", places: RunResults.Places(ran: 3, failed: 2))
          : entry(.passed, 71_000, places: RunResults.Places(ran: 3)),
      ]
      if number >= 12 { entries[digest("c")] = entry(.skipped) }
      let isAdded = shard.add(run(number), entries, ["linux", "mac"])
      try #require(isAdded)
    }
    for (row, name) in ["a", "b", "c"].enumerated() {
      let row = shard.rowsOfDigests[digest(name)] ?? row
      if row < shard.rows.count { shard.change(row) { ($0.name, $0.place) = (name, "Suite") } }
    }
    return shard
  }

  private func file(_ shard: inout TestShard) throws -> [UInt8] {
    let file = shard.file(name: "all")
    return try #require(file)
  }

  private func add(
    _ number: Int, _ entries: [UInt64: RunResults.Entry], to shard: inout TestShard,
    report: String = "0a1b2c3d"
  ) {
    let isAdded = shard.add(run(number, report: report), entries, [])
    #expect(isAdded)
  }

  private func removeBlocks(of shard: inout TestShard, outside window: Range<Int>) {
    let isDone = shard.removeBlocks(outside: Set(window.map { "r\($0)" }))
    #expect(isDone)
  }

  /// The entries of each run, by its id and the test.
  private func entries(_ shard: TestShard) throws -> [String: [UInt64: RunResults.Entry]] {
    var found: [String: [UInt64: RunResults.Entry]] = [:]
    for id in shard.runs.keys {
      let place = shard.column(of: id)
      let (block, column) = try #require(place)
      found[id] = shard.entries(of: block, column)
    }
    return found
  }

  @Test func theFileHoldsEveryResult() throws {
    var shard = try shard()
    let before = try entries(shard)
    #expect(before["r12"]?[digest("b")]?.failure?.cause == "timed out")
    #expect(before["r12"]?[digest("b")]?.places == RunResults.Places(ran: 3, failed: 2))
    #expect(before["r11"]?[digest("c")] == nil)
    let bytes = try file(&shard)
    var read = try #require(TestShard(bytes, name: "all"))
    #expect(read.rows == shard.rows)
    #expect(try entries(read) == before)
    #expect(try file(&read) == bytes, "the same memory is the same file")
  }

  @Test func aNewRunPacksOnlyTheLastBlock() throws {
    var shard = try shard()
    var read = try #require(TestShard(try file(&shard), name: "all"))
    let closed = read.blocks.map(\.packed?.signs)
    #expect(closed.count == 3)
    add(25, [digest("a"): entry(.passed)], to: &read)
    _ = try file(&read)
    #expect(read.blocks.prefix(2).map(\.packed?.signs) == Array(closed.prefix(2)))
    #expect(read.blocks[2].packed?.signs != closed[2])
  }

  @Test func everyDamagedByteIsNoticed() throws {
    var shard = try shard(runs: 0..<3)
    let bytes = try file(&shard)
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 1
      #expect(TestShard(damaged, name: "all") == nil, "byte \(index)")
    }
    for count in stride(from: 0, to: bytes.count, by: 7) {
      #expect(TestShard(Array(bytes.prefix(count)), name: "all") == nil)
    }
    #expect(TestShard(bytes, name: "7") == nil, "a copied file")
    #expect(!TestShard.isOfOtherVersion(bytes))
    let text = String(decoding: bytes, as: UTF8.self)
    let other = Array(text.replacing("testShard(2,", with: "testShard(1,").utf8)
    #expect(TestShard(other, name: "all") == nil)
    #expect(TestShard.isOfOtherVersion(other))
  }

  @Test func aReplacedRunCountsOnce() throws {
    var shard = try shard()
    // In the open block, and in a closed one.
    for number in [24, 3] {
      add(number, [digest("a"): entry(.failed)], to: &shard, report: "ffffffff")
    }
    let found = try entries(shard)
    for id in ["r24", "r3"] {
      #expect(found[id]?[digest("a")]?.outcome == .failed)
      #expect(found[id]?[digest("b")] == nil)
      #expect(shard.runs[id]?.digest == "ffffffff")
    }
    #expect(found["r4"]?[digest("a")]?.outcome == .passed)
    let lists = TestLists([shard], (0..<25).map { "r\($0)" }, latest: 24)
    let item = try #require(lists.items.first { $0.test.digest == digest("a") })
    #expect(item.failed == 2)
  }

  @Test func numbersOutliveTheWindow() throws {
    var shard = try shard()
    // Runs 0 to 9 leave the window; b failed in 0, 3, 6 and 9.
    removeBlocks(of: &shard, outside: 10..<25)
    #expect(shard.blocks.count == 2)
    let row = shard.rows[try #require(shard.rowsOfDigests[digest("b")])]
    #expect(row.failures == 4)
    #expect(row.first == run(0).time)
    #expect(row.lastPass == TestShard.Pass(time: run(8).time, id: "r8"))
    // A block stays as long as one of its runs is in the window, and counts once.
    removeBlocks(of: &shard, outside: 15..<25)
    #expect(shard.blocks.count == 2)
    #expect(shard.rows[shard.rowsOfDigests[digest("b")] ?? 0].failures == 4)
  }

  @Test func testsThatAreGoneLeaveTheMemory() throws {
    var shard = TestShard()
    for number in 0..<10 {
      add(number, [digest("old\(number)"): entry(.passed)], to: &shard)
    }
    for number in 10..<20 { add(number, [digest("a"): entry(.passed, 5)], to: &shard) }
    let before = try entries(shard)["r19"]
    removeBlocks(of: &shard, outside: 10..<20)
    #expect(shard.rows.map(\.digest) == [digest("a")])
    #expect(try entries(shard)["r19"] == before)
  }

  @Test func timesKeepThreeDigits() throws {
    var shard = TestShard()
    let times = [0, 1, 999, 1_230, 600_000, 99_900_000_000]
    var entries: [UInt64: RunResults.Entry] = [:]
    for time in times { entries[digest("\(time)")] = entry(.passed, time) }
    add(0, entries, to: &shard)
    let read = try #require(TestShard(try file(&shard), name: "all"))
    #expect(try self.entries(read)["r0"] == entries)
    #expect(RunResults.milliseconds(12.3456) == 12_300)
    #expect(RunResults.milliseconds(-1) == 0)
  }

  @Test(arguments: [
    ("......", TestLists.Kind.earlier), ("xxx", .failing), ("..x", .failing),
    ("..x.", .earlier), (".x.x.", .flaky), (".x.x", .failing), ("x......x", .failing),
    ("x..............", .earlier), (".o.o.", .flaky),
    // It was removed, or is skipped.
    (".x ", .earlier), (".x-----", .earlier), (".x.x   ", .flaky),
  ])
  func theLatestRunDecidesWhatFailsNow(signs: String, kind: TestLists.Kind) {
    let outcomes = outcomes(signs)
    #expect(TestLists.kind(of: outcomes, latest: outcomes.count - 1) == kind)
  }

  @Test(arguments: [
    ("..x  ", TestLists.Kind.failing), ("..x--", .failing), ("..x .", .earlier),
    ("... x", .failing), (".x   ", .earlier),
  ])
  func canceledRunsDecideOnlyByWhatTheyRan(signs: String, kind: TestLists.Kind) {
    #expect(TestLists.kind(of: outcomes(signs), latest: 2) == kind)
  }

  private func outcomes(_ signs: String) -> [TestResults.Outcome] {
    signs.map { sign in
      switch sign {
      case ".": .passed
      case "x": .failed
      case "o": .flaky
      case "-": .skipped
      default: .none
      }
    }
  }
}
