internal import Basics
internal import Diagnostics
internal import JSON
internal import Model
internal import XML

extension DatasetImporter {
  /// Adds what another tool's report comes to.
  mutating func take(_ report: ImportedReport) {
    if dataset.title == nil { dataset.title = report.title }
    if dataset.subtitle == nil { dataset.subtitle = report.subtitle }
    if dataset.url == nil { dataset.url = report.url }
    for category in report.categories where !dataset.categories.contains(where: { $0.id == category.id }) {
      dataset.categories.append(category)
    }
    for category in report.categories { knownCategories.insert(category.id) }
    dataset.messages += report.messages
    var run = Dataset.Run(
      status: report.status, reason: report.reason, started: report.started,
      finished: report.finished, facts: report.facts)
    (run.commit, run.branch) = (report.commit, report.branch)
    input.run = run
  }

  /// Reads an XML report; the log is moved to the reader and back.
  mutating func readXML(
    _ file: String, _ source: ByteSource,
    _ read: (consuming XMLReader, UInt16) -> (ImportedReport, DiagnosticLog)
  ) {
    let findings = log
    log = DiagnosticLog()
    let (report, found) = read(XMLReader(file: file, source: source, log: findings), self.file)
    log = found
    take(report)
  }

  /// The same of JSON.
  mutating func readForeignJSON(
    _ file: String, _ source: ByteSource,
    _ read: (consuming JSONReader, UInt16) -> (ImportedReport, DiagnosticLog)
  ) {
    let findings = log
    log = DiagnosticLog()
    var limits = JSONReader.Limits()
    limits.nesting = 512
    let reader = JSONReader(file: file, source: source, log: findings, limits: limits)
    let (report, found) = read(reader, self.file)
    log = found
    take(report)
  }
}
