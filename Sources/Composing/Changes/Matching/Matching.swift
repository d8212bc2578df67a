internal import Model

/// Finds the same messages in two runs, in stages (see "Same message in two runs"). Each stage
/// matches remaining messages with equal keys, in O(n log n) time for any input.
struct Matching {
  private(set) var pairs: [(old: Int, new: Int)] = []
  private var old: MatchingSide
  private var new: MatchingSide
  private var names = FileNumbers()
  private let environments: MatchingEnvironments

  /// The largest distance of an edited line from the place that its neighbours predict.
  private static let mostMoved = 10
  /// Prefixes of fingerprints from linters, which often depend on lines and their numbers.
  private static let changingFingerprints = ["codequality:", "sarif:"]
  /// The prefix of imported tests' fingerprints. They contain the name, so two tests that fail at
  /// one line stay two.
  private static let namedTest = "test:"
  /// The prefix of fingerprints that importers compute from tool, rule, file and title. The stages
  /// compare these, too.
  private static let imported = "f:"

  /// - Parameter fingerprints: The fingerprints of the new messages.
  init(_ baseline: Dataset, _ dataset: Dataset, fingerprints: [Fingerprint]) {
    old = MatchingSide(baseline, &names)
    new = MatchingSide(dataset, &names)
    environments = MatchingEnvironments(old, new)
    matchGiven(fingerprints)
    if old.open.isEmpty || new.open.isEmpty { return }
    let categories = old.categoriesWithContext.intersection(new.categoriesWithContext)
    old.prepare(withContext: categories)
    new.prepare(withContext: categories)
    old.rename(Renames.find(old, new, by: .context, names))
    for evidence in [Renames.Evidence.place, .name] {
      let edited = Renames.find(old, new, by: evidence, names)
      old.rename(edited)
      old.compareByPlace(edited.values)
      new.compareByPlace(edited.values)
    }
    for stage in MatchingStage.all where !old.open.isEmpty && !new.open.isEmpty { match(stage) }
    matchRefiled(fingerprints)
  }

  /// Matches findings after an option has changed their category.
  private mutating func matchRefiled(_ fingerprints: [Fingerprint]) {
    let (before, now) = (Set(old.messages.map(\.category)), Set(new.messages.map(\.category)))
    func isImported(_ message: Message) -> Bool {
      message.fingerprint?.hasPrefix(Self.imported) ?? false
    }
    matchFingerprints(
      old.open.filter { isImported(old.messages[$0]) && !now.contains(old.messages[$0].category) },
      new.open.filter {
        isImported(new.messages[$0]) && !before.contains(new.messages[$0].category)
      }, fingerprints)
  }

  private mutating func matchFingerprints(
    _ olds: [Int], _ news: [Int], _ fingerprints: [Fingerprint]
  ) {
    var buffer: [UInt8] = []
    let groups = MatchingGroups(
      old: olds, olds.map { Fingerprint(of: old.messages, at: $0, buffer: &buffer) },
      new: news, news.map { fingerprints[$0] })
    var closed: (old: [Int], new: [Int]) = ([], [])
    for group in 0..<groups.count where !groups.old(group).isEmpty && !groups.new(group).isEmpty {
      pair(groups.old(group), groups.new(group))
      closed.old += groups.old(group)
      closed.new += groups.new(group)
    }
    old.close(closed.old)
    new.close(closed.new)
  }

  /// Matches given fingerprints. A message with a fingerprint differs from all messages without
  /// one, and is not matched again. Exceptions are messages with their own context and messages of
  /// linters: later stages may match them.
  private mutating func matchGiven(_ fingerprints: [Fingerprint]) {
    func isGiven(_ message: Message) -> Bool {
      message.fingerprint.map { !$0.isEmpty && !$0.hasPrefix(Self.imported) } ?? false
    }
    let oldGiven = old.open.filter { isGiven(old.messages[$0]) }
    let newGiven = new.open.filter { isGiven(new.messages[$0]) }
    matchFingerprints(oldGiven, newGiven, fingerprints)
    matchTestsOfOtherSuites()
    matchTestsOfOtherValues()
    matchFewerHiddenFailures()
    func isIdentified(_ message: Message) -> Bool {
      guard let given = message.fingerprint else { return false }
      if given.hasPrefix(Self.namedTest) { return true }
      if let context = message.location?.context, !context.isRead { return false }
      return !Self.changingFingerprints.contains { given.hasPrefix($0) }
    }
    old.close(oldGiven.filter { isIdentified(old.messages[$0]) })
    new.close(newGiven.filter { isIdentified(new.messages[$0]) })
  }

