import Composing
import Diagnostics
import Files
import Model
import Rendering
import Time

/// A project's memory of the results of its tests in the last runs: the folder `PROJECT/tests/`.
/// Its size depends on the number of tests, not on the age of the site.
struct TestMemory {
  /// The number of runs of the main line.
  static let window = 90
  static let folder = "tests"

  let history: ProjectHistory
  /// The runs of the window, the oldest first, with those that have no report.
  let runs: [PublishedRun]
  private(set) var shards: [TestShard]
  /// The number of digits of a digest that name its shard: 0, 1 or 2.
  private(set) var digits: Int
  private(set) var problems: [Diagnostic] = []
  /// The names of the stored files.
  private let stored: [String]

  /// Reads the memory.
  init(_ history: ProjectHistory) {
    self.history = history
    runs = Self.window(of: history)
    stored = history.staging.names(in: history.path(Self.folder)).filter { Self.digits($0) != nil }
    let counts = Dictionary(grouping: stored) { Self.digits($0) ?? 0 }.mapValues(\.count)
    // Of two sets of files, an interrupted change has completed at most one.
    let isWhole = { (digits: Int) in counts[digits] == Self.count(digits) }
    digits =
      [2, 1, 0].first(where: isWhole)
      ?? counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 0
    shards = []
    let paths = (0..<Self.count(digits)).map { [digits] in history.path(Self.file($0, digits)) }
    for (index, path) in paths.enumerated() {
      let file = history.staging.read(path, .seen)
      let shard = file.flatMap { TestShard($0, name: Self.name(index, digits)) }
      shards.append(shard ?? TestShard())
      if shard != nil || stored.isEmpty || file.map(TestShard.isOfOtherVersion) ?? false {
        continue
      }
      problems.append(damage(path))
    }
  }

  private static func window(of history: ProjectHistory) -> [PublishedRun] {
    var runs: [PublishedRun] = []
    for month in history.index.months.reversed() {
      for run in history.runs(in: month.name).reversed() where !run.isOfBranch {
        runs.append(run)
        if runs.count == window { return runs.reversed() }
      }
    }
    return runs.reversed()
  }

  private func damage(_ path: String) -> Diagnostic {
    Diagnostic(
      .warning, "damaged-memory",
      "the memory of tests in '\(path)' is damaged: it is made again from the runs, without the "
        + "durations of tests and the names of tests that did not fail")
  }

  // MARK: Files

  private static func count(_ digits: Int) -> Int { 1 << (4 * digits) }

  /// The file of a shard: `tests/all.js`, `tests/7.js`, `tests/7f.js`.
  static func file(_ index: Int, _ digits: Int) -> String {
    folder + "/" + name(index, digits) + ".js"
  }

  static func name(_ index: Int, _ digits: Int) -> String {
    if digits == 0 { return "all" }
    let name = String(index, radix: 16)
    return String(repeating: "0", count: digits - name.count) + name
  }

  /// The number of digits in the name of a shard's file; nil for another file.
  private static func digits(_ name: String) -> Int? {
    if name == "all.js" { return 0 }
    guard name.hasSuffix(".js") else { return nil }
    let digits = name.dropLast(3).utf8
    let isHex = digits.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
    return isHex && 1...2 ~= digits.count ? digits.count : nil
  }

  /// The shard of a test.
  static func shard(of digest: UInt64, _ digits: Int) -> Int {
    Int(digest >> (40 - 4 * UInt64(digits))) & (count(digits) - 1)
  }

  /// Stages the changed files, and removes those of another number of shards.
  mutating func stage() throws(FileError) {
    guard hasTests else {
      for name in stored { history.staging.remove(history.path(Self.folder + "/" + name)) }
      return
    }
    for index in shards.indices where shards[index].isChanged {
      guard let bytes = shards[index].file(name: Self.name(index, digits)) else {
        throw FileError.tooLarge(history.staging.folder.fullPath(of: history.path(Self.folder)))
      }
      try history.staging.write(bytes, to: history.path(Self.file(index, digits)), .seen)
    }
    for name in stored where Self.digits(name) != digits {
      history.staging.remove(history.path(Self.folder + "/" + name))
    }
  }

