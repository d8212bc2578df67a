import Composing
import Diagnostics
import Model
import Text

extension OutputFormat {
  package static let csv = OutputFormat(
    name: "csv", title: "CSV", fileName: "report.csv", endings: ["csv"], mimeType: "text/csv",
    isAttachable: true, usesTemplate: false
  ) { job, outlet in CSVTarget(job.report).render(to: outlet) }
}

/// Writes the messages as a table (RFC 4180) with a row for each, for spreadsheets.
struct CSVTarget {
  private let report: Report
  private let messages: ExportedMessages
  private let histories: ShownHistories

  init(_ report: Report) {
    self.report = report
    messages = ExportedMessages(report)
    histories = report.shownHistories
  }

  /// The size of a part of the output, in bytes.
  private static let partSize = 1 << 16

  func render(to outlet: Outlet) -> [Diagnostic] {
    var sink = ByteSink()
    CSVRow.write(Self.columns, to: &sink)
    for index in messages.shown {
      let cells = Self.columns.map { cell($0, of: report.messages[index], at: index) ?? "" }
      CSVRow.write(cells, to: &sink)
      if sink.bytes.count >= Self.partSize, !outlet(&sink) { return [] }
    }
    _ = outlet(&sink)
    var omitted = OmittedParts(of: report, messages.shown)
    omitted.add(report.known.total, "known message", "known messages")
    omitted.addLost(of: report, [.fixed, .removed, .unseen, .gone])
    omitted.add(report.run?.facts.count ?? 0, "fact of the run", "facts of the run")
    return omitted.note(for: "CSV")
  }

  /// The columns in their order; other fields of the table follow. The reader of tables knows their
  /// names.
  private static let columns: [String] = {
    let first = [
      "change", "urgency", "category", "rule", "title", "text", "path", "line", "column", "test",
      "time", "owner", "count", "link", "fingerprint", "environment", "duration", "flaky",
      "details",
    ]
    let fields = MessageField.allCases.filter { $0.uses.contains(.csv) }.map(\.key)
    return first + fields.filter { !first.contains($0) }
  }()

  /// The share of the last runs that had the message, if it comes and goes: "0.36".
  private func flakyRate(at index: Int) -> String? {
    guard let history = histories.history(of: index), history.isFlaky else {
      return nil
    }
    return String((history.rate * 1_000).rounded() / 1_000)
  }

  private func cell(_ column: String, of message: Message, at index: Int) -> String? {
    switch column {
    case "change": messages.change(of: index)?.rawValue
    case "urgency": message.urgency.rawValue
    case "category": messages.category(of: message)
    case "rule": message.link?.title
    case "title": message.title
    case "text": message.text
    case "path": message.location?.file
    case "line": (message.location?.line).map(String.init)
    case "column": (message.location?.column).map(String.init)
    case "test": message.testLocation?.text
    case "time": messages.time(of: message)
    case "link": messages.address(of: message)
    case "fingerprint": messages.fingerprint(of: index).short
    case "flaky": flakyRate(at: index)
    case "details": message.details
    default: MessageField(rawValue: column)?.text(of: message)
    }
  }
}