  /// Matches tests of a renamed suite: their class and name are unique in both runs, including
  /// passed tests.
  private mutating func matchTestsOfOtherSuites() {
    let (olds, news) = (old.openTests, new.openTests)
    let keys = Set(olds.keys).intersection(news.keys)
    if keys.isEmpty { return }
    let names = Set(keys.map(\.name))
    let before = TestPlaces(of: names, in: old.scope.testsRun)
    let now = TestPlaces(of: names, in: new.scope.testsRun)
    let matched = pairs.count
    for key in keys {
      guard let old = olds[key] ?? nil, let new = news[key] ?? nil,
        before.hasNone(key.name, but: old.digest), now.hasNone(key.name, but: new.digest),
        environments.allow(old.index, new.index)
      else { continue }
      pairs.append((old.index, new.index))
    }
    old.close(pairs[matched...].map(\.old))
    new.close(pairs[matched...].map(\.new))
  }

  /// Matches two tests if their names differ only in values such as an address, a duration or a
  /// path. Without values, both names must be unique. Neither run may have the other's exact name.
  private mutating func matchTestsOfOtherValues() {
    let (olds, news) = (old.openTestsWithoutValues, new.openTestsWithoutValues)
    var candidates: [(old: MatchingSide.OpenTest, new: MatchingSide.OpenTest)] = []
    for (name, test) in olds {
      if let test, let other = news[name] ?? nil { candidates.append((test, other)) }
    }
    if candidates.isEmpty { return }
    let before = old.scope.tests(among: Set(candidates.map(\.new.digest)))
    let now = new.scope.tests(among: Set(candidates.map(\.old.digest)))
    let found = candidates.filter {
      !before.contains($0.new.digest) && !now.contains($0.old.digest)
        && environments.allow($0.old.index, $0.new.index)
    }
    pairs += found.map { ($0.old.index, $0.new.index) }
    old.close(found.map(\.old.index))
    new.close(found.map(\.new.index))
  }

  /// Matches failures that are counted and not described if they are fewer than before. If there
  /// are more, they are new.
  private mutating func matchFewerHiddenFailures() {
    let olds = old.openHiddenFailures
    if olds.isEmpty { return }
    let found = new.openHiddenFailures.compactMap { suite, now in
      olds[suite].flatMap { now.count < $0.count ? ($0.index, now.index) : nil }
    }
    pairs += found
    old.close(found.map(\.0))
    new.close(found.map(\.1))
  }

  private mutating func match(_ stage: MatchingStage) {
    let anchors = stage.isLocal ? anchors() : [:]
    if stage.isMove {
      old.noteFiles(names)
      new.noteFiles(names)
    }
    if stage.isUnique {
      old.noteUnique()
      new.noteUnique()
    }
    if stage.isLone || stage.parts.contains(.column) {
      let reindented = reindented()
      old.ignoreColumns(of: reindented)
      new.ignoreColumns(of: reindented)
    }
    func keys(
      _ side: MatchingSide, _ other: MatchingSide, gap: (Anchors, Int) -> Int,
      expected: (Anchors, Int) -> Int
    ) -> [Fingerprint?] {
      var buffer: [UInt8] = []
      return side.open.map { index in
        if stage.isMove, other.hasFile(side.files[index]) { return nil }
        guard stage.isLocal, let line = side.line(index) else {
          return side.key(of: index, in: stage, names, &buffer)
        }
        let own = anchors[side.files[index]] ?? Anchors([])
        return side.key(
          of: index, in: stage, gap: gap(own, line), line: expected(own, line), names, &buffer)
      }
    }
    let groups = MatchingGroups(
      old: old.open, keys(old, new, gap: { $0.gap(ofOld: $1) }, expected: { $0.expected($1) }),
      new: new.open, keys(new, old, gap: { $0.gap(ofNew: $1) }, expected: { $1 }))
    let matched = pairs.count
    for group in 0..<groups.count {
      let (olds, news) = (groups.old(group), groups.new(group))
      guard let first = olds.first, let other = news.first else { continue }
      let isLone = olds.count == 1 && news.count == 1 && old.column(first) == new.column(other)
      if stage.isLone, !isLone { continue }
      let own = stage.isLocal ? anchors[old.files[first]] : nil
      // Without an anchor, lines are assumed not to move far.
      let isNear = stage.isLone || stage.isLocal && !stage.isFar
      pair(olds, news, own, most: isNear ? Self.mostMoved : nil)
    }
    old.close(pairs[matched...].map(\.old))
    new.close(pairs[matched...].map(\.new))
  }

  /// The anchors of the files with remaining messages in both runs.
  private func anchors() -> [Int: Anchors] {
    let files = Set(old.open.map { old.files[$0] }).intersection(new.open.map { new.files[$0] })
      .subtracting([0])
    var lines: [Int: [(old: Int, new: Int)]] = [:]
    for pair in pairs {
      let file = old.files[pair.old]
      guard file == new.files[pair.new], files.contains(file), let before = old.line(pair.old),
        let now = new.line(pair.new)
      else { continue }
      lines[file, default: []].append((before, now))
    }
    return lines.mapValues { Anchors($0) }
  }

