internal import Basics
internal import Model

/// A finding of a tool in the sources, or a record that it wrote to its log.
struct Finding {
  var urgency: Urgency
  /// The tool's name.
  var tool: String
  /// The substitute for the name of a tool without a name, in the language of the report.
  var toolTitle: String?
  /// Whether the tool named itself; otherwise its name is the name of its log.
  var isNamedByTool = true
  /// Distinguishes this run of the tool from its other runs.
  var run: String?
  /// The tool's own word for the severity.
  var level: String?
  /// The title, if it is not the first line of the message.
  var title: String?
  /// The complete message of the tool, as plain text.
  var message = ""
  /// The message in Markdown, if the format has it.
  var markdown: String?
  /// The text before the message, if there is no file and line, and the text after it.
  var opening: String?
  var closing: String?
  /// The id of the rule, its title if that adds information, and its page.
  var rule: String?
  var ruleTitle: String?
  var ruleURL: String?
  /// The place as given by the report.
  var file: String?
  var line: Int?
  var column: Int?
  /// The lines of the file that the report quotes.
  var excerpt: SourceText?
  var details: String?
  /// The paths of its files, as given by the report.
  var attachments: [String] = []
  var time: TimePoint?
  /// Its identity, which stays from run to run; nil if title and file identify it.
  var fingerprint: String?
  var source = SourceMark()
  var owner: String?
  /// The part of the scan that found it, if a scanner can leave it out.
  var scan: String?
  /// How many equal findings of the tool it stands for.
  var count = 1
  /// Whether its report counts equal findings, so that two of them are two messages.
  var isCounted = false

  private static let longestTitle = 200

  init(_ urgency: Urgency, tool: String) {
    self.urgency = urgency
    self.tool = tool
  }

  /// The title, and the text that the title does not contain.
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

  /// A shortened title; nil if the title is short enough.
  private static func shortened(_ title: String) -> String? {
    guard title.utf8.count > longestTitle, title.count > longestTitle else { return nil }
    return title.prefix(longestTitle - 1) + "…"
  }

  /// A name as code in Markdown, so that it is not parsed as markup.
  private static func code(_ name: String) -> String {
    name.contains("`") ? "`` \(name) ``" : "`\(name)`"
  }
}
