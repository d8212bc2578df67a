import Model

/// The tests that a project's page lists: those that failed in the window of runs, and the slowest.
struct TestLists {
  typealias Outcome = TestResults.Outcome

  enum Kind: CaseIterable {
    /// Failed in the latest complete run, or in a canceled one after it.
    case failing
    /// Came and went in the last fourteen runs, and did not fail in the latest.
    case flaky
    /// Failed earlier.
    case earlier
  }

  struct Item {
    var test: TestShard.Row
    var kind: Kind
    /// The outcome in each run of the window, also under earlier names.
    var outcomes: [Outcome]
    /// The different causes, the latest first.
    var causes: [String] = []
    var owner = ""

    /// The numbers of runs in which it ran, and in which it failed.
    var ran: Int
    var failed: Int
    /// The index of the last run in which it failed or needed several tries.
    var last: Int

    /// Rounded as in the page of a test.
    var failedPercent: Int { ran == 0 ? 0 : (100 * failed + ran / 2) / ran }

    fileprivate init(_ found: Found, _ latest: Int) {
      test = found.test
      outcomes = found.outcomes
      kind = TestLists.kind(of: outcomes, latest: latest)
      ran = outcomes.count { $0.isPass || $0.isFailure }
      failed = outcomes.count(where: \.isFailure)
      last = outcomes.lastIndex { $0.isFailure || $0 == .flaky } ?? 0
      for (_, failure) in found.failures.sorted(by: { $0.place > $1.place }) {
        if owner.isEmpty { owner = failure.owner }
        if !failure.cause.isEmpty, !causes.contains(failure.cause),
          causes.count < TestLists.mostCauses
        {
          causes.append(failure.cause)
        }
      }
    }
  }

  /// A test's results in the window, under one name at first.
  fileprivate struct Found {
    var test: TestShard.Row
    var outcomes: [Outcome]
    var failures: [(place: Int, failure: RunResults.Failure)]

    /// Adds the results under an earlier name.
    mutating func add(_ earlier: Found) {
      for place in outcomes.indices where outcomes[place] == .none {
        outcomes[place] = earlier.outcomes[place]
      }
      failures += earlier.failures
    }
  }

  /// A test with its time in the last run that has times.
  struct Slow {
    var test: TestShard.Row
    var milliseconds: Int
  }

  /// The tests that failed, the latest failures first.
  private(set) var items: [Item] = []
  /// The slowest first.
  private(set) var slowest: [Slow] = []
  /// The number of tests, without the earlier names of renamed ones.
  private(set) var count = 0

  static let mostSlowest = 10
  /// The number of last runs that decide whether a test comes and goes.
  private static let recent = 14
  private static let mostCauses = 3

  /// - Parameters:
  ///   - runs: The ids of the runs of the window, the oldest first.
  ///   - latest: The index of the latest complete run, which decides what fails now.
  init(_ shards: [TestShard], _ runs: [String], latest: Int) {
    let renamed = Set(shards.flatMap(\.rows).compactMap(\.earlier))
    var found: [UInt64: Found] = [:]
    for shard in shards { add(shard, runs, renamed, to: &found) }
    // An earlier name is no test of its own, unless it is back.
    let gone = renamed.filter { found[$0]?.outcomes[latest...].allSatisfy { $0 == .none } ?? false }
    count -= gone.count
    for test in found.values where !gone.contains(test.test.digest) {
      var whole = test
      var seen: Set = [test.test.digest]
      var earlier = test.test.earlier
      while let digest = earlier, gone.contains(digest), seen.insert(digest).inserted,
        let name = found[digest]
      {
        whole.add(name)
        earlier = name.test.earlier
      }
      if whole.outcomes.contains(where: { $0.isFailure || $0 == .flaky }) {
        items.append(Item(whole, latest))
      }
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

  /// Adds the tests of a shard that failed, were renamed, or are slow.
  private mutating func add(
    _ shard: TestShard, _ runs: [String], _ renamed: Set<UInt64>, to found: inout [UInt64: Found]
  ) {
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
    for (row, test) in shard.rows.enumerated()
    where hasFailed[row] || test.earlier != nil || renamed.contains(test.digest) {
      found[test.digest] = Self.results(of: test, row, blocks, runs.count)
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

  private static func results(
    of test: TestShard.Row, _ row: Int, _ blocks: [(block: TestBlock, columns: [Int: Int])],
    _ count: Int
  ) -> Found {
    var outcomes = [Outcome](repeating: .none, count: count)
    var failures: [(place: Int, failure: RunResults.Failure)] = []
    for (block, columns) in blocks {
      for (column, place) in columns { outcomes[place] = block.outcome(row, column) }
      for failure in block.failures where failure.row == row {
        guard let place = columns[failure.column] else { continue }
        failures.append((place, block.texts(of: failure)))
      }
    }
    return Found(test: test, outcomes: outcomes, failures: failures)
  }

  /// - Parameter latest: The index of the latest complete run. Only what ran counts in later ones.
  static func kind(of outcomes: [Outcome], latest: Int) -> Kind {
    let now = outcomes[latest...].last { $0.isPass || $0.isFailure }
    if now?.isFailure ?? false { return .failing }
    var times = 0
    var before = Outcome.passed
    for outcome in outcomes.suffix(recent) where outcome.isPass || outcome.isFailure {
      if outcome == .flaky || outcome.isFailure && !before.isFailure { times += 1 }
      before = outcome
    }
    return times > 1 ? .flaky : .earlier
  }
}
