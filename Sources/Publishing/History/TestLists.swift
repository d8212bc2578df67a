import Basics
import Diagnostics
import Importing
import JSON
import Model

/// The tests that the runs of a month have run, in the order in which they came: a file of
/// `PROJECT/history/`. Most runs run the same, so that each has to say only which it did not.
struct TestDictionary {
  /// A run with more than these keeps its tests itself.
  static let mostTests = 1 << 20
  /// A run with fewer than these does so, too.
  static let fewTests = 200

  private(set) var digests: [UInt64] = []
  private var packed: [String] = []

  init() {}

  init?(_ root: JSONValue) {
    guard root["version"]?.count == 1, let elements = root["tests"]?.elements else { return nil }
    for element in elements {
      guard let text = element.string, let found = TestDigests(packed: [text]) else { return nil }
      packed.append(text)
      digests += found.values
    }
    if digests.count > Self.mostTests { return nil }
  }

  var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("version", 1)
      writer.key("tests")
      writer.array { writer in for text in packed { writer.value(text) } }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// Adds the tests that it does not have; false if these are too many.
  mutating func add(_ lists: [TestDigests]) -> Bool {
    let known = Set(digests)
    var new = TestDigests()
    for digest in lists.lazy.flatMap(\.values) where !known.contains(digest) { new.insert(digest) }
    let sorted = new.sorted
    guard digests.count + sorted.count <= Self.mostTests else { return false }
    packed += new.packed
    digests += sorted
    return true
  }
}

/// The tests of a run as places in the dictionary of its month: `tests.json.gz`.
struct TestLists {
  struct List {
    /// How many tests the dictionary had.
    var size: Int
    /// The places of the tests, or of those that are not among them.
    var places: [Int]
    var isWithout: Bool
    /// The digest of the tests.
    var check: String
  }

  /// The digest of the run's dataset, with its tests, and of the file that is without them.
  var run: String
  var dataset: String
  /// The month of the dictionary.
  var month: String
  /// One for each part of the scope that has tests.
  var lists: [List]

  init(run: String, dataset: String, month: String, _ tests: [TestDigests], in all: [UInt64]) {
    (self.run, self.dataset, self.month) = (run, dataset, month)
    let places = Dictionary(all.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
    lists = tests.map { tests in
      let own = tests.sorted.compactMap { places[$0] }.sorted()
      let isWithout = own.count > all.count / 2
      let left = Set(isWithout ? own : [])
      return List(
        size: all.count, places: isWithout ? all.indices.filter { !left.contains($0) } : own,
        isWithout: isWithout, check: Self.check(tests.sorted))
    }
  }

  /// The tests of each part; nil if the dictionary is another one.
  func tests(in all: [UInt64]) -> [TestDigests]? {
    var found: [TestDigests] = []
    for list in lists {
      guard list.size <= all.count, list.places.last ?? 0 < max(list.size, 1) else { return nil }
      let left = Set(list.isWithout ? list.places : [])
      let places =
        list.isWithout ? (0..<list.size).filter { !left.contains($0) } : list.places
      let digests = TestDigests(places.map { all[$0] })
      guard Self.check(digests.sorted) == list.check else { return nil }
      found.append(digests)
    }
    return found
  }

  private static func check(_ digests: [UInt64]) -> String {
    PublishedRun.digest(
      digests.flatMap { digest in (0..<5).map { UInt8(truncatingIfNeeded: digest >> (8 * $0)) } })
  }

  // MARK: The file

  var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("version", 1)
      writer.member("run", run)
      writer.member("dataset", dataset)
      writer.member("month", month)
      writer.key("lists")
      writer.array { writer in
        for list in lists {
          writer.object { writer in
            writer.member("size", list.size)
            writer.member("check", list.check)
            writer.key(list.isWithout ? "without" : "with")
            writer.array { writer in
              for text in TestDigests(list.places.map { UInt64($0) }).packed { writer.value(text) }
            }
          }
        }
      }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  init?(_ root: JSONValue) {
    guard root["version"]?.count == 1, let run = root["run"]?.string,
      let dataset = root["dataset"]?.string, let month = root["month"]?.string,
      ProjectIndex.isMonth(month)
    else { return nil }
    (self.run, self.dataset, self.month, lists) = (run, dataset, month, [])
    for value in root["lists"]?.elements ?? [] {
      let isWithout = value["without"] != nil
      let texts = (value["without"] ?? value["with"])?.elements.map { $0.string ?? "" }
      guard let size = value["size"]?.count, size <= TestDictionary.mostTests,
        let check = value["check"]?.string, let texts, let places = TestDigests(packed: texts)
      else { return nil }
      lists.append(
        List(size: size, places: places.values.map { Int($0) }, isWithout: isWithout, check: check))
    }
  }
}

extension TestDigests {
  /// Reads what `packed` has written; nil if it is damaged.
  fileprivate init?(packed texts: [String]) {
    self.init()
    for text in texts {
      guard text.withBytes({ insert(packed: $0) }) else { return nil }
    }
  }
}

extension Dataset {
  /// The tests of each part of the scope that has any.
  var listedTests: [TestDigests] { scope?.parts.compactMap(\.tests) ?? [] }

