import Model

/// A part of a project's memory of its tests: those whose digests begin with the same digits.
///
/// It consists of blocks of runs. A new run changes only the last block. If two blocks have the same
/// run, the later block counts.
struct TestShard: Sendable {
  typealias Outcome = TestResults.Outcome

  /// A test. The numbers cover the runs that have left the window.
  struct Row: Equatable, Sendable {
    var digest: UInt64
    var name = ""
    var place = ""
    /// The digest of the test under its earlier name.
    var earlier: UInt64?
    /// The digest of the test under its later name.
    var later: UInt64?
    /// The time of the first run that had it.
    var first: Int64?
    var failures = 0
    /// The last run in which it passed.
    var lastPass: Pass?
  }

  struct Pass: Equatable, Sendable {
    var time: Int64
    var id: String
  }

  /// A block with its packed texts; nil texts if they must be packed again.
  struct Block: Sendable {
    var runs: [TestBlock.Run]
    var packed: (signs: String, times: String)?
    var open: TestBlock?
  }

  var rows: [Row] = []
  private(set) var rowsOfDigests: [UInt64: Int] = [:]
  var blocks: [Block] = []
  /// The packed rows; nil if they have changed.
  var packedRows: String?
  /// Whether the file differs from the memory.
  var isChanged = false

  init() {}

  init(rows: [Row], blocks: [Block], packedRows: String?) {
    self.rows = rows
    self.blocks = blocks
    self.packedRows = packedRows
    rowsOfDigests = Dictionary(zip(rows.map(\.digest), rows.indices)) { first, _ in first }
  }

  /// The run of each id, as the last block that has it knows it.
  var runs: [String: TestBlock.Run] {
    Dictionary(blocks.flatMap(\.runs).map { ($0.id, $0) }) { $1 }
  }

  /// Returns the row of a test, which is added if it is new.
  mutating func row(of digest: UInt64) -> Int {
    if let row = rowsOfDigests[digest] { return row }
    rows.append(Row(digest: digest))
    rowsOfDigests[digest] = rows.count - 1
    (packedRows, isChanged) = (nil, true)
    return rows.count - 1
  }

  mutating func change(_ row: Int, _ body: (inout Row) -> Void) {
    let before = rows[row]
    body(&rows[row])
    if rows[row] != before { (packedRows, isChanged) = (nil, true) }
  }

  /// Unpacks a block; nil if it is damaged.
  func open(_ index: Int, withTimes: Bool = true) -> TestBlock? {
    if let open = blocks[index].open { return open }
    guard let packed = blocks[index].packed,
      var block = TestBlock(packed: packed.signs, blocks[index].runs)
    else { return nil }
    if withTimes {
      guard block.setTimes(packed: packed.times) else { return nil }
    }
    return block
  }

  /// Adds the results of a run; false if the last block is damaged.
  mutating func add(
    _ run: TestBlock.Run, _ entries: [UInt64: RunResults.Entry], _ environments: [String]
  ) -> Bool {
    isChanged = true
    var byRow: [Int: RunResults.Entry] = [:]
    byRow.reserveCapacity(entries.count)
    for (digest, entry) in entries.sorted(by: { $0.key < $1.key }) {
      byRow[row(of: digest)] = entry
    }
    let last = blocks.indices.last
    if let last {
      guard var block = open(last) else { return false }
      if let column = block.runs.firstIndex(where: { $0.id == run.id }) {
        block = block.without(column)
      }
      if block.runs.count < TestBlock.most {
        block.add(run, byRow, environments, rows: rows.count)
        blocks[last] = Block(runs: block.runs, packed: nil, open: block)
        return true
      }
    }
    var block = TestBlock()
    block.add(run, byRow, environments, rows: rows.count)
    blocks.append(Block(runs: block.runs, packed: nil, open: block))
    return true
  }

