/// The text of `--help`, for a terminal of 80 columns.
enum Help {
  static let description =
    "Tidemark renders the output of a nightly job: reports of tests and findings, or a dataset of "
    + "messages and a timeline, become a page, a mail, a Markdown summary or plain text."

  static func overview(_ commands: [CommandSpec]) -> String {
    let width = commands.map(\.name.count).max() ?? 0
    let list = commands.map { command in
      "  " + command.name + String(repeating: " ", count: width - command.name.count + 3)
        + command.help.summary
    }
    return """
      \(wrap(description, indent: 0))

      Usage: tidemark COMMAND [OPTIONS]

      Commands:
      \(list.joined(separator: "\n"))

      Start with:
        tidemark render build/test-results/ -o nightly.html

      'tidemark help COMMAND' describes a command; other topics are
      \(wrap(HelpTopic.all.map(\.name).listed() + " ('tidemark help dataset').", indent: 0))
      Options can also be set in tidemark.json (timeZone) and in the environment
      (TIDEMARK_TIME_ZONE).
      'tidemark --version --verbose' says what is linked in, and
      'tidemark --licenses' under which terms.

      \(exitStatuses)

      """
  }

  /// "Exit status: 0 done; …"
  private static var exitStatuses: String {
    wrap(
      "Exit status: "
        + ExitStatus.allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: "; ") + ".",
      indent: 0)
  }

  static func command(_ command: CommandSpec) -> String {
    var text = "\(command.help.summary).\n\nUsage: tidemark \(command.name)"
    text += command.help.operands.isEmpty ? "" : " \(command.help.operands)"
    text += command.options.isEmpty ? "\n" : " [OPTIONS]\n"
    text += "\n" + wrap(command.help.discussion, indent: 0) + "\n"
    if !command.options.isEmpty {
      text += "\nOptions:\n"
      for option in command.options {
        text += entry(option.synopsis, option.help)
      }
      text += entry("-h, --help", "Show this help.")
    }
    if command.name == SettingsCommand.about.name { text += "\nSettings:\n" + settings }
    if !command.help.examples.isEmpty {
      text += "\nExamples:\n"
      for example in command.help.examples {
        text += "  \(example.command)\n" + wrap(example.meaning, indent: 6) + "\n"
      }
    }
    return text
  }

  /// The key and the variable of every setting.
  private static var settings: String {
    var rows: [String: OptionSpec] = [:]
    for option in Program.commands.flatMap(\.options) where option.isSetting {
      rows[option.key] = rows[option.key] ?? option
    }
    let sorted = rows.sorted { $0.key < $1.key }
    let width = sorted.map(\.key.count).max() ?? 0
    return sorted.map { key, option in
      let name = option.isKeptFromFiles ? "-" : key
      return "  " + name + String(repeating: " ", count: width - name.count + 2) + option.variable
        + "\n"
    }.joined()
  }

  private static func entry(_ synopsis: String, _ help: String) -> String {
    let column = 30
    let body = wrap(help, indent: column)
    let head = broken("  " + synopsis)
    guard head.count < column - 1 else { return head + "\n" + body + "\n" }
    return head + body.dropFirst(head.count) + "\n"
  }

  /// Breaks a synopsis with many words after a comma.
  private static func broken(_ synopsis: String) -> String {
    guard synopsis.count > 80, let space = synopsis.lastIndex(of: " ") else { return synopsis }
    let indent = synopsis.distance(from: synopsis.startIndex, to: space) + 1
    var lines: [String] = []
    var line = ""
    for word in synopsis.split(separator: ",") {
      if !line.isEmpty, line.count + word.count + 2 > 80 {
        lines.append(line + ",")
        line = String(repeating: " ", count: indent) + word
      } else {
        line += line.isEmpty ? word : "," + word
      }
    }
    return (lines + [line]).joined(separator: "\n")
  }

  /// Wraps text at 80 columns; keeps its line breaks.
  static func wrap(_ text: String, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { paragraph in
      var lines: [String] = []
      var line = ""
      for word in paragraph.split(separator: " ") {
        if !line.isEmpty, indent + line.count + 1 + word.count > 80 {
          lines.append(margin + line)
          line = ""
        }
        line += (line.isEmpty ? "" : " ") + word
      }
      lines.append(line.isEmpty ? "" : margin + line)
      return lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
