import Checking
import Diagnostics
import JSON
import Text

/// Writes diagnostics as SARIF 2.1.0, for code hosts and editors.
enum DiagnosticSARIF {
  static func string(_ diagnostics: [Diagnostic]) -> String {
    var writer = JSONWriter(indent: 2)
    writer.object { writer in
      writer.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      writer.member("version", "2.1.0")
      writer.key("runs")
      writer.array { writer in
        writer.object { writer in write(diagnostics, in: &writer) }
      }
    }
    return writer.string + "\n"
  }

  private static func write(_ diagnostics: [Diagnostic], in writer: inout JSONWriter) {
    let ids = Set(diagnostics.map(\.id)).sorted()
    writer.key("tool")
    writer.object { writer in
      writer.key("driver")
      writer.object { writer in
        writer.member("name", "tidemark")
        writer.member("version", Program.version)
        writer.key("rules")
        writer.array { writer in
          for id in ids { writeRule(id, in: &writer) }
        }
      }
    }
    writer.member("columnKind", "unicodeCodePoints")
    writer.key("results")
    writer.array { writer in
      for diagnostic in diagnostics { write(diagnostic, in: &writer) }
    }
  }

  private static func writeRule(_ id: String, in writer: inout JSONWriter) {
    let guideline = Guideline.all.first { $0.id == id }
    let entry = DiagnosticCatalog.entries.first { $0.id == id }
    writer.object { writer in
      writer.member("id", id)
      writeText("shortDescription", guideline?.title ?? entry?.cause, in: &writer)
      writeText("help", guideline?.reason ?? entry?.remedy, in: &writer)
    }
  }

  private static func write(_ diagnostic: Diagnostic, in writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("ruleId", diagnostic.id)
      writer.member("level", diagnostic.severity.rawValue)
      var lines = [diagnostic.summary] + diagnostic.help.map { "help: " + $0 }
      lines += diagnostic.findings.map { finding in
        let place = finding.location.map { $0.description + ": " } ?? ""
        return "- \(place)\(finding.title) (\(finding.label))"
      }
      if diagnostic.moreFindings > 0 { lines.append("- and \(diagnostic.moreFindings) more") }
      writeText("message", lines.joined(separator: "\n"), in: &writer)
      // Standard input has no address.
      guard let location = diagnostic.location, location.file != "-" else { return }
      writer.key("locations")
      writer.array { writer in
        writer.object { writer in
          writer.key("physicalLocation")
          writer.object { writer in write(location, in: &writer) }
        }
      }
    }
  }

  private static func write(_ location: SourceLocation, in writer: inout JSONWriter) {
    let path = PercentEncoding.encoded(path: location.file)
    writer.key("artifactLocation")
    writer.object { $0.member("uri", path.hasPrefix("/") ? "file://" + path : path) }
    guard location.line > 0 else { return }
    writer.key("region")
    writer.object { writer in
      writer.member("startLine", location.line)
      if location.column > 0 { writer.member("startColumn", location.column) }
    }
  }

  private static func writeText(_ key: String, _ text: String?, in writer: inout JSONWriter) {
    guard let text else { return }
    writer.key(key)
    writer.object { $0.member("text", text) }
  }
}
