package import Model

extension Dataset {
  /// For each message of earlier runs, whether this run has looked for it, so that it is gone if the
  /// run does not have it (N2).
  ///
  /// - Parameter before: What the run before looked at. If that is known, a run that does not say
  ///   what it looked at has not looked for what only reports of other tools hold.
  package func hasLooked(for messages: [Message], after before: RunScope? = nil) -> [Bool] {
    hasLooked(for: messages.map { ScopeSubject($0) }, after: before)
  }

  /// The same for messages of which only that is known by which scopes tell them apart.
  package func hasLooked(for subjects: [ScopeSubject], after before: RunScope? = nil) -> [Bool] {
    guard hasCompleted else {
      return [Bool](repeating: false, count: subjects.count)
    }
    guard var scope = scope ?? before.map({ _ in RunScope([RunScope.Part(kind: .message)]) })
    else { return [Bool](repeating: true, count: subjects.count) }
    if let before { scope.follow(logOf: before) }
    let index = ScopeIndex(scope, for: subjects)
    return subjects.map { index.contains($0) }
  }
}

/// What decides whether a scope contains a message.
package struct ScopeSubject: Sendable, Hashable {
  package let kind: RunScope.Kind
  /// Empty for none, as `file`.
  package let category: String
  package let file: String
  /// The digest of its fingerprint.
  package let test: UInt64?
  /// That of the suite whose problem it is.
  package let suite: UInt64?

  package init(
    kind: RunScope.Kind, category: String, file: String, test: UInt64?, suite: UInt64?
  ) {
    self.kind = kind
    self.category = category
    self.file = file
    self.test = test
    self.suite = suite
  }

  package init(_ message: Message) {
    kind = RunScope.Kind(ofFingerprint: message.fingerprint)
    category = message.category ?? ""
    file = message.location?.file ?? ""
    test = message.fingerprint.map(TestDigests.digest)
    suite = message.fingerprint.flatMap(SuiteProblems.suite).map { TestDigests.digest(of: $0) }
  }
}

/// The problems of suites and of whole runs.
private enum SuiteProblems {
  /// What importers call the problems of suites and of whole runs: they are gone when a test of the
  /// suite has run.
  private static let problems = [
    "hidden failures", "package", "bail out", "environment",
  ]

  /// The fingerprint of the suite that the problem of a suite belongs to.
  static func suite(_ fingerprint: String) -> String? {
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
