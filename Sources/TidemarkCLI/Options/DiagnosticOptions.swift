/// The options for the diagnostics of a command.
struct DiagnosticOptions: Sendable {
  let format: DiagnosticFormat
  /// The value of the option of the format, which may be another word if the command has its own
  /// meaning of it.
  let givenFormat: Setting?
  let isQuiet: Bool
  let isVerbose: Bool
  let color: ColorChoice

  static let format = OptionSpec(
    name: "format", argument: .choice(DiagnosticFormat.allCases.map(\.rawValue)),
    help:
      "Format of diagnostics. They go to standard error; 'check' writes them to standard output.")
  static let color = OptionSpec(
    name: "color", argument: .choice(ColorChoice.allCases.map(\.rawValue)),
    help: "Colour diagnostics and text output. auto: on a terminal unless NO_COLOR is set, and "
      + "always if FORCE_COLOR is set.")

  /// Not allowed in a settings file, because a silent file could hide its own effects.
  static let quiet = OptionSpec(
    name: "quiet", short: "q", argument: .none,
    help: "Show only errors: no warnings, notes, progress or success.",
    isKeptFromFiles: true)
  private static let verbose = OptionSpec(
    name: "verbose", short: "v", argument: .none,
    help: "Show more: the format of each input, and the time of each step.")

  static func isQuiet(_ arguments: Arguments) -> Bool {
    isQuiet(arguments.settings(of: quiet).last, arguments.settings(of: verbose).last)
  }

  /// The command line has precedence over the environment.
  private static func isQuiet(_ quiet: Setting?, _ verbose: Setting?) -> Bool {
    guard let quiet, quiet.value == "true" else { return false }
    return quiet.origin == .commandLine || verbose?.origin != .commandLine
      || verbose?.value != "true"
  }

  /// - Parameter format: The option of the format.
  init(
    _ options: inout OptionReader, hasQuiet: Bool = true, format option: OptionSpec = Self.format
  ) {
    givenFormat = options.setting(option)
    format = givenFormat.flatMap { DiagnosticFormat(rawValue: $0.value) } ?? .text
    let quiet = hasQuiet ? options.setting(Self.quiet) : nil
    let verbose = hasQuiet ? options.setting(Self.verbose) : nil
    isQuiet = Self.isQuiet(quiet, verbose)
    isVerbose = verbose?.value == "true" && !isQuiet
    color = options.choice(Self.color)?.value ?? .auto
  }
}

enum DiagnosticFormat: String, CaseIterable {
  case text, json, github, sarif
}

enum ColorChoice: String, CaseIterable {
  case auto, always, never
}
