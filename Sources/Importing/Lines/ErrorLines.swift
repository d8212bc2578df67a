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
      let line: String? = reader.withLine { bytes in
        let bytes = UnsafeBufferPointer(rebasing: bytes.prefix(longest))
        return FailureStems.all.areIn(bytes) ? String(decoding: bytes, as: UTF8.self) : nil
      }
      if let line, isError(LinePrefix(TerminalText.plain(line)).rest) { return true }
    }
    return false
  }

  static func isError(_ line: Substring) -> Bool {
    if FailureSign(line) != nil || LogFiles.isFailure(line) || line.contains(": error") {
      return true
    }
    if case .issue(let issue)? = WorkflowCommand(line) { return issue.urgency == .error }
    if let found = SourceLine(line) { return found.urgency == .error }
    return LineOpening(line)?.severity == .error
  }
}