  /// The files in which at least a third of the matched messages have another column.
  private func reindented() -> Set<Int> {
    var counts: [Int: (changed: Int, all: Int)] = [:]
    for pair in pairs where old.files[pair.old] == new.files[pair.new] {
      let isChanged =
        old.messages[pair.old].location?.column != new.messages[pair.new].location?.column
      counts[old.files[pair.old], default: (0, 0)].all += 1
      if isChanged { counts[old.files[pair.old], default: (0, 0)].changed += 1 }
    }
    return Set(counts.filter { $0.value.changed * 3 >= $0.value.all }.keys)
  }

  /// Pairs messages with equal keys: first those of one environment, then those of equal urgency,
  /// then the others, the nearest ones first.
  ///
  /// - Parameters:
  ///   - anchors: The anchors of their file, which predict the new lines.
  ///   - most: The largest distance in lines.
  private mutating func pair(
    _ olds: ArraySlice<Int>, _ news: ArraySlice<Int>, _ anchors: Anchors? = nil,
    most: Int? = nil
  ) {
    let hasLines =
      olds.allSatisfy { old.line($0) != nil } && news.allSatisfy { new.line($0) != nil }
    let most = hasLines ? most : nil
    // Most keys are unique.
    if olds.count == 1, news.count == 1, most == nil {
      pairs += zip(olds, news).filter { environments.allow($0, $1) }.map { ($0, $1) }
      return
    }
    var left = olds.enumerated().map { position, index in
      let line = old.line(index) ?? 0
      return NearestPairs.Item(
        index: index, position: hasLines ? anchors?.expected(line) ?? line : position)
    }
    var right = news.enumerated().map { position, index in
      NearestPairs.Item(index: index, position: hasLines ? new.line(index) ?? 0 : position)
    }
    func pair(old matchesOld: (Int) -> Bool, new matchesNew: (Int) -> Bool) {
      let found = NearestPairs(
        old: left.filter { matchesOld($0.index) }, new: right.filter { matchesNew($0.index) },
        most: most
      ).pairs
      if found.isEmpty { return }
      let (foundOld, foundNew) = (Set(found.map(\.old)), Set(found.map(\.new)))
      left.removeAll { foundOld.contains($0.index) }
      right.removeAll { foundNew.contains($0.index) }
      pairs += found
    }
    let (before, now) = (environments.old, environments.new)
    for environment in Set(olds.compactMap(before.name)).sorted() {
      pair(old: { before.name($0) == environment }, new: { now.name($0) == environment })
    }
    func isFree(_ index: Int) -> Bool { !before.bound.contains(index) }
    func isFreeNow(_ index: Int) -> Bool { !now.bound.contains(index) }
    for urgency in Urgency.allCases {
      pair(
        old: { old.messages[$0].urgency == urgency && isFree($0) },
        new: { new.messages[$0].urgency == urgency && isFreeNow($0) })
    }
    pair(old: isFree, new: isFreeNow)
    // A message of an unknown environment may be that of any.
    pair(old: { before.name($0) == nil }, new: { _ in true })
    pair(old: { _ in true }, new: { now.name($0) == nil })
  }
}

/// The messages of both runs, grouped by key. A message is in no group if it has no key, or a key
/// that no old message has.
struct MatchingGroups {
  private var olds: Members
  private var news: Members

  var count: Int { olds.count }
  func old(_ group: Int) -> ArraySlice<Int> { olds[group] }
  func new(_ group: Int) -> ArraySlice<Int> { news[group] }

  init(old: [Int], _ oldKeys: [Fingerprint?], new: [Int], _ newKeys: [Fingerprint?]) {
    var numbers: [Fingerprint: Int] = [:]
    numbers.reserveCapacity(oldKeys.count)
    let groups = oldKeys.map { key -> Int in
      guard let key else { return -1 }
      let number = numbers[key] ?? numbers.count
      numbers[key] = number
      return number
    }
    olds = Members(old, groups, count: numbers.count)
    news = Members(new, newKeys.map { $0.flatMap { numbers[$0] } ?? -1 }, count: numbers.count)
  }

  /// The messages of each group in input order, stored in one array.
  private struct Members {
    private var starts: [Int]
    private var indices: [Int]

    var count: Int { starts.count - 1 }

    /// - Parameter groups: The group of each message; -1 for none.
    init(_ messages: [Int], _ groups: [Int], count: Int) {
      starts = [Int](repeating: 0, count: count + 1)
      for group in groups where group >= 0 { starts[group + 1] += 1 }
      for group in 0..<count { starts[group + 1] += starts[group] }
      var ends = starts
      indices = [Int](repeating: 0, count: starts[count])
      for (message, group) in zip(messages, groups) where group >= 0 {
        indices[ends[group]] = message
        ends[group] += 1
      }
    }

    subscript(group: Int) -> ArraySlice<Int> { indices[starts[group]..<starts[group + 1]] }
  }
}
