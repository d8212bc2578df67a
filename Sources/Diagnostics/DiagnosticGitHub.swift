/// Writes diagnostics as GitHub workflow commands, which annotate source lines.
package enum DiagnosticGitHub {
  package static func string(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map(string).joined()
  }

  package static func string(_ diagnostic: Diagnostic) -> String {
    let message = [diagnostic.summary] + diagnostic.help.map { "help: " + $0 }
    var lines = line(diagnostic.severity, diagnostic.id, diagnostic.location, message)
    for finding in diagnostic.findings {
      let text = finding.title + (finding.cause.map { ": " + $0 } ?? "")
      lines += line(finding.severity, finding.label, finding.location, [text])
    }
    if diagnostic.moreFindings > 0 {
      lines += line(.note, diagnostic.id, nil, ["and \(diagnostic.moreFindings) more"])
    }
    return lines
  }

  private static func line(
    _ severity: Severity, _ title: String, _ location: SourceLocation?, _ message: [String]
  ) -> String {
    var properties: [String] = []
    if let location {
      properties.append("file=" + property(location.file))
      if location.line > 0 { properties.append("line=\(location.line)") }
      if location.line > 0, location.column > 0 { properties.append("col=\(location.column)") }
    }
    properties.append("title=" + property(title))
    let text = message.map { VisibleText.of($0).replacing(dataEscapes) }.joined(separator: "%0A")
    return RunnerCommands.brokenInside(
      "::\(command(severity)) \(properties.joined(separator: ","))::\(text)\n")
  }

  private static func command(_ severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .note: "notice"
    }
  }

  /// A property value. GitHub decodes it, so line ends are percent-encoded. Other hidden characters
  /// are replaced by signs, because the log would hide them.
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
