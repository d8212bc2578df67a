internal import Model

/// Finds the reason for a missing message in a scope, in time that does not depend on the number of
/// parts. It keeps a bit set of parts for each condition, 64 parts a word.
struct ScopeIndex {
  private var kinds: [RunScope.Kind: PartSet] = [:]
  private var anyKind: PartSet
  private var categories: [String: PartSet] = [:]
  private var anyCategory: PartSet
  private var files: [String: PartSet] = [:]
  private var anyFile: PartSet
  /// The parts with conditions on tests, by each digest of the subjects.
  private var tests: [UInt64: PartSet] = [:]
  private var anyTest: PartSet
  private var exceptions: PartSet
  /// The parts that list tests that ran.
  private var lists: PartSet
  /// The parts that list existing tests that did not run.
  private var skipped: PartSet
  /// The parts with tests of each environment of the subjects, and of environments that replace it.
  private var environments: [String: PartSet] = [:]
  /// The parts with each image or folder of the subjects.
  private var scans: [String: PartSet] = [:]
  /// The parts whose environment is unknown.
  private var anyEnvironment: PartSet
  private let hasCompleted: Bool
  private let isWhole: Bool
  private let isRead: Bool
  private let knowsRemoved: Bool
  /// The environments of the subjects that are absent as a whole.
  private var absentEnvironments: Set<String> = []

  /// The largest number of folders of a path to compare.
  private static let mostFolders = 64

  /// - Parameters:
  ///   - before: The scope of the previous run.
  ///   - subjects: All subjects of later calls.
  ///   - hasCompleted: Whether the run completed. Otherwise it checked only for the listed tests.
  ///   - isWhole: Whether the run lacks so little that a missing class counts as deleted.
  ///   - isRead: Whether all inputs were read. If not, the run did not check everything.
  ///   - knowsRemoved: Whether a missing test can have been deleted.
  init(
    _ scope: RunScope, after before: RunScope?, for subjects: [ScopeSubject], hasCompleted: Bool,
    isWhole: Bool,
    isRead: Bool, knowsRemoved: Bool
  ) {
    let none = PartSet()
    (anyKind, anyCategory, anyFile, anyTest, exceptions) = (none, none, none, none, none)
    (lists, skipped, anyEnvironment) = (none, none, none)
    (self.hasCompleted, self.isWhole) = (hasCompleted, isWhole)
    (self.isRead, self.knowsRemoved) = (isRead, isRead && knowsRemoved)
    let asked =
      scope.parts.contains { $0.tests != nil }
      ? Set(subjects.lazy.flatMap { $0.digests + [$0.container] + $0.enclosing }.compactMap { $0 })
      : []
    for environment in Set(subjects.lazy.compactMap(\.environment)) {
      scans[environment] = none
      let names = scope.successors(of: environment, after: before).union([environment])
      if scope.lacks(environment, after: before) { absentEnvironments.insert(environment) }
      var found = none
      for (number, part) in scope.parts.enumerated() {
        guard let other = part.environment else { continue }
        if part.tests != nil, names.contains(other) { found.insert(number) }
        if part.tests == nil, other == environment { scans[environment]?.insert(number) }
      }
      environments[environment] = found
    }
    for (number, part) in scope.parts.enumerated() {
      if part.environment == nil { anyEnvironment.insert(number) }
      if let kind = part.kind {
        kinds[kind, default: none].insert(number)
      } else {
        anyKind.insert(number)
      }
      if let names = part.categories {
        for name in names { categories[Self.undated(name), default: none].insert(number) }
      } else {
        anyCategory.insert(number)
      }
      if let paths = part.files {
        for path in paths { files[String(Self.plain(path)), default: none].insert(number) }
      } else {
        anyFile.insert(number)
      }
      if let digests = part.tests {
        if part.isExcept {
          exceptions.insert(number)
        } else if part.isSkipped {
          skipped.insert(number)
        } else {
          lists.insert(number)
        }
        for digest in digests.values where asked.contains(digest) {
          tests[digest, default: none].insert(number)
        }
      } else {
        anyTest.insert(number)
      }
    }
  }

  /// The reason for a missing message, by the parts that list its test under its own suites.
  func absence(of subject: ScopeSubject) -> Absence {
    let found = parts(of: subject)
    if found.isEmpty { return .unchecked }
    func listing(_ digests: [UInt64?]) -> PartSet {
      var listing = PartSet()
      for digest in digests { digest.flatMap { tests[$0] }.map { listing.form(union: $0) } }
      listing.form(intersection: found)
      return listing
    }
    // A test that could be skipped was listed.
    if subject.isOfCollection {
      var notRun = skipped
      notRun.form(union: exceptions)
      if listing([subject.suite]).intersects(notRun) { return .checked }
    }
    if isInDoubt(subject) { return .unchecked }
    if ranOnlyElsewhere(subject) {
      return knowsRemoved && hasCompleted && found.intersects(exceptions) ? .removed : .unchecked
    }
    guard hasCompleted else {
      return listing(subject.provingDigests).intersects(lists) ? .checked : .unchecked
    }
    let ran = listing(subject.digests)
    if ran.intersects(lists) || found.intersects(anyTest) { return .checked }
    if listing([subject.test]).intersects(skipped) { return .unchecked }
    // The exceptions that do not list the subject's test. Such a part lists the tests that did not
    // run.
    var whole = exceptions
    whole.form(symmetricDifference: ran)
    whole.form(intersection: exceptions)
    if found.intersects(whole) {
      if subject.isTest, found.intersects(lists) { return knowsRemoved ? .removed : .unchecked }
      return isRead ? .checked : .unchecked
    }
    if found.intersects(exceptions) { return .unchecked }
    // Other tests of the class ran, or tests around the class, but not this one.
    let neighbours = [subject.container] + (isWhole ? subject.enclosing : [])
    guard knowsRemoved, subject.isTest,
      !(subject.environment.map(absentEnvironments.contains) ?? false)
    else { return .unchecked }
    return listing(neighbours).intersects(lists) ? .removed : .unchecked
  }

