internal import Text
internal import ToolReports

extension LineFindings {
  /// The finding of a command. Its message omits the location and code that the text repeats.
  func finding(_ issue: WorkflowCommand.Issue) -> Finding {
    var finding = finding(issue.urgency)
    finding.level = issue.level
    (finding.file, finding.line, finding.column) = (issue.file, issue.line, issue.column)
    finding.rule = issue.code
    var (title, text) = (issue.title, TerminalText.plain(issue.text))
    // Some jobs write the code and the text into the title.
    if text.isEmpty, let whole = title, let colons = whole.firstRange(of: "::") {
      (title, text) = (String(whole[..<colons.lowerBound]), String(whole[colons.upperBound...]))
    }
    if let repeated = SourceLine(text[...]), repeated.file != nil,
      issue.file == nil || (issue.line == repeated.line && isSame(issue.file, repeated.file))
    {
      if issue.file == nil {
        (finding.file, finding.line, finding.column) = (
          repeated.file, repeated.line, repeated.column
        )
      }
      finding.rule = finding.rule ?? repeated.rule
      text = repeated.message
    }
    if let words = title, SourceLine.isCode(words[...]) {
      finding.rule = words
      title = nil
    } else if let words = title, words.last == ")", let open = words.lastIndex(of: "(") {
      // `ruff (F401)`
      let (name, code) = (
        PlainText.trimmedLine(words[..<open]), words[open...].dropFirst().dropLast()
      )
      if !name.isEmpty, SourceLine.isCode(code) {
        (finding.tool, finding.toolTitle, finding.rule) = (String(name), nil, String(code))
        title = nil
      }
    }
    finding.message = [title ?? "", text].filter { !$0.isEmpty }.joined(separator: "\n")
    if finding.message.isEmpty { finding.message = finding.rule ?? issue.level }
    return finding
  }

  /// Whether two paths may name one file: one of them may begin in a parent folder.
  private func isSame(_ path: String?, _ other: String?) -> Bool {
    guard let path, let other else { return false }
    return path.hasSuffix(other) || other.hasSuffix(path)
  }
}
