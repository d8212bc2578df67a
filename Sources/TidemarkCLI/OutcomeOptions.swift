import Composing
import Diagnostics

/// When a command fails, and how it says what it has found.
struct OutcomeOptions: Sendable {
  let isStrict: Bool
  let failOn: Given<FailureThreshold>?
  let diagnostics: DiagnosticOptions
  var strictness: Strictness { Strictness(isStrict: isStrict) }

  init(_ options: inout OptionReader) {
    // Read by `Settings` before there are options.
    _ = options.flag(Settings.noSettings)
    isStrict = options.flag(
      OptionSpec(
        name: "strict", argument: .none,
        help: "Warnings are errors. --strict=false undoes what a setting says; so with any flag."))
    failOn = options.choice(
      OptionSpec(
        name: "fail-on", argument: .choice(["none"] + FailureThreshold.allCases.map(\.rawValue)),
        help: "Exit with 1 when there is such a message or a worse one. Default: none."))
    diagnostics = DiagnosticOptions(&options)
  }
}