  /// Whether a test ran, but not in the environment in which it failed. Passing elsewhere fixes
  /// nothing.
  func ranOnlyElsewhere(_ subject: ScopeSubject) -> Bool {
    guard let own = subject.environment.flatMap({ environments[$0] }) else { return false }
    let ran = runs(of: subject)
    return !ran.isEmpty && !ran.intersects(own) && !ran.intersects(anyEnvironment)
  }

  /// Whether a test ran in one environment and was skipped in another, and it is unknown in which it
  /// failed. Passing in the first fixes nothing in the second.
  func isInDoubt(_ subject: ScopeSubject) -> Bool {
    guard subject.isTest, let all = subject.test.flatMap({ tests[$0] }) else { return false }
    let ran = runs(of: subject)
    if let own = subject.environment.flatMap({ environments[$0] }), ran.intersects(own) {
      return false
    }
    return !ran.isEmpty && (all.intersects(skipped) || all.intersects(exceptions))
  }

  /// The parts that list a test as one that ran.
  private func runs(of subject: ScopeSubject) -> PartSet {
    guard subject.isTest, var ran = subject.test.flatMap({ tests[$0] }) else { return PartSet() }
    ran.form(intersection: lists)
    return ran
  }

  /// Whether a part that lists tests may contain the message's test under another suite.
  func mayHaveRun(_ subject: ScopeSubject) -> Bool {
    guard subject.name != nil else { return false }
    var found = parts(of: subject)
    found.form(intersection: lists)
    return !found.isEmpty
  }

  /// The parts with conditions that a message meets, ignoring conditions on tests.
  private func parts(of subject: ScopeSubject) -> PartSet {
    var found = anyKind
    kinds[subject.kind].map { found.form(union: $0) }
    found.form(intersection: parts(category: subject.category))
    if subject.kind == .finding, let scan = subject.environment.flatMap({ scans[$0] }) {
      var sameScan = scan
      sameScan.form(union: anyEnvironment)
      found.form(intersection: sameScan)
    }
    // A message without a file meets all conditions on files.
    if !found.isEmpty, !subject.file.isEmpty {
      found.form(intersection: parts(file: Self.plain(subject.file)))
    }
    return found
  }

  private func parts(category: String) -> PartSet {
    var found = anyCategory
    categories[Self.undated(category)].map { found.form(union: $0) }
    if let colon = category.firstIndex(of: ":") {
      categories[category[...colon] + "*"].map { found.form(union: $0) }
    }
    return found
  }

  private func parts(file: Substring) -> PartSet {
    var found = anyFile
    files[String(file)].map { found.form(union: $0) }
    var folders = 0
    for index in file.utf8.indices where file.utf8[index] == UInt8(ascii: "/") {
      folders += 1
      if folders > Self.mostFolders { break }
      files[String(file[...index])].map { found.form(union: $0) }
    }
    return found
  }

  /// A path without leading `./`.
  private static func plain(_ path: String) -> Substring {
    path.hasPrefix("./") ? path.dropFirst(2) : path[...]
  }

  /// The name of a category without dates and build numbers, because logs have such names. If it
  /// has a number of four or more digits, all its numbers are replaced.
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

/// A set of small numbers. The first 64 need no extra memory.
private struct PartSet {
  private var first: UInt64 = 0
  private var others: [UInt64] = []

  mutating func insert(_ number: Int) {
    let bit = UInt64(1) << UInt64(number % 64)
    if number < 64 {
      first |= bit
      return
    }
    let word = number / 64 - 1
    while others.count <= word { others.append(0) }
    others[word] |= bit
  }

  var isEmpty: Bool { first == 0 && others.allSatisfy { $0 == 0 } }

  func intersects(_ other: PartSet) -> Bool {
    first & other.first != 0 || zip(others, other.others).contains { $0 & $1 != 0 }
  }

  mutating func form(union other: PartSet) { combine(other, |) }
  mutating func form(intersection other: PartSet) { combine(other, &) }
  mutating func form(symmetricDifference other: PartSet) { combine(other, ^) }

  private mutating func combine(_ other: PartSet, _ join: (UInt64, UInt64) -> UInt64) {
    first = join(first, other.first)
    for word in 0..<max(others.count, other.others.count) {
      if word == others.count { others.append(0) }
      others[word] = join(others[word], word < other.others.count ? other.others[word] : 0)
    }
  }
}

extension ScopeSubject {
  /// The digests to compare with the tests and suites that ran.
  fileprivate var digests: [UInt64?] { [test, suite, suiteOfItsName] }

  /// The digests that prove a message fixed even in an incomplete run: its own test, and any test
  /// of a module or class that could not be loaded.
  fileprivate var provingDigests: [UInt64?] { isOfLoading ? [test, suite] : [test] }

  /// Whether it belongs to a test, not to a problem of a suite or class.
  fileprivate var isTest: Bool { kind == .test && suite == nil }
}
