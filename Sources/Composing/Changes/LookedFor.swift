package import Model
internal import Text

/// The reason why a message of an earlier run is missing (see "Fixed and not run").
package enum Absence: Sendable {
  /// The run checked for it, so it is fixed.
  case checked
  /// The test was deleted: it neither ran nor was skipped, all inputs were read, and there are as
  /// many reports of tests as before. In addition, the run is complete, or ran other tests of its
  /// class or suite, or lacks only this class and ran the classes around it.
  case removed
  /// The run did not check for it.
  case unchecked
  /// The finding is there, and an option or the sources left it out.
  case leftOut
}

extension Dataset {
  /// The reason for each message of earlier runs that this run does not have.
  ///
  /// An incomplete run has only checked for the tests in its reports.
  ///
  /// - Parameter baseline: The previous run. If its scope is known, a run without a scope has not
  ///   checked for messages that only other tools' reports contain. A test of a report that is
  ///   absent now has not run, although a test of this name passed in another report.
  package func absences(of messages: [Message], after baseline: Dataset? = nil) -> [Absence] {
    var absences = absences(of: messages.map { ScopeSubject($0) }, after: baseline?.scope)
    guard let baseline, !isDeclaredWhole else { return absences }
    // The other reports are not whole.
    let whole = reports.filter { report in
      run?.shortfalls.contains { $0.input == report.input } != true
    }
    let missing = LostAlikeReports(whole, since: baseline.reports).missing
      .union(LostAlikeReports(whole, since: baseline.reference?.reports ?? []).missing)
    for (place, message) in messages.enumerated() where message.isTest {
      guard let input = message.input, missing.contains(input) else { continue }
      absences[place] = .unchecked
    }
    return absences
  }

  /// The absences of messages, given only their subjects.
  package func absences(of subjects: [ScopeSubject], after before: RunScope? = nil) -> [Absence] {
    var absences = absencesInScope(of: subjects, after: before)
    for (place, subject) in subjects.enumerated() where subject.isOfBrokenInput {
      absences[place] = hasRead(subject.file) ? .checked : .unchecked
    }
    return absences
  }

  /// Whether an input was read: it is given, and is not among those that were not read.
  private func hasRead(_ input: String) -> Bool {
    guard let run else { return true }
    let unread = run.unread
    return run.status != .missing && unread.more == 0
      && !unread.listed.contains { $0.path == input }
      && (files.contains(input)
        || reports.contains { $0.input == input || input.hasSuffix("/" + $0.input) })
  }

  private func absencesInScope(
    of subjects: [ScopeSubject], after before: RunScope?
  ) -> [Absence] {
    guard var scope = scope ?? before.map({ _ in RunScope([RunScope.Part(kind: .message)]) })
    else {
      return [Absence](repeating: hasCompleted ? .checked : .unchecked, count: subjects.count)
    }
    if let before { scope.follow(logOf: before) }
    var leftOut = scope.newlyLeftOut(
      among: Set(subjects.lazy.filter { $0.kind == .finding }.compactMap(\.test)), after: before)
    scope.parts.removeAll { $0.leftOut != nil }
    let index = ScopeIndex(
      scope, after: before, for: subjects, hasCompleted: hasCompleted,
      isWhole: subjects.contains { !$0.enclosing.isEmpty } && scope.isWhole(after: before),
      isRead: run?.unread.isEmpty ?? true,
      knowsRemoved: run?.status == .completed
        && (isDeclaredWhole || scope.hasAsManyReports(as: before)))
    var absences = subjects.map { index.absence(of: $0) }
    let open = subjects.indices.filter {
      absences[$0] != .checked && !index.isInDoubt(subjects[$0])
        && !index.ranOnlyElsewhere(subjects[$0]) && index.mayHaveRun(subjects[$0])
    }
    // The problem of a suite may be among its failures that are not described.
    let hidden = Set(messages.filter { HiddenFailures($0) != nil }.map { ScopeSubject($0).suite })
    for (place, subject) in subjects.enumerated()
    where subject.suite != nil && hidden.contains(subject.suite) {
      absences[place] = .unchecked
    }
    for (place, subject) in subjects.enumerated() where subject.kind == .finding {
      guard let finding = subject.test, let count = leftOut[finding], count > 0 else { continue }
      leftOut[finding] = count - 1
      absences[place] = .leftOut
    }
    for (environment, open) in Dictionary(grouping: open, by: { subjects[$0].environment }) {
      let found = scope.ran(in: environment).foundElsewhere(
        open, of: subjects, before?.ran(in: environment))
      for place in found { absences[place] = .checked }
    }
    for (place, absence) in ranWithOtherValues(subjects, scope, after: before)
    where absence == .checked || absences[place] == .removed {
      absences[place] = absence
    }
    return absences
  }

