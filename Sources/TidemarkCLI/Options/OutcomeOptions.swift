import Composing
import Diagnostics
import Model

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

  /// Logs wrong usage if the gate needs a diff that is not given.
  func checkDiff(_ diff: SourceDiff?, _ log: inout DiagnosticLog) {
    guard let failOn, failOn.value.conditions.contains(.newErrorInDiff), diff == nil,
      log.errorCount == 0
    else { return }
    log.add(
      UsageError.missingOption(
        "--diff",
        help: "'--fail-on \(Gate.Condition.newErrorInDiff.rawValue)' needs the changed lines: git "
          + "diff origin/main...HEAD > change.diff"
      ).diagnostic(about: failOn.setting))
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
