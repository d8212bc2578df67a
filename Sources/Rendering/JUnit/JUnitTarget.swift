import Composing
import Diagnostics
import Localization
import Model
import Text
import Time

extension OutputFormat {
  package static let junit = OutputFormat(
    name: "junit", title: "JUnit XML", fileName: "junit.xml", endings: ["xml"],
    mimeType: "application/xml", usesTemplate: false, listsTests: true
  ) { job, outlet in JUnitTarget(job.report).render(to: outlet) }
}

/// Writes a report in the dialect of JUnit XML that Jenkins, GitLab and other readers agree on: one
/// level of suites with all tests in them.
struct JUnitTarget {
  private let report: Report
  private let exported: ExportedTests
  private var sink = ByteSink()

  /// The number of bytes that are written at once.
  private static let flushSize = 1 << 16
  /// The name of the suite of tests without a suite. GoogleTest and others write it for the same
  /// purpose, and readers know it.
  private static let unnamed = "AllTests"

  init(_ report: Report) {
    self.report = report
    exported = ExportedTests(report)
  }

  consuming func render(to outlet: Outlet) -> [Diagnostic] {
    let suites = Suite.all(of: exported.tests)
    writeStart(Totals(exported.tests))
    for suite in suites {
      write(suite)
      for index in suite.tests {
        write(exported.tests[index])
        if sink.bytes.count > Self.flushSize, !outlet(&sink) { return [] }
      }
      sink.write("  </testsuite>\n" as StaticString)
    }
    sink.write("</testsuites>\n" as StaticString)
    _ = outlet(&sink)
    return exported.diagnostics(for: OutputFormat.junit.title)
  }

  // MARK: Suites

  /// The tests with the same suites.
  private struct Suite {
    var name: String
    var tests: [Int] = []

    /// All suites in the order of their first tests.
    static func all(of tests: [ExportedTest]) -> [Suite] {
      var suites: [Suite] = []
      var indices: [[String]: Int] = [:]
      var last: (names: [String], index: Int)?
      for (number, test) in tests.enumerated() {
        let index: Int
        if let last, last.names == test.suites {
          index = last.index
        } else if let known = indices[test.suites] {
          index = known
        } else {
          index = suites.count
          indices[test.suites] = index
          let name = test.suites.joined(separator: " › ")
          suites.append(Suite(name: name.isEmpty ? JUnitTarget.unnamed : name))
        }
        last = (test.suites, index)
        suites[index].tests.append(number)
      }
      return suites
    }
  }

  private struct Totals {
    var tests = 0
    var failures = 0
    var errors = 0
    var skipped = 0
    var seconds: Double?

    init(_ tests: [ExportedTest]) {
      for test in tests {
        self.tests += 1
        switch test.status {
        case .failed: failures += 1
        case .error: errors += 1
        case .skipped, .todo: skipped += 1
        case .passed, .warning: break
        }
        if let more = test.seconds, more.isFinite { seconds = (seconds ?? 0) + more }
      }
    }
  }

  private mutating func writeStart(_ totals: Totals) {
    sink.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" as StaticString)
    var totals = totals
    if let started = report.run?.started, let finished = report.run?.finished {
      write("timestamp", started.machineTime(in: .utc))
      totals.seconds = Double(finished.seconds(since: started))
    }
    write(totals)
    sink.write(">\n" as StaticString)
    writeFacts()
  }

  private mutating func write(_ suite: Suite) {
    sink.write("  <testsuite" as StaticString)
    write("name", suite.name)
    write(Totals(suite.tests.map { exported.tests[$0] }))
    sink.write(">\n" as StaticString)
  }

  private mutating func write(_ totals: Totals) {
    write("tests", String(totals.tests))
    write("failures", String(totals.failures))
    write("errors", String(totals.errors))
    write("skipped", String(totals.skipped))
    if let seconds = totals.seconds { write("time", DecimalText.of(seconds)) }
  }

