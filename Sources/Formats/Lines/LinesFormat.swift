internal import Inputs
internal import Model
internal import ToolReports

extension InputFormat {
  static let lines = InputFormat(
    name: "lines", title: "lines of compilers and linters, workflow commands",
    evidence: "text of which a quarter of the first lines are findings or commands",
    recognizes: { head in
      switch head.shape {
      case .blank, .xml: false
      case .json, .text: LineFindings.prevail(in: head.bytes)
      }
    },
    isCertain: { _ in false }, mayBeEmpty: true,
    difference: .detailsAndTime,
    read: .lines { reader, context in LinesImporter(reader, context).read() })
}

extension LineFindings {
  private static let linesLookedAt = 200

  /// Whether at least a quarter of the first lines are findings or commands. Indented and empty
  /// lines do not count, because findings show sources between them.
  ///
  /// A log with few findings is not recognized, because failures in its other lines would be lost
  /// silently. It is read if the format is named.
  static func prevail(in bytes: [UInt8]) -> Bool {
    guard !bytes.prefix(1_024).contains(0) else { return false }
    var lines = 0
    var findings = 0
    for line in bytes.split(separator: 0x0A) where lines < linesLookedAt {
      let text = TerminalText.plain(Array(line.last == 0x0D ? line.dropLast() : line))
      let line = LinePrefix(text).rest
      let found =
        SourceLine(line).map { $0.file != nil || $0.urgency == .error }
        ?? (LineOpening(line) != nil
          || LineOpening(perl: line).map { $0.column != nil || $0.severity == .error } ?? false)
      guard let first = line.utf8.first, first != UInt8(ascii: "|"),
        found || !PlainText.isSpaceOrTab(first)
      else { continue }
      lines += 1
      if found || WorkflowCommand(line) != nil { findings += 1 }
    }
    return findings > 0 && findings * 4 >= lines
  }
}
