internal import Model
internal import Text

/// Builds the fingerprint of a test: the names of its suites, its class and its own name as the
/// report gives them, because two tests may differ only in an address or a duration. Keeps the
/// names of the suites, which many tests share.
package struct TestIdentity {
  /// The longest name in bytes. A longer one is replaced by its hash.
  package static let longest = 4_096

  /// The next name as given by the report, for `appendName`.
  package var name: [UInt8] = []
  private var bytes = Array(TestDigests.prefix.utf8)
  private var count = 0
  package private(set) var suites: [String] = []
  /// Whether the run of these suites has been noted.
  var areSuitesNoted = false
  /// The ends of the names of the suites. The first one is the end of the prefix.
  private var ends = [TestDigests.prefix.utf8.count]
  /// The end of the name of the class; nil without a class.
  private var classEnd: Int?
  /// The digest of the last class with a test that ran.
  private var notedClass: UInt64?
  /// The result of `setClassDigests`.
  private(set) var classDigests: [UInt64] = []
  /// Hides secrets in names that were not redacted before.
  package var redactor: Redactor

  init(_ redactor: Redactor) {
    self.redactor = redactor
  }

  /// Reads the names of a test.
  mutating func readNames(of test: borrowing TestCase) {
    begin(in: test.suites)
    let count = test.identity.count + test.problem.count
    for (index, name) in test.identity.enumerated() {
      append(name)
      if index == 0, count > 1, !name.isEmpty { endClass() }
    }
    for (index, name) in test.problem.enumerated() {
      self.name.append(contentsOf: name.utf8)
      appendName(isProblem: index == 0)
    }
  }

  /// Begins a test of suites, the outermost first.
  package mutating func begin(in suites: [String]) {
    if self.suites == suites { return restart() }
    (self.suites, areSuitesNoted) = (suites, false)
    (bytes, count, classEnd) = (Array(TestDigests.prefix.utf8), 0, nil)
    ends = [bytes.count]
    for suite in suites {
      append(suite)
      ends.append(bytes.count)
    }
  }

  /// Begins another test of the same suites.
  private mutating func restart() {
    classEnd = nil
    bytes.removeSubrange((ends.last ?? 0)...)
    count = suites.count
  }

  package mutating func append(_ text: String) {
    name.append(contentsOf: text.utf8)
    appendName()
  }

  /// Notes that the last appended name is the name of the class.
  package mutating func endClass() { classEnd = bytes.count }

  /// Appends `name` and empties it.
  ///
  /// - Parameter isProblem: Whether it names a problem of the suites or the class before it.
  package mutating func appendName(isProblem: Bool = false) {
    if count > 0 { bytes.append(TestDigests.separator) }
    if isProblem { bytes.append(TestDigests.problemMark) }
    count += 1
    if redactor.hides(in: name) {
      // Hidden secrets are counted where their text is shown.
      var redactor = redactor
      name = Array(redactor.redacted(String(decoding: name, as: UTF8.self)).utf8)
    }
    let start = bytes.count
    bytes += VolatileText(name).normalized(.name)
    // The name of a suite is part of the identity of each of its tests.
    if bytes.count - start > Self.longest {
      bytes.replaceSubrange(start..., with: Self.hash(bytes[start...]).utf8)
    }
    name.removeAll(keepingCapacity: true)
  }

  package var fingerprint: String {
    isLong ? hashed : String(decoding: bytes, as: UTF8.self)
  }

  /// The fingerprint as bytes.
  var nameBytes: [UInt8] { isLong ? Array(hashed.utf8) : bytes }

  package var digest: UInt64 {
    isLong ? TestDigests.digest(of: hashed) : TestDigests.digest(of: bytes[...])
  }

  /// The digests of the suites around the test, and of the whole report.
  var suiteDigests: [UInt64] {
    ends.map { digest(ofSuiteTo: $0) }
  }

  /// The digests of the packages and folders of the suites.
  var parentDigests: [UInt64] {
    ends.indices.dropLast().compactMap { index in
      let start = ends[index] + (index == 0 ? 0 : 1)
      return TestDigests.parentEnd(of: bytes[..<ends[index + 1]], from: start).map {
        digest(ofSuiteTo: $0)
      }
    }
  }

  /// The digests of the test's class and of the modules around it, including those noted before.
  mutating func allClassDigests() -> [UInt64] {
    let (noted, found) = (notedClass, classDigests)
    defer { (notedClass, classDigests) = (noted, found) }
    notedClass = nil
    setClassDigests()
    return classDigests
  }

  /// Sets `classDigests` to the digests of the test's class and of the modules around it, which
  /// dots separate; empty if the previous test had the same class. A class that only repeats the
  /// end of its test's name is ignored.
  mutating func setClassDigests() {
    classDigests.removeAll(keepingCapacity: true)
    guard let classEnd, let suitesEnd = ends.last, classEnd < bytes.count else { return }
    let start = suitesEnd + (ends.count > 1 ? 1 : 0)
    guard start < classEnd else { return }
    var end = classEnd + 1
    while end < bytes.count, bytes[end] != TestDigests.separator { end += 1 }
    let length = classEnd - start
    if end - classEnd - 1 >= length,
      bytes[end - length..<end].elementsEqual(bytes[start..<classEnd])
    {
      return
    }
    let digest = self.digest(ofSuiteTo: classEnd)
    if digest == notedClass { return }
    notedClass = digest
    classDigests.append(digest)
    // unittest knows no suites of a module that it could not load.
    let prefix = Array((TestDigests.prefix + Self.module).utf8)
    func module(to end: Int) -> UInt64 {
      TestDigests.digest(ofSuite: (prefix + bytes[start..<end])[...])
    }
    classDigests.append(module(to: classEnd))
    var modules = 0
    for index in start..<classEnd where bytes[index] == UInt8(ascii: ".") {
      classDigests.append(self.digest(ofSuiteTo: index))
      classDigests.append(module(to: index))
      modules += 1
      if modules == Self.mostModules { break }
    }
  }

  private func digest(ofSuiteTo end: Int) -> UInt64 {
    TestDigests.digest(ofSuite: bytes[..<end])
  }

  private static let mostModules = 16
  /// Precedes the name of a module, regardless of its suites.
  package static let module = "module "

  private var isLong: Bool { bytes.count - TestDigests.prefix.utf8.count > Self.longest }

  private var hashed: String {
    TestDigests.prefix + Self.hash(bytes.dropFirst(TestDigests.prefix.utf8.count))
  }

  private static func hash(_ names: ArraySlice<UInt8>) -> String {
    Base64.encode(SHA256.digest(of: Array(names)))
  }
}
