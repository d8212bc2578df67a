import Model

/// The results of up to ten runs for the tests of a shard, unpacked: a row for each test, a column
/// for each run. A test that was added later has no row in an older block.
struct TestBlock: Equatable, Sendable {
  typealias Outcome = TestResults.Outcome

  /// The largest number of runs. Blocks are closed when they are full, so that a publish packs only
  /// the last one.
  static let most = 10

  /// A run, as the blocks know it.
  struct Run: Equatable, Sendable {
    var id: String
    var time: Int64
    /// The beginning of the digest of its dataset. Another report of this run has another one.
    var digest: String
  }

  /// A failure with its texts, as indices in `texts`.
  struct Failure: Equatable, Sendable {
    var column: Int
    var row: Int
    /// Cause, owner, place, reason of a known issue, commits.
    var texts: [Int]
  }

  typealias Places = RunResults.Places

  var runs: [Run] = []
  private(set) var rowCount = 0
  /// The outcome of each test in each run, test by test.
  private(set) var outcomes: [UInt8] = []
  /// The environments, as indices in `places`; parallel to `outcomes`.
  private(set) var wheres: [UInt8] = []
  /// Milliseconds at three digits, 0 if unknown; parallel to `outcomes`.
  var times: [Int] = []
  private(set) var environments: [String] = []
  private(set) var places: [Places] = [Places()]
  private(set) var texts: [String] = [""]
  private(set) var failures: [Failure] = []

  /// The largest number of different sets of environments, and of texts. Failures beyond it have
  /// no texts, so that a shard stays small.
  private static let (mostPlaces, mostTexts) = (255, 2_000)

  init() {}

  init?(
    rowCount: Int, runs: [Run], outcomes: [UInt8], wheres: [UInt8], environments: [String],
    places: [Places], texts: [String], failures: [Failure]
  ) {
    let size = rowCount * runs.count
    guard outcomes.count == size, wheres.count == size, !places.isEmpty, texts.first == "",
      outcomes.allSatisfy({ Outcome(rawValue: $0) != nil }),
      wheres.allSatisfy({ $0 < places.count }),
      environments.count <= RunResults.mostEnvironments,
      places.allSatisfy({ ($0.ran | $0.failed) >> environments.count == 0 }),
      failures.allSatisfy({
        $0.column < runs.count && $0.row < rowCount && $0.texts.allSatisfy(texts.indices.contains)
      })
    else { return nil }
    self.rowCount = rowCount
    self.runs = runs
    self.outcomes = outcomes
    self.wheres = wheres
    self.environments = environments
    self.places = places
    self.texts = texts
    self.failures = failures
    times = [Int](repeating: 0, count: size)
  }

  func outcome(_ row: Int, _ column: Int) -> Outcome {
    guard row < rowCount else { return .none }
    return Outcome(rawValue: outcomes[row * runs.count + column]) ?? .none
  }

  /// The entries of a run by row, to write them into another block.
  func entries(_ column: Int) -> [Int: RunResults.Entry] {
    var entries: [Int: RunResults.Entry] = [:]
    for row in 0..<rowCount {
      let outcome = outcome(row, column)
      if outcome == .none { continue }
      let index = row * runs.count + column
      var entry = RunResults.Entry()
      entry.outcome = outcome
      entry.milliseconds = times[index]
      entry.places = places[Int(wheres[index])]
      entries[row] = entry
    }
    for failure in failures where failure.column == column {
      entries[failure.row]?.failure = texts(of: failure)
    }
    return entries
  }

  func texts(of failure: Failure) -> RunResults.Failure {
    let found = failure.texts.map { texts[$0] } + ["", "", "", "", ""]
    return RunResults.Failure(
      cause: found[0], owner: found[1], place: found[2], known: found[3], suspects: found[4])
  }

  /// Marks the rows with a failure in one of these columns.
  func markFailures(in columns: [Int], _ rows: inout [Bool]) {
    let isMarked = (0..<UInt8(Outcome.allCases.count)).map { value in
      Outcome(rawValue: value).map { $0.isFailure || $0 == .flaky } ?? false
    }
    let width = runs.count
    // A byte at a time: most tests have passed in every run.
    for index in outcomes.indices where isMarked[Int(outcomes[index])] {
      let row = index / width
      if row < rows.count, columns.contains(index % width) { rows[row] = true }
    }
  }

  // MARK: Writing

  /// Adds a run with the results of these rows.
  ///
  /// - Parameters:
  ///   - environments: The names of the entries' environments.
  ///   - count: The number of rows of the shard.
  mutating func add(
    _ run: Run, _ entries: [Int: RunResults.Entry], _ names: [String], rows count: Int
  ) {
    let old = runs.count
    rowCount = max(rowCount, count)
    runs.append(run)
    func widened<Value>(_ values: [Value], _ empty: Value) -> [Value] {
      var wide: [Value] = []
      wide.reserveCapacity(rowCount * runs.count)
      for row in 0..<rowCount {
        let start = row * old
        if start + old <= values.count {
          wide += values[start..<(start + old)]
        } else {
          wide += repeatElement(empty, count: old)
        }
        wide.append(empty)
      }
      return wide
    }
    (outcomes, wheres, times) = (widened(outcomes, 0), widened(wheres, 0), widened(times, 0))
    let environmentPlaces = names.map { index(of: $0) }
    var known = Dictionary(zip(places, places.indices)) { first, _ in first }
    var knownTexts = Dictionary(zip(texts, texts.indices)) { first, _ in first }
    for (row, entry) in entries.sorted(by: { $0.key < $1.key }) {
      let index = row * runs.count + old
      outcomes[index] = entry.outcome.rawValue
      times[index] = entry.milliseconds
      wheres[index] = place(of: entry, environmentPlaces, &known)
      if let failure = entry.failure { add(failure, old, row, &knownTexts) }
    }
  }

  /// nil if there are too many.
  private mutating func index(of environment: String) -> Int? {
    if let index = environments.firstIndex(of: environment) { return index }
    guard environments.count < RunResults.mostEnvironments else { return nil }
    environments.append(environment)
    return environments.count - 1
  }

  private mutating func place(
    of entry: RunResults.Entry, _ environments: [Int?], _ known: inout [Places: Int]
  ) -> UInt8 {
    if entry.places == Places() { return 0 }
    var place = Places()
    for (index, environment) in environments.enumerated() {
      guard let environment else { continue }
      if entry.places.ran >> index & 1 == 1 { place.ran |= 1 << environment }
      if entry.places.failed >> index & 1 == 1 { place.failed |= 1 << environment }
    }
    if let index = known[place] { return UInt8(index) }
    guard places.count < Self.mostPlaces else { return 0 }
    places.append(place)
    known[place] = places.count - 1
    return UInt8(places.count - 1)
  }

  private mutating func add(
    _ failure: RunResults.Failure, _ column: Int, _ row: Int, _ known: inout [String: Int]
  ) {
    guard texts.count < Self.mostTexts else { return }
    let own = [failure.cause, failure.owner, failure.place, failure.known, failure.suspects]
    let indices = own.map { text in
      if let index = known[text] { return index }
      texts.append(text)
      known[text] = texts.count - 1
      return texts.count - 1
    }
    failures.append(Failure(column: column, row: row, texts: indices))
  }

  /// The block without a run.
  func without(_ column: Int) -> TestBlock {
    var block = TestBlock()
    for other in runs.indices where other != column {
      block.add(runs[other], entries(other), environments, rows: rowCount)
    }
    return block
  }
}
