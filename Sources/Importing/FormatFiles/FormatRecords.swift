internal import Basics
internal import Model

/// The findings and tests of a report by field, as an example of a format file names them.
struct FormatRecords {
  typealias Record = [String: [String]]

  static let suppressed = "suppressed"

  private(set) var findings: [Record] = []
  private(set) var tests: [Record] = []

  mutating func add(
    _ fields: FormatFields<FormatFindingField>, _ finding: borrowing Finding, _ isSuppressed: Bool
  ) {
    var record: Record = [:]
    for field in fields.values.keys { record[field.rawValue] = fields.text(field).map { [$0] } }
    record[FormatFindingField.level.rawValue] = [finding.urgency.rawValue]
    record[FormatFindingField.tool.rawValue] = [finding.tool]
    record[Self.suppressed] = [isSuppressed ? "true" : "false"]
    findings.append(record)
  }

  mutating func add(_ fields: FormatFields<FormatTestField>, _ test: borrowing TestCase) {
    var record: Record = [:]
    for field in fields.values.keys { record[field.rawValue] = fields.text(field).map { [$0] } }
    record[FormatTestField.outcome.rawValue] = [Self.word(test.outcome)]
    record["suites"] = test.suites
    record["flaky"] = [test.isFlaky ? "true" : "false"]
    tests.append(record)
  }

  static func word(_ outcome: TestCase.Outcome) -> String {
    switch outcome {
    case .passed: "passed"
    case .failed: "failed"
    case .error: "error"
    case .skipped: "skipped"
    case .todo: "todo"
    }
  }
}
