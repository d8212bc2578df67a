internal import Diagnostics
internal import JSON
internal import Model
internal import ToolReports

/// Reads the line coverage of `llvm-cov export` in JSON. Tools of Swift and Rust write it, too.
struct LLVMCovImporter: ~Copyable {
  private var reader: JSONReader
  private var report: ImportedReport
  private var coverage: Coverage

  init(_ reader: consuming JSONReader, _ context: ImportContext) {
    self.reader = reader
    report = ImportedReport(context)
    coverage = Coverage(context.options)
  }

  consuming func read() -> (report: ImportedReport, log: DiagnosticLog) {
    guard reader.peek() == .object else {
      reader.report(.error, "wrong-type", at: reader.valuePosition, "the report is not an object")
      return (report, reader.log)
    }
    let start = reader.valuePosition
    reader.enterObject()
    while reader.nextKey() {
      if reader.textString == "data", reader.peek() == .array {
        reader.enterArray()
        while reader.nextElement() { readExport() }
      } else {
        reader.skipValue()
      }
    }
    reader.finish()
    if coverage.total.whole == 0, !reader.hasFailed {
      reader.report(.warning, "no-lines", at: start, ImportedReport.noLines)
    }
    report.coverage = coverage
    return (report, reader.log)
  }

  private mutating func readExport() {
    guard reader.peek() == .object else { return reader.skipValue() }
    reader.enterObject()
    while reader.nextKey() {
      switch (reader.textString, reader.peek()) {
      case ("totals", .object): coverage.add(total: Self.share("lines", reader.readTree()))
      case ("files", .array):
        reader.enterArray()
        while reader.nextElement() { readFile() }
      default: reader.skipValue()
      }
    }
  }

  private mutating func readFile() {
    guard reader.peek() == .object else { return reader.skipValue() }
    var (name, file) = ("", CoveredFile())
    reader.enterObject()
    while reader.nextKey() {
      switch (reader.textString, reader.peek()) {
      case ("filename", .string): name = reader.readString()
      case ("summary", .object):
        let summary = reader.readTree()
        file = CoveredFile(
          lines: Self.share("lines", summary), branches: Self.share("branches", summary))
      default: reader.skipValue()
      }
    }
    coverage.add(file, at: name, isTotal: false)
  }

  private static func share(_ part: String, _ summary: JSONValue) -> Share {
    func count(_ key: String) -> Int {
      summary[part]?[key]?.number.flatMap { 0...1e15 ~= $0 ? Int($0) : nil } ?? 0
    }
    return Share(part: count("covered"), whole: count("count"))
  }
}
