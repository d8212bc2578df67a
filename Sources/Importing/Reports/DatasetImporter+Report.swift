internal import Basics
internal import Diagnostics
internal import JSON
internal import Model
internal import XML

extension DatasetImporter {
  /// Adds what another tool's report comes to. What datasets say of title and address wins.
  private mutating func take(_ report: consuming ImportedReport) {
    var report = report
    report.finish()
    imported.title = imported.title ?? report.title
    imported.subtitle = imported.subtitle ?? report.subtitle
    imported.url = imported.url ?? report.url
    for category in report.categories
    where !dataset.categories.contains(where: { $0.id == category.id }) {
      dataset.categories.append(category)
    }
    // The first report's messages need no copy.
    if dataset.messages.isEmpty {
      dataset.messages = report.messages
    } else {
      dataset.messages += report.messages
    }
    input.run = report.run
    input.isImported = true
    leftOut += report.leftOut
  }

  /// Reads an XML report; the log is moved to the reader and back.
  mutating func readXML(
    _ source: ByteSource,
    _ read: (consuming XMLReader, ImportContext) -> (ImportedReport, DiagnosticLog)
  ) {
    let findings = log
    log = DiagnosticLog()
    let reader = XMLReader(file: context.path, source: source, log: findings)
    let (report, found) = read(reader, context)
    log = found
    take(report)
  }

  /// Reads a JSON report.
  mutating func readForeignJSON(
    _ source: ByteSource,
    _ read: (consuming JSONReader, ImportContext) -> (ImportedReport, DiagnosticLog)
  ) {
    let findings = log
    log = DiagnosticLog()
    var limits = JSONReader.Limits()
    limits.nesting = 512
    let reader = JSONReader(file: context.path, source: source, log: findings, limits: limits)
    let (report, found) = read(reader, context)
    log = found
    take(report)
  }

  /// Reads a report line by line.
  mutating func readLines(
    _ source: ByteSource,
    _ read: (consuming LineReader, ImportContext) -> (ImportedReport, DiagnosticLog)
  ) {
    let findings = log
    log = DiagnosticLog()
    let (report, found) = read(
      LineReader(file: context.path, source: source, log: findings), context)
    log = found
    take(report)
  }
}
