import Composing
import Diagnostics
import Localization
import Model
import Text
import Time

extension OutputFormat {
  package static let openMetrics = OutputFormat(
    name: "openmetrics", title: "OpenMetrics text", fileName: "metrics.prom", endings: ["prom"],
    mimeType: "application/openmetrics-text", usesTemplate: false
  ) { job, outlet in
    var sink = ByteSink()
    sink.write(OpenMetricsTarget(job.report).text)
    _ = outlet(&sink)
    return []
  }
}

/// Writes the numbers of a report as OpenMetrics text. All of them are gauges without a timestamp,
/// and comments are the only other lines, so that the file is also valid in the text format of
/// Prometheus: the textfile collector of node_exporter reads that, and refuses timestamps.
struct OpenMetricsTarget {
  private let report: Report
  private(set) var text = ""

  private typealias Labels = [(name: String, value: String)]

  init(_ report: Report) {
    self.report = report
    writeRun()
    writeMessages()
    writeTests()
    writeFacts()
    writeChanges()
    text += "# EOF\n"
  }

  // MARK: Families

  private mutating func writeRun() {
    let run = report.run
    let isCompleted =
      run?.status == .completed && !report.gaps.contains { $0.kind == .shortfalls }
    write(
      "run_completed", "Whether the run completed: 1, or 0 if it did not or if this is unknown.",
      isCompleted ? 1 : 0)
    let urgencies = Urgency.allCases.reversed().map { urgency in
      (
        labels: [(name: "urgency", value: urgency.rawValue)],
        value: report.verdict.urgency == urgency ? 1.0 : 0
      )
    }
    write("verdict", "The urgency of the verdict: 1 for this urgency, 0 for the others.", urgencies)
    write("files_not_read", "Files that may hold a report and were not read.", gaps(.unread))
    write(
      "incomplete_results", "Claims of reports that their contents do not confirm.",
      gaps(.shortfalls))
    let duration = report.run?.facts.first { $0.kind == .duration }?.number
    if let seconds = duration ?? run?.seconds.map(Double.init) {
      write("run_duration_seconds", "The duration of the run.", unit: "seconds", seconds)
    }
    if let seconds = report.run?.facts.first(where: { $0.kind == .testTime })?.number {
      write("test_time_seconds", "The total duration of the tests.", unit: "seconds", seconds)
    }
    write(
      "report_time_seconds", "The time of the report, in seconds since 1970.", unit: "seconds",
      Double(report.now.seconds))
  }

  private func gaps(_ kind: Report.Gaps.Kind) -> Double {
    Double(report.gaps.first { $0.kind == kind }?.count ?? 0)
  }

  private mutating func writeMessages() {
    let counts = Dictionary(
      report.verdict.counts.map { ($0.urgency, $0.count) }, uniquingKeysWith: +)
    write(
      "messages", "All messages, regardless of a filter.",
      Urgency.allCases.reversed().map { urgency in
        ([("urgency", urgency.rawValue)], Double(counts[urgency] ?? 0))
      })
    write("known_messages", "Messages that known issues accept.", Double(report.known.total))
    write("category_messages", "The shown messages of each category.", categories)
  }

  /// The numbers of shown messages by category and urgency, in the order of the report.
  private var categories: [(labels: Labels, value: Double)] {
    var titles: [String] = []
    var counts: [String: [Int]] = [:]
    let none = [Int](repeating: 0, count: Urgency.allCases.count)
    for section in report.sections {
      if counts[section.title] == nil { titles.append(section.title) }
      for index in section.items {
        counts[section.title, default: none][report.messages[index].urgency.rank] += 1
      }
    }
    for category in report.categories where !category.above.isEmpty {
      if counts[category.title] == nil { titles.append(category.title) }
      for index in category.above {
        counts[category.title, default: none][report.messages[index].urgency.rank] += 1
      }
    }
    return titles.flatMap { title in
      Urgency.allCases.reversed().map { urgency in
        (
          [("category", title), ("urgency", urgency.rawValue)],
          Double(counts[title]?[urgency.rank] ?? 0)
        )
      }
    }
  }

  private mutating func writeTests() {
    let facts = report.run?.facts ?? []
    func number(_ kind: Dataset.Run.Fact.Kind) -> Double {
      facts.first { $0.kind == kind }?.number ?? 0
    }
    guard facts.contains(where: { $0.kind == .tests }) else { return }
    let kinds: [(String, Dataset.Run.Fact.Kind)] = [
      ("passed", .passed), ("failed", .failed), ("error", .errors), ("skipped", .skipped),
      ("todo", .todo),
    ]
    write("tests", "Tests by status.", kinds.map { ([("status", $0)], number($1)) })
    write("flaky_tests", "Passed tests that failed before in the same run.", number(.flaky))
  }

  private mutating func writeFacts() {
    let own: Set<Dataset.Run.Fact.Kind> = [
      .tests, .passed, .failed, .errors, .skipped, .todo, .flaky, .duration, .testTime,
    ]
    var repeated: [String: Int] = [:]
    var samples: [(labels: Labels, value: Double)] = []
    for fact in report.run?.facts ?? [] {
      guard let number = fact.number, fact.kind.map({ !own.contains($0) }) ?? true else {
        continue
      }
      let title = title(of: fact)
      repeated[title, default: 0] += 1
      var labels: Labels = [("fact", title)]
      // A sample with the same labels would make the file invalid.
      if let count = repeated[title], count > 1 { labels.append(("number", String(count))) }
      samples.append((labels, number))
    }
    write("fact", "The other facts of the run with a number.", samples)
  }

  /// The title of a fact, which does not depend on the language if its kind is known.
  private func title(of fact: Report.Fact) -> String {
    guard let kind = fact.kind else { return fact.title }
    let word = report.locale.string(.factCoverage)
    guard kind == .coverage, fact.title.hasPrefix(word) else { return kind.title }
    return kind.title + fact.title.dropFirst(word.count)
  }

  private mutating func writeChanges() {
    guard let comparison = report.comparison else { return }
    let counts: [(String, Int)] = [
      ("new", comparison.new), ("worse", comparison.worse), ("expired", comparison.expired),
      ("better", comparison.better), ("still", comparison.still), ("fixed", comparison.fixed),
      ("removed", comparison.removed), ("unseen", comparison.unseen), ("gone", comparison.gone),
    ]
    write(
      "changes", "Messages by their change since the run before.",
      counts.map { ([("change", $0)], Double($1)) })
  }

  // MARK: Text

  private mutating func write(
    _ name: String, _ help: String, unit: String? = nil, _ value: Double
  ) {
    write(name, help, unit: unit, [([], value)])
  }

  private mutating func write(
    _ name: String, _ help: String, unit: String? = nil,
    _ samples: [(labels: Labels, value: Double)]
  ) {
    if samples.isEmpty { return }
    text += "# HELP tidemark_\(name) \(help)\n# TYPE tidemark_\(name) gauge\n"
    if let unit { text += "# UNIT tidemark_\(name) \(unit)\n" }
    let project: Labels = report.project.map { [("project", $0)] } ?? []
    for sample in samples {
      let labels = (project + sample.labels).map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
      text += "tidemark_\(name)" + (labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}")
      text += " \(Self.number(sample.value))\n"
    }
  }

  private static func number(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
    return Int(exactly: value).map(String.init) ?? "\(value)"
  }

  /// A value of a label: hidden characters become signs, because no reader shows them.
  private static func escaped(_ value: String) -> String {
    VisibleText.of(
      value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        .replacing("\n", with: "\\n"))
  }
}
