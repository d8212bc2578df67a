internal import Diagnostics
internal import Inputs
package import JSON
internal import Localization
package import Model
internal import Time
package import XML

/// The claims of a report, or of a part such as a suite, and its shown contents. Formats fill it
/// in. `noteUnshown` applies one rule to all formats: a claim that is not shown is reported, and
/// the run is not completed (see "Silence is never good news").
package struct ReportClaims {
  /// The name of the part; nil for the report as a whole.
  package var part: String?
  /// How many tests it counts.
  package var tests: Int?
  package var passed: Int?
  package var failed: Int?
  package var skipped: Int?
  /// Whether its tool may count skipped tests without listing them.
  package var mayOmitSkipped = false
  /// The word by which it reports a failure, such as `FAIL`; nil if it reports none.
  package var failure: String?
  /// How many tests it contains, at most as many as it may count. Tries may count as tests.
  package var shownTests = 0
  /// How many failures it describes, including failures of suites.
  package var shownFailures = 0
  /// How many skipped tests it contains.
  package var shownSkipped = 0
  /// Its counts that no sum of outer parts includes: flaky tests, files, warnings.
  private var others: [(name: String, counted: Int, shown: Int)] = []
  /// The sum of the counts of all inner parts. Some tools add up suites and their inner suites.
  private var testsOfParts = 0
  private var skippedOfParts = 0
  /// Whether an unexplained failure of it or of an inner part was noted.
  private var isFailureNoted = false

  package init(part: String? = nil) {
    self.part = part.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether its total is below the number of its tests, so that it shows no missing test.
  private var countsFewer: Bool { tests.map { $0 < shownTests } ?? false }

  /// How many tests it counts, by outcome where it has no total. Failures alone may be several of a test,
  /// and tests that passed are never more than all.
  private var countedTests: Int {
    if let tests { return max(tests, passed ?? 0) }
    return passed.map { $0 + (failed ?? 0) + (skipped ?? 0) } ?? 0
  }

  /// How many tests it counts but does not contain.
  private var missingTests: Int {
    let counted = countedTests
    return counted == testsOfParts ? 0 : max(counted - shownTests, 0)
  }

  /// How many failures it counts but does not describe. If its total is too low, they may be tries
  /// of described failures.
  private var hiddenFailures: Int {
    countsFewer && shownFailures > 0 ? 0 : max((failed ?? 0) - shownFailures, 0)
  }

  /// How many skipped tests it counts but does not contain.
  private var missingSkipped: Int {
    guard let skipped, skipped != skippedOfParts else { return 0 }
    return max(skipped - shownSkipped, 0)
  }

  /// Adds another count of the report by its name, and how much of it the report contains.
  package mutating func claim(_ name: String, _ counted: Int?, shown: Int) {
    if let counted { others.append((name, counted, shown)) }
  }

  /// Adds a compared part. Shortfalls of the part are not reported again.
  package mutating func add(_ inner: ReportClaims) {
    testsOfParts += (inner.tests ?? inner.shownTests) + inner.testsOfParts
    shownTests += inner.shownTests
    shownFailures += inner.shownFailures
    shownSkipped += inner.shownSkipped
    skippedOfParts += (inner.skipped ?? inner.shownSkipped) + inner.skippedOfParts
    isFailureNoted = isFailureNoted || inner.isFailureNoted
  }

  /// Notes claims that are not shown. They count as shown from now on.
  ///
  /// - Parameters:
  ///   - suites: The suites of failures that are counted but not described.
  ///   - urgency: The urgency of the message about these failures.
  package mutating func noteUnshown(
    in suites: [String] = [], at source: SourceMark, _ report: inout ImportedReport,
    urgency: Urgency = .error
  ) {
    let locale = report.context.locale
    let (missing, hidden, skipped) = (missingTests, hiddenFailures, missingSkipped)
    if missing > 0, missing == skipped, mayOmitSkipped {
      report.addSkipped(missing)
    } else if missing > 0 {
      let shown = ["shown": locale.number(shownTests)]
      note(locale.count(.testsMissing, countedTests, shown), &report)
    }
    shownTests += missing
    // The missing tests may include the skipped ones.
    if skipped > missing {
      let shown = ["shown": locale.number(shownSkipped)]
      note(locale.count(.skippedMissing, shownSkipped + skipped, shown), &report)
    }
    shownSkipped += skipped
    for other in others where other.counted > other.shown {
      let (counted, shown) = (locale.number(other.counted), locale.number(other.shown))
      let values = ["name": other.name, "count": counted, "shown": shown]
      note(locale.string(.countMissing, values), &report)
    }
    others = []
    if hidden > 0 {
      if missing >= hidden, shownFailures > 0 {
        // The hidden failures are among the missing tests.
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

// MARK: Counts

extension ReportClaims {
  /// The words of tools for a count that they do not have.
  private static let noCount: Set<String> = [
    "", "-", "false", "n/a", "nan", "none", "null", "undefined",
  ]

  /// Whether a text stands for a missing count.
  fileprivate static func isMissing(_ written: String) -> Bool {
    noCount.contains(PlainText.trimmed(written).lowercased())
  }

  /// A number of tests; nil if the value is no number.
  package static func count(_ value: JSONValue?) -> Int? {
    value.flatMap { $0.string ?? $0.written }.flatMap(count)
  }

  /// Parses a number of tests, including `1.0` and `1,000`; nil if the text is no number.
  package static func count(_ written: String) -> Int? {
    let digits = PlainText.trimmed(written).filter { $0 != "," && $0 != "_" }
    return (Int(digits) ?? Double(digits).flatMap { Int(exactly: min(max($0, 0), 1_000_000_000)) })
      .map { min(max($0, 0), 1_000_000_000) }
  }
}

extension UnreadParts {
  /// The number that a member of a JSON report claims. Any other value is not read.
  package mutating func count(_ key: String, of object: JSONValue) -> Int? {
    guard let value = object[key] else { return nil }
    return count(value, of: key)
  }

  /// The number that a value of a JSON report claims. Any other value is not read.
  package mutating func count(_ value: JSONValue, of key: String) -> Int? {
    if let number = ReportClaims.count(value) { return number }
    let written = value.string ?? value.written
    if case .null = value.kind { return nil }
    if let written, ReportClaims.isMissing(written) { return nil }
    add("\(key): \(written ?? "…")", line: value.location.line)
    return nil
  }
}

extension XMLReader {
  /// The number that an attribute claims. Any other value is not read.
  package func count(_ name: StaticString, _ unread: inout UnreadParts) -> Int? {
    guard let written = attribute(name) else { return nil }
    if let number = ReportClaims.count(written) { return number }
    if !ReportClaims.isMissing(written) {
      unread.add("\(name)=\"\(written)\"", line: position.line)
    }
    return nil
  }
}

// MARK: Whole reports

extension ImportedReport {
  /// Ends the tests of a JSON report and compares them with its claims. The tests win. The report
  /// is completed unless something contradicts this.
  package mutating func finish(_ claims: ReportClaims, _ reader: inout JSONReader) {
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
    claims.noteUnshown(at: context.mark(1), &self)
    if ending == .unknown { ending = .completed }
  }

  /// Compares the tests of an XML report with its claims. The tests win.
  ///
  /// - Parameter urgency: The urgency of the message about failures that are not described.
  package mutating func compareTests(
    with claims: consuming ReportClaims, _ reader: inout XMLReader, urgency: Urgency = .error
  ) {
    guard !reader.hasFailed else { return }
    let start = XMLPosition(line: 1, column: 1)
    if let counted = claims.tests, counted != tests.count {
      reader.report(
        .note, "total-mismatch", at: start,
        "the report counts \(counted) tests and holds \(tests.count)")
    }
    claims.noteUnshown(at: context.mark(start), &self, urgency: urgency)
  }

  private static func seconds(from started: TimePoint?, to finished: TimePoint?) -> Double? {
    guard case .instant(let start)? = started, case .instant(let end)? = finished else {
      return nil
    }
    let seconds = end.seconds(since: start)
    return seconds > 0 ? Double(seconds) : nil
  }
}
