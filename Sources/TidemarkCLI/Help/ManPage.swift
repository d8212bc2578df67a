import Diagnostics

/// `man`: writes the manual page.
struct ManCommand: Command {
  let diagnostics: DiagnosticOptions

  static let about = CommandHelp(
    name: "man", summary: "Writes the manual page", operands: "",
    discussion:
      "The page describes every command and option. It is written to standard output in the format "
      + "of man pages.",
    examples: [
      ("tidemark man | man -l -", "Reads the page."),
      (
        "tidemark man > ~/.local/share/man/man1/tidemark.1",
        "Puts it where 'man tidemark' finds it."
      ),
    ])

  init(_ options: inout OptionReader) {
    diagnostics = DiagnosticOptions(&options, hasQuiet: false)
  }

  func run(_ call: CommandCall) throws(UsageError) -> ExitStatus {
    if let extra = call.operands.first { throw .unexpectedOperand(extra) }
    return call.host.print(ManPage.text(of: Program.commands)) ? .done : .output
  }
}

/// The manual page, from the declarations of commands and options.
enum ManPage {
  static func text(of commands: [CommandSpec]) -> String {
    let shared = sharedOptions(of: commands)
    var page = """
      .TH TIDEMARK 1 "\(Program.revised)" "Tidemark \(Program.version)" "User Commands"
      .\\" A long list of values leaves no space in a line that could be widened.
      .ad l
      .SH NAME
      tidemark \\- render the output of a job as a page, a mail, Markdown or text
      .SH SYNOPSIS
      .B tidemark
      .I COMMAND
      .RI [ OPTIONS ]
      .SH DESCRIPTION
      \(prose(Help.description))
      .PP
      \(prose(SettingsCommand.about.discussion))
      .SH COMMANDS

      """
    for command in commands { page += section(of: command, shared) }
    page += ".SH OPTIONS OF SEVERAL COMMANDS\n"
    for (option, names) in shared {
      page += tagged(heading(of: option), option.help + " (\(names.listed()))")
    }
    page += ".SH EXIT STATUS\n"
    for status in ExitStatus.allCases {
      page += tagged(bold(String(status.rawValue)), "\(status.meaning): \(status.promise)")
    }
    page += ".SH ENVIRONMENT\n"
    page += tagged(
      bold("TIDEMARK_") + italic("OPTION"),
      "Sets an option: TIDEMARK_TIME_ZONE is that of --time-zone. 'tidemark help settings' lists "
        + "all of them.")
    page += tagged(
      bold("NO_COLOR") + ", " + bold("FORCE_COLOR"),
      "Switch colours off, or on where no terminal is. --color has precedence, then NO_COLOR.")
    page += tagged(
      bold("SOURCE_DATE_EPOCH"), "The time of a report that names none, in seconds since 1970.")
    page += tagged(bold("TZDIR"), "The folder of the time zone files.")
    page += ".SH FILES\n"
    page += tagged(bold("tidemark.json"), "Settings, see 'tidemark help settings'.")
    page += tagged(bold("known.json"), "Known issues, which reports count apart.")
    return page
  }

  /// The options that several commands declare equally, and these commands.
  private static func sharedOptions(
    of commands: [CommandSpec]
  ) -> [(option: OptionSpec, commands: [String])] {
    var shared: [(option: OptionSpec, commands: [String])] = []
    for command in commands {
      for option in command.options {
        if let index = shared.firstIndex(where: { $0.option.isAlike(option) }) {
          shared[index].commands.append(command.name)
        } else {
          shared.append((option, [command.name]))
        }
      }
    }
    return shared.filter { $0.commands.count > 1 }.sorted { $0.option.name < $1.option.name }
  }

  private static func section(
    of command: CommandSpec, _ shared: [(option: OptionSpec, commands: [String])]
  ) -> String {
    let usage = [command.help.operands, command.options.isEmpty ? "" : "[OPTIONS]"]
    var text = ".SS \(command.name)\n"
    text += ([bold("tidemark \(command.name)")] + usage.filter { !$0.isEmpty }.map(italic))
      .joined(separator: " ")
    text += "\n.PP\n" + prose(command.help.summary + ".") + "\n"
    text += prose(command.help.discussion) + "\n"
    for option in command.options where !shared.contains(where: { $0.option.isAlike(option) }) {
      text += tagged(heading(of: option), option.help)
    }
    for example in command.help.examples {
      text +=
        ".PP\n" + prose(example.meaning) + "\n.PP\n.RS 4\n.EX\n"
        + escaped(example.command) + "\n.EE\n.RE\n"
    }
    return text
  }

  /// An option with its value: `-o, --output PATH`.
  private static func heading(of option: OptionSpec) -> String {
    let names = option.spellings.map(bold).joined(separator: ", ")
    let value = option.synopsis.split(separator: " ").last.map(String.init) ?? ""
    // A list of words may break after each comma, because it is wider than a terminal.
    let shown = italic(value).split(separator: ",").joined(separator: ",\\:")
    return option.takesValue ? names + " " + shown : names
  }

  // MARK: The language of man pages

  private static func tagged(_ tag: String, _ text: String) -> String {
    ".TP\n" + tag + "\n" + prose(text) + "\n"
  }

  private static func bold(_ text: String) -> String { "\\fB" + escaped(text) + "\\fR" }
  private static func italic(_ text: String) -> String { "\\fI" + escaped(text) + "\\fR" }

  /// Text with one sentence a line, short enough for a linter.
  private static func prose(_ text: String) -> String {
    text.split(separator: "\n").map { paragraph in
      var lines: [String] = []
      var line = ""
      for word in paragraph.split(separator: " ") {
        let word = escaped(String(word))
        if !line.isEmpty, line.utf8.count + word.utf8.count > 76 {
          lines.append(line)
          line = ""
        }
        line += (line.isEmpty ? "" : " ") + word
        if word.hasSuffix(".") {
          lines.append(line)
          line = ""
        }
      }
      if !line.isEmpty { lines.append(line) }
      return lines.map { $0.hasPrefix(".") ? "\\&" + $0 : $0 }.joined(separator: "\n")
    }.joined(separator: "\n.PP\n")
  }

  /// Escapes the special characters of the language, and characters beyond ASCII.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
      default:
        let code = String(scalar.value, radix: 16, uppercase: true)
        escaped += "\\[u" + String(repeating: "0", count: max(0, 4 - code.count)) + code + "]"
      }
    }
    return escaped
  }
}

extension OptionSpec {
  /// Whether two commands declare the same option.
  fileprivate func isAlike(_ other: OptionSpec) -> Bool {
    (name, short, synopsis, help) == (other.name, other.short, other.synopsis, other.help)
  }
}
