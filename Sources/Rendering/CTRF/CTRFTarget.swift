import Composing
import Diagnostics
import JSON
import Localization
import Model
import Text
import Time

extension OutputFormat {
  package static let ctrf = OutputFormat(
    name: "ctrf", title: "CTRF JSON", fileName: "ctrf.json", endings: ["ctrf.json"],
    mimeType: "application/json", usesTemplate: false, listsTests: true
  ) { job, outlet in CTRFTarget(job.report).render(to: outlet) }
}

/// Writes a report in the Common Test Report Format 1.0.
struct CTRFTarget {
  private let report: Report
  private let exported: ExportedTests

  /// The number of bytes that are written at once.
  private static let flushSize = 1 << 16

  init(_ report: Report) {
    self.report = report
    exported = ExportedTests(report)
  }

  func render(to outlet: Outlet) -> [Diagnostic] {
    var writer = JSONWriter(indent: 2)
    var isOpen = true
    writer.object { writer in
      writer.member("reportFormat", "CTRF")
      writer.member("specVersion", "1.0.0")
      writer.member("generatedBy", "Tidemark")
      writer.key("results")
      writer.object { writer in
        writer.key("tool")
        writer.object { $0.member("name", "Tidemark") }
        writeSummary(&writer)
        writer.key("tests")
        writer.array { writer in
          for test in exported.tests where isOpen {
            write(test, &writer)
            if writer.bytes.count > Self.flushSize { isOpen = Self.flush(&writer, to: outlet) }
          }
        }
        writeEnvironment(&writer)
        writeExtra(&writer)
      }
    }
    if isOpen { _ = Self.flush(&writer, to: outlet, end: "\n") }
    return exported.diagnostics(for: OutputFormat.ctrf.title)
  }

  private static func flush(
    _ writer: inout JSONWriter, to outlet: Outlet, end: String = ""
  ) -> Bool {
    var sink = ByteSink()
    writer.exchange(&sink.bytes)
    sink.write(end)
    return outlet(&sink)
  }

  // MARK: Run

  private func writeSummary(_ writer: inout JSONWriter) {
    var counts: [String: Int] = [:]
    for test in exported.tests { counts[Self.status(of: test), default: 0] += 1 }
    writer.key("summary")
    writer.object { writer in
      writer.member("tests", exported.tests.count)
      for status in ["passed", "failed", "skipped", "pending", "other"] {
        writer.member(status, counts[status] ?? 0)
      }
      let flaky = exported.tests.count(where: \.isFlaky)
      if flaky > 0 { writer.member("flaky", flaky) }
      // Both are required. 0 stands for a time that the report does not have.
      writer.member("start", Self.milliseconds(report.run?.started))
      writer.member("stop", Self.milliseconds(report.run?.finished))
    }
  }

  private static func milliseconds(_ time: Instant?) -> Int {
    let (product, isTooMuch) = (time?.seconds ?? 0).multipliedReportingOverflow(by: 1_000)
    return isTooMuch ? 0 : Int(product)
  }

  private func writeEnvironment(_ writer: inout JSONWriter) {
    writer.key("environment")
    writer.object { writer in
      writer.member("reportName", report.title)
      writer.member("appName", report.project)
      writer.member("buildUrl", report.url)
    }
  }

  /// Writes what the report says about the run.
  private func writeExtra(_ writer: inout JSONWriter) {
    writer.key("extra")
    writer.object { writer in
      writer.member("verdict", PhraseValue.unmarked(report.verdict.text))
      writer.member("filter", report.filterNote.map(PhraseValue.unmarked))
      if exported.unlisted > 0 { writer.member("testsNotListed", exported.unlisted) }
      writer.key("facts")
      writer.array { writer in
        for fact in report.run?.facts ?? [] {
          writer.object { writer in
            writer.member("title", fact.title)
            writer.member("value", fact.value)
            writer.member("number", fact.number)
          }
        }
      }
    }
  }

  // MARK: Tests

  /// A warning is not green: CTRF has no word for a test that passed with one.
  private static func status(of test: ExportedTest) -> String {
    switch test.status {
    case .passed: "passed"
    case .failed, .error: "failed"
    case .skipped: "skipped"
    case .warning, .todo: "other"
    }
  }

  private func write(_ test: ExportedTest, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", test.name)
      writer.member("status", Self.status(of: test))
      // The format has whole milliseconds only.
      let milliseconds = ((test.seconds ?? 0) * 1_000).rounded()
      writer.member("duration", Int(exactly: milliseconds) ?? 0)
      switch test.status {
      case .error: writer.member("rawStatus", "error")
      case .warning: writer.member("rawStatus", "warning")
      case .todo: writer.member("rawStatus", "todo")
      case .passed, .failed, .skipped: break
      }
      let suites = test.suites + (test.className.map { [$0] } ?? [])
      if !suites.isEmpty {
        writer.key("suite")
        writer.array { writer in for suite in suites { writer.value(suite) } }
      }
      writer.member("message", test.message)
      writer.member("trace", test.details)
      writer.member("filePath", test.file)
      writer.member("line", test.line)
      if test.isFlaky { writer.member("flaky", true) }
      if test.failedTries > 0 { writer.member("retries", test.failedTries) }
      if let rule = test.rule {
        writer.key("tags")
        writer.array { $0.value(rule) }
      }
      writeExtra(of: test, &writer)
    }
  }

  private func writeExtra(of test: ExportedTest, _ writer: inout JSONWriter) {
    if test.owner == nil, test.environment == nil, test.count == 1 { return }
    writer.key("extra")
    writer.object { writer in
      writer.member("owner", test.owner)
      writer.member("environment", test.environment)
      if test.count > 1 { writer.member("count", test.count) }
    }
  }
}
