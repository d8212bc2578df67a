/// Writes diagnostics for a terminal:
///
///     nightly.json:12:18: error: unknown urgency 'eror' [unknown-urgency]
///       help: did you mean 'error'?
///     note: '--fail-on new-error' is met: 1 new error: [fail-on-met]
///       - Sources/Login.swift:12: The login fails (new error)
///         expected 200, got 500
package struct DiagnosticText: Sendable {
  private let isColoured: Bool

  package init(isColoured: Bool = false) {
    self.isColoured = isColoured
  }

  package func string(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map(string).joined()
  }

  package func string(_ diagnostic: Diagnostic) -> String {
    var line = ""
    if let location = diagnostic.location {
      line += paint(VisibleText.of(location.description) + ":", "1") + " "
    }
    let severity = diagnostic.severity
    line += paint("\(severity.rawValue):", colour(of: severity)) + " "
    line += paint(VisibleText.of(diagnostic.summary), "1")
    if !diagnostic.findings.isEmpty { line += ":" }
    line += paint(" [\(VisibleText.of(diagnostic.id))]", "2") + "\n"
    for help in diagnostic.help {
      line += "  " + paint("help:", "36") + " \(VisibleText.of(help))\n"
    }
    for finding in diagnostic.findings {
      let location = finding.location.map { VisibleText.of($0.description) + ": " } ?? ""
      line += "  - \(location)\(VisibleText.of(finding.title)) (\(VisibleText.of(finding.label)))\n"
      if let cause = finding.cause { line += "    \(VisibleText.of(cause))\n" }
    }
    if diagnostic.moreFindings > 0 { line += "  - and \(diagnostic.moreFindings) more\n" }
    return RunnerCommands.broken(line)
  }

  private func paint(_ text: String, _ code: String) -> String {
    isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  private func colour(of severity: Severity) -> String {
    switch severity {
    case .error: "1;31"
    case .warning: "1;33"
    case .note: "1;34"
    }
  }
}

extension SourceLocation: CustomStringConvertible {
  /// `file:line:column`, without unknown parts.
  package var description: String {
    if line == 0 { return file }
    return column == 0 ? "\(file):\(line)" : "\(file):\(line):\(column)"
  }
}
