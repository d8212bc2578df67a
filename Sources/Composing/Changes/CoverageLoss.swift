package import Basics
package import Model

/// The tests and tools that a run covers less than an earlier run (see "Less coverage").
package struct CoverageLoss: Sendable, Hashable {
  /// The tests that ran; nil if neither run has any.
  package var tests: Coverage.Count?
  /// The tools that only the earlier run has, by the titles of their categories.
  package var missingTools: [String] = []
  /// The names of the absent reports of tests; empty if they are unknown.
  package var missingInputs: [String] = []
  /// Whether a report of tests is absent, and its tests with it.
  private var lacksReport = false

  private static let mostNamed = 5

  init(_ dataset: Dataset, after before: CoverageReference) {
    if dataset.run?.status == .missing { return }
    if let testsBefore = before.testsRun {
      tests = Coverage.Count(now: dataset.run?.testsRun ?? 0, before: testsBefore)
    }
    if dataset.isDeclaredWhole { return }
    compareReports(dataset, before)
    compareTools(dataset, before)
  }

  /// A report that only repeats tests of the others may be absent. If many reports have few tests
  /// each, one of them may be a deleted class.
  private mutating func compareReports(_ dataset: Dataset, _ before: CoverageReference) {
    guard let scope = dataset.scope, let tests, tests.now < tests.before else { return }
    let now = scope.reportCount
    guard now < before.reports, scope.testCount < before.tests else { return }
    lacksReport = max(now, 1) < before.reports - before.reports / 10
    let names = dataset.run?.inputsWithTests ?? []
    let absent = before.inputs.filter { !(names.isEmpty ? dataset.files : names).contains($0) }
    if absent.count == before.reports - max(now, 1) { missingInputs = absent }
  }

  private mutating func compareTools(_ dataset: Dataset, _ before: CoverageReference) {
    if before.tools.isEmpty { return }
    // Without a scope, the run has no report of a tool.
    var scope = dataset.scope ?? RunScope([RunScope.Part(kind: .message)])
    scope.follow(
      logOf: RunScope([RunScope.Part(kind: .finding, categories: before.tools.map(\.id))]))
    // This part covers a whole format, or everything.
    if scope.parts.contains(where: { part in
      part.kind != .message && part.categories == nil && part.tests == nil
    }) {
      return
    }
    let tools = Set(scope.tools)
    missingTools = before.tools.filter { tool in
      let format = tool.id.prefix { $0 != ":" }
      return !tools.contains(tool.id) && !tools.contains("\(format):*")
    }.map(\.title)
  }

  /// Whether no test ran, unlike in the earlier run.
  var hasLostTests: Bool { tests.map { $0.now == 0 && $0.before > 0 } ?? false }

  var isLess: Bool { tests.map { $0.now < $0.before } ?? false || !missingTools.isEmpty }

  /// Whether the run lost at least a tenth of the tests or a report, so that a report without
  /// messages means little.
  var isMuch: Bool {
    tests?.isMuchLess ?? false || lacksReport || !missingTools.isEmpty
  }

  /// "1,204 tests run, 3,000 before"; nil if there are no fewer.
  func count(_ locale: Locale) -> String? { tests?.text(.testsRun, locale) }

  /// "not run: ESLint, browser.xml"; nil for none.
  func names(_ locale: Locale) -> String? {
    let all = missingTools + missingInputs
    if all.isEmpty { return nil }
    var shown = Array(all.prefix(Self.mostNamed))
    if shown.count < all.count {
      shown.append(
        locale.string(.andMore, ["count": locale.number(all.count - shown.count)]))
    }
    return locale.string(.toolsNotRun, ["tools": locale.list(shown)])
  }
}

extension Coverage.Count {
  var isLess: Bool { now < before }

  /// Whether over a tenth is lost.
  var isMuchLess: Bool { now < before - before / 10 }

  /// "1,204 tests run, 3,000 before"; nil if there are no fewer.
  func text(_ key: CountKey, _ locale: Locale) -> String? {
    guard isLess else { return nil }
    return locale.string(
      .countBefore, ["now": locale.count(key, now), "before": locale.number(before)])
  }
}

extension Dataset {
  /// Whether the run completed and all its inputs were read.
  var isRead: Bool { hasCompleted && run?.unread.isEmpty ?? true }

  /// Whether the inputs are declared to cover the whole run.
  var isDeclaredWhole: Bool { scope?.parts.contains(where: \.isExcept) ?? false }
}

// MARK: The reference

extension CoverageReference {
  /// A reference that is older than this many days is replaced by the next run.
  package static let mostDays: Int32 = 90

  /// The reference for the run after a dataset's run: this run, or the earlier one if this run
  /// covers less.
  ///
  /// - Parameters:
  ///   - baseline: The run before, with its reference; nil for none.
  package static func reference(
    after dataset: Dataset, on date: CivilDate?, _ baseline: Dataset?
  ) -> CoverageReference {
    let own = CoverageReference(dataset, on: date)
    guard let baseline, var earlier = baseline.reference else { return own }
    let isReplaced = dataset.isDeclaredWhole && dataset.isRead
    if isReplaced || earlier.isOutdated(on: date) { return own }
    earlier.remove(dataset.removedTests(after: baseline, countedIn: earlier))
    let isWhole =
      own.reports >= earlier.reports || own.tests >= earlier.tests
    if isWhole, !CoverageLoss(dataset, after: earlier).isMuch { return own }
    earlier.laterRuns += 1
    return earlier
  }

  private func isOutdated(on today: CivilDate?) -> Bool {
    guard let date, let today else { return laterRuns >= Self.mostDays }
    return today.dayNumber - date.dayNumber > Self.mostDays
  }

  private mutating func remove(_ count: Int) {
    tests = max(tests - count, 0)
    testsRun = testsRun.map { max($0 - count, 0) }
  }
}

extension Dataset {
  /// The number of tests that were removed since the previous run. None can be if a report of tests
  /// may be absent.
  fileprivate func removedTests(
    after baseline: Dataset, countedIn reference: CoverageReference
  ) -> Int {
    guard run?.testsRun ?? 0 < reference.testsRun ?? 0, isRead, let scope,
      scope.hasAsManyReports(as: baseline.scope)
    else { return 0 }
    return TestChanges(self, after: baseline, removed: []).removed.count
  }
}