  /// Sets the tests of each part that has any; false if their number is another one.
  mutating func list(_ tests: [TestDigests]) -> Bool {
    guard tests.count == listedTests.count else { return false }
    var rest = tests[...]
    for index in scope?.parts.indices ?? 0..<0 where scope?.parts[index].tests != nil {
      scope?.parts[index].tests = rest.popFirst()
    }
    return true
  }
}

extension RunFiles {
  static let tests = "tests.json.gz"

  func tests(_ id: String) -> TestLists? {
    guard case .whole(let root) = json(id, Self.tests) else { return nil }
    return TestLists(root)
  }
}

extension ProjectHistory {
  private func dictionaryPath(_ month: String) -> String { path("history/\(month).tests.json.gz") }

  private func dictionary(_ month: String) -> TestDictionary? {
    let path = dictionaryPath(month)
    let found = staging.unpack(path, .month).flatMap { JSONValue.parse($0, file: path).0 }
      .flatMap(TestDictionary.init)
    if found == nil, staging.kind(of: path) != nil { note(lostTests(month)) }
    return found
  }

  /// Stages a run's dataset, and its tests as places in the dictionary of its month.
  ///
  /// - Parameter memory: The dataset as `PublishedRun.memory` has it.
  func write(_ dataset: Dataset, _ memory: [UInt8], of run: PublishedRun) throws(FileError) {
    let tests = dataset.listedTests
    let count = tests.reduce(0) { $0 + $1.values.count }
    // One that is damaged is made anew; the runs that used it have lost their tests.
    var dictionary = dictionary(run.month) ?? TestDictionary()
    var short = dataset
    guard count >= TestDictionary.fewTests, dictionary.add(tests),
      short.list(tests.map { _ in TestDigests() })
    else {
      try files.write(memory, run.id, RunFiles.data, .dataset)
      return try files.write(nil, run.id, RunFiles.tests, .seen)
    }
    let bytes = PublishedRun.memory(of: short)
    let lists = TestLists(
      run: run.digest, dataset: PublishedRun.digest(bytes), month: run.month, tests,
      in: dictionary.digests)
    try staging.pack(dictionary.bytes, to: dictionaryPath(run.month), .month)
    try files.write(bytes, run.id, RunFiles.data, .dataset)
    try files.write(lists.bytes, run.id, RunFiles.tests, .seen)
  }

  /// Removes the dictionary of a month without runs.
  func removeDictionary(_ month: String) {
    if staging.kind(of: dictionaryPath(month)) != nil { staging.remove(dictionaryPath(month)) }
  }

  /// Adds the tests that a run's dataset was kept without; false if they are lost.
  func complete(_ dataset: inout Dataset, _ lists: TestLists?) -> Bool {
    guard let lists else { return true }
    let isWhole =
      dictionary(lists.month).flatMap { lists.tests(in: $0.digests) }
      .map { dataset.list($0) } ?? false
    if !isWhole { note(lostTests(lists.month)) }
    return isWhole
  }

  private func lostTests(_ month: String) -> Diagnostic {
    Diagnostic(
      .warning, "damaged-memory",
      "which tests the runs of \(month) of '\(name)' have run is lost ('\(dictionaryPath(month))'): if "
        + "these runs are compared again, what they do not have is not run",
      help: ["nothing, or publish those runs again; runs from now on are not affected"])
  }
}
