internal import JSON

/// A format as a file describes it: the recognition of a tool's report, and the way from its
/// elements to findings and tests (docs/formats.md).
struct FormatFile: Sendable {
  enum Kind: String, Sendable, CaseIterable {
    case json
    case jsonLines = "json-lines"
    case xml, table, lines

    var dialect: FormatPath.Dialect {
      switch self {
      case .json, .jsonLines: .json
      case .xml: .xml
      case .table: .columns
      case .lines: .captures
      }
    }
  }

  var name = ""
  var title = ""
  /// The name of the tool, if it does not depend on the report.
  var tool: String?
  /// How the tool is called so that it writes this report.
  var command: String?
  var website: String?
  var variants: [Variant] = []
  var examples: [FormatExample] = []
  /// The file itself; nil in a summary.
  var source: JSONValue?

  /// One generation of the format.
  struct Variant: Sendable {
    /// Its place among the variants, from 0.
    var index = 0
    var kind = Kind.json
    /// nil without a recognition: only by name.
    var recognition: FormatRecognition?
    /// Whether a file in a folder is read only if the format is named.
    var isHint = false
    var tool: FormatValue?
    var lists: [FormatList] = []
    var run = FormatRun()
    var claims = FormatClaims()
    var looked: FormatValue?
    /// The image or folder that was scanned.
    var scanned: FormatValue?
    /// Whether an empty report means that nothing was checked.
    var checksNothingIfEmpty = false
    var delimiter: UInt8?
    /// The patterns of lines.
    var lines: LinePatterns?
    /// The absolute paths that are read while the report passes.
    var absolutePaths: Set<FormatPath> = []
  }
}

/// One kind of thing in a report: what becomes findings, tests or facts.
struct FormatList: Sendable {
  /// A path to elements, from the element of the level before.
  struct Level: Sendable {
    var path: FormatPath
    /// The path from an element to elements of the same kind inside of it.
    var again: FormatPath?
    var name: String?
  }

  enum Target: Sendable {
    case finding([FormatFindingField: FormatValue])
    case test([FormatTestField: FormatValue], suites: [FormatValue])
    case fact(FormatFact)
  }

  var levels: [Level]
  var condition = FormatCondition()
  var target: Target
  /// The condition under which a finding is suppressed, or a test is flaky.
  var flag: FormatFlag?
  /// The own properties of a finding.
  var properties: [(name: String, value: FormatValue)] = []
  /// The claims of each element of a level.
  var claims: (level: Int, claims: FormatClaims)?
}

/// A fact of the run. With a unit or a direction, it is the number of a metric.
struct FormatFact: Sendable {
  var title: FormatValue
  var value: FormatValue
  var unit: FormatValue?
  var better: FormatValue?
  /// Which of the numbers of all elements with the title it is; nil for each.
  var choice: Choice?

  enum Choice: String, Sendable, CaseIterable {
    case median, p95

    /// The number that this share of all numbers does not exceed.
    func number(of sorted: [Double]) -> Double? {
      let share = self == .median ? 50 : 95
      return sorted.isEmpty ? nil : sorted[(sorted.count * share + 99) / 100 - 1]
    }
  }
}

/// A condition, or a value that is true.
enum FormatFlag: Sendable {
  case condition(FormatCondition)
  case value(FormatValue)

  func holds(in scope: FormatScope) -> Bool {
    switch self {
    case .condition(let condition): condition.holds(in: scope)
    case .value(let value):
      value.text(in: scope).map { ["true", "yes", "1"].contains($0.lowercased()) } ?? false
    }
  }
}

enum FormatFindingField: String, Sendable, CaseIterable {
  case level, rule, ruleTitle, ruleURL, title, message, markdown, opening, closing, details, file,
    line, column, excerpt, package, version, fixed, score, link, id, time, tool, count
}

enum FormatTestField: String, Sendable, CaseIterable {
  case name
  case className = "class"
  case outcome, seconds, message, details, output, reason, file, line, column, time, environment
}

/// The facts of the whole report.
struct FormatRun: Sendable {
  enum RunField: String, Sendable, CaseIterable {
    case reason, started, finished, seconds, title, commit, branch, url
  }

  /// The lines that say how the run ended.
  var failedLines: LinePatterns?
  var completedLines: LinePatterns?
  var failed: FormatCondition?
  var completed: FormatCondition?
  var fields: [RunField: FormatValue] = [:]

  /// All values, with their places below `run`.
  var values: [(place: String, value: FormatValue)] {
    fields.map { ($0.key.rawValue, $0.value) }
      + (failed?.values(at: "failed") ?? []) + (completed?.values(at: "completed") ?? [])
  }
}

/// The totals that a report gives. Each is the sum of its values.
struct FormatClaims: Sendable {
  enum Total: String, Sendable, CaseIterable {
    case findings, errors, warnings, tests, failures, skipped, passed
  }

  var totals: [Total: [FormatValue]] = [:]
  /// Whether the totals of findings count suppressed ones, too.
  var includesSuppressed = false

  /// All values, with their places below `claims`.
  var values: [(place: String, value: FormatValue)] {
    totals.flatMap { total, values in
      values.enumerated().map { ("\(total.rawValue).\($0.offset)", $0.element) }
    }
  }
}

/// A small report and its findings, which a test compares.
struct FormatExample: Sendable {
  var input: String
  var findings: [JSONValue]
  var tests: [JSONValue]
  var run: JSONValue?
  /// The value in the file, for diagnostics.
  var value: JSONValue
}
