internal import Basics
internal import Diagnostics

/// What a run looked at. A message that the run did not look at is not run, and never fixed (N2).
package struct RunScope: Sendable, Hashable {
  /// Messages that were looked at: those that meet every condition that is given.
  package struct Part: Sendable, Hashable {
    package var kind: Kind?
    /// Ids of categories; `eslint:*` stands for all that begin with `eslint:`. "" is none.
    package var categories: [String]?
    /// Paths; one that ends in a slash stands for all files below it. A message without a file
    /// meets the condition.
    package var files: [String]?
    /// The tests that ran.
    package var tests: TestDigests?
    /// Whether `tests` are those that did not run, and everything else was looked at.
    package var isExcept = false
    /// Whether `tests` are tests that exist and did not run. Such a part contains no message. In a part
    /// of findings, they are fingerprints of findings that were left out.
    package var isSkipped = false
    /// The environment in which `tests` ran; nil if it is unknown.
    package var environment: String?

    package init(
      kind: Kind? = nil, categories: [String]? = nil, files: [String]? = nil,
      tests: TestDigests? = nil, isExcept: Bool = false, isSkipped: Bool = false,
      environment: String? = nil
    ) {
      self.kind = kind
      self.categories = categories
      self.files = files
      self.tests = tests
      self.isExcept = isExcept
      self.isSkipped = isSkipped
      self.environment = environment
    }

    /// The tests of the part that ran; nil if it lists none.
    package var testsRun: TestDigests? { isExcept || isSkipped ? nil : tests }

    /// The tests of the part that exist and did not run; nil if it lists none.
    package var testsNotRun: TestDigests? {
      (isExcept || isSkipped) && leftOut == nil ? tests : nil
    }

    /// The tests of the part, whether they ran or not; nil if it lists none.
    package var allTests: TestDigests? { testsRun ?? testsNotRun }

    /// The findings that are there and that an option or the sources left out; nil if it lists none.
    package var leftOut: TestDigests? { isSkipped && kind == .finding ? tests : nil }
  }

  /// What a message comes from, by its fingerprint.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A test, a finding of the report of another tool.
    case test, finding
    /// All others: those that a dataset gives itself.
    case message

    package init(ofFingerprint fingerprint: String?) {
      guard let fingerprint else {
        self = .message
        return
      }
      if fingerprint.utf8.starts(with: TestDigests.prefix.utf8) {
        self = .test
      } else {
        self = Self.isFinding(fingerprint) ? .finding : .message
      }
    }

    private static func isFinding(_ fingerprint: String) -> Bool {
      func begins(_ prefix: String) -> Bool { fingerprint.utf8.starts(with: prefix.utf8) }
      if findings.contains(where: begins) { return true }
      guard let prefix = records.first(where: begins) else { return false }
      // Authors of datasets use such words, too, but neither separators nor digests.
      let rest = fingerprint.utf8.dropFirst(prefix.utf8.count)
      return rest.contains(TestDigests.separator)
        || rest.count == 16 && Substring(rest).allSatisfy(\.isHexDigit)
    }

    /// How the fingerprints of findings begin.
    private static let findings = [
      "f:", "sarif:", "codequality:", "checkstyle:", "lines:", "trivy:", "csv:",
    ]
    /// How those of records of logs and of alerts begin.
    private static let records = ["log:", "journal:", "alert:"]
  }

  package var parts: [Part]

  package init(_ parts: [Part]) {
    self.parts = parts
  }

  /// How the categories of logs begin. The rest is the name of a tool or of the file, which says
  /// nothing about what is in it.
  package static let logs = "lines:"

  /// The category of the run's only log.
  private var log: String? {
    let logs = Set(parts.flatMap { $0.categories ?? [] }.filter { $0.hasPrefix(Self.logs) })
    return logs.count == 1 ? logs.first : nil
  }

  /// Looks for what an earlier run had in its only log, if this run has one log, too, under another
  /// name.
  package mutating func follow(logOf before: RunScope) {
    guard let own = log, let other = before.log, own != other else { return }
    for index in parts.indices where parts[index].categories?.contains(own) ?? false {
      parts[index].categories?.append(other)
    }
  }
}

