import Composing
import Diagnostics

/// The options for when a command fails, and for its diagnostics.
struct OutcomeOptions: Sendable {
  /// Whether the default settings and known issues are ignored.
  let ignoresSettings: Bool
  let isStrict: Bool
  let failOn: Given<FailureThreshold>?
  let diagnostics: DiagnosticOptions
  var strictness: Strictness { Strictness(isStrict: isStrict) }

  static let strict = OptionSpec(
    name: "strict", argument: .none,
    help: "Treat warnings as errors. --strict=false overrides a setting, as for any flag.")

  init(_ options: inout OptionReader) {
    ignoresSettings = Settings.declare(&options)
    isStrict = options.flag(Self.strict)
    failOn = options.choice(
      OptionSpec(
        name: "fail-on", argument: .choice(["none"] + FailureThreshold.allCases.map(\.rawValue)),
        help:
          "Exit with 1 for a message of at least this urgency, if the run failed or is missing, if an "
          + "input was not read or is incomplete, or if no test ran. Default: none."))
    diagnostics = DiagnosticOptions(&options)
  }

  /// For commands with a status that does not depend on a report: without `--strict` and
  /// `--fail-on`.
  init(withoutGate options: inout OptionReader) {
    ignoresSettings = Settings.declare(&options)
    isStrict = false
    failOn = nil
    diagnostics = DiagnosticOptions(&options)
  }
}