  /// Writes what the report says about the run. A prefix keeps the names apart from the properties
  /// that readers interpret.
  private mutating func writeFacts() {
    sink.write("  <properties>\n" as StaticString)
    writeProperty("tidemark.title", report.title)
    if let project = report.project { writeProperty("tidemark.project", project) }
    writeProperty("tidemark.verdict", PhraseValue.unmarked(report.verdict.text))
    if let note = report.filterNote {
      writeProperty("tidemark.filter", PhraseValue.unmarked(note))
    }
    if exported.unlisted > 0 {
      writeProperty("tidemark.testsNotListed", String(exported.unlisted))
    }
    for fact in report.run?.facts ?? [] {
      writeProperty("tidemark.fact.\(fact.title)", fact.value)
    }
    sink.write("  </properties>\n" as StaticString)
  }

  private mutating func writeProperty(_ name: String, _ value: String) {
    sink.write("    <property" as StaticString)
    write("name", name)
    write("value", value)
    sink.write("/>\n" as StaticString)
  }

  // MARK: Tests

  private mutating func write(_ test: ExportedTest) {
    sink.write("    <testcase" as StaticString)
    write("name", test.name)
    if let className = test.className { write("classname", className) }
    if let file = test.file { write("file", file) }
    if let line = test.line { write("line", String(line)) }
    if let seconds = test.seconds, seconds.isFinite { write("time", DecimalText.of(seconds)) }
    let start = sink.bytes.count
    sink.write(">\n" as StaticString)
    let inside = sink.bytes.count
    writeProperties(of: test)
    writeOutcome(of: test)
    if sink.bytes.count == inside {
      sink.bytes.removeSubrange(start...)
      sink.write("/>\n" as StaticString)
    } else {
      sink.write("    </testcase>\n" as StaticString)
    }
  }

  private mutating func writeProperties(of test: ExportedTest) {
    let properties = [
      ("owner", test.owner), ("environment", test.environment),
      ("count", test.count > 1 ? String(test.count) : nil),
    ].filter { $0.1 != nil }
    if properties.isEmpty { return }
    sink.write("      <properties>\n" as StaticString)
    for (name, value) in properties {
      sink.write("    " as StaticString)
      writeProperty("tidemark.\(name)", value ?? "")
    }
    sink.write("      </properties>\n" as StaticString)
  }

  private mutating func writeOutcome(of test: ExportedTest) {
    switch test.status {
    case .failed, .error:
      let name = test.status == .failed ? "failure" : "error"
      guard test.isFolded else {
        return writeElement(name, type: test.rule ?? name, test.message, test.details)
      }
      // The form in which Go repeats the failure of a subtest at its parent.
      writeElement(name, type: name, "Failed", "--- FAIL: \(test.name)")
    case .skipped: writeElement("skipped", type: nil, test.message, test.details)
    case .todo: writeElement("skipped", type: "todo", test.message, test.details)
    case .warning:
      writeElement("warning", type: test.rule ?? "warning", test.message, test.details)
      let texts = [test.message, test.details].compactMap { $0 }
      writeElement("system-out", type: nil, nil, "warning: " + texts.joined(separator: "\n\n"))
    case .passed where test.isFlaky:
      for number in 0..<min(max(test.failedTries, 1), Self.mostTries) {
        writeElement(
          "flakyFailure", type: "flaky", test.message, number == 0 ? test.details : nil)
      }
    case .passed:
      let texts = [test.message, test.details].compactMap { $0 }.filter { !$0.isEmpty }
      if !texts.isEmpty {
        writeElement("system-out", type: nil, nil, texts.joined(separator: "\n\n"))
      }
    }
  }

  /// The most elements for the failed tries of a test.
  private static let mostTries = 1_000

  private mutating func writeElement(
    _ name: String, type: String?, _ message: String?, _ content: String?
  ) {
    sink.write("      <")
    sink.write(name)
    if let message { write("message", message) }
    if let type { write("type", type) }
    guard let content, !content.isEmpty else { return sink.write("/>\n" as StaticString) }
    sink.write(">" as StaticString)
    XMLText.write(content, inElement: true, to: &sink)
    sink.write("</")
    sink.write(name)
    sink.write(">\n" as StaticString)
  }

  private mutating func write(_ name: StaticString, _ value: String) {
    sink.write(byte: UInt8(ascii: " "))
    sink.write(name)
    sink.write("=\"" as StaticString)
    XMLText.write(value, to: &sink)
    sink.write(byte: UInt8(ascii: "\""))
  }
}
