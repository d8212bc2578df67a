import Diagnostics
internal import Files
import Platform

/// The program: selects the command and runs it.
package enum Program {
  /// The date of the last change of commands or options, for the manual page.
  static let revised = "2026-11-23"

  /// Every command except `help`, in the order of the help.
  static let table: [any Command.Type] = [
    RenderCommand.self, MailCommand.self, PublishCommand.self, ConvertCommand.self,
    KnownCommand.self, InitCommand.self, PreviewCommand.self, CheckCommand.self,
    TemplatesCommand.self, ThemesCommand.self, FormatsCommand.self, SettingsCommand.self,
    CompletionsCommand.self,
    ManCommand.self,
  ]

  /// Every command with its options.
  static let commands: [CommandSpec] = table.map { $0.spec } + [CommandSpec(help, options: [])]

  private static let help = CommandHelp(
    name: "help", summary: "Describes a command or a topic", operands: "[COMMAND|TOPIC]",
    discussion: "Without a name, lists all commands. Topics: "
      + HelpTopic.all.map { "\($0.name), \($0.summary)" }.joined(separator: "; ") + ".",
    examples: [], words: [table.map { $0.about.name } + HelpTopic.all.map(\.name)])

  package static func run(_ host: ProcessEnvironment) -> Int32 {
    // A write to a closed pipe then fails with an error instead of a signal.
    signal(SIGPIPE, SIG_IGN)
    // A write beyond the file size limit, too.
    signal(SIGXFSZ, SIG_IGN)
    do throws(UsageError) {
      return try dispatch(host).rawValue
    } catch {
      var log = DiagnosticLog()
      log.add(error.diagnostic)
      return DiagnosticReporter(beforeParsing: host).end(log, .usage).rawValue
    }
  }

  private static func dispatch(_ host: ProcessEnvironment) throws(UsageError) -> ExitStatus {
    guard let word = host.arguments.first else {
      host.say(Help.overview(commands))
      return .usage
    }
    let rest = Array(host.arguments.dropFirst())
    switch word {
    case "--version", "-V": return say(try About.version(rest), host)
    case "--licenses":
      if let more = rest.first { throw .unexpectedOperand(more) }
      return say(About.licenses, host)
    case "--help", "-h": return say(Help.overview(commands), host)
    case "help": return try help(rest, host)
    case _ where word.hasPrefix("-"):
      let known = commands.map(\.name) + ["version", "licenses"]
      let bare = String(word.drop { $0 == "-" })
      let nearest = Suggestion.nearest(to: bare, among: known)
      throw .unknownOption(
        word,
        nearest: ["version", "licenses", "help"].contains(nearest)
          ? nearest.map { "--" + $0 } : nearest)
    default: break
    }
    guard let command = table.first(where: { $0.about.name == word }) else {
      if Folder.resolved(word) != nil {
        throw .unknownCommand(
          word, nearest: nil, help: "'tidemark render \(word)' makes a page of this input")
      }
      let nearest = Suggestion.nearest(to: word, among: commands.map(\.name) + ["--version"])
      throw .unknownCommand(word, nearest: nearest)
    }
    return try command.start(rest, host)
  }

  private static func help(_ words: [String], _ host: ProcessEnvironment) throws(UsageError)
    -> ExitStatus
  {
    let asked = words.first { !$0.hasPrefix("-") }
    guard let word = asked ?? words.first.map({ _ in "help" }) else {
      return say(Help.overview(commands), host)
    }
    if let topic = HelpTopic.all.first(where: { $0.name == word }) {
      return say(topic.text(), host)
    }
    guard let command = commands.first(where: { $0.name == word }) else {
      let names = commands.map(\.name) + HelpTopic.all.map(\.name)
      let nearest = Suggestion.nearest(to: word, among: names)
      throw .unknownCommand(word, nearest: nearest)
    }
    return say(Help.command(command), host)
  }

  private static func say(_ text: String, _ host: ProcessEnvironment) -> ExitStatus {
    host.print(text) ? .done : .output
  }
}
