internal import Files
import Pipeline
package import Time

/// The process environment of a command: arguments, variables, clock and streams. Tests pass their
/// own.
package struct ProcessEnvironment: Sendable {
  package var arguments: [String]
  package var environment: [String: String]
  /// The current time; used only if options, datasets and environment have none.
  package var clock: @Sendable () -> Instant
  /// The path of the settings file in the working folder.
  package var settingsFile = Settings.fileName
  /// The path of the settings file in use; nil if there is none.
  var settingsInForce: String?
  /// Whether this file was found above the working folder, where other users may have put it.
  var isSettingsFileAbove = false
  /// The start of the program, in nanoseconds of a monotonic clock.
  package var began = SystemInfo.ticks()
  /// The line that shows the current step of a running command.
  var progress: ProgressLine?
  package var standardOutput: Int32 = 1
  package var standardError: Int32 = 2
  package var errorIsTerminal: Bool
  package var outputIsTerminal: Bool

  package init(
    arguments: [String], environment: [String: String],
    clock: @escaping @Sendable () -> Instant, errorIsTerminal: Bool, outputIsTerminal: Bool
  ) {
    self.arguments = arguments
    self.environment = environment
    self.clock = clock
    self.errorIsTerminal = errorIsTerminal
    self.outputIsTerminal = outputIsTerminal
  }

  /// The environment of this process.
  package static func current() -> ProcessEnvironment {
    ProcessEnvironment(
      arguments: SystemInfo.arguments(),
      environment: SystemInfo.environment(),
      clock: Instant.now, errorIsTerminal: SystemInfo.isTerminal(2),
      outputIsTerminal: SystemInfo.isTerminal(1))
  }

  /// Writes to standard error; ignores errors.
  func say(_ text: String) {
    if let progress { progress.around { write(text) } } else { write(text) }
  }

  /// Writes to standard error, after erasing the progress line.
  func write(_ text: String) {
    let stream = OutputFile(descriptor: standardError, name: "standard error")
    try? stream.write(Array(text.utf8))
  }

  /// Writes to standard output; returns false on failure.
  func print(_ text: String) -> Bool {
    progress?.end()
    let stream = OutputFile(descriptor: standardOutput, name: "standard output")
    return (try? stream.write(Array(text.utf8))) != nil
  }

  /// Whether to colour a stream: `--color` decides, then `NO_COLOR`, then `FORCE_COLOR`, then the
  /// terminal.
  func usesColor(_ choice: ColorChoice, onTerminal: Bool) -> Bool {
    switch choice {
    case .always: return true
    case .never: return false
    case .auto:
      guard environment["NO_COLOR", default: ""].isEmpty else { return false }
      switch environment["FORCE_COLOR", default: ""] {
      case "": return onTerminal && environment["TERM"] != "dumb"
      case "0", "false": return false
      default: return true
      }
    }
  }

  /// Whether someone may read a success line: on a terminal, or in the log of a build service.
  /// Under cron it stays silent, because each output would become a mail.
  var isWatched: Bool {
    if errorIsTerminal || BuildService(environment) != nil { return true }
    return !["", "0", "false"].contains(environment["CI", default: ""])
  }
}

/// The exit statuses.
enum ExitStatus: Int32, CaseIterable {
  case done = 0
  /// Done, and `--fail-on` was met.
  case failing = 1
  case usage = 2
  case input = 3
  case output = 4

  var meaning: String {
    switch self {
    case .done: "done"
    case .failing: "done, and --fail-on was met"
    case .usage: "wrong usage"
    case .input: "wrong input"
    case .output: "the output could not be written"
    }
  }

  /// The meaning of the status for a job.
  var promise: String {
    switch self {
    case .done: "All requested output is written, and no gate was met."
    case .failing:
      "Everything is written as with 0; the report meets the condition of --fail-on. A note lists "
        + "the findings that met it. From 'check': it found warnings and no errors."
    case .usage: "A command, an option or a setting is wrong. The old files are unchanged."
    case .input:
      "A dataset, a baseline, a template or a theme can't be read or has errors; with --strict a "
        + "warning counts as an error. The old files are unchanged."
    case .output:
      "A file can't be written, a mail can't be sent, or a file of a site can't be read. Each file "
        + "is replaced as a whole or not at all."
    }
  }
}
