internal import Basics
internal import Diagnostics
internal import JSON
internal import Model
internal import XML

/// What a report, or a part of it such as a suite, claims of itself and what it shows. Formats fill it
/// in; `settle` holds the one rule for all of them: a claim that is not shown makes the run not
/// completed and is said (I3).
struct ReportClaims {
  /// The name of the part; nil for the report as a whole.
  var part: String?
  /// How many tests it counts.
  var tests: Int?
  var passed: Int?
  var failed: Int?
  var skipped: Int?
  /// The word by which it says that it failed, such as `FAIL`; nil if it does not.
  var failure: String?
  /// How many tests it holds: at most as many as it may count, where tries may count as tests.
  var shownTests = 0
  /// How many failures it describes, those of suites included.
  var shownFailures = 0
  /// How many skipped tests it holds.
  var shownSkipped = 0
  /// The sum of what all parts in it count. Some tools sum over suites and the suites in them.
  private var testsOfParts = 0
  private var skippedOfParts = 0
  /// Whether it is said of it or of a part in it that it failed and does not show why.
  private var isFailureNoted = false

  init(part: String? = nil) {
    self.part = part.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether its total is of fewer tests than it holds: it knows of none that is missing.
  private var countsFewer: Bool { tests.map { $0 < shownTests } ?? false }

  /// How many tests it counts, by outcome where it has no total. Failures alone may be several of a test,
  /// and tests that passed are never more than all.
  private var countedTests: Int {
    if let tests { return max(tests, passed ?? 0) }
    return passed.map { $0 + (failed ?? 0) + (skipped ?? 0) } ?? 0
  }

  /// How many tests it counts and does not hold.
  private var missingTests: Int {
    let counted = countedTests
    return counted == testsOfParts ? 0 : max(counted - shownTests, 0)
  }

  /// How many failures it counts and does not describe. Beside a total of fewer tests they may be tries
  /// of those that it describes.
  private var hiddenFailures: Int {
    countsFewer && shownFailures > 0 ? 0 : max((failed ?? 0) - shownFailures, 0)
  }

  /// How many skipped tests it counts and does not hold.
  private var missingSkipped: Int {
    guard let skipped, skipped != skippedOfParts else { return 0 }
    return max(skipped - shownSkipped, 0)
  }

  /// Takes in a part that is settled: what was said of it is not said again.
  mutating func add(_ inner: ReportClaims) {
    testsOfParts += (inner.tests ?? inner.shownTests) + inner.testsOfParts
    shownTests += inner.shownTests
    shownFailures += inner.shownFailures
    shownSkipped += inner.shownSkipped
    skippedOfParts += (inner.skipped ?? inner.shownSkipped) + inner.skippedOfParts
    isFailureNoted = isFailureNoted || inner.isFailureNoted
  }

  /// Notes what is claimed and not shown. It counts as shown from now on.
  ///
  /// - Parameters:
  ///   - suites: Where failures are that are counted and not described.
  ///   - urgency: That of the message about these.
  mutating func settle(
    in suites: [String] = [], at source: SourceMark, _ report: inout ImportedReport,
    urgency: Urgency = .error
  ) {
    let locale = report.context.locale
    let (missing, hidden, skipped) = (missingTests, hiddenFailures, missingSkipped)
    if missing > 0 {
      let shown = ["shown": locale.number(shownTests)]
      note(locale.count(.testsMissing, countedTests, shown), &report)
      shownTests += missing
    }
    // Skipped tests may be among those that are missing.
    if skipped > missing {
      let shown = ["shown": locale.number(shownSkipped)]
      note(locale.count(.skippedMissing, shownSkipped + skipped, shown), &report)
    }
    shownSkipped += skipped
    if hidden > 0 {
      if missing >= hidden, shownFailures > 0 {
        // They are among the missing tests.
        note(locale.count(.hiddenFailures, hidden), &report)
      } else {
        report.addHidden(failures: hidden, in: suites, source: source, urgency)
      }
      shownFailures += hidden
    }
    if let failure, shownFailures == 0, !isFailureNoted {
      note(locale.string(.failureNotShown, ["word": failure]), &report)
      isFailureNoted = true
    }
  }

  private func note(_ text: String, _ report: inout ImportedReport) {
    report.addShortfall(part.map { "\($0): \(text)" } ?? text)
  }
}

extension ReportClaims {
  /// A number of tests; nil for what is none.
  static func count(_ value: JSONValue?) -> Int? {
    value.flatMap { $0.string ?? $0.written }.flatMap(count)
  }

  /// A number of tests as it is written, also `1.0` and `1,000`; nil for what is none.
  static func count(_ written: String) -> Int? {
    let digits = PlainText.trimmed(written).filter { $0 != "," && $0 != "_" }
    return (Int(digits) ?? Double(digits).flatMap { Int(exactly: min(max($0, 0), 1_000_000_000)) })
      .map { min(max($0, 0), 1_000_000_000) }
  }
}

// MARK: Whole reports

extension ImportedReport {
  /// Ends the tests of a JSON report, which is completed if nothing speaks against it, and compares
  /// them with what it claims. The tests win.
  mutating func finish(_ claims: ReportClaims, _ reader: inout JSONReader) {
    finishTests()
    wall = wall ?? Self.seconds(from: started, to: finished)
    guard !reader.hasFailed else { return }
    let start = JSONReader.Position(line: 1, column: 1)
    if tests.count == 0 {
      reader.report(.warning, "no-tests", at: start, "the report holds no test")
    }
    let run = tests
    var claims = claims
    (claims.shownTests, claims.shownFailures) = (shownTests, shownFailures)
    claims.shownSkipped = shownSkipped
    if showsProblem { claims.failure = nil }
    let isOff =
      claims.tests.map { $0 != run.count } ?? false
      || claims.passed.map { $0 != run.passed } ?? false
      || claims.failed.map { $0 != run.failures } ?? false
      || claims.skipped.map { $0 != run.skipped } ?? false
    if isOff {
      reader.report(
        .warning, "total-mismatch", at: start,
        "the summary counts \(claims.tests ?? 0) tests and \(claims.failed ?? 0) failures, "
          + "the report holds \(run.count) and \(run.failures)")
    }
    claims.settle(at: context.mark(1), &self)
    if ending == .unknown { ending = .completed }
  }

  /// Compares the tests of an XML report with what it claims. The tests win.
  ///
  /// - Parameter urgency: That of the message about failures that are not described.
  mutating func settle(
    _ claims: consuming ReportClaims, _ reader: inout XMLReader, urgency: Urgency = .error
  ) {
    guard !reader.hasFailed else { return }
    let start = XMLPosition(line: 1, column: 1)
    if let counted = claims.tests, counted != tests.count {
      reader.report(
        .note, "total-mismatch", at: start,
        "the report counts \(counted) tests and holds \(tests.count)")
    }
    claims.settle(at: context.mark(start), &self, urgency: urgency)
  }

  private static func seconds(from started: TimePoint?, to finished: TimePoint?) -> Double? {
    guard case .instant(let start)? = started, case .instant(let end)? = finished else {
      return nil
    }
    let seconds = end.seconds(since: start)
    return seconds > 0 ? Double(seconds) : nil
  }
}
