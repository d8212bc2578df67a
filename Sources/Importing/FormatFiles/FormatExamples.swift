internal import Basics
package import Diagnostics
internal import JSON
internal import Model

/// Compares the examples of a format file with the findings that the format makes of them.
package struct FormatExamples {
  package private(set) var problems: [Diagnostic]
  private let format: FormatFile?

  /// Reads a format file and its examples.
  package init(ofFormatFile text: String, named file: String, options: ImportOptions) {
    (format, problems) = FormatFileReader.read(text, file: file)
    guard let format else { return }
    for example in format.examples { compare(example, format, options) }
  }

  /// The name of the format.
  package var name: String? { format?.name }

  /// The inputs of the examples.
  package var inputs: [String] { format?.examples.map(\.input) ?? [] }

  private mutating func compare(
    _ example: FormatExample, _ format: FormatFile, _ options: ImportOptions
  ) {
    let bytes = Array(example.input.utf8)
    let head = InputHead(bytes)
    let recognized = FormatFile.variant(of: head, format.variants)
    if recognized == nil, format.variants.allSatisfy({ $0.recognition != nil }) {
      wrong(example.value, "the example is not recognized as \(format.name)")
    }
    guard let variant = recognized ?? FormatFile.likeliest(head, format.variants) else { return }
    let context = ImportContext(format: format.name, path: "example", options: options)
    var reading = FormatReading(format, variant, isRecognized: recognized != nil, context)
    reading.keepExampleFields()
    let (output, log) = reading.read(ByteSource(bytes: bytes), bytes, DiagnosticLog())
    for problem in log.diagnostics where problem.severity == .error {
      wrong(example.value, "the example can't be read: \(problem.summary)")
    }
    let fields = output.exampleFields ?? ExampleFields()
    compare(example.findings, fields.findings, "finding", example)
    compare(example.tests, fields.tests, "test", example)
    if let run = example.run { compare(run, output.report) }
  }

  /// Compares in any order, because the lists of a format need not follow the order of a report.
  private mutating func compare(
    _ wanted: [JSONValue], _ found: [ExampleFields.Fields], _ noun: String, _ example: FormatExample
  ) {
    // A suppressed finding may be left out.
    let listsSuppressed = wanted.contains { $0["suppressed"] != nil }
    let found =
      listsSuppressed ? found : found.filter { $0[ExampleFields.suppressed] != ["true"] }
    if wanted.count != found.count {
      wrong(
        example.value,
        "the example has \(wanted.count) \(noun)s, and the format makes \(found.count) of it")
    }
    var rest = found
    for value in wanted {
      if let index = rest.firstIndex(where: { Self.differences(of: value, from: $0).isEmpty }) {
        rest.remove(at: index)
        continue
      }
      let all = rest.map { Self.differences(of: value, from: $0) }
      let nearest = all.min { $0.count < $1.count } ?? ["there is none"]
      wrong(value, "no \(noun) is like this: \(nearest.joined(separator: "; "))")
    }
  }

  private static func differences(
    of wanted: JSONValue, from found: ExampleFields.Fields
  ) -> [String] {
    wanted.members.compactMap { member in
      let texts = texts(member.value)
      let own = found[member.key] ?? []
      if texts == own || member.value.isFalse && own.isEmpty { return nil }
      // 9.10 is 9.1.
      if let number = member.value.number, own.count == 1, Double(own[0]) == number { return nil }
      let shown = own.isEmpty ? "absent" : VisibleText.quoted(own.joined(separator: ", "))
      return "\(member.key) is \(shown)"
    }
  }

  private static func texts(_ value: JSONValue) -> [String] {
    if case .array(let elements) = value.kind { return elements.flatMap { texts($0) } }
    return (value.written ?? value.bool.map { $0 ? "true" : "false" }).map { [$0] } ?? []
  }

  private mutating func compare(_ run: JSONValue, _ report: ImportedReport) {
    for member in run.members {
      let found: String? =
        switch member.key {
        case "failed": report.ending == .failed ? "true" : "false"
        case "completed": report.ending == .completed ? "true" : "false"
        case "reason": report.reason
        case "title": report.title
        case "commit": report.commit
        case "branch": report.branch
        case "url": report.url
        case "seconds": report.wall.map(FormatFilter.written)
        case "started": report.started == nil ? nil : "true"
        case "finished": report.finished == nil ? nil : "true"
        default: nil
        }
      let isTime = member.key == "started" || member.key == "finished"
      let wanted = isTime ? ["true"] : Self.texts(member.value)
      if found.map({ [$0] }) ?? [] != wanted {
        wrong(member.value, "'\(member.key)' of the run is \(found ?? "absent")")
      }
    }
  }

  private mutating func wrong(_ value: JSONValue, _ summary: String) {
    problems.append(
      Diagnostic(
        .error, "wrong-example", summary, at: value.location,
        help: ["correct the example, or the format"]))
  }
}

extension JSONValue {
  fileprivate var isFalse: Bool { bool == false }
}
