internal import Basics
internal import Model

/// One thing that a tool has found in the sources or written to its log.
struct Finding {
  var urgency: Urgency
  /// The tool's name.
  var tool: String
  /// The tool's own word for how severe it is.
  var level: String?
  /// Everything the tool says of it, as plain text.
  var message = ""
  /// The id of the rule, what to call it where that says more, and its page.
  var rule: String?
  var ruleTitle: String?
  var ruleURL: String?
  /// The place as the report gives it.
  var file: String?
  var line: Int?
  var column: Int?
  var details: String?
  var time: TimePoint?
  /// What tells it from others and stays from run to run; nil leaves that to its title and file.
  var fingerprint: String?
  var source = SourceMark()

  private static let longestTitle = 200

  init(_ urgency: Urgency, tool: String) {
    self.urgency = urgency
    self.tool = tool
  }

  /// The first line, and what follows it.
  var titleAndText: (title: String, text: String?) {
    let plain = PlainText.trimmed(TerminalText.plain(message))
    let lines = plain.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let first = lines.first.map(String.init) ?? ""
    guard !first.isEmpty else { return (rule ?? tool, nil) }
    guard first.utf8.count > Self.longestTitle, first.count > Self.longestTitle else {
      let text = lines.count > 1 ? PlainText.trimmed(String(lines[1])) : ""
      return (first, text.isEmpty ? nil : text)
    }
    return (first.prefix(Self.longestTitle - 1) + "…", plain)
  }
}