  /// The messages of tests that ran under a name with other values, which this run has instead of
  /// the exact name. They are fixed if they passed in the same environment, and the name without
  /// values is unique in both runs. If they ran only in another environment, they are not run.
  private func ranWithOtherValues(
    _ subjects: [ScopeSubject], _ scope: RunScope, after before: RunScope?
  ) -> [(place: Int, absence: Absence)] {
    guard let before, scope.parts.contains(where: { $0.testsWithoutValues != nil }) else {
      return []
    }
    let open = subjects.indices.filter { subjects[$0].testWithoutValues != nil }
    if open.isEmpty { return [] }
    let names = Set(open.compactMap { subjects[$0].testWithoutValues })
    let exact = (scope as RunScope?).tests(among: Set(open.compactMap { subjects[$0].test }))
    let (now, then) = (scope.withoutValues(among: names), before.withoutValues(among: names))
    var failed: [UInt64: Set<String?>] = [:]
    for message in messages {
      guard let name = ScopeSubject(message).testWithoutValues else { continue }
      failed[name, default: []].insert(message.environment)
    }
    return open.compactMap { place in
      let subject = subjects[place]
      guard let name = subject.testWithoutValues, let test = subject.test, !exact.contains(test),
        let ran = now[name]
      else { return nil }
      func has(_ places: Set<String?>?) -> Bool {
        guard let places else { return false }
        return subject.environment == nil || places.contains(nil)
          || places.contains(subject.environment)
      }
      if !has(ran) { return (place, .unchecked) }
      return has(then[name]) && !has(failed[name]) ? (place, .checked) : nil
    }
  }
}

extension RunScope {
  /// How many more findings this run leaves out than the previous one, by their digests.
  fileprivate func newlyLeftOut(
    among digests: Set<UInt64>, after before: RunScope?
  ) -> [UInt64: Int] {
    let now = leftOutCounts(among: digests)
    let earlier = before?.leftOutCounts(among: Set(now.keys)) ?? [:]
    return now.merging(earlier, uniquingKeysWith: -)
  }

  private func leftOutCounts(among digests: Set<UInt64>) -> [UInt64: Int] {
    let all = Set(parts.lazy.compactMap(\.leftOut).flatMap(\.values))
    if all.isEmpty { return [:] }
    var counts: [UInt64: Int] = [:]
    for digest in digests {
      var count = 0
      while all.contains(TestDigests.digest(digest, occurrence: count)) { count += 1 }
      if count > 0 { counts[digest] = count }
    }
    return counts
  }

  /// The environments of the lists with the given names of tests without values.
  fileprivate func withoutValues(among names: Set<UInt64>) -> [UInt64: Set<String?>] {
    var found: [UInt64: Set<String?>] = [:]
    for part in parts {
      for name in part.testsWithoutValues?.values ?? [] where names.contains(name) {
        found[name, default: []].insert(part.environment)
      }
    }
    return found
  }

