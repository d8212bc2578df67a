internal import Diagnostics
internal import Text

/// The surroundings of a class or suite. They distinguish a deleted one from one that did not run.
extension TestDigests {
  /// Marks a run with several test reports. One of them may be absent in another run.
  package static let severalReports = digest(ofSuite: prefix + "\u{1E}several reports")

  /// Further marks for the number of reports: one for each report from the third on.
  static let moreReports = (3...64).map { digest(ofSuite: prefix + "\u{1E}\($0) reports") }

  /// The marks for a number of reports.
  package static func reports(_ count: Int) -> [UInt64] {
    count < 2 ? [] : [severalReports] + moreReports.prefix(count - 2)
  }

  /// The marks for any number of reports.
  package static let anyReports = Set(reports(.max))

  /// The end of the package or folder in the name of a suite or class: `com.x` in `com.x.Cart`,
  /// `src/` in `src/cart.test.js`. Nil for a name with neither.
  ///
  /// - Parameters:
  ///   - bytes: The fingerprint up to the end of the name.
  ///   - start: The index of the beginning of the name.
  package static func parentEnd(of bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    let name = bytes[start...]
    if name.contains(0x20) { return nil }
    if let slash = name.lastIndex(of: UInt8(ascii: "/")) { return slash > start ? slash + 1 : nil }
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > start else { return nil }
    return dot
  }

  /// The digests of the surroundings of a test's class, or of its innermost suite if it has no
  /// class: the package or folder, else the outer suite. For a class in a test module, also the
  /// package of the module. Empty if only the report surrounds it.
  package static func enclosing(of fingerprint: String) -> [UInt64] {
    let bytes = Array(fingerprint.utf8)[...]
    guard var end = containerEnd(of: bytes) else { return [] }
    var start = nameStart(in: bytes, to: end)
    // A class that is named like its suite says no more than that.
    while start > prefix.utf8.count {
      let outer = nameStart(in: bytes, to: start - 1)
      guard bytes[outer..<start - 1].elementsEqual(bytes[start..<end]) else { break }
      (start, end) = (outer, start - 1)
    }
    func digest(to end: Int) -> UInt64 { Self.digest(ofSuite: bytes[..<end]) }
    guard let parent = parentEnd(of: bytes[..<end], from: start) else {
      return start > prefix.utf8.count ? [digest(to: start - 1)] : []
    }
    var found = [digest(to: parent)]
    let isClass = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= bytes[min(parent + 1, end - 1)]
    if isClass, bytes[parent] == UInt8(ascii: "."),
      let outer = parentEnd(of: bytes[..<parent], from: start), isOfTests(bytes[outer..<parent])
    {
      found.append(digest(to: outer))
    }
    return found
  }

  private static func nameStart(in bytes: ArraySlice<UInt8>, to end: Int) -> Int {
    bytes[..<end].lastIndex(of: separator).map { $0 + 1 } ?? prefix.utf8.count
  }

  /// Whether a module is named like a test module.
  private static func isOfTests(_ name: some Sequence<UInt8>) -> Bool {
    let name = String(decoding: Array(name), as: UTF8.self).lowercased()
    return name.contains("test") || name.contains("spec")
  }
}

extension RunScope {
  /// Whether the run has at least as many test reports as the previous run. An absent report may
  /// contain any test.
  package func hasAsManyReports(as before: RunScope?) -> Bool {
    let then = before?.reportCount ?? 0
    return then == 0 || reportCount >= then
  }

  /// The number of test reports; 0 for a single one.
  package var reportCount: Int {
    let digests = parts.lazy.compactMap(\.testsRun).flatMap(\.values)
    let marks = Set(digests.filter(TestDigests.anyReports.contains)).count
    return marks == 0 ? 0 : marks + 1
  }

  /// Whether the run has one report and at least 90 % of the previous run's tests. If so, a class
  /// that is absent, unlike its neighbours, was deleted; a partial run leaves out more tests.
  package func isWhole(after before: RunScope?) -> Bool {
    let lists = parts.compactMap(\.testsRun)
    guard let before, !lists.contains(where: { $0.values.contains(TestDigests.severalReports) })
    else { return false }
    let (now, then) = (testCount(), before.testCount())
    return then > 0 && now >= then - then / 10
  }

  /// The number of tests, whether they ran or were skipped. A test that ran in several environments
  /// counts in each.
  ///
  /// - Parameter tests: The tests to count; nil for all.
  package func testCount(among tests: Set<UInt64>? = nil) -> Int {
    var (all, ran, results) = (TestDigests(), TestDigests(), TestDigests())
    for part in parts {
      guard var list = part.allTests else { continue }
      if let tests { list = TestDigests(list.values.filter(tests.contains)) }
      all.insert(list)
      guard let environment = part.environment else { continue }
      ran.insert(list)
      for test in list.values where !TestDigests.isSuite(test) {
        results.insert(TestDigests.digest(test, in: environment))
      }
    }
    func count(_ digests: TestDigests) -> Int {
      digests.sorted.count { !TestDigests.isSuite($0) }
    }
    // Each test once, and the results in further environments.
    return count(all) + max(count(results) - count(ran), 0)
  }
}
