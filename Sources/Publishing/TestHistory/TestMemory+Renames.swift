import Composing
import Model

/// Renamed tests. The report recognizes those with a known name before; the memory knows the names
/// of all tests.
extension TestMemory {
  /// The largest number of tests on each side. More are a reorganization.
  private static let mostPaired = 200

  /// The new tests of a run, before it is added; none in the first run.
  func newTests(_ results: RunResults?) -> Set<UInt64> {
    guard let results, hasTests else { return [] }
    var found: Set<UInt64> = []
    for digest in results.tests.keys where row(of: digest) == nil {
      found.insert(digest)
      if found.count > Self.mostPaired { return [] }
    }
    return found
  }

  /// Pairs tests that are gone since the run before with similar new ones.
  ///
  /// - Parameters:
  ///   - new: The new tests, which the memory has by now.
  ///   - id: The id of the run that has them.
  func renames(_ new: Set<UInt64>, in id: String, _ results: RunResults) -> [TestChanges.Move] {
    guard !new.isEmpty, let place = runs.firstIndex(where: { $0.id == id }),
      let before = runs[..<place].last(where: { !$0.isMissing }), !before.isPartial
    else { return [] }
    var old: [NamedTest] = []
    for shard in shards {
      guard let (block, column) = shard.column(of: before.id) else { return [] }
      for row in 0..<min(block.rowCount, shard.rows.count)
      where block.outcome(row, column) != .none {
        let test = shard.rows[row]
        if results.tests[test.digest] == nil, !test.name.isEmpty { old.append(Self.named(test)) }
        if old.count > Self.mostPaired { return [] }
      }
    }
    let added = new.compactMap { row(of: $0).map(Self.named) }
    var places: Set<String> = []
    if !old.isEmpty {
      for shard in shards {
        for row in shard.rows where results.tests[row.digest] != nil && !new.contains(row.digest) {
          places.insert(Self.named(row).place)
        }
      }
    }
    return TestPairing.renames(old, added) { places.contains($0.place) }
      .map { TestChanges.Move(before: $0.0.digest, now: $0.1.digest) }
  }

  private func row(of digest: UInt64) -> TestShard.Row? {
    let shard = shards[Self.shard(of: digest, digits)]
    return shard.rowsOfDigests[digest].map { shard.rows[$0] }
  }

  /// A test with its own name and its class.
  private static func named(_ test: TestShard.Row) -> NamedTest {
    let place = test.place.split(separator: "›").last.map { $0.drop { $0 == " " } }
    let container = place.map { $0.split { $0 == "." || $0 == ":" }.last ?? $0 }
    var end = test.name.firstIndex { $0 == "." || $0 == ":" }
    if let container {
      end =
        test.name.hasPrefix(container)
        ? test.name.index(test.name.startIndex, offsetBy: container.count) : nil
    }
    guard let end, end < test.name.endIndex else {
      return NamedTest(test.digest, name: test.name, in: test.place)
    }
    let own = test.name[end...].drop { $0 == "." || $0 == ":" }
    return NamedTest(
      test.digest, name: String(own), in: test.place + " " + String(test.name[..<end]))
  }
}
