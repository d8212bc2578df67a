/// Findings as workflow commands, which GitHub shows beside the lines they are about.
package enum DiagnosticGitHub {
  package static func string(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map(string).joined()
  }

  package static func string(_ diagnostic: Diagnostic) -> String {
    var properties: [String] = []
    if let location = diagnostic.location {
      properties.append("file=" + property(location.file))
      if location.line > 0 { properties.append("line=\(location.line)") }
      if location.line > 0, location.column > 0 { properties.append("col=\(location.column)") }
    }
    properties.append("title=" + property(diagnostic.id))
    let message = ([diagnostic.summary] + diagnostic.help.map { "help: " + $0 })
      .map { VisibleText.of($0).replacing(dataEscapes) }
      .joined(separator: "%0A")
    let start = "::\(command(diagnostic.severity)) \(properties.joined(separator: ","))::"
    return RunnerCommands.brokenInside(start + message + "\n")
  }

  private static func command(_ severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .note: "notice"
    }
  }

  /// A file's own name must reach GitHub unchanged, so line ends are encoded and not made visible;
  /// what else is hidden would be so in the log.
  private static func property(_ value: String) -> String {
    VisibleText.of(value.replacing(dataEscapes + [(":", "%3A"), (",", "%2C")]))
  }

  private static let dataEscapes: [(Unicode.Scalar, String)] = [
    ("%", "%25"), ("\r", "%0D"), ("\n", "%0A"),
  ]
}

extension String {
  fileprivate func replacing(_ escapes: [(Unicode.Scalar, String)]) -> String {
    var result = ""
    for scalar in unicodeScalars {
      if let escape = escapes.first(where: { $0.0 == scalar }) {
        result += escape.1
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
