import Diagnostics
import Platform

/// The program: selects the command and runs it.
package enum Program {
  static let version = "0.1.0"

  /// Every command except `help`, in the order of the help.
  private static let table: [any Command.Type] = [
    RenderCommand.self, MailCommand.self, PublishCommand.self, ConvertCommand.self,
    KnownCommand.self,
    TemplatesCommand.self, ThemesCommand.self,
  ]

  /// Every command with its options.
  static let commands: [CommandSpec] = table.map { $0.spec } + [CommandSpec(help, options: [])]

  private static let help = CommandHelp(
    name: "help", summary: "Describes a command", operands: "[COMMAND]",
    discussion: "Without a command, lists all commands.", examples: [])

  package static func run(_ host: ProcessEnvironment) -> Int32 {
    // Writing to a closed pipe fails with an error instead of a signal.
    signal(SIGPIPE, SIG_IGN)
    // So does writing beyond the limit of a file's size.
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
    case "--version", "-V": return say("tidemark \(version)\n", host)
    case "--help", "-h": return say(Help.overview(commands), host)
    case "help": return try help(rest, host)
    case _ where word.hasPrefix("-"):
      let known = commands.map(\.name) + ["version"]
      let bare = String(word.drop { $0 == "-" })
      let nearest = Suggestion.nearest(to: bare, among: known)
      throw .unknownOption(
        word, nearest: ["version", "help"].contains(nearest) ? nearest.map { "--" + $0 } : nearest)
    default: break
    }
    guard let command = table.first(where: { $0.about.name == word }) else {
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
    guard let command = commands.first(where: { $0.name == word }) else {
      let nearest = Suggestion.nearest(to: word, among: commands.map(\.name))
      throw .unknownCommand(word, nearest: nearest)
    }
    return say(Help.command(command), host)
  }

  private static func say(_ text: String, _ host: ProcessEnvironment) -> ExitStatus {
    host.print(text) ? .done : .output
  }
}
