internal import Model
internal import Text

/// A test with a known name.
package struct NamedTest: Hashable {
  package let fingerprint: String
  package let digest: UInt64
  /// Its own name, without class and suites.
  let name: String
  /// Its class; empty without one.
  let className: String
  /// Its class, or without one its suites.
  package let place: String

  /// The digest of the suite that contains all tests of a report.
  static let root = TestDigests.digest(ofSuite: TestDigests.prefix)

  package init(_ fingerprint: String) {
    self.fingerprint = fingerprint
    digest = TestDigests.digest(of: fingerprint)
    let parts = TestDigests.names(of: fingerprint)
    (name, className) = (parts.name, parts.className)
    place = parts.className.isEmpty ? parts.suites : parts.className
  }

  /// Creates a test from its names alone.
  package init(_ digest: UInt64, name: String, in place: String) {
    (self.digest, self.name, self.place) = (digest, name, place)
    (fingerprint, className) = (name, "")
  }

  var container: UInt64? { TestDigests.container(of: fingerprint) }
  var enclosing: [UInt64] { TestDigests.enclosing(of: fingerprint) }

  /// "Cart.adds": the last part of the class and the name.
  package var title: String {
    let isPath = className.allSatisfy { $0.isLetter || $0.isNumber || "_.$:".contains($0) }
    if className.isEmpty || name.hasPrefix(className) || name.hasSuffix(className) || !isPath {
      return name
    }
    let last = className.split { $0 == "." || $0 == ":" }.last.map(String.init) ?? className
    return last + (className.contains("::") ? "::" : ".") + name
  }
}

