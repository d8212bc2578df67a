import Model
import Threads

/// The tests that a project's page lists: those that failed in the window of runs, and the slowest.
struct TestLists: Sendable {
  typealias Outcome = TestResults.Outcome

  enum Kind: CaseIterable, Sendable {
    /// Failed when they ran last, in one of the last fourteen runs.
    case failing
    /// Came and went in the last fourteen runs.
    case flaky
    /// Failed earlier.
    case earlier
  }

  struct Item: Sendable {
    var test: TestShard.Row
    var kind: Kind
    /// The outcome in each run of the window.
    var outcomes: [Outcome]
    /// The different causes, the latest first.
    var causes: [String] = []
    var owner = ""

    /// The numbers of runs in which it ran, and in which it failed.
    var ran: Int
    var failed: Int
    /// The index of the last run in which it failed or needed several tries.
    var last: Int

    init(_ test: TestShard.Row, _ outcomes: [Outcome]) {
      (self.test, self.outcomes) = (test, outcomes)
      kind = TestLists.kind(of: outcomes)
      ran = outcomes.count { $0.isPass || $0.isFailure }
      failed = outcomes.count(where: \.isFailure)
      last = outcomes.lastIndex { $0.isFailure || $0 == .flaky } ?? 0
    }
  }

  /// A test with its time in the last run that has times.
  struct Slow: Sendable {
    var test: TestShard.Row
    var milliseconds: Int
  }

  /// The tests that failed, the latest failures first.
  private(set) var items: [Item] = []
  /// The slowest first.
  private(set) var slowest: [Slow] = []
  /// The number of tests.
  private(set) var count = 0

  static let mostSlowest = 10
  /// The number of last runs that decide whether a test comes and goes.
  private static let recent = 14
  private static let mostCauses = 3

  private init() {}

  /// - Parameter runs: The ids of the runs of the window, the oldest first.
  init(_ shards: [TestShard], _ runs: [String]) {
    Workers.inOrder(count: shards.count) { index in
      var lists = TestLists()
      lists.add(shards[index], runs)
      return lists
    } receive: { lists in
      items += lists.items
      slowest += lists.slowest
      count += lists.count
      return true
    }
    items.sort { one, other in
      (other.last, other.failed, one.test.name, one.test.digest)
        < (one.last, one.failed, other.test.name, other.test.digest)
    }
    slowest.sort {
      ($1.milliseconds, $0.test.name, $0.test.digest)
        < ($0.milliseconds, $1.test.name, $1.test.digest)
    }
    slowest = Array(slowest.prefix(Self.mostSlowest))
  }

  private mutating func add(_ shard: TestShard, _ runs: [String]) {
    count += shard.rows.count
    let places = Dictionary(zip(runs, runs.indices)) { first, _ in first }
    var blocks: [(block: TestBlock, columns: [Int: Int])] = []
    var isTaken = [Bool](repeating: false, count: runs.count)
    var hasFailed = [Bool](repeating: false, count: shard.rows.count)
    var latest: (place: Int, block: Int, column: Int)?
    for index in shard.blocks.indices.reversed() {
      let columns = shard.blocks[index].runs.enumerated().compactMap { column, run in
        places[run.id].flatMap { isTaken[$0] ? nil : (column, $0) }
      }
      guard !columns.isEmpty, let block = shard.open(index, withTimes: false) else { continue }
      for (column, place) in columns {
        isTaken[place] = true
        if place > latest?.place ?? -1 { latest = (place, index, column) }
      }
      block.markFailures(in: columns.map(\.0), &hasFailed)
      blocks.append((block, Dictionary(columns) { first, _ in first }))
    }
    for row in shard.rows.indices where hasFailed[row] {
      items.append(item(shard.rows[row], row, blocks, runs.count))
    }
    guard let latest, let block = shard.open(latest.block) else { return }
    var times: [(time: Int, row: Int)] = []
    for row in 0..<min(block.rowCount, shard.rows.count) {
      let time = block.times[row * block.runs.count + latest.column]
      if time > 0 { times.append((time, row)) }
    }
    // All with the time of the last listed one, so that the order of rows does not matter.
    times.sort { $0.time > $1.time }
    let least = times.prefix(Self.mostSlowest).last?.time ?? 0
    slowest += times.prefix { $0.time >= least }.map {
      Slow(test: shard.rows[$0.row], milliseconds: $0.time)
    }
  }

  private func item(
    _ test: TestShard.Row, _ row: Int, _ blocks: [(block: TestBlock, columns: [Int: Int])],
    _ count: Int
  ) -> Item {
    var outcomes = [Outcome](repeating: .none, count: count)
    var failures: [(place: Int, failure: RunResults.Failure)] = []
    for (block, columns) in blocks {
      for (column, place) in columns { outcomes[place] = block.outcome(row, column) }
      for failure in block.failures where failure.row == row {
        guard let place = columns[failure.column] else { continue }
        failures.append((place, block.texts(of: failure)))
      }
    }
    failures.sort { $0.place > $1.place }
    var item = Item(test, outcomes)
    for (_, failure) in failures {
      if item.owner.isEmpty { item.owner = failure.owner }
      if !failure.cause.isEmpty, !item.causes.contains(failure.cause),
        item.causes.count < Self.mostCauses
      {
        item.causes.append(failure.cause)
      }
    }
    return item
  }

  static func kind(of outcomes: [Outcome]) -> Kind {
    let last = outcomes.suffix(recent).filter { $0.isPass || $0.isFailure }
    var times = 0
    var before = Outcome.passed
    for outcome in last {
      if outcome == .flaky || outcome.isFailure && !before.isFailure { times += 1 }
      before = outcome
    }
    if times > 1 { return .flaky }
    return last.last?.isFailure ?? false ? .failing : .earlier
  }
}
