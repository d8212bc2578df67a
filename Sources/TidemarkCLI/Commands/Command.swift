import Diagnostics
import Files
internal import Formats
import Pipeline

/// A command with a property for each option; `init` declares and reads the options.
protocol Command: Sendable {
  static var about: CommandHelp { get }

  /// Reads every option, even after an invalid value, because help and settings list the options read.
  init(_ options: inout OptionReader)

  /// Runs the command. `call.log` may hold errors of settings and options.
  func run(_ call: CommandCall) throws(UsageError) -> ExitStatus
}

/// The input of a command, apart from its options.
struct CommandCall {
  let operands: [String]
  /// The inputs of the settings file, used without operands.
  let inputs: [InputEntry]
  let host: ProcessEnvironment
  /// Problems of settings and options.
  let log: DiagnosticLog

  /// The note about inputs of the settings file that a run without a report ignores. They may be
  /// from an earlier run.
  var notesOfUnreadInputs: [Diagnostic] {
    inputs.isEmpty
      ? []
      : [
        Diagnostic(
          .note, "inputs-not-read",
          "'--missing' without an input means that there is no report: the 'inputs' of the settings "
            + "file are not read",
          help: ["name the inputs in the call to have '--missing' used only if none can be read"])
      ]
  }
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
      return listFormats(&arguments, spec.options, host)
    }
    let (command, call) = read(&arguments, spec.options, host)
    defer { call.host.progress?.end() }
    return try command.run(call)
  }

  /// Prints the formats, with those of format files that the call or the settings name.
  private static func listFormats(
    _ arguments: inout Arguments, _ options: [OptionSpec], _ host: ProcessEnvironment
  ) -> ExitStatus {
    var host = host
    let problems = Settings.complete(&arguments, with: options, &host)
    var reader = OptionReader(arguments)
    return FormatsCommand(&reader).list(\.listing, problems + reader.problems, host)
  }

  /// Reads the command line of the process again, because settings may have changed.
  static func readAgain(_ host: ProcessEnvironment) throws(UsageError) -> (Self, CommandCall) {
    let options = spec.options
    var arguments = try Arguments(parsing: Array(host.arguments.dropFirst()), options: options)
    var host = host
    host.began = SystemInfo.ticks()
    return read(&arguments, options, host)
  }

  private static func read(
    _ arguments: inout Arguments, _ options: [OptionSpec], _ host: ProcessEnvironment
  ) -> (Self, CommandCall) {
    var host = host
    var log = DiagnosticLog()
    log.add(contentsOf: Settings.complete(&arguments, with: options, &host))
    host.progress = ProgressLine(
      ReportPipeline.Stage.reading.rawValue, on: host,
      isQuiet: DiagnosticOptions.isQuiet(arguments)
        // A person who types the input needs the progress line.
        || arguments.operands.contains("-") && SystemInfo.isTerminal(0))
    var reader = OptionReader(arguments)
    let command = Self(&reader)
    log.add(contentsOf: reader.problems)
    return (
      command,
      CommandCall(
        operands: arguments.operands, inputs: arguments.inputs, host: host, log: log)
    )
  }
}