/// Finds tests of two runs that are probably the same under another name. Each test is in at most
/// one pair.
package enum TestPairing {
  /// The limits of pairs to compare; more would take too long.
  private static let (mostPairs, mostPlaces) = (20_000, 5_000_000)
  /// The required similarity of two names, from 0 to 1.
  private static let least = 0.7

  /// Tests of one class and name in different suites, by their digests; nil if there are too many
  /// to compare.
  static func moves(
    _ old: [UInt64: NamedTest], _ new: [UInt64: NamedTest], _ missing: Set<UInt64>,
    _ appeared: Set<UInt64>, _ now: TestInventory, _ before: TestInventory
  ) -> [(UInt64, UInt64)]? {
    var pairs: [(UInt64, UInt64)] = []
    var used = Set<UInt64>()
    var isTooMuch = false
    func pair(
      _ tests: [UInt64: NamedTest], with others: Set<UInt64>, in suites: Set<UInt64>,
      _ add: (UInt64, UInt64) -> Void
    ) {
      if tests.isEmpty || others.isEmpty { return }
      guard tests.count <= mostPlaces / max(suites.count, 1) else {
        isTooMuch = true
        return
      }
      for test in tests.values.sorted(by: { $0.fingerprint < $1.fingerprint })
      where !used.contains(test.digest) {
        guard let name = TestDigests.name(of: test.fingerprint) else { continue }
        let found = suites.lazy.map { TestDigests.digest(ofName: name, in: $0) }
          .filter { others.contains($0) && !used.contains($0) }.min()
        guard let found else { continue }
        used.formUnion([test.digest, found])
        add(test.digest, found)
      }
    }
    pair(new, with: missing, in: before.suites) { pairs.append(($1, $0)) }
    pair(old, with: appeared, in: now.suites) { pairs.append(($0, $1)) }
    return isTooMuch ? nil : pairs
  }

  /// Tests whose names differ only in values such as an address, by their digests. Without values,
  /// the names are unique.
  static func otherValues(
    _ old: [UInt64: NamedTest], _ new: [UInt64: NamedTest]
  ) -> [(UInt64, UInt64)] {
    func names(_ tests: [UInt64: NamedTest]) -> [UInt64: [UInt64]] {
      var names: [UInt64: [UInt64]] = [:]
      for test in tests.values {
        guard let name = TestDigests.digest(withoutValues: Array(test.fingerprint.utf8)) else {
          continue
        }
        names[name, default: []].append(test.digest)
      }
      return names
    }
    let others = names(new)
    return names(old).compactMap { name, tests in
      guard let found = others[name], tests.count == 1, found.count == 1 else { return nil }
      return (tests[0], found[0])
    }
  }

  /// Pairs tests with the same name in another class, if the name is unique, then tests of one
  /// class with the most similar names.
  ///
  /// - Parameter ran: Whether other tests of a test's class ran. If none did, the class counts as
  ///   renamed only if all of its tests are in one other class.
  package static func renames(
    _ old: [NamedTest], _ new: [NamedTest], _ ran: (NamedTest) -> Bool
  ) -> [(NamedTest, NamedTest)] {
    if old.isEmpty || new.isEmpty { return [] }
    var pairs: [(NamedTest, NamedTest)] = []
    let oldNames = Dictionary(grouping: old, by: \.name)
    let newNames = Dictionary(grouping: new, by: \.name)
    func namesake(of test: NamedTest) -> NamedTest? {
      guard oldNames[test.name]?.count == 1, let others = newNames[test.name], others.count == 1
      else { return nil }
      return others[0]
    }
    for tests in Dictionary(grouping: old, by: \.place).values {
      let found = tests.map { ($0, namesake(of: $0)) }
      let places = Set(found.map { $0.1?.place })
      guard tests.allSatisfy(ran) || places.count == 1 else { continue }
      for (one, other) in found { if let other { pairs.append((one, other)) } }
    }
    let used = Set(pairs.flatMap { [$0.0.digest, $0.1.digest] })
    let places = Dictionary(grouping: new.filter { !used.contains($0.digest) }, by: \.place)
    var candidates: [(likeness: Double, old: NamedTest, new: NamedTest)] = []
    var room = mostPairs
    for test in old.sorted(by: { $0.fingerprint < $1.fingerprint })
    where !used.contains(test.digest) {
      let others = places[test.place] ?? []
      room -= others.count
      if room < 0 { break }
      for other in others {
        let likeness = likeness(test.name, other.name)
        if likeness >= least { candidates.append((likeness, test, other)) }
      }
    }
    candidates.sort {
      ($1.likeness, $0.old.fingerprint, $0.new.fingerprint)
        < ($0.likeness, $1.old.fingerprint, $1.new.fingerprint)
    }
    var taken = used
    for (_, one, other) in candidates
    where !taken.contains(one.digest) && !taken.contains(other.digest) {
      taken.formUnion([one.digest, other.digest])
      pairs.append((one, other))
    }
    return pairs
  }

  /// The similarity of two names, from 0 to 1. Names that differ only in numbers or in brackets
  /// belong to different cases of one test.
  static func likeness(_ one: String, _ other: String) -> Double {
    let (one, other) = (Array(one.utf8.prefix(200)), Array(other.utf8.prefix(200)))
    if outline(one) == outline(other) { return 0 }
    let (a, b) = (withoutTest(one), withoutTest(other))
    let all = a.count + b.count
    if a.isEmpty || b.isEmpty || Double(2 * min(a.count, b.count)) < least * Double(all) {
      return 0
    }
    return Double(2 * commonLength(a, b)) / Double(all)
  }

  /// The name without digits and up to its parameters.
  private static func outline(_ name: [UInt8]) -> [UInt8] {
    name.prefix { $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "(") }
      .filter { !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0) }
  }

  /// The name without the word that begins most names.
  private static func withoutTest(_ name: [UInt8]) -> [UInt8] {
    for word in ["test_", "test", "Test"] where name.starts(with: word.utf8) {
      return Array(name.dropFirst(word.utf8.count))
    }
    return name
  }

  /// The length of the longest common subsequence.
  private static func commonLength(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var row = [Int](repeating: 0, count: b.count + 1)
    for x in a {
      var diagonal = 0
      for (index, y) in b.enumerated() {
        let above = row[index + 1]
        row[index + 1] = x == y ? diagonal + 1 : max(above, row[index])
        diagonal = above
      }
    }
    return row[b.count]
  }
}
