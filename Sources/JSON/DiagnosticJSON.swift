package import Diagnostics

/// Writes diagnostics as JSON: an array with one object per line and the same keys in the same
/// order. Diagnostics about messages also have `findings` and `more`. Part of this module because
/// Diagnostics can't depend on JSON.
package enum DiagnosticJSON {
  package static func string(_ diagnostics: [Diagnostic]) -> String {
    let lines = diagnostics.map { "  " + object($0) }
    return lines.isEmpty ? "[]\n" : "[\n" + lines.joined(separator: ",\n") + "\n]\n"
  }

  private static func object(_ diagnostic: Diagnostic) -> String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("severity", diagnostic.severity.rawValue)
      writer.member("id", diagnostic.id)
      writer.member("summary", diagnostic.summary)
      memberOrNull("file", diagnostic.location?.file, in: &writer)
      memberOrNull("line", diagnostic.location.flatMap { $0.line > 0 ? $0.line : nil }, in: &writer)
      memberOrNull(
        "column", diagnostic.location.flatMap { $0.column > 0 ? $0.column : nil }, in: &writer)
      writer.key("help")
      writer.array { writer in
        for help in diagnostic.help { writer.value(help) }
      }
      if !diagnostic.findings.isEmpty { write(diagnostic.findings, in: &writer) }
      if diagnostic.moreFindings > 0 { writer.member("more", diagnostic.moreFindings) }
    }
    return writer.string
  }

  private static func write(_ findings: [Diagnostic.Finding], in writer: inout JSONWriter) {
    writer.key("findings")
    writer.array { writer in
      for finding in findings {
        writer.object { writer in
          writer.member("severity", finding.severity.rawValue)
          writer.member("label", finding.label)
          writer.member("title", finding.title)
          writer.member("file", finding.location?.file)
          writer.member("line", finding.location.flatMap { $0.line > 0 ? $0.line : nil })
          writer.member("column", finding.location.flatMap { $0.column > 0 ? $0.column : nil })
        }
      }
    }
  }

  private static func memberOrNull(_ key: String, _ file: String?, in writer: inout JSONWriter) {
    writer.key(key)
    if let file { writer.value(file) } else { writer.null() }
  }

  private static func memberOrNull(_ key: String, _ number: Int?, in writer: inout JSONWriter) {
    writer.key(key)
    if let number { writer.value(number) } else { writer.null() }
  }
}
