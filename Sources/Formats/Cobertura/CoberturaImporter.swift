internal import Diagnostics
internal import Model
internal import ToolReports
internal import XML

/// Reads the coverage of lines and branches in Cobertura XML, which tools of many languages write.
struct CoberturaImporter: ~Copyable {
  private var reader: XMLReader
  private let context: ImportContext
  private var report: ImportedReport
  private var coverage: Coverage
  /// The share that the root states; without it, the lines are counted.
  private var total: Share?
  private var lines: CoveredLines
  /// Whether the tool counts branches in the percentage.
  private let countsBranches: Bool
  private var sources: [String] = []
  private var file: String?

  init(_ reader: consuming XMLReader, _ context: ImportContext, countsBranches: Bool) {
    self.reader = reader
    self.context = context
    report = ImportedReport(context)
    coverage = Coverage(context.options)
    lines = CoveredLines(countsBranches: countsBranches)
    self.countsBranches = countsBranches
  }

  consuming func read() -> (report: ImportedReport, log: DiagnosticLog) {
    while let event = reader.next() {
      guard event == .start else { continue }
      if reader.depth == 1, reader.hasWrongRoot("coverage") { return (report, reader.finish()) }
      // Most elements are lines.
      if reader.isNamed("line") { readLine() } else { readElement() }
    }
    let countsLines = total == nil
    for (path, file) in lines.finish() { coverage.add(file, at: path, isTotal: countsLines) }
    if let total { coverage.add(total: total) }
    report.finish(coverage, &reader)
    return (report, reader.finish())
  }

  private mutating func readElement() {
    switch reader.name {
    case "coverage": readRoot()
    case "sources", "packages", "package", "classes", "lines": break
    case "source": sources.append(PlainText.trimmed(reader.readExcerpt(context).text))
    case "class":
      lines.endFile()
      let name = reader.attribute("filename")
      file = if let name { path(name) } else { nil }
    default: reader.skipElement()
    }
  }

  private mutating func readRoot() {
    if let whole = reader.count("lines-valid"), whole > 0, let part = reader.count("lines-covered")
    {
      var total = Share(part: part, whole: whole)
      if countsBranches, let whole = reader.count("branches-valid") {
        total.add(Share(part: reader.count("branches-covered") ?? 0, whole: whole))
      }
      self.total = total
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
        line: line, isRun: hits.utf8.contains { 0x31...0x39 ~= $0 } && !hits.hasPrefix("-"),
        of: file)
      if let branches = reader.attribute("condition-coverage").flatMap(Self.branches) {
        lines.add(branches: branches, line: line, of: file)
      }
    }
    reader.skipElement()
  }

  /// The branches of `50% (1/2)`.
  private static func branches(_ text: String) -> Share? {
    guard let start = text.lastIndex(of: "("), text.last == ")" else { return nil }
    let counts = text[text.index(after: start)...].dropLast().split(separator: "/")
    guard counts.count == 2, let part = Int(counts[0]), let whole = Int(counts[1]) else {
      return nil
    }
    return Share(part: part, whole: whole)
  }
}