/// Digests of the fingerprints of tests, and of suites and classes of which a test ran. A million
/// tests take 8 MB, and 4.2 MB as text.
///
/// A digest has 40 bits, of which the lowest tells suites from tests. Of a million tests that ran,
/// the digest of one that did not equals one of them with a probability of one in 500,000. The digest
/// of a test is made of those of its suites and of its own name, so that it can be looked for under
/// other suites.
package struct TestDigests: Sendable, Hashable {
  /// How the fingerprints of tests begin that other tools have run.
  package static let prefix = "test:"
  /// What stands between the names of suites, classes and tests in such a fingerprint.
  package static let separator: UInt8 = 0x1F
  /// What stands before the name of a problem that is no test: one of the suite or class that the
  /// names before it are of.
  package static let problemMark: UInt8 = 0x1E

  /// In any order, some several times.
  package private(set) var values: [UInt64]

  package init(_ values: [UInt64] = []) {
    self.values = values
  }

  package mutating func insert(_ digest: UInt64) { values.append(digest) }

  package mutating func insert(_ other: TestDigests) {
    if values.isEmpty { self = other } else { values += other.values }
  }

  package mutating func remove(_ others: Set<UInt64>) { values.removeAll { others.contains($0) } }

  /// Each digest once, in order.
  package var sorted: [UInt64] {
    var sorted: [UInt64] = []
    sorted.reserveCapacity(values.count)
    for value in values.sorted() where value != sorted.last { sorted.append(value) }
    return sorted
  }

  package static func digest(of fingerprint: String) -> UInt64 {
    digest(of: Array(fingerprint.utf8)[...])
  }

  /// - Parameter bytes: A fingerprint, from the index 0.
  package static func digest(of bytes: ArraySlice<UInt8>) -> UInt64 {
    guard let parts = parts(of: bytes) else { return hash(bytes) & ~1 }
    return digest(ofName: hash(parts.name), in: hash(parts.suites))
  }

  /// The digest of a suite, or of a class in it, by the fingerprint of its tests up to its name.
  package static func digest(ofSuite fingerprint: String) -> UInt64 {
    digest(ofSuite: Array(fingerprint.utf8)[...])
  }

  package static func digest(ofSuite bytes: ArraySlice<UInt8>) -> UInt64 {
    hash(bytes) | 1
  }

  /// The digest of one of several findings with the same fingerprint.
  ///
  /// - Parameter occurrence: Its number; 0 for the first one, which has the digest itself.
  package static func digest(_ digest: UInt64, occurrence: Int) -> UInt64 {
    let mask = (UInt64(1) << 40) - 2
    return (digest &+ UInt64(occurrence) &* 0x9E_3779_B97E) & mask
  }

  package static func isSuite(_ digest: UInt64) -> Bool { digest & 1 == 1 }

  /// The digest of a test of a suite.
  ///
  /// - Parameters:
  ///   - name: The hash of its own name.
  ///   - suite: The digest of the suite.
  package static func digest(ofName name: UInt64, in suite: UInt64) -> UInt64 {
    (suite ^ name) & ~1
  }

  /// The names of a test's suites, of its class and its own; empty where it has none.
  package static func names(
    of fingerprint: String
  ) -> (suites: String, className: String, name: String) {
    func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
    let bytes = Array(fingerprint.utf8)[...]
    guard let (suites, name) = parts(of: bytes) else {
      return (
        "", "", text(bytes.dropFirst(bytes.starts(with: prefix.utf8) ? prefix.utf8.count : 0))
      )
    }
    let own = name.split(separator: separator, omittingEmptySubsequences: false)
    return (
      text(suites.dropFirst(prefix.utf8.count)), own.count > 1 ? text(own[0]) : "",
      text(own[min(1, own.count - 1)])
    )
  }

  /// The digest of the class of a test, or without one of its innermost suite; nil if the test has
  /// neither, or if only a hash of its names is known.
  package static func container(of fingerprint: String) -> UInt64? {
    let bytes = Array(fingerprint.utf8)[...]
    return containerEnd(of: bytes).map { digest(ofSuite: bytes[..<$0]) }
  }

  /// Where the names up to that of the container end.
  static func containerEnd(of bytes: ArraySlice<UInt8>) -> Int? {
    guard let (suites, name) = parts(of: bytes) else { return nil }
    let ofSuites = suites.count > prefix.utf8.count ? suites.count : nil
    guard let end = name.firstIndex(of: separator) else { return ofSuites }
    let (className, rest) = (name[..<end], name[name.index(after: end)...])
    let ownName = rest.prefix { $0 != separator }
    // A class that repeats the end of the name is not noted as one that ran.
    if className.isEmpty
      || ownName.count >= className.count
        && ownName.suffix(className.count).elementsEqual(className)
    {
      return ofSuites
    }
    return end
  }

  /// The hash of a test's own name, by which it is looked for under other suites; nil where a test
  /// has no class.
  package static func name(of fingerprint: String) -> UInt64? {
    parts(of: Array(fingerprint.utf8)[...]).flatMap {
      namesEnvironment($0.suites) ? nil : hash($0.name)
    }
  }

  /// Whether one of the suites is named like an environment. A test is another one in each.
  private static func namesEnvironment(_ suites: ArraySlice<UInt8>) -> Bool {
    suites.dropFirst(suites.starts(with: prefix.utf8) ? prefix.utf8.count : 0)
      .split(separator: separator).contains {
        EnvironmentName.isOne(String(decoding: $0, as: UTF8.self))
      }
  }

  /// The fingerprint up to the names of the suites, and the test's own name: that of its class and
  /// its own. Where the class is empty or named like the suite, what follows the test's name, a file
  /// or a browser, is a part of it, too.
  static func parts(
    of bytes: ArraySlice<UInt8>
  ) -> (suites: ArraySlice<UInt8>, name: ArraySlice<UInt8>)? {
    let begin = bytes.starts(with: prefix.utf8) ? prefix.utf8.count : 0
    // Where the last four names begin, the last one first.
    var starts = (begin, begin, begin, begin)
    var count = 0
    var index = bytes.count
    let separator = Self.separator
    while index > begin, count < 4 {
      index -= 1
      guard bytes[index] == separator else { continue }
      switch count {
      case 0: starts.0 = index + 1
      case 1: starts.1 = index + 1
      case 2: starts.2 = index + 1
      default: starts.3 = index + 1
      }
      count += 1
    }
    guard count > 0 else { return nil }
    var start = starts.1
    if count > 1 {
      let third = bytes[starts.2..<starts.1 - 1]
      let isRepeated = count > 2 && bytes[starts.3..<starts.2 - 1].elementsEqual(third)
      if third.isEmpty || isRepeated { start = starts.2 }
    }
    return (bytes[..<(start > begin ? start - 1 : begin)], bytes[start...])
  }

  private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    // The same on every machine, since it is stored.
    var hash = 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: bytes.count)
    func mix(_ word: UInt64) {
      let product = (hash ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
      hash = (product.high ^ product.low) &+ 0x9E37_79B9_7F4A_7C15
    }
    var index = bytes.startIndex
    while index + 8 <= bytes.endIndex {
      mix((0..<8).reduce(0) { $0 | UInt64(bytes[index + $1]) << UInt64(8 * $1) })
      index += 8
    }
    mix(bytes[index...].reduce(0) { $0 << 8 | UInt64($1) })
    mix(hash >> 32)
    return hash >> 24
  }
}
