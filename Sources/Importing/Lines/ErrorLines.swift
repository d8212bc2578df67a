internal import Basics
internal import Diagnostics
internal import JSON

/// The lines of a text that report a failure: findings of compilers and linters, commands to a service,
/// and words of failure.
enum ErrorLines {
  private static let longest = 2_000

  /// Reads until the first such line. Builds fail in their last lines, so all lines are read.
  static func areIn(_ text: ByteSource) -> Bool {
    var reader = LineReader(file: "", source: text, log: DiagnosticLog())
    while reader.advance() {
      let line = reader.withLine { String(decoding: $0.prefix(longest), as: UTF8.self) }
      if isError(LinePrefix(TerminalText.plain(line)).rest) { return true }
    }
    return false
  }

  private static func isError(_ line: Substring) -> Bool {
    if FailureSign(line) != nil || LogFiles.isFailure(line) || line.contains(": error") {
      return true
    }
    if case .issue(let issue)? = WorkflowCommand(line) { return issue.urgency == .error }
    if let found = SourceLine(line) { return found.urgency == .error }
    return LineOpening(line)?.severity == .error
  }
}
