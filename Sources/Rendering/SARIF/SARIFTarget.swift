import Composing
import Diagnostics
import JSON
import Model

extension OutputFormat {
  package static let sarif = OutputFormat(
    name: "sarif", title: "SARIF", fileName: "report.sarif", endings: ["sarif"],
    mimeType: "application/sarif+json", isAttachable: true, usesTemplate: false
  ) { job, outlet in SARIFTarget(job.report).render(to: outlet, threads: job.threads) }
}

/// Writes a report as one run of SARIF 2.1.0. A message is a result; the property `tidemark` has
/// the parts of a message that SARIF does not define.
struct SARIFTarget: Sendable {
  /// A result: a message with its state.
  struct Result: Sendable {
    enum Origin: Sendable {
      case current(Int)
      /// A message of the baseline that is gone.
      case lost(Message)
      /// A known message, with the index of its issue.
      case known(issue: Int, Int)
    }

    var origin: Origin
    var rule: Int
  }

  let report: Report
  let messages: ExportedMessages
  let results: [Result]
  let rules: SARIFRules

  init(_ report: Report) {
    self.report = report
    let messages = ExportedMessages(report)
    var origins = messages.shown.map { Result.Origin.current($0) }
    for change in Self.absent {
      origins += (report.comparison?.lost(to: change).messages ?? []).map { .lost($0) }
    }
    for (issue, known) in report.known.issues.enumerated() {
      origins += known.items.map { .known(issue: issue, $0) }
    }
    var rules = SARIFRules()
    self.messages = messages
    results = origins.map { origin in
      let message = Self.message(origin, in: report)
      return Result(origin: origin, rule: rules.index(of: message, messages))
    }
    self.rules = rules
  }

  /// The changes of messages that are gone for certain.
  private static let absent: [Report.Change] = [.fixed, .removed, .gone]

  static func message(_ origin: Result.Origin, in report: Report) -> Message {
    switch origin {
    case .current(let index): report.messages[index]
    case .lost(let message): message
    case .known(_, let index): report.known.messages[index]
    }
  }

  func render(to outlet: Outlet, threads: Int) -> [Diagnostic] {
    var writer = JSONWriter(indent: 2)
    writer.object { writer in
      writer.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      writer.member("version", "2.1.0")
      writer.key("runs")
      writer.array { writer in
        writer.object { writer in
          writeTool(&writer)
          writeInvocation(&writer)
          writer.key("results")
          writer.array { writer in
            writer.elements(count: results.count, threads: threads, to: outlet) {
              write(results[$0], &$1)
            }
          }
          writeReport(&writer)
        }
      }
    }
    writer.flush(to: outlet, endingLine: true)
    var omitted = OmittedParts(of: report, messages.shown)
    omitted.addLost(of: report, [.unseen])
    return omitted.note(for: "SARIF")
  }

  private func writeTool(_ writer: inout JSONWriter) {
    writer.key("tool")
    writer.object { writer in
      writer.key("driver")
      writer.object { writer in
        writer.member("name", "Tidemark")
        writer.key("rules")
        writer.array { writer in for rule in rules.all { rule.write(to: &writer) } }
      }
    }
  }

  /// Writes the statement about the run, which is outside of the results in SARIF.
  private func writeReport(_ writer: inout JSONWriter) {
    writeProperties(&writer) { writer in
      writer.member("title", report.title)
      writer.member("subtitle", report.subtitle)
      writer.member("summary", report.summary)
      writer.member("verdict", report.verdict.text)
      guard let facts = report.run?.facts, !facts.isEmpty else { return }
      writer.key("facts")
      writer.array { writer in
        for fact in facts {
          writer.object { writer in
            writer.member("title", fact.title)
            writer.member("value", fact.value)
          }
        }
      }
    }
  }

  /// Writes the property bag with the parts that only Tidemark defines.
  func writeProperties(
    _ writer: inout JSONWriter, _ members: (inout JSONWriter) -> Void
  ) {
    writer.key("properties")
    writer.object { writer in
      writer.key("tidemark")
      writer.object(members)
    }
  }

  /// Writes an object with a text.
  static func write(text: String, as key: String, _ writer: inout JSONWriter) {
    writer.key(key)
    writer.object { $0.member("text", text) }
  }
}
