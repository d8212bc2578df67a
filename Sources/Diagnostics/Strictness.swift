/// The severities of findings that stop a command.
package enum Strictness: Sendable {
  /// Errors stop it.
  case errors
  /// Errors and warnings stop it (`--strict`).
  case warnings

  package init(isStrict: Bool) {
    self = isStrict ? .warnings : .errors
  }

  package func isFailing(_ log: DiagnosticLog) -> Bool {
    log.errorCount > 0 || self == .warnings && log.warningCount > 0
  }

  package func isFailing(_ diagnostics: [Diagnostic]) -> Bool {
    diagnostics.contains {
      $0.severity == .error || self == .warnings && $0.severity == .warning
    }
  }
}
