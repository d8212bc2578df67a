/// One compiled line pattern.
struct LinePattern: Sendable {
  /// What a matching line means.
  enum Kind: Sendable {
    /// A record of one line.
    case single
    /// A record that further lines may continue.
    case begin
    case continuation
    case end
    /// A line that is no finding.
    case general
    case enterFolder
    case leaveFolder
    /// Text before the part of the line that counts.
    case skipped
    case openFile
    case closeFile
  }

  let kind: Kind
  /// The type of records: `e`, `w`, `i` or `n`.
  let type: Character?
  /// Whether the line, or the record that begins with it, is left out.
  let isLeftOut: Bool
  /// Whether the whole line becomes the message.
  let keepsLine: Bool
  /// The names of its captures.
  let names: Set<String>
  let automaton: LineAutomaton

  /// Whether the rest of a matching line is read as a line of its own.
  var hasRest: Bool {
    switch kind {
    case .skipped, .openFile, .closeFile: true
    default: false
    }
  }
}
