internal import Basics
internal import Diagnostics
internal import JSON
internal import Model

/// The numbers of tests that a report claims beside its tests.
struct ClaimedTotals {
  var tests: Int?
  var passed: Int?
  var failed: Int?
  var skipped: Int?

  /// A number of tests; nil for what is none.
  static func count(_ value: JSONValue?) -> Int? {
    value?.number.flatMap { Int(exactly: $0) }.map { min(max($0, 0), 1_000_000_000) }
  }

  /// Ends the tests of a report, which is completed if nothing speaks against it, and compares them
  /// with the totals. The tests win: only failures that are not among them are an error. Totals of fewer
  /// tests than there are do not know of any that is missing.
  func settle(_ report: inout ImportedReport, _ reader: inout JSONReader) {
    report.finishTests()
    report.wall = report.wall ?? Self.seconds(from: report.started, to: report.finished)
    guard !reader.hasFailed else { return }
    let start = JSONReader.Position(line: 1, column: 1)
    let run = report.tests
    if run.count == 0 {
      reader.report(.warning, "no-tests", at: start, "the report holds no test")
    }
    let failures = run.failures
    if let more = failed.map({ $0 - failures }), more > 0, tests.map({ $0 >= run.count }) ?? true {
      report.addHidden(failures: more, in: [], source: report.context.mark(1))
    }
    let isOff =
      tests.map { $0 != run.count } ?? false || passed.map { $0 != run.passed } ?? false
      || failed.map { $0 != failures } ?? false || skipped.map { $0 != run.skipped } ?? false
    if isOff {
      reader.report(
        .warning, "total-mismatch", at: start,
        "the summary counts \(tests ?? 0) tests and \(failed ?? 0) failures, "
          + "the report holds \(run.count) and \(failures)")
    }
    if report.ending == .unknown { report.ending = .completed }
  }

  private static func seconds(from started: TimePoint?, to finished: TimePoint?) -> Double? {
    guard case .instant(let start)? = started, case .instant(let end)? = finished else {
      return nil
    }
    let seconds = end.seconds(since: start)
    return seconds > 0 ? Double(seconds) : nil
  }
}