  // MARK: Runs

  /// Whether the site has no memory of tests yet.
  var isNew: Bool { stored.isEmpty }
  /// The index of the latest run of the window that is neither canceled nor missing.
  var latestComplete: Int { runs.lastIndex { !$0.isMissing && $0.status != .canceled } ?? 0 }
  var hasTests: Bool { shards.contains { !$0.rows.isEmpty } }

  /// Adds the runs of the window that the memory lacks or has with another report.
  ///
  /// - Parameters:
  ///   - id: The id of the run that is being published; nil for none.
  ///   - results: Its results.
  ///   - checking: Whether to compare the memory with the datasets of the runs, which may have
  ///     results that it lacks.
  mutating func update(
    _ id: String?, _ results: RunResults?, _ dataset: Dataset?, renamed: [TestChanges.Move] = [],
    checking: Bool = false
  ) {
    let new = newTests(results)
    var known = shards.map(\.runs)
    if checking { for index in shards.indices { shards[index].openAll() } }
    for run in runs where !run.isMissing {
      let column = TestBlock.Run(
        id: run.id, time: run.time.seconds, digest: String(run.digest.prefix(8)))
      let lacking = shards.indices.filter { index in
        known[index][run.id].map { $0.digest != column.digest } ?? true
      }
      if lacking.isEmpty, !checking { continue }
      let isCurrent = run.id == id
      let found =
        isCurrent
        ? results : history.files.stored(run.id, run.digest).map { RunResults($0) }
      guard let found else { continue }
      add(column, found, to: lacking)
      for index in lacking { known[index][run.id] = column }
      if checking { addLost(column, found, to: shards.indices.filter { !lacking.contains($0) }) }
      if isCurrent, let dataset { addNames(dataset) }
      for (digest, name) in found.names { setName(of: digest, name) }
    }
    var moves = renamed
    if let id, let results, dataset?.hasCompleted ?? false {
      moves += renames(new, in: id, results)
    }
    for move in moves { link(move.now, to: move.before) }
    let window = Set(runs.map(\.id))
    for index in shards.indices where !shards[index].removeBlocks(outside: window) {
      repair(index)
    }
    setCount()
  }

  private mutating func add(_ column: TestBlock.Run, _ results: RunResults, to indices: [Int]) {
    var parts = [[UInt64: RunResults.Entry]](repeating: [:], count: shards.count)
    for (digest, entry) in results.tests {
      parts[Self.shard(of: digest, digits)][digest] = entry
    }
    for index in indices where !shards[index].add(column, parts[index], results.environments) {
      repair(index)
      _ = shards[index].add(column, parts[index], results.environments)
    }
  }

  /// Adds the tests of a run that the memory has lost, and keeps what only its reports knew.
  private mutating func addLost(_ column: TestBlock.Run, _ results: RunResults, to indices: [Int]) {
    let parts = Dictionary(grouping: results.tests) { Self.shard(of: $0.key, digits) }
    for index in indices {
      guard let (block, place) = shards[index].column(of: column.id) else {
        repair(index)
        continue
      }
      var entries = shards[index].entries(of: block, place)
      let lost = parts[index, default: []].filter { entries[$0.key] == nil }
      if lost.isEmpty { continue }
      var environments = block.environments
      let places = results.environments.map { name -> Int in
        if let place = environments.firstIndex(of: name) { return place }
        environments.append(name)
        return environments.count - 1
      }
      for (digest, var entry) in lost {
        entry.places = entry.places.moved(to: places)
        entries[digest] = entry
      }
      _ = shards[index].add(column, entries, environments)
    }
  }

  /// Empties a shard that turns out to be damaged. The next publish adds the runs again.
  private mutating func repair(_ index: Int) {
    problems.append(damage(history.path(Self.file(index, digits))))
    shards[index] = TestShard()
    shards[index].isChanged = true
  }

