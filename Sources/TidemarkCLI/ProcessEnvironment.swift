package import Basics

/// The process environment of a command: arguments, variables, clock and streams. Tests pass one of
/// their own.
package struct ProcessEnvironment: Sendable {
  package var arguments: [String]
  package var environment: [String: String]
  /// The current time; used only when neither options nor datasets nor the environment have one.
  package var clock: @Sendable () -> Instant
  /// The path of the settings file, in the working folder.
  package var settingsFile = Settings.fileName
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
      clock: SystemInfo.now, errorIsTerminal: SystemInfo.isTerminal(2),
      outputIsTerminal: SystemInfo.isTerminal(1))
  }

  /// Writes to standard error; ignores errors.
  func say(_ text: String) {
    let stream = OutputFile(descriptor: standardError, name: "standard error")
    try? stream.write(Array(text.utf8))
  }

  /// Writes to standard output; returns false when that fails.
  func print(_ text: String) -> Bool {
    let stream = OutputFile(descriptor: standardOutput, name: "standard output")
    return (try? stream.write(Array(text.utf8))) != nil
  }

  /// Whether to colour a stream: `--color` decides, then `NO_COLOR`, then the terminal.
  func usesColor(_ choice: ColorChoice, onTerminal: Bool) -> Bool {
    switch choice {
    case .always: true
    case .never: false
    case .auto:
      onTerminal && environment["NO_COLOR", default: ""].isEmpty
        && environment["TERM"] != "dumb"
    }
  }
}

/// The exit statuses.
enum ExitStatus: Int32 {
  case done = 0
  /// Done, and `--fail-on` was met.
  case failing = 1
  case usage = 2
  case input = 3
  case output = 4
}
