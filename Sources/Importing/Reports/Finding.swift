internal import Basics
internal import Model

/// One thing that a tool has found in the sources or written to its log.
struct Finding {
  var urgency: Urgency
  /// The tool's name.
  var tool: String
  /// What stands for the name of a tool without one, in the language of the report.
  var toolTitle: String?
  /// Whether the tool has named itself, and its name is not that of its log.
  var isNamedByTool = true
  /// What tells this run of the tool from its others.
  var run: String?
  /// The tool's own word for how severe it is.
  var level: String?
  /// A title, where it is not the first line of the message.
  var title: String?
  /// Everything the tool says of it, as plain text.
  var message = ""
  /// The same in Markdown, where the format has it.
  var markdown: String?
  /// What takes the place of a file and line in front of the text, and what follows the text.
  var opening: String?
  var closing: String?
  /// The id of the rule, what to call it where that says more, and its page.
  var rule: String?
  var ruleTitle: String?
  var ruleURL: String?
  /// The place as the report gives it.
  var file: String?
  var line: Int?
  var column: Int?
  /// The lines of the file that the report quotes.
  var excerpt: SourceText?
  var details: String?
  /// The paths of files that belong to it, as the report gives them.
  var attachments: [String] = []
  var time: TimePoint?
  /// What tells it from others and stays from run to run; nil leaves that to its title and file.
  var fingerprint: String?
  var source = SourceMark()

  private static let longestTitle = 200

  init(_ urgency: Urgency, tool: String) {
    self.urgency = urgency
    self.tool = tool
  }

  /// The first line, and what the title has not said.
  var titleAndText: (title: String, text: String?) {
    let plain = PlainText.trimmed(TerminalText.plain(message))
    var (title, body) = Self.split(plain)
    if let given = self.title {
      title = Self.shortened(given) ?? given
      body = plain
    } else if title.isEmpty {
      title = rule ?? toolTitle ?? tool
    } else if let short = Self.shortened(title) {
      title = short
      body = plain
    }
    let isMarkdown = markdown != nil
    if let markdown { body = markdown }
    if opening == nil, closing == nil { return (title, body.isEmpty ? nil : body) }
    let parts = [opening.map { isMarkdown ? Self.code($0) : $0 }, body, closing]
      .compactMap { $0?.isEmpty == false ? $0 : nil }
    return (title, parts.isEmpty ? nil : parts.joined(separator: isMarkdown ? "\n\n" : "\n"))
  }

  private static func split(_ text: String) -> (first: String, rest: String) {
    guard PlainText.hasLines(text) else { return (text, "") }
    let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    return (
      lines.first.map(String.init) ?? "",
      lines.count > 1 ? PlainText.trimmed(String(lines[1])) : ""
    )
  }

  /// A long title without its end; nil for one that is short enough.
  private static func shortened(_ title: String) -> String? {
    guard title.utf8.count > longestTitle, title.count > longestTitle else { return nil }
    return title.prefix(longestTitle - 1) + "…"
  }

  /// A name in Markdown, where it must not be read as markup.
  private static func code(_ name: String) -> String {
    name.contains("`") ? "`` \(name) ``" : "`\(name)`"
  }
}
