internal import Localization
package import Model
package import Time

/// The tests, tools and reports that a run covers less than an earlier run (see "Less coverage").
package struct CoverageLoss: Sendable, Hashable {
  /// The tests that ran; nil if neither run has any.
  package var tests: Coverage.Count?
  /// The tools that only the earlier run has, by the titles of their categories.
  package var missingTools: [String] = []
  /// The names of the absent reports, without those of `missingTools`.
  package var missingInputs: [String] = []
  /// Whether so many reports are absent that it is a loss.
  private var lacksReport = false
  /// Whether no report is absent, not even one of many.
  fileprivate private(set) var hasAllReports = true
  /// Whether only reports of tests are absent, which can hold the tests of others.
  fileprivate private(set) var hasAllTools = true

  private static let mostNamed = 5

  init(_ dataset: Dataset, after before: CoverageReference) {
    if dataset.run?.status == .missing { return }
    if let testsBefore = before.remainingTestsRun {
      tests = Coverage.Count(now: dataset.testsRunOnce ?? 0, before: testsBefore)
    }
    if dataset.isDeclaredWhole { return }
    // Without a scope, the run has no report of a tool.
    var scope = dataset.scope ?? RunScope([RunScope.Part(kind: .message)])
    scope.follow(
      logOf: RunScope([RunScope.Part(kind: .finding, categories: before.tools.map(\.id))]))
    // This part covers a whole format, or everything.
    let coversAllTools = scope.parts.contains { part in
      part.kind != .message && part.categories == nil && part.tests == nil
    }
    let missing = coversAllTools ? [] : before.tools.filter { !$0.isCovered(by: scope) }
    missingTools = missing.map(\.title)
    let lost = LostReports(
      dataset, since: before.reports.filter { $0.tool == nil || !coversAllTools })
    hasAllReports = lost.reports.isEmpty
    hasAllTools = lost.reports.allSatisfy { $0.tool == nil }
    lacksReport = lost.areMuch
    guard isLess else { return }
    missingInputs = lost.reports.filter { report in
      !missing.contains { report.isOfTool($0) }
    }.map { $0.shownName(beside: dataset.reports) }
  }

  /// Whether no test ran, unlike in the earlier run.
  var hasLostTests: Bool { tests.map { $0.now == 0 && $0.before > 0 } ?? false }

  var isLess: Bool {
    tests.map { $0.now < $0.before } ?? false || !missingTools.isEmpty || lacksReport
  }

  /// Whether the run lost so many tests or reports that a report without messages means little.
  var isMuch: Bool {
    tests?.isMuchLess ?? false || lacksReport || !missingTools.isEmpty
  }

  /// "1,204 tests (was 3,000)"; nil if there are no fewer.
  func count(_ locale: Locale) -> String? { tests?.text(.tests, locale) }

  /// "not run: ESLint, browser.xml", in a headline "not run (ESLint, browser.xml)"; nil for none.
  func names(_ locale: Locale, inShort: Bool = false) -> String? {
    let all = missingTools + missingInputs
    if all.isEmpty { return nil }
    var shown = Array(all.prefix(Self.mostNamed))
    if shown.count < all.count {
      shown.append(
        locale.string(.andMore, ["count": locale.number(all.count - shown.count)]))
    }
    return locale.string(
      inShort ? .toolsNotRunInShort : .toolsNotRun, ["tools": locale.list(shown)])
  }
}

extension Coverage.Count {
  var isLess: Bool { now < before }

  /// Whether over a tenth is lost.
  var isMuchLess: Bool { now < before - before / 10 }

  /// "1,204 tests (was 3,000)"; nil if there are no fewer.
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
  /// covers less or was not read whole.
  ///
  /// - Parameters:
  ///   - baseline: The run before, with its reference; nil for none.
  package static func reference(
    after dataset: Dataset, on date: CivilDate?, _ baseline: Dataset?
  ) -> CoverageReference {
    let own = CoverageReference(dataset, on: date)
    guard let baseline, var earlier = baseline.reference else { return own }
    if dataset.isRead {
      if dataset.isDeclaredWhole || earlier.isOutdated(on: date) { return own }
      earlier.removed += dataset.removedTests(after: baseline, countedIn: earlier)
      let loss = CoverageLoss(dataset, after: earlier)
      let isWhole =
        loss.hasAllReports || loss.hasAllTools && own.tests >= earlier.remaining(earlier.tests)
      if isWhole, !loss.isMuch { return own }
    }
    earlier.laterRuns += 1
    return earlier
  }

  private func isOutdated(on today: CivilDate?) -> Bool {
    guard let date, let today else { return laterRuns >= Self.mostDays }
    return today.dayNumber - date.dayNumber > Self.mostDays
  }

  /// The tests that ran and were not removed since then; nil if the run names none.
  fileprivate var remainingTestsRun: Int? { testsRun.map(remaining) }

  private func remaining(_ count: Int) -> Int { max(count - max(removed, 0), 0) }
}

extension CoverageReference.Tool {
  fileprivate func isCovered(by scope: RunScope) -> Bool {
    let format = id.prefix { $0 != ":" }
    return scope.tools.contains { $0 == id || $0 == "\(format):*" }
  }
}

extension ReadReport {
  /// Whether the report belongs to a tool: `sarif:CodeQL (java)` to `sarif:CodeQL`, `eslint` to
  /// `eslint:ESLint`.
  fileprivate func isOfTool(_ other: CoverageReference.Tool) -> Bool {
    guard let tool else { return false }
    return tool == other.id || tool.hasPrefix(other.id + " (") || other.id.hasPrefix(tool + ":")
  }

  /// The name of its input; of a tool's run in an input with other runs, the tool's name.
  fileprivate func shownName(beside others: [ReadReport]) -> String {
    guard let tool, others.contains(where: { $0.input == input }),
      let colon = tool.utf8.firstIndex(of: UInt8(ascii: ":"))
    else { return input }
    return String(tool[tool.utf8.index(after: colon)...])
  }
}

extension Dataset {
  /// The number of tests that were removed since the previous run; negative for tests that were
  /// added. None was removed if a report of tests may be absent, and none provably if most names are
  /// new: then names change in each run.
  fileprivate func removedTests(
    after baseline: Dataset, countedIn reference: CoverageReference
  ) -> Int {
    guard testsRunOnce ?? 0 < reference.testsRun ?? 0, baseline.isRead, let scope,
      scope.hasAsManyReports(as: baseline.scope), let now = TestInventory(self),
      let before = TestInventory(baseline)
    else { return 0 }
    let fewer = (baseline.scope?.testCount() ?? 0) - scope.testCount()
    let new = now.difference(from: before).appeared.count
    if fewer <= 0 || 2 * new > now.tests.count { return min(fewer, 0) }
    return min(TestChanges(self, after: baseline, removed: []).removedResults, fewer)
  }
}
