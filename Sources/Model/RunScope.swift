internal import Diagnostics

/// The scope of a run. A message outside of it is not run, never fixed (see "Fixed and not run").
package struct RunScope: Sendable, Hashable {
  /// A set of checked messages: those that meet every given condition.
  package struct Part: Sendable, Hashable {
    package var kind: Kind?
    /// Ids of categories. `eslint:*` matches all that begin with `eslint:`, "" means no category.
    package var categories: [String]?
    /// Paths. A path that ends in a slash matches all files below it. A message without a file
    /// meets the condition.
    package var files: [String]?
    /// The tests that ran.
    package var tests: TestDigests?
    /// The names without values of those `tests` whose names have some (`withoutValues`), if they
    /// are unique. Nil for none.
    package var testsWithoutValues: TestDigests?
    /// Whether `tests` are the tests that did not run. The run checked everything else.
    package var isExcept = false
    /// Whether `tests` are tests that exist and did not run. Such a part contains no message. In a part
    /// of findings, they are fingerprints of findings that were left out.
    package var isSkipped = false
    /// The environment in which `tests` ran, or what a scanner checked (an image, a folder); nil if
    /// it is unknown.
    package var environment: String?

    package init(
      kind: Kind? = nil, categories: [String]? = nil, files: [String]? = nil,
      tests: TestDigests? = nil, testsWithoutValues: TestDigests? = nil, isExcept: Bool = false,
      isSkipped: Bool = false, environment: String? = nil
    ) {
      self.kind = kind
      self.categories = categories
      self.files = files
      self.tests = tests
      self.testsWithoutValues = testsWithoutValues
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

  /// The origin of a message, derived from its fingerprint.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A test, or a finding in the report of another tool.
    case test, finding
    /// Any other message, such as one that a dataset gives itself.
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

    /// Authors of datasets use no separators, which the identities of importers have.
    private static func isFinding(_ fingerprint: String) -> Bool {
      func begins(_ prefix: String) -> Bool { fingerprint.utf8.starts(with: prefix.utf8) }
      if findings.contains(where: begins) { return true }
      if fingerprint.utf8.contains(TestDigests.separator) { return true }
      guard let prefix = records.first(where: begins) else { return false }
      // Authors of datasets use these prefixes as well, but no digests.
      let rest = fingerprint.utf8.dropFirst(prefix.utf8.count)
      return rest.count == 16 && Substring(rest).allSatisfy(\.isHexDigit)
    }

    /// The prefixes of the fingerprints of findings.
    private static let findings = [
      "f:", "sarif:", "codequality:", "checkstyle:", "lines:", "trivy:", "csv:",
    ]
    /// The prefixes of the fingerprints of log records and alerts.
    private static let records = ["log:", "journal:", "alert:"]
  }

  package var parts: [Part]

  package init(_ parts: [Part]) {
    self.parts = parts
  }

  /// The prefix of the categories of logs. The rest is the name of a tool or file, which does not
  /// identify the content.
  package static let logs = "lines:"

  /// The category of the run's log; nil unless there is exactly one.
  private var log: String? {
    let logs = Set(parts.flatMap { $0.categories ?? [] }.filter { $0.hasPrefix(Self.logs) })
    return logs.count == 1 ? logs.first : nil
  }

  /// Adds the category of an earlier run's log to the parts with this run's log, if each run has
  /// exactly one log and the names differ.
  package mutating func follow(logOf before: RunScope) {
    guard let own = log, let other = before.log, own != other else { return }
    for index in parts.indices where parts[index].categories?.contains(own) ?? false {
      parts[index].categories?.append(other)
    }
  }
}

/// Digests of the fingerprints of tests, and of suites and classes with at least one test that ran.
/// A million tests take 8 MB in memory and 4.2 MB as text.
///
/// A digest has 40 bits; the lowest one distinguishes suites from tests. If a million tests ran, a
/// test that did not run has the digest of one of them with a probability of 1 in 500,000. The
/// digest of a test combines that of its suites with its own name, so that the test can be found
/// under other suites.
package struct TestDigests: Sendable, Hashable {
  /// The prefix of the fingerprints of tests in the reports of other tools.
  package static let prefix = "test:"
  /// The separator between the names of suites, classes and tests in such a fingerprint.
  package static let separator: UInt8 = 0x1F
  /// The mark before the name of a problem that belongs to a suite or class instead of a test.
  package static let problemMark: UInt8 = 0x1E

  /// Unordered, possibly with duplicates.
  package private(set) var values: [UInt64]

  package init(_ values: [UInt64] = []) {
    self.values = values
  }

  package mutating func insert(_ digest: UInt64) { values.append(digest) }

  package mutating func insert(_ other: TestDigests) {
    if values.isEmpty { self = other } else { values += other.values }
  }

  package mutating func remove(_ others: Set<UInt64>) { values.removeAll { others.contains($0) } }

  /// The digests in ascending order, without duplicates.
  package var sorted: [UInt64] {
    var sorted: [UInt64] = []
    sorted.reserveCapacity(values.count)
    for value in values.sorted() where value != sorted.last { sorted.append(value) }
    return sorted
  }

  /// A digest as ten hexadecimal digits, as addresses have it.
  package static func text(_ digest: UInt64) -> String {
    let digits = String(digest, radix: 16)
    return String(repeating: "0", count: max(0, 10 - digits.count)) + digits
  }

  package static func digest(of fingerprint: String) -> UInt64 {
    digest(of: Array(fingerprint.utf8)[...])
  }

  /// - Parameter bytes: A fingerprint, from the index 0.
  package static func digest(of bytes: ArraySlice<UInt8>) -> UInt64 {
    guard let parts = parts(of: bytes) else { return hash(bytes) & ~1 }
    return digest(ofName: hash(parts.name), in: hash(parts.suites))
  }

  /// The digest of a suite or class. `fingerprint` is that of one of its tests, up to its name.
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

  /// The names of a test's suites, of its class and of the test; empty if absent.
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

  /// The digest of a test's class, else of its innermost suite. Nil if the test has neither, or if
  /// only a hash of its names is known.
  package static func container(of fingerprint: String) -> UInt64? {
    let bytes = Array(fingerprint.utf8)[...]
    return containerEnd(of: bytes).map { digest(ofSuite: bytes[..<$0]) }
  }

  /// The end of the container's name in a fingerprint.
  static func containerEnd(of bytes: ArraySlice<UInt8>) -> Int? {
    guard let (suites, name) = parts(of: bytes) else { return nil }
    let ofSuites = suites.count > prefix.utf8.count ? suites.count : nil
    guard let end = name.firstIndex(of: separator) else { return ofSuites }
    let (className, rest) = (name[..<end], name[name.index(after: end)...])
    let ownName = rest.prefix { $0 != separator }
    // A class that repeats the end of the test's name is not recorded as one that ran.
    if className.isEmpty
      || ownName.count >= className.count
        && ownName.suffix(className.count).elementsEqual(className)
    {
      return ofSuites
    }
    return end
  }

  /// The hash of a test's own name, to find the test under other suites. Nil if the fingerprint has
  /// only one name, or if a suite is named like an environment.
  package static func name(of fingerprint: String) -> UInt64? {
    parts(of: Array(fingerprint.utf8)[...]).flatMap {
      namesEnvironment($0.suites) ? nil : hash($0.name)
    }
  }

  /// Whether a suite is named like an environment. Each environment has its own tests.
  private static func namesEnvironment(_ suites: ArraySlice<UInt8>) -> Bool {
    suites.dropFirst(suites.starts(with: prefix.utf8) ? prefix.utf8.count : 0)
      .split(separator: separator).contains {
        EnvironmentName.isOne(String(decoding: $0, as: UTF8.self))
      }
  }

  /// Splits a fingerprint after the names of the suites. The second part is the names of class and
  /// test. If the class is empty or named like the suite, it also has the file or browser that
  /// follows the test's name.
  static func parts(
    of bytes: ArraySlice<UInt8>
  ) -> (suites: ArraySlice<UInt8>, name: ArraySlice<UInt8>)? {
    let begin = bytes.starts(with: prefix.utf8) ? prefix.utf8.count : 0
    // The start indices of the last four names, the last name first.
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
    // Must be the same on every machine, because it is stored.
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
