internal import Basics
internal import Diagnostics

/// What stands around a class or suite, by which a deleted one is told from one that did not run.
extension TestDigests {
  /// Stands among the suites of a run whose tests come from several reports: one of these may be absent.
  package static let severalReports = digest(ofSuite: prefix + "\u{1E}several reports")

  /// Say with it how many reports there are: one of them for each report from the third on.
  static let moreReports = (3...64).map { digest(ofSuite: prefix + "\u{1E}\($0) reports") }

  /// What stands for the number of reports.
  package static func reports(_ count: Int) -> [UInt64] {
    count < 2 ? [] : [severalReports] + moreReports.prefix(count - 2)
  }

  /// All that can stand for a number of reports.
  package static let anyReports = Set(reports(.max))

  /// The package or the folder of a suite or class: `com.x` of `com.x.Cart`, `src/` of `src/cart.test.js`.
  /// Returns where its name ends; nil for a name with neither.
  ///
  /// - Parameters:
  ///   - bytes: The fingerprint up to the end of the name.
  ///   - start: Where the name begins.
  package static func parentEnd(of bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    let name = bytes[start...]
    if name.contains(0x20) { return nil }
    if let slash = name.lastIndex(of: UInt8(ascii: "/")) { return slash > start ? slash + 1 : nil }
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > start else { return nil }
    return dot
  }

  /// The digests of what is around the class of a test, or without one around its innermost suite: their
  /// package or folder, else the suite that they are in. A module of tests with one class counts as the
  /// class. Empty if nothing but the report is around them.
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

  /// Whether a module is named like one of tests.
  private static func isOfTests(_ name: some Sequence<UInt8>) -> Bool {
    let name = String(decoding: Array(name), as: UTF8.self).lowercased()
    return name.contains("test") || name.contains("spec")
  }
}

extension RunScope {
  /// Whether the run has no fewer reports of tests than the run before: one that is absent may hold any
  /// test.
  package func hasAsManyReports(as before: RunScope?) -> Bool {
    func reports(_ scope: RunScope?) -> Int {
      var found = Set<UInt64>()
      for digest in (scope?.parts ?? []).lazy.compactMap(\.testsRun).flatMap(\.values)
      where TestDigests.anyReports.contains(digest) {
        found.insert(digest)
      }
      return found.count
    }
    let then = reports(before)
    return then == 0 || reports(self) >= then
  }

  /// Whether the run is that of one report, with hardly fewer tests than the run before: a class that is
  /// absent in it, unlike its neighbours, was deleted. A part of a run leaves out more.
  package func isWhole(after before: RunScope?) -> Bool {
    let lists = parts.compactMap(\.testsRun)
    guard let before, !lists.contains(where: { $0.values.contains(TestDigests.severalReports) })
    else { return false }
    let (now, then) = (testCount, before.testCount)
    return then > 0 && now >= then - then / 10
  }

  /// How many tests there are, whether they ran or were skipped.
  private var testCount: Int {
    var all = TestDigests()
    for list in parts.compactMap(\.allTests) { all.insert(list) }
    return all.sorted.count { !TestDigests.isSuite($0) }
  }
}
