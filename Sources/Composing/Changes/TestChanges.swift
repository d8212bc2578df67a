package import Localization
internal import Model

/// The added, removed and renamed tests since the previous run (see "Added, removed and renamed
/// tests").
package struct TestChanges: Sendable, Hashable {
  package struct Rename: Sendable, Hashable {
    package var before: String
    package var now: String
  }

  /// The number of tests, and the known names in order.
  package struct List: Sendable, Hashable {
    package var count = 0
    package var names: [String] = []
  }

  package var added = List()
  package var removed = List()
  /// Pairs of a removed and an added test that are probably the same.
  package var renamed: [Rename] = []
  /// The digests of renamed tests and of those in a renamed suite or class.
  package private(set) var moved: [Move] = []

  package struct Move: Sendable, Hashable {
    package var before: UInt64
    package var now: UInt64

    package init(before: UInt64, now: UInt64) {
      (self.before, self.now) = (before, now)
    }
  }
  /// The tests that are skipped and were not skipped before: they ran, or did not exist.
  package var newSkips = List()
  /// Whether both runs name their tests.
  package private(set) var areKnown = false
  /// The number of removed tests, each counted in every environment in which it had run.
  private(set) var removedResults = 0

  package var isEmpty: Bool { added.count == 0 && removed.count == 0 && renamed.isEmpty }

  /// The largest number of names in any output.
  package static let mostNames = 200
  /// The number of names in a line of a mail, a text, a chat; a page has three times as many.
  package static let named = 10
  /// If more tests than this are added, and more than half of all, the previous run was probably
  /// only a part.
  private static let mostAdded = 100

  package init() {}

  /// - Parameter removed: The messages of removed tests, which may be older than the baseline.
  init(_ dataset: Dataset, after baseline: Dataset, removed messages: [Message]) {
    let known = messages.compactMap { $0.fingerprintAnywhere.map(NamedTest.init) }
    take(added: [], 0, removed: known, known.count)
    guard let now = TestInventory(dataset), let before = TestInventory(baseline) else { return }
    areKnown = true
    let skips = NewSkips(dataset, after: baseline)
    newSkips = Self.list(of: skips.ranBefore, now.names(of: skips.ranBefore, in: dataset))
    var (missing, appeared) = now.difference(from: before)
    let isWhole = dataset.isDeclaredWhole
    if !dataset.hasCompleted { missing = [] }
    if !isWhole, let scope = dataset.scope {
      missing.subtract(scope.testsOfAbsentEnvironments(since: baseline.scope))
    }
    if !baseline.hasCompleted { appeared = [] }
    var old = before.names(of: missing, in: baseline)
    var new = now.names(of: appeared, in: dataset)
    // A renamed suite is not a change.
    guard let moves = TestPairing.moves(old, new, missing, appeared, now, before) else { return }
    var movedClasses = Set<String>()
    for (one, other) in moves + TestPairing.otherValues(old, new) {
      moved.append(Move(before: one, now: other))
      (old[one] ?? new[other]).map { _ = movedClasses.insert($0.className) }
      missing.remove(one)
      appeared.remove(other)
      (old[one], new[other]) = (nil, nil)
    }
    func ran(_ test: NamedTest) -> Bool {
      isWhole || test.container.map(now.suites.contains) ?? false
        || !test.className.isEmpty && movedClasses.contains(test.className)
    }
    // With equal titles, only the environment differs.
    let pairs = TestPairing.renames(Array(old.values), Array(new.values), ran)
      .filter { $0.title != $1.title }
    renamed = pairs.map { Rename(before: $0.title, now: $1.title) }
      .sorted { ($0.before, $0.now) < ($1.before, $1.now) }
    for (one, other) in pairs {
      moved.append(Move(before: one.digest, now: other.digest))
      missing.remove(one.digest)
      appeared.remove(other.digest)
    }
    if !isWhole, appeared.count > max(Self.mostAdded, now.tests.count / 2) { appeared = [] }
    let skipped = skips.ranBefore.union(skips.others.intersection(appeared))
    newSkips = Self.list(of: skipped, now.names(of: skipped, in: dataset))
    let areAllSuitesThere = before.suites.isSubset(of: now.suites)
    let isRest = dataset.scope?.isWhole(after: baseline.scope) ?? false
    missing = missing.filter { digest in
      old[digest].map { ran($0) || isRest && $0.enclosing.contains(where: now.suites.contains) }
        ?? (isWhole || areAllSuitesThere && before.hasSuites)
    }
    removedResults = baseline.scope?.testCount(among: missing) ?? 0
    let renamedOnes = Set(pairs.map(\.0.digest))
    for test in known where !renamedOnes.contains(test.digest) {
      missing.insert(test.digest)
      old[test.digest] = test
    }
    take(
      added: appeared.compactMap { new[$0] }, appeared.count,
      removed: missing.compactMap { old[$0] }, missing.count)
  }

  private mutating func take(
    added: [NamedTest], _ addedCount: Int, removed: [NamedTest], _ removedCount: Int
  ) {
    self.added = Self.list(added, addedCount)
    self.removed = Self.list(removed, removedCount)
  }

  private static func list(_ tests: [NamedTest], _ count: Int) -> List {
    List(count: count, names: Array(tests.map(\.title).sorted().prefix(mostNames)))
  }

  /// - Parameter names: The known names of tests, by their digests.
  private static func list(of digests: Set<UInt64>, _ names: [UInt64: NamedTest]) -> List {
    list(digests.compactMap { names[$0] }, digests.count)
  }

  /// Removes the names, so that only the numbers are shown.
  mutating func forgetNames() {
    (added.names, removed.names, newSkips.names) = ([], [], [])
    renamed = renamed.map { _ in Rename(before: "", now: "") }
  }

  /// A line for each kind: "5 tests added: A.one, A.two and 3 more".
  package func lines(_ locale: Locale, naming limit: Int) -> [String] {
    func line(_ key: CountKey, _ count: Int, _ names: [String]) -> String? {
      if count == 0 || names.isEmpty { return nil }
      var shown = Array(names.prefix(limit))
      if let more = TextLimits.more(count - shown.count, locale) { shown.append(more) }
      return locale.string(
        .labelWithValue, ["label": locale.count(key, count), "value": locale.list(shown)])
    }
    let lines = [
      line(.testsAdded, added.count, added.names),
      line(.removed, removed.count, removed.names),
      line(
        .testsRenamed, renamed.count,
        renamed.filter { !$0.now.isEmpty }.map { "\($0.before) → \($0.now)" }),
    ]
    return lines.compactMap { $0 }
  }
}

