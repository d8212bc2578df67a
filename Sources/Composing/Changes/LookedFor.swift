internal import Basics
package import Model

/// Why a run does not have a message of an earlier one (N2).
package enum Absence: Sendable {
  /// The run looked for it.
  case checked
  /// The run is complete, ran other tests of the same class or suite, or is whole but for the class and ran
  /// its neighbours, and the message's test is neither among those that ran nor among those that were skipped.
  case removed
  /// The run did not look for it.
  case unchecked
}

extension Dataset {
  /// For each message of earlier runs that this run does not have, why not.
  ///
  /// A run that did not complete has looked for the tests that its reports list and for nothing else.
  ///
  /// - Parameter before: What the run before looked at. If that is known, a run that does not say
  ///   what it looked at has not looked for what only reports of other tools hold.
  package func absences(of messages: [Message], after before: RunScope? = nil) -> [Absence] {
    absences(of: messages.map { ScopeSubject($0) }, after: before)
  }

  /// The same for messages of which only that is known by which scopes tell them apart.
  package func absences(of subjects: [ScopeSubject], after before: RunScope? = nil) -> [Absence] {
    guard var scope = scope ?? before.map({ _ in RunScope([RunScope.Part(kind: .message)]) })
    else {
      return [Absence](repeating: hasCompleted ? .checked : .unchecked, count: subjects.count)
    }
    if let before { scope.follow(logOf: before) }
    let index = ScopeIndex(
      scope, for: subjects, hasCompleted: hasCompleted,
      isWhole: subjects.contains { !$0.enclosing.isEmpty } && scope.isWhole(after: before))
    var absences = subjects.map { index.absence(of: $0) }
    let open = subjects.indices.filter {
      absences[$0] != .checked && !index.isInDoubt(subjects[$0]) && index.mayHaveRun(subjects[$0])
    }
    for place in scope.foundElsewhere(open, of: subjects, before) { absences[place] = .checked }
    return absences
  }
}

extension RunScope {
  /// Those of the messages whose tests ran under another suite: one that has the only test of this
  /// class and name, as theirs was the only one in the run before.
  fileprivate func foundElsewhere(
    _ indices: [Int], of subjects: [ScopeSubject], _ before: RunScope?
  ) -> [Int] {
    var counts: [UInt64: Int] = [:]
    for index in indices { if let name = subjects[index].name { counts[name, default: 0] += 1 } }
    if counts.isEmpty { return [] }
    let now = TestPlaces(of: Set(counts.keys), in: (self as RunScope?).testsRun)
    let earlier = TestPlaces(of: Set(counts.keys.filter(now.isUnique)), in: before.testsRun)
    return indices.filter { index in
      guard let name = subjects[index].name, let test = subjects[index].test else { return false }
      return counts[name] == 1 && now.isUnique(name) && earlier.hasNone(name, but: test)
    }
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
  /// That of the suite or class whose problem it is.
  package let suite: UInt64?
  /// Its own as that of a suite or class, whose problem may be named like it; nil if that is not known.
  fileprivate(set) var suiteOfItsName: UInt64?
  /// The hash of the class and name of its test, by which it is looked for under other suites; nil
  /// without a class, or if that is not known.
  fileprivate(set) var name: UInt64?
  /// The digest of the class or innermost suite of its test; nil if that is not known.
  fileprivate(set) var container: UInt64?
  /// Those of what is around that: a package, a folder, a suite.
  fileprivate(set) var enclosing: [UInt64] = []
  /// Whether it says that the module or class could not be loaded, so that any test of these that ran
  /// shows that it is gone.
  fileprivate(set) var isOfLoading = false
  /// Whether it says that the tests of the module could not even be listed, so that a skipped one shows
  /// that it is gone. Hooks and initializers do not run for a skipped test.
  fileprivate(set) var isOfCollection = false

  package init(
    kind: RunScope.Kind, category: String, file: String, test: UInt64?, suite: UInt64?
  ) {
    self.kind = kind
    self.category = category
    self.file = file
    self.test = test
    self.suite = suite
  }

  /// What a site remembers of it: the same whether it is read again or not.
  package var remembered: ScopeSubject {
    ScopeSubject(kind: kind, category: category, file: file, test: test, suite: suite)
  }

  package init(_ message: Message) {
    kind = RunScope.Kind(ofFingerprint: message.fingerprint)
    category = message.category ?? ""
    file = message.location?.file ?? ""
    test = message.fingerprint.map { TestDigests.digest(of: $0) }
    guard kind == .test, let fingerprint = message.fingerprint else {
      suite = nil
      return
    }
    suite = Self.suite(fingerprint).map { TestDigests.digest(ofSuite: $0) }
    let problem = Self.problem(fingerprint)
    isOfCollection =
      problem.map { name in Self.problemsOfCollection.contains { name == $0 } } ?? false
    isOfLoading = isOfCollection || problem.map(Self.isOfLoading) ?? false
    suiteOfItsName = suite == nil ? TestDigests.digest(ofSuite: fingerprint) : nil
    container = suite == nil ? TestDigests.container(of: fingerprint) : nil
    enclosing = suite == nil ? TestDigests.enclosing(of: fingerprint) : []
    name = TestName(message)?.name
  }

  /// The names of problems that only occur before the tests of a module are known.
  private static let problemsOfCollection = ["collection", "Test suite failed to run"]

  /// The name of a problem of a suite or class; nil for a test.
  private static func problem(_ fingerprint: String) -> Substring? {
    fingerprint.utf8.lastIndex(of: TestDigests.problemMark)
      .map { fingerprint[fingerprint.utf8.index(after: $0)...] }
  }

  /// Whether a problem only occurs before the first test of a module or class.
  private static func isOfLoading(_ problem: Substring) -> Bool {
    problem == "initializationError" || problem.contains("\"before all\" hook")
  }

  /// The fingerprint of the suite or class that a problem belongs to: it is gone when a test of these
  /// has run.
  private static func suite(_ fingerprint: String) -> String? {
    let start = fingerprint.utf8.index(
      fingerprint.startIndex, offsetBy: TestDigests.prefix.utf8.count)
    guard let mark = fingerprint.utf8.firstIndex(of: TestDigests.problemMark), mark >= start
    else { return nil }
    return String(fingerprint[..<(mark > start ? fingerprint.utf8.index(before: mark) : mark)])
  }
}
