internal import Basics
internal import Model

/// Builds the fingerprint of a test: the names of its suites, its class and its own name, without
/// what differs from run to run, in no language. Keeps those of the suites, which many tests share.
struct TestIdentity {
  /// A very long one is said by its hash.
  static let longest = 4_096

  /// The next name as the report gives it, for `take`.
  var name: [UInt8] = []
  private var bytes = Array(TestDigests.prefix.utf8)
  private var count = 0
  private(set) var suites: [String] = []
  /// Whether it is noted that these suites have run.
  var areSuitesNoted = false
  /// Where the names of the suites end, the prefix being the first.
  private var ends = [TestDigests.prefix.utf8.count]
  /// Hides secrets in names that were not redacted before.
  var redactor: Redactor

  init(_ redactor: Redactor) {
    self.redactor = redactor
  }

  /// Takes the names of a test.
  mutating func take(_ test: borrowing TestCase) {
    begin(in: test.suites)
    for name in test.identity { append(name) }
  }

  /// Begins a test of suites, the outermost first.
  mutating func begin(in suites: [String]) {
    if self.suites == suites { return restart() }
    (self.suites, areSuitesNoted) = (suites, false)
    (bytes, count) = (Array(TestDigests.prefix.utf8), 0)
    ends = [bytes.count]
    for suite in suites {
      append(suite)
      ends.append(bytes.count)
    }
  }

  /// Begins another test of the same suites.
  private mutating func restart() {
    bytes.removeSubrange((ends.last ?? 0)...)
    count = suites.count
  }

  mutating func append(_ text: String) {
    name.append(contentsOf: text.utf8)
    take()
  }

  /// Appends `name` and empties it.
  mutating func take() {
    if count > 0 { bytes.append(TestDigests.separator) }
    count += 1
    if redactor.mayHide(in: name) {
      // What is hidden is counted where it is shown.
      var redactor = redactor
      name = Array(redactor.redacted(String(decoding: name, as: UTF8.self)).utf8)
    }
    name.withUnsafeBufferPointer { VolatileText($0).writeNormalized(.title, to: &bytes) }
    name.removeAll(keepingCapacity: true)
  }

  var fingerprint: String {
    isLong ? hashed : String(decoding: bytes, as: UTF8.self)
  }

  var digest: UInt64 {
    if isLong { return TestDigests.digest(of: hashed) }
    return bytes.withUnsafeBufferPointer { TestDigests.digest(of: $0) }
  }

  /// Those of the suites around the test, and of the whole report.
  var suiteDigests: [UInt64] {
    bytes.withUnsafeBufferPointer { bytes in
      ends.map { TestDigests.digest(of: UnsafeBufferPointer(rebasing: bytes[..<$0])) }
    }
  }

  private var isLong: Bool { bytes.count - TestDigests.prefix.utf8.count > Self.longest }

  private var hashed: String {
    let names = Array(bytes.dropFirst(TestDigests.prefix.utf8.count))
    return TestDigests.prefix + Base64.encode(SHA256.digest(of: names))
  }
}
