internal import Model
internal import ToolReports

/// Consecutive lines `Key: value` of one finding, as in the output of Brakeman.
struct KeyedLines {
  private(set) var values: [(key: String, value: String)] = []
  private(set) var number = 0

  private static let most = 40
  private static let longestKey = 24

  /// Adds a line. Returns false if the line is not of this form or there are too many lines.
  mutating func addLine(_ line: Substring, number: Int) -> Bool {
    guard let colon = PlainText.start(of: ": ", in: Substring(line.utf8.prefix(Self.longestKey))),
      line[..<colon].utf8.allSatisfy({ SourceLine.isLetter($0) || $0 == 0x20 }),
      line.utf8.first != 0x20, values.count < Self.most
    else { return false }
    if values.isEmpty { self.number = number }
    let value = PlainText.trimmedLine(line[colon...].dropFirst())
    values.append((line[..<colon].lowercased(), String(value)))
    return true
  }

  subscript(_ keys: String...) -> String? {
    values.first { keys.contains($0.key) && !$0.value.isEmpty }?.value
  }
}

extension LineFindings {
  /// Adds a line `Key: value`. Any other line ends the finding of the lines before it.
  mutating func addKeyed(
    _ line: Substring, _ number: Int, into report: inout ImportedReport
  ) {
    if !isLog || keyed.addLine(line, number: number) { return }
    endKeyed(into: &report)
  }

  mutating func endKeyed(into report: inout ImportedReport) {
    guard !keyed.values.isEmpty else { return }
    let lines = keyed
    keyed = KeyedLines()
    guard let file = lines["file"], SourcePlace.isPath(file[...]),
      let message = lines["message", "title"],
      lines["line", "severity", "confidence", "check", "rule"] != nil
    else { return }
    flush(into: &report)
    let level = lines["severity", "confidence"]?.lowercased()
    let isHigh = level.map { ["high", "critical", "error"].contains($0) } ?? false
    var finding = finding(isHigh ? .error : .warning)
    (finding.level, finding.message, finding.file) = (level, message, file)
    finding.line = lines["line"].flatMap { Int($0) }
    finding.rule = lines["check", "rule"]
    begin(finding, nil, lines.number)
    for (key, value) in lines.values where !["file", "line", "message", "title"].contains(key) {
      addDetails("\(key.prefix(1).uppercased() + key.dropFirst()): \(value)")
    }
    takesDetails = false
  }
}
