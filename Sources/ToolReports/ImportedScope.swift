package import Model

/// The scope of another tool's report, if it is known.
package struct ImportedScope {
  package struct Tool: Hashable {
    package var kind: RunScope.Kind
    package var category: String
    /// What the tool checked, if it scans images or folders.
    package var environment: String?
  }

  /// The tests that ran in `environment`, and all suites with a test that ran.
  private var ran = TestDigests()
  /// The tests that ran in environments that the content of the report names.
  private var ranElsewhere: [String: TestDigests] = [:]
  package private(set) var skipped = TestDigests()
  /// The tests with values in their names, by the place where they ran ("" for `ran`) and by their
  /// names without values. Nil for several tests with the same name, and for a skipped test.
  private var testsWithoutValues: [String: [UInt64: UInt64?]] = [:]
  /// The findings that an option or the sources left out.
  package var leftOut = TestDigests()
  /// The runs of tools with an own part of the report.
  var toolRuns: [String] = []
  package var names = TestNames()
  /// The outcomes and durations of the tests.
  package var results = TestResults()
  /// The environment of all its tests, by the name of the report.
  package var environment: String?
  /// Where single tests were skipped, as the report says of each, by their digests.
  private var environmentsOfSkipped: [UInt64: Set<String>] = [:]
  /// The categories of tools, with the files that they checked; nil if unknown.
  package private(set) var tools: [Tool: Set<String>?] = [:]
  private var knownSuites: Set<UInt64> = []
  private var skippedSuites: Set<UInt64> = []
  /// A cache of `knownSuites`. The digest gives the index of a suite, where another suite may
  /// replace it. A search in the set would double the cost of each test.
  private var recentSuites: [UInt64] = []
  private static let mostRecent = 1 << 16

  /// - Parameter environment: Where the test ran or was skipped, if the report says so of it.
  package mutating func insert(
    _ digest: UInt64, isSkipped: Bool = false, in environment: String? = nil
  ) {
    if isSkipped {
      skipped.insert(digest)
      if let environment { environmentsOfSkipped[digest, default: []].insert(environment) }
    } else if let environment {
      ranElsewhere[environment, default: TestDigests()].insert(digest)
    } else {
      ran.insert(digest)
    }
  }

  /// Notes the name without values of a test.
  package mutating func insert(
    _ digest: UInt64, withoutValues name: UInt64, isSkipped: Bool, in environment: String?
  ) {
    let known = testsWithoutValues[environment ?? "", default: [:]][name]
    let isUnique = !isSkipped && (known == nil || known == digest)
    testsWithoutValues[environment ?? "", default: [:]]
      .updateValue(isUnique ? digest : nil, forKey: name)
  }

  /// The tests that ran, by their environment.
  package var lists: [RunScope.Part] {
    func part(_ tests: TestDigests, in environment: String?, key: String) -> RunScope.Part {
      let unique = (testsWithoutValues[key] ?? [:]).filter { $0.value != nil }.keys
      return RunScope.Part(
        tests: tests, testsWithoutValues: unique.isEmpty ? nil : TestDigests(Array(unique)),
        environment: environment)
    }
    // Suites alone ran in no known environment.
    let isOfTests = ran.values.contains { !TestDigests.isSuite($0) }
    return [part(ran, in: isOfTests ? environment : nil, key: "")]
      + ranElsewhere.sorted { $0.key < $1.key }.map { part($0.value, in: $0.key, key: $0.key) }
  }

  /// The tests that ran, by their environment; empty for none.
  package var tests: [RunScope.Part] {
    lists.filter { part in part.tests?.values.contains { !TestDigests.isSuite($0) } ?? false }
  }

  /// Where a test was skipped; empty if that is not known.
  package func environments(ofSkipped digest: UInt64) -> Set<String> {
    environmentsOfSkipped[digest] ?? environment.map { [$0] } ?? []
  }

  /// Whether the environment of any test is known.
  var knowsEnvironments: Bool {
    environment != nil || !ranElsewhere.isEmpty || !environmentsOfSkipped.isEmpty
  }

  /// Notes suites with a test that ran.
  package mutating func insert(suites digests: [UInt64]) {
    if recentSuites.isEmpty {
      recentSuites = [UInt64](repeating: 0, count: Self.mostRecent)
    }
    for digest in digests {
      let place = Int(truncatingIfNeeded: digest >> 1) & (Self.mostRecent - 1)
      if recentSuites[place] == digest { continue }
      recentSuites[place] = digest
      if knownSuites.insert(digest).inserted { ran.insert(digest) }
    }
  }

  /// Notes suites with a skipped test.
  package mutating func insert(skippedSuites digests: [UInt64]) {
    for digest in digests where skippedSuites.insert(digest).inserted { skipped.insert(digest) }
  }

  /// - Parameter files: The files that the tool checked; nil if unknown.
  package mutating func insert(_ tool: Tool, files: [String]?) {
    switch (tools[tool], files) {
    case (.some(nil), _): break
    case (_, nil): tools.updateValue(nil, forKey: tool)
    case (let known, let files?): tools[tool] = (known ?? [])?.union(files)
    }
  }

  /// - Parameter isComplete: Whether the report covers everything except skipped tests. The other
  ///   parts still count: in an incomplete run, only they show which tests passed; in a complete
  ///   run, they distinguish a removed test from a fixed one.
  package func parts(isComplete: Bool) -> [RunScope.Part] {
    let sorted = tools.sorted {
      ($0.key.category, $0.key.kind.rawValue, $0.key.environment ?? "")
        < ($1.key.category, $1.key.kind.rawValue, $1.key.environment ?? "")
    }
    var parts = sorted.map { tool, files in
      RunScope.Part(
        kind: tool.kind, categories: [tool.category], files: files.map { Array($0) },
        environment: tool.environment)
    }
    if isComplete || !ran.values.isEmpty || !skipped.values.isEmpty || parts.isEmpty {
      parts += lists
    }
    if isComplete {
      parts.append(RunScope.Part(tests: skipped, isExcept: true))
    } else if !skipped.values.isEmpty {
      parts.append(RunScope.Part(tests: skipped, isSkipped: true))
    }
    if !leftOut.values.isEmpty {
      parts.append(RunScope.Part(kind: .finding, tests: leftOut, isSkipped: true))
    }
    return parts
  }
}

