internal import JSON
internal import Text
internal import ToolReports

/// The totals of a sample that equal the numbers of its findings or tests.
struct ClaimGuess {
  /// A total: its key in `claims`, its path, and its place in the sample.
  struct Claim {
    var key: String
    var path: String
    var place: [String]
  }

  private(set) var claims: [Claim] = []
  /// In a log, the line with the total, and its number.
  private(set) var line: Int?

  private static let words: Set<String> = [
    "total", "count", "num", "number", "sum", "findings", "issues", "violations", "problems",
    "results", "vulnerabilities", "alerts", "matches", "tests", "offenses", "defects",
  ]

  init(_ sample: FormatSample, _ counts: FormatCounts, isOfTests: Bool) {
    switch sample.contents {
    case .json(let root):
      var list = RecordList(path: "$", place: [], key: "")
      list.elements = [FormatNode(value: root)]
      find(RecordFields(list, .json).fields, counts, isOfTests, at: "$.", [])
    case .xml(_, let name):
      let fields = RecordFields(sample.lists.lists[0], .xml).fields
      find(fields, counts, isOfTests, at: "/" + name + "/", [name])
    case .lines(let guess):
      guard counts.findings.all > 0 else { return }
      line = guess.unmatched.last { index in
        let line = guess.lines[index]
        return Self.isTotal(line) && LineText.pattern(of: line, total: counts.findings.all) != nil
      }
    case .jsonLines, .table: break
    }
  }

  private static let longestLine = 120

  /// Whether a line of a log may have a total: a short one with a word for it.
  private static func isTotal(_ line: String) -> Bool {
    guard line.utf8.count <= longestLine, !line.contains("/") else { return false }
    let words = FieldName.words(line)
    return words.contains { word in
      self.words.contains(word) || self.words.contains(word + "s")
        || ["error", "errors", "warning", "warnings", "found", "messages"].contains(word)
    }
  }

  private mutating func find(
    _ fields: [RecordField], _ counts: FormatCounts, _ isOfTests: Bool, at start: String,
    _ place: [String]
  ) {
    for field in fields where !field.isIndexed && field.values.count == 1 {
      guard let number = ReportClaims.count(field.values[0]), number > 0 else { continue }
      let words = Set(FieldName.words(field.names.last ?? ""))
      guard let key = Self.key(words, number, counts, isOfTests),
        !claims.contains(where: { $0.key == key })
      else { continue }
      let path = field.path.hasPrefix("[") ? "$" + field.path : start + field.path
      claims.append(Claim(key: key, path: path, place: place + field.place))
    }
  }

  private static func key(
    _ words: Set<String>, _ number: Int, _ counts: FormatCounts, _ isOfTests: Bool
  ) -> String? {
    func has(_ names: String...) -> Bool { !words.isDisjoint(with: names) }
    if isOfTests {
      if has("failed", "failures", "failure"), number == counts.failures { return "failures" }
      if has("skipped"), number == counts.skipped { return "skipped" }
      if has("passed", "failed", "failures", "skipped", "errors") { return nil }
      return number == counts.tests && !words.isDisjoint(with: self.words) ? "tests" : nil
    }
    if has("error", "errors"), number == counts.findings.errors { return "errors" }
    if has("warning", "warnings"), number == counts.findings.warnings { return "warnings" }
    return number == counts.findings.all && !words.isDisjoint(with: self.words) ? "findings" : nil
  }

  /// The number of a claim.
  static func number(_ key: String, in counts: FormatCounts) -> Int {
    switch key {
    case "findings": counts.findings.all
    case "errors": counts.findings.errors
    case "warnings": counts.findings.warnings
    case "tests": counts.tests
    case "failures": counts.failures
    default: counts.skipped
    }
  }
}
