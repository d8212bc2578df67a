import Diagnostics
import Testing

struct LogTests {
  private func finding(
    _ severity: Severity, _ file: String?, _ line: Int = 1, _ column: Int = 1, _ id: String = "x"
  ) -> Diagnostic {
    Diagnostic(
      severity, id, "s", at: file.map { SourceLocation(file: $0, line: line, column: column) })
  }

  @Test func diagnosticsAreSortedByFileAndLocation() {
    var log = DiagnosticLog()
    log.open(file: "b")
    log.open(file: "a")
    log.add(finding(.error, "a", 1, 1))
    log.add(finding(.warning, "b", 10, 2))
    log.add(finding(.error, "b", 2, 9))
    log.add(finding(.error, "b", 10, 1))
    log.add(finding(.warning, nil))
    #expect(
      log.diagnostics.map { $0.location?.description ?? "-" } == [
        "-", "b:2:9", "b:10:1", "b:10:2", "a:1:1",
      ])
    #expect(log.errorCount == 3)
    #expect(log.warningCount == 2)
  }

  @Test func diagnosticsAtOneLocationKeepTheirOrder() {
    var log = DiagnosticLog()
    log.add(finding(.warning, "a", 1, 1, "first"))
    log.add(finding(.error, "a", 1, 1, "second"))
    #expect(log.diagnostics.map(\.id) == ["first", "second"])
  }

  @Test func omittedDiagnosticsAreCounted() {
    var log = DiagnosticLog(limitPerFile: 10)
    for line in 1...100_000 { log.add(finding(.warning, "a", line)) }
    log.add(finding(.error, "a", 5, 5, "late"))
    log.add(finding(.error, "b"))
    let found = log.diagnostics
    #expect(found.count == 12)
    #expect(found.contains { $0.id == "late" })
    #expect(found[10].summary == "and 99991 more problems")
    #expect(found[10].location?.description == "a")
    #expect(log.warningCount == 100_000)
    #expect(log.errorCount == 2)
  }

  @Test func fiftyDiagnosticsPerFileAreKeptAcrossMergedLogs() {
    var inner = DiagnosticLog()
    for line in 1...120 { inner.add(finding(line % 3 == 0 ? .error : .warning, "a", line)) }
    var log = DiagnosticLog()
    log.add(finding(.warning, "a", 500))
    log.add(contentsOf: inner.diagnostics)
    let found = log.diagnostics
    #expect(found.count { $0.severity == .error } == 40)
    #expect(found.count { $0.severity == .warning } == 10)
    #expect(found.last?.summary == "and 71 more problems")
    #expect(found.count == 51)
  }

  @Test func omittedDiagnosticsAreNotCreated() {
    var log = DiagnosticLog(limitPerFile: 2)
    var asked = 0
    for _ in 0..<5 {
      log.add(.error, in: "a") {
        asked += 1
        return finding(.error, "a")
      }
    }
    #expect(asked == 2)
    #expect(log.errorCount == 5)
  }

  @Test func warningsCanBePromotedToErrors() {
    var log = DiagnosticLog()
    log.add(finding(.warning, "a"))
    log.add(finding(.note, "a"))
    log.promoteWarnings()
    #expect(log.hasErrors)
    #expect(log.warningCount == 0)
    #expect(log.diagnostics.map(\.severity) == [.error, .note])
  }

  @Test func skippedWarningsTakeNoPlaceOfOthers() {
    var log = DiagnosticLog(DiagnosticLog.Selection(limitPerFile: 2, skipped: ["dull"]))
    let place = SourceLocation(file: "a.json", line: 1, column: 1)
    for _ in 0..<9 { log.add(Diagnostic(.warning, "dull", "dull", at: place)) }
    log.add(Diagnostic(.warning, "other", "other", at: place))
    log.add(Diagnostic(.error, "dull", "an error", at: place))
    #expect(log.diagnostics.map(\.id).sorted() == ["dull", "other"])
    #expect((log.errorCount, log.warningCount, log.omittedCount) == (1, 1, 0))
    log.add(Diagnostic(.warning, "other", "other", at: place))
    #expect(log.omittedCount == 1)
  }
}