/// The joined scopes of all inputs.
package struct JoinedScope {
  private struct Key: Hashable {
    var kind: RunScope.Kind?
    var categories: [String]?
    var hasFiles: Bool
    var hasTests: Bool
    var isExcept: Bool
    var isSkipped: Bool
    var environment: String?
  }

  /// Tests of more environments than this are listed without one.
  private static let mostEnvironments = 64
  /// The most parts. A search in more parts would take too long for each message.
  package static let mostParts = 1_000
  private static let mostScans = 900

  private var parts: [RunScope.Part] = []
  private var indices: [Key: Int] = [:]
  private var environments: Set<String> = []
  /// How many inputs list tests.
  private var reportsOfTests = 0
  /// The reports with known environments of tests.
  private var reportsOfEnvironments: [ImportedScope] = []

  package init() {}

  /// Adds the scope of a report.
  package mutating func add(_ report: ImportedScope, isComplete: Bool) {
    add(report.parts(isComplete: isComplete))
    if report.knowsEnvironments { reportsOfEnvironments.append(report) }
  }

  /// Adds parts. Parts that differ only in tests, only in files or only in categories are merged.
  package mutating func add(_ added: [RunScope.Part]) {
    if added.contains(where: { $0.allTests?.values.isEmpty == false }) { reportsOfTests += 1 }
    for var part in added {
      if part.tests != nil, let environment = part.environment,
        !environments.contains(environment)
      {
        if environments.count < Self.mostEnvironments {
          environments.insert(environment)
        } else {
          part.environment = nil
        }
      }
      let hasCategoriesAlone = part.files == nil && part.tests == nil
      let key = Key(
        kind: part.kind,
        categories: hasCategoriesAlone ? part.categories.map { _ in [] } : part.categories,
        hasFiles: part.files != nil, hasTests: part.tests != nil, isExcept: part.isExcept,
        isSkipped: part.isSkipped, environment: part.environment)
      // Files and tests of one part belong together.
      let isAlone = part.files != nil && part.tests != nil
      // The findings of further scans count as not checked.
      let isScan = part.tests == nil && part.environment != nil
      if isScan, indices[key] == nil, parts.count >= Self.mostScans { continue }
      guard !isAlone, let index = indices[key] else {
        if !isAlone { indices[key] = parts.count }
        parts.append(part)
        continue
      }
      if hasCategoriesAlone { parts[index].categories? += part.categories ?? [] }
      if let tests = part.tests { parts[index].tests?.insert(tests) }
      if let names = part.testsWithoutValues {
        parts[index].testsWithoutValues = parts[index].testsWithoutValues ?? TestDigests()
        parts[index].testsWithoutValues?.insert(names)
      }
      if let files = part.files { parts[index].files? += files }
    }
  }

  /// The joined scope; nil if no input has one.
  ///
  /// - Parameter hasOthers: Whether there are datasets without a scope.
  package func scope(hasOthers: Bool) -> RunScope? {
    guard !parts.isEmpty else { return nil }
    var joined = self
    if hasOthers { joined.add([RunScope.Part(kind: .message)]) }
    var ranElsewhere = joined.notRunInOneReportAlone
    ranElsewhere.subtract(skippedElsewhere(ranElsewhere))
    for index in joined.parts.indices {
      joined.parts[index].categories = Self.distinct(joined.parts[index].categories)
      joined.parts[index].files = Self.distinct(joined.parts[index].files)
      joined.parts[index].testsWithoutValues?.keepUnique()
      if joined.parts[index].testsWithoutValues?.values.isEmpty ?? false {
        joined.parts[index].testsWithoutValues = nil
      }
      if joined.parts[index].testsNotRun != nil, !ranElsewhere.isEmpty {
        joined.parts[index].tests?.remove(ranElsewhere)
      }
    }
    if reportsOfTests > 1, let list = joined.parts.firstIndex(where: { $0.testsRun != nil }) {
      joined.parts[list].tests?.insert(TestDigests(TestDigests.reports(reportsOfTests)))
    }
    joined.parts.removeAll { $0.isSkipped && $0.tests?.values.isEmpty ?? true }
    return RunScope(joined.parts)
  }

  /// The given tests that one report skipped in an environment in which no other report ran them.
  /// Results from other environments do not count for them.
  private func skippedElsewhere(_ digests: Set<UInt64>) -> Set<UInt64> {
    if reportsOfEnvironments.count < 2 || digests.isEmpty { return [] }
    var (skipped, ran): ([UInt64: Set<String>], [UInt64: Set<String>]) = ([:], [:])
    for report in reportsOfEnvironments {
      for digest in report.skipped.values where digests.contains(digest) {
        skipped[digest, default: []].formUnion(report.environments(ofSkipped: digest))
      }
      for part in report.lists {
        guard let environment = part.environment else { continue }
        for digest in part.tests?.values ?? [] where digests.contains(digest) {
          ran[digest, default: []].insert(environment)
        }
      }
    }
    return digests.filter { digest in
      guard !TestDigests.isSuite(digest), let others = ran[digest], !others.isEmpty else {
        return false
      }
      return !(skipped[digest] ?? []).isSubset(of: others)
    }
  }

  /// The tests that one report skipped and another ran. Starts with the few skipped tests, because
  /// a set of all tests that ran would cost as much as reading them.
  private var notRunInOneReportAlone: Set<UInt64> {
    let notRun = Set(parts.lazy.compactMap(\.testsNotRun).flatMap(\.values))
    if notRun.isEmpty { return [] }
    return Set(parts.lazy.compactMap(\.testsRun).flatMap(\.values).filter(notRun.contains))
  }

  package var count: Int { parts.count }

  private static func distinct(_ names: [String]?) -> [String]? {
    names.map { Set($0).sorted() }
  }
}
