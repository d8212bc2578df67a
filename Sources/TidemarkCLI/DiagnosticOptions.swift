/// The options for the diagnostics of a command.
struct DiagnosticOptions: Sendable {
  let format: DiagnosticFormat
  let isQuiet: Bool
  let color: ColorChoice

  static let format = OptionSpec(
    name: "format", argument: .choice(DiagnosticFormat.allCases.map(\.rawValue)),
    help: "Format of diagnostics on standard error.")
  static let color = OptionSpec(
    name: "color", argument: .choice(ColorChoice.allCases.map(\.rawValue)),
    help: "Colour diagnostics and text output. auto: on a terminal, unless NO_COLOR is set.")

  init(_ options: inout OptionReader, hasQuiet: Bool = true) {
    format = options.choice(Self.format)?.value ?? .text
    isQuiet =
      hasQuiet
      && options.flag(
        OptionSpec(name: "quiet", short: "q", argument: .none, help: "Show errors only."))
    color = options.choice(Self.color)?.value ?? .auto
  }
}

enum DiagnosticFormat: String, CaseIterable {
  case text, json, github
}

enum ColorChoice: String, CaseIterable {
  case auto, always, never
}
