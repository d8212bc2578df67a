internal import Diagnostics
internal import Model
internal import ToolReports

/// Reads the coverage of lines in the format of LCOV, which tools of many languages write.
struct LCOVImporter: ~Copyable {
  private var reader: LineReader
  private var report: ImportedReport
  private var coverage: Coverage
  private var lines = CoveredLines()
  private var record = Record()
  /// The first line of the open record.
  private var start: Int?

  /// The coverage of one file.
  private struct Record {
    var file: String?
    var hasLines = false
    var found = 0
    var hit = 0
    var branchesFound = 0
    var branchesHit = 0
  }

  init(_ reader: consuming LineReader, _ context: ImportContext) {
    self.reader = reader
    report = ImportedReport(context)
    coverage = Coverage(context.options)
  }

  consuming func read() -> (report: ImportedReport, log: DiagnosticLog) {
    while let line = reader.next() { read(line) }
    if let start, !reader.hasFailed {
      reader.report(
        .error, "truncated-file",
        "the file ends inside of the record that begins in line \(start)",
        help: ["the program that writes it may have been stopped"])
    }
    for (path, file) in lines.finish() { coverage.add(file, at: path) }
    if coverage.total.whole == 0, !reader.hasFailed {
      reader.report(.warning, "no-lines", line: 1, ImportedReport.noLines)
    }
    report.coverage = coverage
    return (report, reader.finish())
  }

  private mutating func read(_ line: String) {
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      let text = PlainText.trimmedLine(line[...])
      if text == "end_of_record" { endRecord() } else if !text.isEmpty { noteUnread(text) }
      return
    }
    let value = PlainText.trimmedLine(line[line.utf8.index(after: colon)...])
    switch line[..<colon] {
    case "SF":
      start = start ?? reader.number
      record = Record(file: String(value))
    case "DA": if !readLine(value) { noteUnread(line[...]) }
    case "LF": record.found = Int(value) ?? 0
    case "LH": record.hit = Int(value) ?? 0
    case "BRDA": readBranch(value)
    case "BRF": record.branchesFound = Int(value) ?? 0
    case "BRH": record.branchesHit = Int(value) ?? 0
    case let key where Self.others.contains(String(key)): break
    default: noteUnread(line[...])
    }
  }

  /// Ignored keys, for example of functions.
  private static let others: Set<String> = [
    "TN", "VER", "FN", "FNDA", "FNF", "FNH", "FNL", "FNA", "BRL", "MCDC", "MCF", "MCH",
  ]

  /// Reports a line that is not LCOV: another program wrote into the file.
  private mutating func noteUnread(_ line: Substring) {
    guard line.utf8.first != UInt8(ascii: "#") else { return }
    report.unread.add(String(line), line: reader.number)
    reader.report(.warning, "broken-line", "the line is none of LCOV and is left out")
  }

  /// Reads `12,3`, optionally with a checksum after it. Returns false for any other text.
  private mutating func readLine(_ value: Substring) -> Bool {
    let parts = value.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count > 1, let file = record.file, let line = Int(parts[0]) else { return false }
    record.hasLines = true
    lines.add(line: line, isRun: Double(parts[1]).map { $0 > 0 } ?? false, of: file)
    return true
  }

  /// Reads `12,0,1,3`: the line, the block, the branch, and how often it was taken. `-` means that
  /// the block was never run.
  private mutating func readBranch(_ value: Substring) {
    let parts = value.split(separator: ",")
    guard parts.count > 3, let file = record.file, let line = Int(parts[0]) else { return }
    let isTaken = parts[parts.count - 1].utf8.contains { 0x31...0x39 ~= $0 }
    lines.add(branches: Share(part: isTaken ? 1 : 0, whole: 1), line: line, of: file)
  }

  private mutating func endRecord() {
    if !record.hasLines, let file = record.file {
      let branches = Share(part: record.branchesHit, whole: record.branchesFound)
      coverage.add(
        CoveredFile(
          lines: Share(part: record.hit, whole: record.found), branches: branches), at: file)
    }
    lines.endFile()
    (record, start) = (Record(), nil)
  }
}
