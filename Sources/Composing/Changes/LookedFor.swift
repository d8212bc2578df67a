package import Model

extension Dataset {
  /// For each message of earlier runs, whether this run has looked for it, so that it is gone if the
  /// run does not have it (N2). Takes time in proportion to the messages times the parts of the scope.
  ///
  /// A run that did not complete has looked for the tests that its reports list and for nothing else.
  ///
  /// - Parameter before: What the run before looked at. If that is known, a run that does not say
  ///   what it looked at has not looked for what only reports of other tools hold.
  package func hasLooked(for messages: [Message], after before: RunScope? = nil) -> [Bool] {
    let own = scope ?? before.map { _ in RunScope([RunScope.Part(kind: .message)]) }
    guard let scope = own else {
      return [Bool](repeating: hasCompleted, count: messages.count)
    }
    var isFound = [Bool](repeating: false, count: messages.count)
    let candidates = scope.parts.contains { $0.tests != nil } ? TestCandidates(messages) : nil
    for part in scope.parts where hasCompleted || part.tests != nil && !part.isExcept {
      let condition = ScopeCondition(part)
      let open = messages.indices.filter { !isFound[$0] && condition.isMet(by: messages[$0]) }
      guard let tests = part.tests, let candidates else {
        for index in open { isFound[index] = true }
        continue
      }
      let ran = candidates.found(in: tests)
      for index in open {
        isFound[index] =
          candidates.contains(index, in: ran, orItsSuite: hasCompleted) != part.isExcept
      }
      if part.isExcept { continue }
      for index in candidates.foundElsewhere(open.filter { !isFound[$0] }, in: tests, before) {
        isFound[index] = true
      }
    }
    return isFound
  }
}

/// The conditions of a part of a scope but for its tests.
private struct ScopeCondition {
  private let kind: RunScope.Kind?
  private let categories: Set<String>?
  private let files: Set<String>?

  /// How many folders of a path are looked at.
  private static let mostFolders = 64

  init(_ part: RunScope.Part) {
    kind = part.kind
    categories = part.categories.map { Set($0.map(Self.undated)) }
    files = part.files.map { Set($0.map { String(Self.plain($0)) }) }
  }

  func isMet(by message: borrowing Message) -> Bool {
    if let kind, kind != RunScope.Kind(ofFingerprint: message.fingerprint) { return false }
    if let categories, !Self.contains(message.category ?? "", in: categories) { return false }
    guard let files, let file = message.location?.file, !file.isEmpty else { return true }
    return Self.contains(Self.plain(file), in: files)
  }

  private static func contains(_ category: String, in categories: Set<String>) -> Bool {
    if categories.contains(undated(category)) { return true }
    guard let colon = category.firstIndex(of: ":") else { return false }
    return categories.contains(category[...colon] + "*")
  }

  private static func contains(_ file: Substring, in files: Set<String>) -> Bool {
    if files.contains(String(file)) { return true }
    var folders = 0
    for index in file.utf8.indices where file.utf8[index] == UInt8(ascii: "/") {
      folders += 1
      if folders > mostFolders { return false }
      if files.contains(String(file[...index])) { return true }
    }
    return false
  }

  /// A path without `./`.
  private static func plain(_ path: String) -> Substring {
    path.hasPrefix("./") ? path.dropFirst(2) : path[...]
  }

  /// The name of a category, which may be that of a log, without dates and numbers of builds: with a
  /// number of four digits or more in it, all its numbers are alike.
  private static func undated(_ category: String) -> String {
    var (run, longest) = (0, 0)
    for byte in category.utf8 {
      run = UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte ? run + 1 : 0
      longest = max(longest, run)
    }
    guard longest >= 4 else { return category }
    let parts = category.utf8.split(omittingEmptySubsequences: false) {
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
    }
    return parts.filter { !$0.isEmpty }.map { String(Substring($0)) }.joined(separator: "0")
  }
}

/// The digests by which messages of tests are looked for among the tests that ran.
private struct TestCandidates {
  private let digests: [UInt64?]
  private let suites: [UInt64?]
  private let names: [TestName?]
  private let all: Set<UInt64>

  init(_ messages: [Message]) {
    digests = messages.map { $0.fingerprint.map { TestDigests.digest(of: $0) } }
    suites = messages.map { message in
      message.fingerprint.flatMap(Self.suite).map { TestDigests.digest(ofSuite: $0) }
    }
    names = messages.map { TestName($0) }
    all = Set((digests + suites).compactMap { $0 })
  }

  /// Those of the digests that messages have.
  func found(in tests: TestDigests) -> Set<UInt64> {
    if all.isEmpty { return [] }
    var found: Set<UInt64> = []
    for value in tests.values where all.contains(value) { found.insert(value) }
    return found
  }

  func contains(_ index: Int, in found: Set<UInt64>, orItsSuite: Bool) -> Bool {
    digests[index].map(found.contains) == true
      || orItsSuite && suites[index].map(found.contains) == true
  }

  /// Those of the messages whose tests ran under another suite: one that has the only test of this
  /// class and name, as theirs was the only one in the run before.
  func foundElsewhere(
    _ indices: [Int], in tests: TestDigests, _ before: RunScope?
  ) -> [Int] {
    var counts: [UInt64: Int] = [:]
    for index in indices { if let name = names[index]?.name { counts[name, default: 0] += 1 } }
    if counts.isEmpty { return [] }
    let now = TestPlaces(of: Set(counts.keys), in: [tests])
    let earlier = TestPlaces(of: Set(counts.keys.filter(now.isUnique)), in: before.testsRun)
    return indices.filter { index in
      guard let test = names[index] else { return false }
      return counts[test.name] == 1 && now.isUnique(test.name)
        && earlier.hasNone(test.name, but: test.digest)
    }
  }

  /// The fingerprint of the suite or class that a problem belongs to: it is gone when a test of these
  /// has run. That of a test is its own.
  private static func suite(_ fingerprint: String) -> String? {
    guard fingerprint.hasPrefix(TestDigests.prefix) else { return nil }
    let start = fingerprint.utf8.index(
      fingerprint.startIndex, offsetBy: TestDigests.prefix.utf8.count)
    guard let mark = fingerprint.utf8.firstIndex(of: TestDigests.problemMark), mark >= start
    else { return fingerprint }
    return String(fingerprint[..<(mark > start ? fingerprint.utf8.index(before: mark) : mark)])
  }
}
