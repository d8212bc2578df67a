package import Model
internal import Text
package import Time

/// A finding of a tool in the sources, or a record that it wrote to its log.
package struct Finding {
  package var urgency: Urgency
  /// The tool's name.
  package var tool: String
  /// The substitute for the name of a tool without a name, in the language of the report.
  package var toolTitle: String?
  /// Whether the tool named itself; otherwise its name is the name of its log.
  package var isNamedByTool = true
  /// Distinguishes this run of the tool from its other runs.
  package var run: String?
  /// The tool's own word for the severity.
  package var level: String?
  /// The title, if it is not the first line of the message.
  package var title: String?
  /// The complete message of the tool, as plain text.
  package var message = ""
  /// The message in Markdown, if the format has it.
  package var markdown: String?
  /// The text before the message, if there is no file and line, and the text after it.
  package var opening: String?
  package var closing: String?
  /// The id of the rule, its title if that adds information, and its page.
  package var rule: String?
  package var ruleTitle: String?
  package var ruleURL: String?
  /// The place as given by the report.
  package var file: String?
  package var line: Int?
  package var column: Int?
  /// The place of the test, if another line raised the failure.
  package var testPlace: (path: String, line: Int?)?
  /// The lines of the file that the report quotes.
  package var excerpt: SourceText?
  package var details: String?
  /// The paths of its files, as given by the report.
  package var attachments: [String] = []
  package var time: TimePoint?
  /// Its identity, which stays from run to run; nil if title and file identify it.
  package var fingerprint: String?
  package var source = SourceMark()
  package var owner: String?
  /// Own values, for templates.
  package var properties: [Property] = []
  /// The part of the scan that found it, if a scanner can leave it out.
  package var scan: String?
  /// How many equal findings of the tool it stands for.
  package var count = 1
  /// Whether its report counts equal findings, so that two of them are two messages.
  package var isCounted = false

  private static let longestTitle = 200

  package init(_ urgency: Urgency, tool: String) {
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
