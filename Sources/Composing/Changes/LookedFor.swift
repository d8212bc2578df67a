package import Model

extension Dataset {
  /// For each message of earlier runs, whether this run has looked for it, so that it is gone if the
  /// run does not have it (N2). Takes time in proportion to the messages times the parts of the scope.
  ///
  /// - Parameter before: What the run before looked at. If that is known, a run that does not say
  ///   what it looked at has not looked for what only reports of other tools hold.
  package func hasLooked(for messages: [Message], after before: RunScope? = nil) -> [Bool] {
    guard hasCompleted else {
      return [Bool](repeating: false, count: messages.count)
    }
    guard let scope = scope ?? before.map({ _ in RunScope([RunScope.Part(kind: .message)]) })
    else { return [Bool](repeating: true, count: messages.count) }
    var isFound = [Bool](repeating: false, count: messages.count)
    let candidates = scope.parts.contains { $0.tests != nil } ? TestCandidates(messages) : nil
    for part in scope.parts {
      let condition = ScopeCondition(part)
      let ran = part.tests.map { candidates?.found(in: $0) ?? [] }
      for index in messages.indices where !isFound[index] && condition.isMet(by: messages[index]) {
        isFound[index] =
          ran.map { candidates?.contains(index, in: $0) != part.isExcept } ?? true
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
  private let all: Set<UInt64>

  init(_ messages: [Message]) {
    digests = messages.map { $0.fingerprint.map(TestDigests.digest) }
    suites = messages.map { message in
      message.fingerprint.flatMap(Self.suite).map { TestDigests.digest(of: $0) }
    }
    all = Set((digests + suites).compactMap { $0 })
  }

  /// Those of the digests that messages have.
  func found(in tests: TestDigests) -> Set<UInt64> {
    if all.isEmpty { return [] }
    var found: Set<UInt64> = []
    for value in tests.values where all.contains(value) { found.insert(value) }
    return found
  }

  func contains(_ index: Int, in found: Set<UInt64>) -> Bool {
    digests[index].map(found.contains) == true || suites[index].map(found.contains) == true
  }

  /// What importers call the problems of suites and of whole runs: they are gone when a test of the
  /// suite has run.
  private static let problems = [
    "hidden failures", "package", "bail out", "environment",
  ]

  /// The fingerprint of the suite that the problem of a suite belongs to.
  private static func suite(_ fingerprint: String) -> String? {
    let prefix = TestDigests.prefix
    guard fingerprint.hasPrefix(prefix) else { return nil }
    if fingerprint.hasPrefix(prefix + "plan\u{1F}") { return prefix }
    let last = fingerprint.utf8.lastIndex(of: TestDigests.separator)
    let start = fingerprint.utf8.index(fingerprint.startIndex, offsetBy: prefix.utf8.count)
    let name = fingerprint[(last.map { fingerprint.utf8.index(after: $0) } ?? start)...]
    guard problems.contains(where: { $0 == name }) else { return nil }
    return last.map { String(fingerprint[..<$0]) } ?? prefix
  }
}
