internal import Diagnostics
internal import JSON
internal import Localization
internal import Model
internal import ToolReports

/// How many findings and tests a report, or a part of it, shows.
struct FormatCounts {
  struct Findings {
    fileprivate(set) var all = 0
    fileprivate(set) var errors = 0
    fileprivate(set) var warnings = 0

    fileprivate static func + (one: Findings, other: Findings) -> Findings {
      Findings(
        all: one.all + other.all, errors: one.errors + other.errors,
        warnings: one.warnings + other.warnings)
    }

    fileprivate static func - (one: Findings, other: Findings) -> Findings {
      Findings(
        all: one.all - other.all, errors: one.errors - other.errors,
        warnings: one.warnings - other.warnings)
    }
  }

  /// The findings that are not suppressed.
  private(set) var findings = Findings()
  private(set) var suppressed = Findings()
  fileprivate(set) var tests = 0
  private(set) var failures = 0
  private(set) var skipped = 0

  mutating func add(_ finding: borrowing Finding, isSuppressed: Bool) {
    let count = finding.count
    let added = Findings(
      all: count, errors: finding.urgency == .error ? count : 0,
      warnings: finding.urgency == .warning ? count : 0)
    if isSuppressed { suppressed = suppressed + added } else { findings = findings + added }
  }

  mutating func add(_ test: borrowing TestCase) {
    tests += 1
    switch test.outcome {
    case .failed, .error: failures += 1
    case .skipped, .todo: skipped += 1
    case .passed: break
    }
  }

  fileprivate func since(_ earlier: FormatCounts) -> FormatCounts {
    var counts = self
    counts.findings = findings - earlier.findings
    counts.suppressed = suppressed - earlier.suppressed
    counts.tests -= earlier.tests
    counts.failures -= earlier.failures
    counts.skipped -= earlier.skipped
    return counts
  }
}

extension FormatReport {
  /// Compares the totals of a report, or of an element, with the findings and tests since then.
  /// Shown ones may be more: some tools count files or rules.
  mutating func compareTotals(
    of claims: FormatClaims, _ scope: FormatScope, since earlier: FormatCounts
  ) {
    if claims.totals.isEmpty { return }
    var counts = shown.since(earlier)
    let findings =
      claims.includesSuppressed ? counts.findings + counts.suppressed : counts.findings
    for value in claims.totals.values.flatMap({ $0 }) where value.isNoTotal(in: scope) {
      let node = value.path.flatMap { scope.nodes(at: $0).first } ?? scope.innermost
      noteUnread("a total that is no number", line: node.value.location.line)
    }
    func total(_ total: FormatClaims.Total) -> Int? {
      let values = claims.totals[total] ?? []
      let numbers = values.flatMap { $0.texts(in: scope) }.compactMap { ReportClaims.count($0) }
      // A word for a failure counts nothing: without it, a report may still have findings.
      if !numbers.isEmpty, !values.allSatisfy(\.isMapped) { hasTotals = true }
      return numbers.isEmpty ? nil : numbers.reduce(0) { $0 &+ $1 }
    }
    let hidden =
      [
        (total(.findings) ?? 0) - findings.all,
        max((total(.errors) ?? 0) - findings.errors, 0)
          + max((total(.warnings) ?? 0) - findings.warnings, 0),
      ].max() ?? 0
    if hidden > 0 { report.addShortfall(context.locale.count(.hiddenFailures, hidden)) }
    counts.tests += addUnnamed(total(.passed) ?? 0, of: counts)
    var tests = ReportClaims()
    (tests.tests, tests.failed) = (total(.tests), total(.failures))
    (tests.skipped, tests.mayOmitSkipped) = (total(.skipped), true)
    (tests.shownTests, tests.shownFailures) = (counts.tests, counts.failures)
    tests.shownSkipped = counts.skipped
    tests.noteUnshown(at: context.mark(scope.innermost.value.location), &report)
  }

  /// Counts the passed tests that a report counts and does not name; returns their number.
  private mutating func addUnnamed(_ passed: Int, of counts: FormatCounts) -> Int {
    let unnamed = max(passed - (counts.tests - counts.failures - counts.skipped), 0)
    report.addPassed(count: unnamed)
    return unnamed
  }
}

extension FormatValue {
  fileprivate var path: FormatPath? {
    if case .path(let path, _) = self { path } else { nil }
  }

  fileprivate var isMapped: Bool {
    if case .mapped = self { true } else { false }
  }

  /// Whether the report has a value where a total is expected, and it is no number.
  fileprivate func isNoTotal(in scope: FormatScope) -> Bool {
    let texts = texts(in: scope)
    if texts.isEmpty { return FormatCondition.Test.isThere.holds(for: self, in: scope) }
    return texts.contains { ReportClaims.count($0) == nil }
  }
}
