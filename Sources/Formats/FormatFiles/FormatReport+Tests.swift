internal import Diagnostics
internal import JSON
internal import Localization
internal import Model
internal import ToolReports

/// Makes tests.
extension FormatReport {
  static let outcomes: [String: TestCase.Outcome] = {
    var outcomes: [String: TestCase.Outcome] = [:]
    let known: [(TestCase.Outcome, String)] = [
      (.passed, "pass passed ok success succeeded"), (.failed, "fail failed failure"),
      (.error, "error errored broken"), (.skipped, "skip skipped ignored pending disabled"),
      (.todo, "todo xfail"),
    ]
    for (outcome, list) in known {
      for word in list.split(separator: " ") { outcomes[String(word)] = outcome }
    }
    return outcomes
  }()

  mutating func addTest(
    _ fields: FormatFields<FormatTestField>, _ suites: [FormatValue], _ isFlaky: Bool
  ) {
    let (name, className) = (fields.text(.name), fields.text(.className))
    var test = TestCase(
      title: JUnitNames.title(className: className, name: name)
        ?? context.locale.string(.unnamedTest))
    test.suites = suites.flatMap { $0.texts(in: fields.scope) }
    test.identity = (className.map { [$0] } ?? []) + [name ?? ""]
    test.outcome = outcome(fields)
    test.isFlaky = isFlaky && test.outcome == .passed
    test.seconds = fields.number(.seconds).flatMap { ReportedDuration.seconds($0) }
    test.time = fields.text(.time).flatMap(ReportedTime.time)
    test.environment = fields.text(.environment)
    test.reason = fields.text(.reason)
    test.source = context.mark(fields.location)
    if test.isProblem {
      test.describe([.message, .details, .output].compactMap(fields.text), context)
      (test.file, test.line) = (fields.text(.file), fields.whole(.line))
      test.column = fields.whole(.column)
    }
    shown.add(test)
    exampleFields?.add(fields, test)
    report.add(test)
  }

  /// The outcome. A test without a known one counts as skipped, never as passed.
  private mutating func outcome(_ fields: FormatFields<FormatTestField>) -> TestCase.Outcome {
    let word = fields.text(.outcome)
    if let outcome = word.flatMap({ Self.outcomes[$0.lowercased()] }) { return outcome }
    noteUnread("status: \(word ?? "null")", line: fields.location.line)
    if reported.count < 20, reported.insert("status " + (word ?? "")).inserted {
      let what = word.map { "the status \(VisibleText.quoted($0))" } ?? "a test without a status"
      log.add(
        Diagnostic(
          .warning, "unknown-test-status", "\(what) counts as skipped", at: fields.location))
    }
    return .skipped
  }
}
