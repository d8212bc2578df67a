internal import Diagnostics
internal import Model
internal import ToolReports
internal import XML

/// Reads line coverage in JaCoCo's XML; instruction coverage if classes have no lines.
struct JaCoCoImporter: ~Copyable {
  private var reader: XMLReader
  private var report: ImportedReport
  private var coverage: Coverage
  /// The counters of the whole report.
  private var total = Counters()
  private var package = ""
  /// The open file and its counters.
  private var file: (name: String, Counters)?
  private var lines = CoveredLines()

  private struct Counters {
    var lines: Share?
    var instructions: Share?
    var branches: Share?
    var share: Share? { lines ?? instructions }

    mutating func readCounter(_ reader: borrowing XMLReader) {
      let part = reader.count("covered") ?? 0
      let share = Share(part: part, whole: part + (reader.count("missed") ?? 0))
      switch reader.attribute("type") {
      case "LINE": lines = share
      case "INSTRUCTION": instructions = share
      case "BRANCH": branches = share
      default: break
      }
    }
  }

  init(_ reader: consuming XMLReader, _ context: ImportContext) {
    self.reader = reader
    report = ImportedReport(context)
    coverage = Coverage(context.options)
  }

  consuming func read() -> (report: ImportedReport, log: DiagnosticLog) {
    while let event = reader.next() {
      switch event {
      case .start:
        if reader.depth == 1, reader.hasWrongRoot("report") { return (report, reader.finish()) }
        readElement()
      case .end:
        if reader.isNamed("sourcefile"), let (name, counters) = file {
          add(counters, at: path(name))
          file = nil
        }
      case .text: break
      }
    }
    coverage.add(total: total.share ?? Share())
    report.finish(coverage, &reader)
    return (report, reader.finish())
  }

  private mutating func readElement() {
    switch reader.name {
    case "report", "group": break
    case "package": package = reader.attribute("name") ?? ""
    case "sourcefile": file = (reader.attribute("name") ?? "", Counters())
    case "line":
      if let name = file?.name { readLine(of: path(name)) }
      reader.skipElement()
    case "counter":
      if file != nil {
        file?.1.readCounter(reader)
      } else if reader.depth == 2 {
        total.readCounter(reader)
      }
      reader.skipElement()
    default: reader.skipElement()
    }
  }

  private func path(_ name: String) -> String { package.isEmpty ? name : "\(package)/\(name)" }

  /// Adds the open file with its counters.
  private mutating func add(_ counters: Counters, at path: String) {
    var file = lines.takeFile() ?? CoveredFile()
    if let stated = counters.lines ?? (file.knowsLines ? nil : counters.instructions) {
      file.state(lines: stated, branches: counters.branches ?? file.branches)
    }
    coverage.add(file, at: path, isTotal: false)
  }

  /// Reads a line. It is covered if one of its instructions is.
  private mutating func readLine(of path: String) {
    guard let line = reader.count("nr") else { return }
    lines.add(line: line, isRun: reader.count("ci") ?? 0 > 0, of: path)
    let covered = reader.count("cb") ?? 0
    lines.add(
      branches: Share(part: covered, whole: covered + (reader.count("mb") ?? 0)), line: line,
      of: path)
  }
}