/// The tests that exist in a run, including skipped ones.
struct TestInventory {
  /// The digests in order.
  let tests: [UInt64]
  let suites: Set<UInt64>

  /// nil for a run that lists no tests.
  init?(_ dataset: Dataset) {
    let lists = (dataset.scope?.parts ?? []).compactMap(\.allTests)
    if lists.allSatisfy(\.values.isEmpty) { return nil }
    var all = TestDigests()
    for list in lists { all.insert(list) }
    tests = all.sorted.filter { !TestDigests.isSuite($0) }
    // Suites with only skipped tests did not run.
    suites = Set(dataset.scope.testsRun.lazy.flatMap(\.values).filter(TestDigests.isSuite))
      .subtracting(TestDigests.anyReports)
  }

  /// Whether there are suites besides that of the whole report.
  var hasSuites: Bool { suites.contains { $0 != NamedTest.root } }

  /// The tests that only the previous run has, and those that only this run has.
  func difference(from before: TestInventory) -> (missing: Set<UInt64>, appeared: Set<UInt64>) {
    var (missing, appeared): (Set<UInt64>, Set<UInt64>) = ([], [])
    var (one, other) = (0, 0)
    while one < before.tests.count || other < tests.count {
      let old = one < before.tests.count ? before.tests[one] : .max
      let new = other < tests.count ? tests[other] : .max
      if old < new { missing.insert(old) } else if new < old { appeared.insert(new) }
      if old <= new { one += 1 }
      if new <= old { other += 1 }
    }
    return (missing, appeared)
  }

  /// The known names of tests by their digests: from a report that was just read, and from
  /// messages.
  func names(of digests: Set<UInt64>, in dataset: Dataset) -> [UInt64: NamedTest] {
    if digests.isEmpty { return [:] }
    var names = dataset.testNames.fingerprints(of: digests).mapValues(NamedTest.init)
    for message in dataset.messages {
      guard let fingerprint = message.fingerprintAnywhere, message.isTest else { continue }
      let digest = TestDigests.digest(of: fingerprint)
      if digests.contains(digest) { names[digest] = NamedTest(fingerprint) }
    }
    return names
  }
}
