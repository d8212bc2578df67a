import Composing
import Datasets
import Diagnostics
import JSON
import Model
import Testing
import Text
import Time

@testable import Rendering

/// Renders a report with what it says about omitted parts.
func rendered(_ report: Report, to format: OutputFormat) -> (text: String, [Diagnostic]) {
  ReportRenderer(report, store: builtIn, threads: 2).string(format)
}

/// The dataset of a file that a target wrote.
func readBack(_ text: String) throws -> Dataset {
  let words = try locale()
  var merger = InputMerger(locale: { _ in words })
  merger.read(file: "f", from: ByteSource(bytes: Array(text.utf8)))
  let (dataset, log) = merger.finish()
  #expect(log.diagnostics.filter { $0.severity == .error } == [])
  return try #require(dataset)
}

func tree(_ text: String) throws -> JSONValue {
  let (value, problems) = JSONValue.parse(text, file: "f")
  #expect(problems == [])
  return try #require(value)
}

/// A completed run with these messages.
func completed(_ messages: [Message], entries: [TimelineEntry] = []) -> Dataset {
  var dataset = dataset(messages, entries: entries)
  dataset.run = Dataset.Run(status: .completed)
  return dataset
}

/// A message with all parts that a finding can have.
func finding(_ urgency: Urgency = .error, _ title: String = "Leak") -> Message {
  var message = Message(
    urgency: urgency, category: "asan", title: title, text: "in\n  main", details: "#0 main",
    time: TimePoint(parsing: "2026-11-20T02:00:00Z"),
    location: Message.Location(file: "src/a b.c", line: 3, column: 7),
    link: Message.Link(title: "L1 (leak)", url: "https://lint.example/L1"), fingerprint: "sarif:x")
  message.textFormat = .plain
  message.detailsFormat = .log
  message.owner = "@core"
  message.count = 2
  return message
}
