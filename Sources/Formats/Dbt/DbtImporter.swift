internal import Diagnostics
internal import Inputs
internal import JSON
internal import Localization
internal import Model
internal import Text
internal import ToolReports

/// Reads `run_results.json` of dbt, which has the same keys in all versions, and the freshness of
/// sources in `sources.json`.
struct DbtImporter: ~Copyable {
  private var reader: JSONReader
  private let context: ImportContext
  private var report: ImportedReport
  private var fields = TestFields([
    "success": .passed, "pass": .passed, "warn": .passed, "fail": .failed, "error": .error,
    "runtime error": .error, "partial success": .failed, "skipped": .skipped, "no-op": .skipped,
    "reused": .skipped,
  ])
  private var times = RunTimes()

  init(_ reader: consuming JSONReader, _ context: ImportContext) {
    self.reader = reader
    self.context = context
    report = ImportedReport(context)
  }

  consuming func read() -> (report: ImportedReport, log: DiagnosticLog) {
    guard reader.isReport(.object, "an object") else { return (report, reader.log) }
    report.holdsTests = true
    reader.enterObject()
    while reader.nextKey() {
      switch (reader.textString, reader.peek()) {
      case ("results", .array):
        reader.enterArray()
        while reader.nextElement() { add(reader.readTree()) }
      case ("metadata", .object):
        let version = reader.readTree()["dbt_version"]?.string
        report.environmentFacts.add(program: "dbt", version)
      case ("args", .object):
        let arguments = reader.readTree()
        let command = arguments["which"]?.string ?? arguments["rpc_method"]?.string
        report.subtitle = command.map { "dbt " + $0 }
      case ("elapsed_time", .number):
        report.wall = fields.seconds(reader.readTree(), unit: 1, &reader.log)
      default: reader.skipValue()
      }
    }
    reader.finish()
    (report.started, report.finished) = (times.started, times.finished)
    report.finish(ReportClaims(), &reader)
    return (report, reader.log)
  }

  private mutating func add(_ value: JSONValue) {
    guard case .object = value.kind else {
      return report.unread.add(value.written ?? "null", line: value.location.line)
    }
    let id = (value["unique_id"]?.string ?? "").split(separator: ".").map(String.init)
    let title = Self.title(id)
    var test = TestCase(title: title.isEmpty ? context.locale.string(.unnamedTest) : title)
    (test.suites, test.identity) = (Array(id.prefix(1)), [id.dropFirst().joined(separator: ".")])
    let status = value["status"]?.string?.lowercased()
    test.outcome = fields.outcome(status, at: value.location, &report, &reader.log)
    test.hasWarning = status == "warn"
    test.seconds = fields.seconds(value["execution_time"], unit: 1, &reader.log)
    noteTimes(value["timing"], of: &test)
    test.source = context.mark(value.location)
    if test.outcome == .skipped { test.reason = value["message"]?.string }
    if test.isProblem { describe(&test, value, status ?? "") }
    report.add(test)
  }

  /// The id without the kind and the package: `stg_payments`, `model.v2`. The digest at the end of
  /// a test's id is removed, too.
  private static func title(_ id: [String]) -> String {
    let isDigest =
      id.count > 3 && id[0] == "test"
      && id[id.count - 1].utf8.allSatisfy { byte in
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
      }
    return (isDigest ? id.dropLast() : id).dropFirst(id.count > 2 ? 2 : 0).joined(separator: ".")
  }

  private mutating func noteTimes(_ timing: JSONValue?, of test: inout TestCase) {
    for phase in timing?.elements ?? [] {
      let start = TestFields.time(phase["started_at"])
      if phase["name"]?.string == "execute" { test.time = start }
      times.note(start, end: TestFields.time(phase["completed_at"]))
    }
  }

  private func describe(_ test: inout TestCase, _ value: JSONValue, _ status: String) {
    let message = value["message"]?.written ?? value["error"]?.string ?? ""
    var parts = [message]
    if message.utf8.allSatisfy({ $0 <= 0x20 }) {
      parts = [value["failures"]?.written.map { "failures: \($0)" } ?? status]
    }
    // The table with the rows that failed.
    if let relation = value["relation_name"]?.string { parts.append(relation) }
    test.describe(parts, context)
    test.file = test.text.flatMap(Self.file)
  }

  /// The file in `Database Error in model customers (models/customers.sql)`.
  private static func file(_ text: String) -> String? {
    guard let line = PlainText.firstLine(of: text), line.hasSuffix(")"),
      let open = line.lastIndex(of: "(")
    else { return nil }
    let path = line[open...].dropFirst().dropLast()
    let isPath = path.contains("/") && path.contains(".") && !path.contains(" ")
    return isPath ? String(path) : nil
  }
}
