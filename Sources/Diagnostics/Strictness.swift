/// Which findings forbid to go on.
package enum Strictness: Sendable {
  /// Errors do.
  case errors
  /// Errors and warnings do (`--strict`).
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