  /// The scope without tests of other environments; the whole scope if the environment is unknown.
  fileprivate func ran(in environment: String?) -> RunScope {
    guard let environment else { return self }
    return RunScope(parts.filter { ($0.environment ?? environment) == environment })
  }

  /// The messages of tests that ran under another suite: class and name are unique in both runs.
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

/// The properties of a message that decide whether a scope contains it.
package struct ScopeSubject: Sendable, Hashable {
  package let kind: RunScope.Kind
  /// Empty for none, like `file`.
  package let category: String
  package let file: String
  /// The digest of its fingerprint.
  package let test: UInt64?
  /// The digest of the suite or class with the problem; nil for a test.
  package let suite: UInt64?
  /// The digest of the test's name without values; nil if it has none, or if it is unknown.
  fileprivate(set) var testWithoutValues: UInt64?
  /// The digest of its own fingerprint as a suite or class, because a problem may have the same
  /// name; nil if it is unknown.
  fileprivate(set) var suiteOfItsName: UInt64?
  /// The environment in which the test failed, or what the scanner checked; nil if it is unknown.
  fileprivate(set) var environment: String?
  /// The hash of the test's class and name, for other suites; nil without a class, or if it is
  /// unknown.
  fileprivate(set) var name: UInt64?
  /// The digest of the test's class or innermost suite; nil if it is unknown.
  fileprivate(set) var container: UInt64?
  /// The digests of the containers around it: packages, folders, suites.
  fileprivate(set) var enclosing: [UInt64] = []
  /// Whether the module or class could not be loaded. Then any test of it that ran proves the
  /// problem fixed.
  fileprivate(set) var isOfLoading = false
  /// Whether the tests of the module could not even be listed. Then even a skipped test proves the
  /// problem fixed. This does not hold for hooks and initializers, which do not run for a skipped
  /// test.
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

  /// Whether it is the message about an input that could not be read.
  fileprivate var isOfBrokenInput: Bool {
    kind == .message && !file.isEmpty
      && test == TestDigests.digest(of: Message.fingerprint(ofBrokenInput: file))
  }

  /// The part that a site remembers of a message that is gone, which is the same after reading it
  /// again.
  package var remembered: ScopeSubject {
    ScopeSubject(kind: kind, category: category, file: file, test: test, suite: suite)
  }

  package init(_ message: Message) {
    kind = RunScope.Kind(ofFingerprint: message.fingerprint)
    category = message.category ?? ""
    file = message.location?.file ?? ""
    let known = kind == .test ? message.fingerprintAnywhere : message.fingerprint
    test = known.map { TestDigests.digest(of: $0) }
    environment = message.environment
    guard kind == .test, let fingerprint = known else {
      suite = nil
      return
    }
    testWithoutValues = TestDigests.digest(withoutValues: Array(fingerprint.utf8))
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

  /// The names of problems that occur before the tests of a module are listed.
  private static let problemsOfCollection = ["collection", "Test suite failed to run"]

  /// The name of a problem of a suite or class; nil for a test.
  private static func problem(_ fingerprint: String) -> Substring? {
    fingerprint.utf8.lastIndex(of: TestDigests.problemMark)
      .map { fingerprint[fingerprint.utf8.index(after: $0)...] }
  }

  /// Whether a problem can only occur before the first test of a module or class.
  private static func isOfLoading(_ problem: Substring) -> Bool {
    problem == "initializationError" || problem.contains("\"before all\" hook")
  }

  /// The fingerprint of the suite or class with the problem. The problem is fixed if one of its
  /// tests ran.
  private static func suite(_ fingerprint: String) -> String? {
    let start = fingerprint.utf8.index(
      fingerprint.startIndex, offsetBy: TestDigests.prefix.utf8.count)
    guard let mark = fingerprint.utf8.firstIndex(of: TestDigests.problemMark), mark >= start
    else { return nil }
    return String(fingerprint[..<(mark > start ? fingerprint.utf8.index(before: mark) : mark)])
  }
}