  /// Removes the blocks without a run of the window. Their numbers are added to those of the tests.
  /// Returns false if such a block is damaged.
  ///
  /// - Parameter window: The ids of the runs of the window.
  mutating func removeBlocks(outside window: Set<String>) -> Bool {
    var later: Set<String> = []
    var removed: [Int] = []
    for index in blocks.indices.reversed() {
      let own = blocks[index].runs.map(\.id).filter { !later.contains($0) }
      if !own.contains(where: window.contains) { removed.append(index) }
      later.formUnion(blocks[index].runs.map(\.id))
    }
    for index in removed {
      guard let block = open(index, withTimes: false) else { return false }
      let others = Set(blocks[(index + 1)...].flatMap(\.runs).map(\.id))
      blocks.remove(at: index)
      settle(block, but: others)
      isChanged = true
    }
    if !removed.isEmpty { removeRows() }
    // Replaced runs leave gaps in their blocks.
    if blocks.count > Self.mostBlocks { rebuild(where: rows.map { _ in true }, window) }
    return true
  }

  private static let mostBlocks = 14

  /// Adds the numbers of a block to those of its tests.
  private mutating func settle(_ block: TestBlock, but others: Set<String>) {
    for (column, run) in block.runs.enumerated() where !others.contains(run.id) {
      for row in 0..<block.rowCount {
        let outcome = block.outcome(row, column)
        if outcome == .none { continue }
        change(row) { test in
          test.first = min(test.first ?? run.time, run.time)
          if outcome.isFailure { test.failures += 1 }
          if outcome.isPass, run.time > test.lastPass?.time ?? .min {
            test.lastPass = Pass(time: run.time, id: run.id)
          }
        }
      }
    }
  }

  /// Adds the numbers of all runs outside of the window, whose columns are about to be left out.
  mutating func settle(outside window: Set<String>) {
    for index in blocks.indices {
      guard let block = open(index, withTimes: false) else { continue }
      settle(block, but: window.union(blocks[(index + 1)...].flatMap(\.runs).map(\.id)))
    }
  }

  /// Removes tests without a result if they are a quarter of all. Every block is packed again then.
  private mutating func removeRows() {
    var isThere = [Bool](repeating: false, count: rows.count)
    var opened: [TestBlock] = []
    for index in blocks.indices {
      guard let block = open(index, withTimes: false) else { return }
      opened.append(block)
      for row in 0..<block.rowCount where !isThere[row] {
        isThere[row] = block.runs.indices.contains { block.outcome(row, $0) != .none }
      }
    }
    guard isThere.count(where: { !$0 }) > rows.count / 4 else { return }
    rebuild(where: isThere)
  }

  /// Packs every block again, with only some of the rows and of the runs.
  private mutating func rebuild(where isKept: [Bool], _ window: Set<String>? = nil) {
    if let window { settle(outside: window) }
    var shard = TestShard()
    for (row, test) in rows.enumerated() where isKept[row] {
      let new = shard.row(of: test.digest)
      shard.rows[new] = test
    }
    for index in blocks.indices {
      guard let block = open(index) else { return }
      let others = Set(blocks[(index + 1)...].flatMap(\.runs).map(\.id))
      for (column, run) in block.runs.enumerated()
      where !others.contains(run.id) && window?.contains(run.id) ?? true {
        guard shard.add(block.runs[column], entries(of: block, column, isKept), block.environments)
        else { return }
      }
    }
    self = shard
  }

  /// The results of a run in a block, by test.
  func entries(
    of block: TestBlock, _ column: Int, _ isKept: [Bool]? = nil
  ) -> [UInt64: RunResults.Entry] {
    var entries: [UInt64: RunResults.Entry] = [:]
    for (row, entry) in block.entries(column) where row < rows.count && isKept?[row] ?? true {
      entries[rows[row].digest] = entry
    }
    return entries
  }

  /// Keeps every block unpacked.
  mutating func openAll() {
    for index in blocks.indices { blocks[index].open = open(index) }
  }

  /// The block and the column of a run; nil if it is absent or damaged.
  func column(of id: String) -> (block: TestBlock, column: Int)? {
    for index in blocks.indices.reversed() {
      guard let column = blocks[index].runs.firstIndex(where: { $0.id == id }) else { continue }
      return open(index).map { ($0, column) }
    }
    return nil
  }
}