  /// Names the tests that have no name yet.
  private mutating func addNames(_ dataset: Dataset) {
    var unnamed: Set<UInt64> = []
    for shard in shards {
      for row in shard.rows where row.name.isEmpty { unnamed.insert(row.digest) }
    }
    for (digest, fingerprint) in dataset.testNames.fingerprints(of: unnamed) {
      setName(of: digest, RunResults.name(of: fingerprint))
    }
  }

  private mutating func setName(of digest: UInt64, _ name: RunResults.Name) {
    let index = Self.shard(of: digest, digits)
    guard let row = shards[index].rowsOfDigests[digest] else { return }
    shards[index].change(row) { test in
      if test.name.isEmpty { (test.name, test.place) = (name.name, name.place) }
    }
  }

  /// Notes the earlier name of a renamed test, so that its history goes on.
  private mutating func link(_ digest: UInt64, to earlier: UInt64) {
    let old = shards[Self.shard(of: earlier, digits)]
    let index = Self.shard(of: digest, digits)
    guard digest != earlier, let from = old.rowsOfDigests[earlier],
      let row = shards[index].rowsOfDigests[digest]
    else { return }
    let first = old.rows[from].first
    shards[index].change(row) { test in
      if test.earlier == nil { (test.earlier, test.first) = (earlier, first ?? test.first) }
      test.later = nil
    }
    shards[Self.shard(of: earlier, digits)].change(from) { $0.later = digest }
  }

  // MARK: The number of shards

  /// The numbers of tests at which one more digit names a shard; half of it, one less.
  private static let limits = [800, 12_800]

  /// Changes the number of shards if the number of tests needs it.
  private mutating func setCount() {
    let tests = shards.reduce(0) { $0 + $1.rows.count }
    var wanted = digits
    while wanted < Self.limits.count, tests > Self.limits[wanted] { wanted += 1 }
    while wanted > 0, tests < Self.limits[wanted - 1] / 2 { wanted -= 1 }
    if wanted != digits { divide(into: wanted) }
  }

  /// Divides the tests among another number of shards.
  private mutating func divide(into digits: Int) {
    var new = [TestShard](repeating: TestShard(), count: Self.count(digits))
    let window = Set(runs.map(\.id))
    for index in shards.indices { shards[index].settle(outside: window) }
    for shard in shards {
      for row in shard.rows {
        let index = Self.shard(of: row.digest, digits)
        let place = new[index].row(of: row.digest)
        new[index].rows[place] = row
      }
    }
    for index in shards.indices { shards[index].openAll() }
    for run in runs where !run.isMissing {
      var columns: [(block: TestBlock, column: Int, shard: Int)] = []
      for index in shards.indices {
        guard let (block, column) = shards[index].column(of: run.id) else { continue }
        columns.append((block, column, index))
      }
      guard let first = columns.first else { continue }
      var environments: [String] = []
      var parts = [[UInt64: RunResults.Entry]](repeating: [:], count: new.count)
      for (block, column, index) in columns {
        let places = block.environments.map { name -> Int in
          if let place = environments.firstIndex(of: name) { return place }
          environments.append(name)
          return environments.count - 1
        }
        for (digest, var entry) in shards[index].entries(of: block, column) {
          entry.places = entry.places.moved(to: places)
          parts[Self.shard(of: digest, digits)][digest] = entry
        }
      }
      for index in new.indices {
        _ = new[index].add(first.block.runs[first.column], parts[index], environments)
      }
    }
    (shards, self.digits) = (new, digits)
  }
}

extension RunResults.Places {
  /// The same environments in another list.
  func moved(to indices: [Int]) -> Self {
    var moved = Self()
    for (old, new) in indices.enumerated() where new < RunResults.mostEnvironments {
      if ran >> old & 1 == 1 { moved.ran |= 1 << new }
      if failed >> old & 1 == 1 { moved.failed |= 1 << new }
    }
    return moved
  }
}
