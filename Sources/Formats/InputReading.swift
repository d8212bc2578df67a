package import Diagnostics
package import JSON
package import ToolReports
package import XML

/// How the contents of a file are read. A format does not know the other inputs.
package enum InputReading: Sendable {
  /// Reads a text to its end. Returns its contents and the log, which moves to the reader and back.
  package typealias Reader<Contents> =
    @Sendable (ByteSource, ImportContext, consuming DiagnosticLog) -> (Contents, DiagnosticLog)

  package typealias PartsReader =
    @Sendable (ReportParts, ImportContext, consuming DiagnosticLog) -> (
      ImportedReport, DiagnosticLog
    )

  /// A report of another tool.
  case report(Reader<ImportedReport>)
  /// A report of another tool that consists of several files.
  case parts(PartsReader)
  case calendar(Reader<ImportedCalendar>)
  /// A dataset.
  case dataset
  /// Messages of a dataset, one a line; a text with other lines is a report.
  case messages(orReport: Reader<ImportedReport>)
}

extension InputReading {
  package static func xml(
    _ read:
      @escaping @Sendable (consuming XMLReader, ImportContext) -> (
        ImportedReport, DiagnosticLog
      )
  ) -> InputReading {
    .report { source, context, log in
      read(
        XMLReader(file: context.path, source: FinalZeros(of: source).others, log: log), context)
    }
  }

  package static func json(
    _ read:
      @escaping @Sendable (consuming JSONReader, ImportContext) -> (
        ImportedReport, DiagnosticLog
      )
  ) -> InputReading {
    .report { source, context, log in
      read(
        JSONReader(
          file: context.path, source: FinalZeros(of: source).others, log: log, limits: .ofReports),
        context)
    }
  }

  package static func lines(
    _ read:
      @escaping @Sendable (consuming LineReader, ImportContext) -> (
        ImportedReport, DiagnosticLog
      )
  ) -> InputReading {
    .report { source, context, log in
      read(LineReader(file: context.path, source: source, log: log), context)
    }
  }
}
