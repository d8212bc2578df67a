import Composing
import Diagnostics

/// The options for when a command fails, and for its diagnostics.
struct OutcomeOptions: Sendable {
  /// Whether the default settings and known issues are ignored.
  let ignoresSettings: Bool
  let isStrict: Bool
  let failOn: Given<Gate>?
  let diagnostics: DiagnosticOptions
  var strictness: Strictness { Strictness(isStrict: isStrict) }

  static let strict = OptionSpec(
    name: "strict", argument: .none,
    help: "Treat warnings as errors. --strict=false overrides a setting, as for any flag.")

  init(_ options: inout OptionReader) {
    ignoresSettings = Settings.declare(&options)
    isStrict = options.flag(Self.strict)
    failOn = options.gate()
    diagnostics = DiagnosticOptions(&options)
  }

  /// For `check`, whose status does not depend on `--strict`.
  init(checking options: inout OptionReader) {
    ignoresSettings = Settings.declare(&options)
    isStrict = options.flag(Self.strict)
    failOn = nil
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
