internal import Inputs
internal import Model
internal import ToolReports

/// The findings and tests of a report by field, as an example of a format file names them.
struct ExampleFields {
  typealias Fields = [String: [String]]

  static let suppressed = "suppressed"

  private(set) var findings: [Fields] = []
  private(set) var tests: [Fields] = []
  /// The places of the values of `run` and `claims` that the report has.
  private(set) var filledPlaces: Set<String> = []

  mutating func add(
    _ fields: FormatFields<FormatFindingField>, _ finding: borrowing Finding, _ isSuppressed: Bool
  ) {
    var all: Fields = [:]
    for field in fields.values.keys { all[field.rawValue] = fields.text(field).map { [$0] } }
    all[FormatFindingField.level.rawValue] = [finding.urgency.rawValue]
    all[FormatFindingField.tool.rawValue] = [finding.tool]
    all[Self.suppressed] = [isSuppressed ? "true" : "false"]
    findings.append(all)
  }

  mutating func add(_ fields: FormatFields<FormatTestField>, _ test: borrowing TestCase) {
    var all: Fields = [:]
    for field in fields.values.keys { all[field.rawValue] = fields.text(field).map { [$0] } }
    all[FormatTestField.outcome.rawValue] = [Self.word(test.outcome)]
    all["suites"] = test.suites
    all["flaky"] = [test.isFlaky ? "true" : "false"]
    tests.append(all)
  }

  /// Notes which values are there, with their places below `place`.
  mutating func add(
    _ values: [(place: String, value: FormatValue)], at place: String, in scope: FormatScope
  ) {
    for (inner, value) in values where FormatCondition.Test.isThere.holds(for: value, in: scope) {
      filledPlaces.insert("\(place).\(inner)")
    }
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
