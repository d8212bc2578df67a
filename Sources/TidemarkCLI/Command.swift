import Diagnostics
import Importing

/// A command with a property for each option; `init` declares and reads the options.
protocol Command: Sendable {
  static var about: CommandHelp { get }

  init(_ options: inout OptionReader)

  /// Runs the command. `call.log` may hold errors of settings and options.
  func run(_ call: CommandCall) throws(UsageError) -> ExitStatus
}

/// The input of a command, apart from its options.
struct CommandCall {
  let operands: [String]
  /// The inputs of the settings file, where there are no operands.
  let inputs: [InputEntry]
  let host: ProcessEnvironment
  /// Problems of settings and options.
  let log: DiagnosticLog
}

extension Command {
  static var spec: CommandSpec {
    CommandSpec(about, options: OptionReader.declarations(of: Self.self))
  }

  /// Reads the options from the command line, the environment and the settings file, and runs.
  static func start(
    _ words: [String], _ host: ProcessEnvironment
  ) throws(UsageError) -> ExitStatus {
    let spec = spec
    var arguments = try Arguments(parsing: words, options: spec.options)
    if arguments.wantsHelp { return host.print(Help.command(spec)) ? .done : .output }
    if InputOptions.asksForList(arguments, among: spec.options) {
      return host.print(InputFormat.listing) ? .done : .output
    }
    var log = DiagnosticLog()
    log.add(contentsOf: Settings.complete(&arguments, with: spec.options, host: host))
    var reader = OptionReader(arguments)
    let command = Self(&reader)
    log.add(contentsOf: reader.problems)
    return try command.run(
      CommandCall(
        operands: arguments.operands, inputs: arguments.inputs, host: host, log: log))
  }
}
