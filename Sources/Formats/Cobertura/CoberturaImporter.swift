internal import Diagnostics
internal import Model
internal import ToolReports
internal import XML

/// Reads the coverage of lines in Cobertura XML, which tools of many languages write.
struct CoberturaImporter: ~Copyable {
  private var reader: XMLReader
  private let context: ImportContext
  private var report: ImportedReport
  private var coverage: Coverage
  /// The share of covered lines that the root states; without it, the lines are counted.
  private var total: Share?
  private var lines = CoveredLines()
  private var sources: [String] = []
  private var file: String?

  init(_ reader: consuming XMLReader, _ context: ImportContext) {
    self.reader = reader
    self.context = context
    report = ImportedReport(context)
    coverage = Coverage(context.options)
  }

  consuming func read() -> (report: ImportedReport, log: DiagnosticLog) {
    while let event = reader.next() {
      guard event == .start else { continue }
      if reader.depth == 1, reader.hasWrongRoot("coverage") { return (report, reader.finish()) }
      readElement()
    }
    let countsLines = total == nil
    for (file, share) in lines.shares() { coverage.add(share, of: file, isTotal: countsLines) }
    if let total { coverage.add(total: total) }
    report.finish(coverage, &reader)
    return (report, reader.finish())
  }

  private mutating func readElement() {
    switch reader.name {
    case "coverage": readRoot()
    case "packages": if !needsLines { reader.skipElement() }
    case "sources", "package", "classes", "lines": break
    case "source": sources.append(PlainText.trimmed(reader.readExcerpt(context).text))
    case "class":
      let name = reader.attribute("filename")
      file = if let name { path(name) } else { nil }
    case "line": readLine()
    default: reader.skipElement()
    }
  }

  private var needsLines: Bool { total == nil || coverage.asksForFolders }

  private mutating func readRoot() {
    if let whole = reader.count("lines-valid"), whole > 0, let part = reader.count("lines-covered")
    {
      total = Share(part: part, whole: whole)
    }
  }

  /// Prepends the source folder to a relative path, if the report has exactly one such folder.
  private func path(_ name: String) -> String {
    let isAbsolute = name.hasPrefix("/") || name.dropFirst().hasPrefix(":")
    guard sources.count == 1, !isAbsolute, let source = sources.first, !source.isEmpty else {
      return name
    }
    return source.hasSuffix("/") || source.hasSuffix("\\") ? source + name : "\(source)/\(name)"
  }

  private mutating func readLine() {
    if let file, let line = reader.attribute("number").flatMap({ Int($0) }) {
      // Not parsed as `Int`, because a count may be 2⁶⁴ or more.
      let hits = reader.attribute("hits") ?? "0"
      lines.add(
        line: line, isRun: hits.contains { "1"..."9" ~= $0 } && !hits.hasPrefix("-"), of: file)
    }
    reader.skipElement()
  }
}
