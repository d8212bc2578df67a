// Unsafe pointers: lines of large logs are scanned in place.

internal import Diagnostics
internal import JSON
internal import Text
internal import ToolReports

/// Recognizes lines that report a failure: findings of compilers and linters, workflow commands,
/// and words of failure.
enum ErrorLines {
  private static let longest = 2_000

  /// Whether a line reports a failure. All lines are read, because builds fail in their last lines.
  static func areIn(_ text: ByteSource) -> Bool { areIn(text, isError) }

  /// Whether a line of a document is an error at a place in a file, such as `a.c:1:2: error: x`. It
  /// may be an item of a list or a quotation, and is not indented.
  static func haveErrorWithPlace(in text: ByteSource) -> Bool {
    areIn(text) { line in
      if line.first == " " { return false }
      let marks: Set<Character> = ["-", "*", ">", "`", " "]
      return SourceLine(line.drop { marks.contains($0) }).map {
        $0.urgency == .error && $0.line != nil
      } ?? false
    }
  }

  private static func areIn(_ text: ByteSource, _ isError: (Substring) -> Bool) -> Bool {
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

  /// Whether a line of a log without colours reports a failure.
  static func isFound(in line: String) -> Bool {
    let start = line.utf8.count > longest ? String(line.prefix(longest)) : line
    return start.withBytes(FailureStems.all.areIn) && isError(LinePrefix(start).rest)
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
