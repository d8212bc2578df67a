package import Diagnostics
internal import Inputs
internal import JSON
internal import Model
package import ToolReports

/// Compares the examples of a format file with the findings that the format makes of them.
package struct FormatExamples {
  package private(set) var problems: [Diagnostic]
  private let format: FormatFile?
  private var showsResult = false
  /// The places of the values of `run` and `claims` that an example fills, by variant.
  private var filledPlaces: [Int: Set<String>] = [:]

  /// Reads a format file and its examples.
  package init(ofFormatFile text: String, named file: String, options: ImportOptions) {
    (format, problems) = FormatFileReader.read(text, file: file)
    guard let format else { return }
    for example in format.examples { compare(example, format, options) }
    if !showsResult { reportMissingMessage(format) }
    for variant in format.variants { reportUnfilledPlaces(variant, format) }
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
    let hasSuppressed = fields.findings.contains { $0[ExampleFields.suppressed] == ["true"] }
    reportUndeclaredEnd(output.report, hasSuppressed: hasSuppressed, example)
    showsResult =
      showsResult || !output.report.messages.isEmpty || !output.report.properties.isEmpty
      || !output.report.metrics.isEmpty
    filledPlaces[variant.index, default: []].formUnion(fields.filledPlaces)
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
        case "completed": report.ending == .completed && report.isWhole ? "true" : "false"
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

extension FormatExamples {
  private mutating func reportMissingMessage(_ format: FormatFile) {
    let examples = format.source?["examples"] ?? format.source
    problems.append(
      Diagnostic(
        .error, "wrong-example", "no example leads to a message or a fact", at: examples?.location,
        help: ["add a report with a finding or a failed test"]))
  }

  /// Reports an example that is read as a failed or incomplete run, although it is not listed so.
  private mutating func reportUndeclaredEnd(
    _ report: ImportedReport, hasSuppressed: Bool, _ example: FormatExample
  ) {
    let isDeclared =
      example.run?["failed"]?.bool == true || example.run?["completed"]?.bool == false
    let isOdd = !report.isWhole || report.ending == .failed || report.ending == .incomplete
    guard isOdd, !isDeclared else { return }
    let reason =
      report.shortfalls.first ?? (report.ending == .failed ? "the run failed" : "it is incomplete")
    var help = ["correct it, or expect this: run: { completed: false }"]
    if hasSuppressed, !report.shortfalls.isEmpty {
      help.append(
        "if the totals count suppressed findings, too, add includes: \"suppressed\" to 'claims'")
    }
    problems.append(
      Diagnostic(
        .warning, "incomplete-example", "the example is read as not completed: \(reason)",
        at: example.value.location, help: help))
  }

  /// Reports the values of `run` and `claims` that no example has. Such a path may be mistyped.
  private mutating func reportUnfilledPlaces(
    _ variant: FormatFile.Variant, _ format: FormatFile
  ) {
    guard let source = format.source,
      FormatFileReader.variants(of: source).indices.contains(variant.index)
    else { return }
    let root = FormatFileReader.variants(of: source)[variant.index]
    var places = variant.run.values.map { "run." + $0.place }
    places += variant.claims.values.map { "claims." + $0.place }
    for (index, list) in variant.lists.enumerated() {
      places += list.claims?.claims.values.map { "lists.\(index).claims.\($0.place)" } ?? []
    }
    for place in places.sorted() where filledPlaces[variant.index]?.contains(place) != true {
      let parts = place.split(separator: ".").map(String.init)
      let words = parts.filter { Int($0) == nil }.suffix(2)
      problems.append(
        Diagnostic(
          .warning, "unfilled-value",
          "no example has a value for '\(words.joined(separator: "."))'",
          at: root.value(at: parts).location,
          help: ["correct the path, or add the value to an example"]))
    }
  }
}

extension ImportedReport {
  /// Whether all its parts were read and it shows its claims.
  fileprivate var isWhole: Bool { shortfalls.isEmpty && unread.isEmpty }
}

extension JSONValue {
  /// The value at a path of keys, and of indices of elements or members. A part without a value is
  /// passed over.
  fileprivate func value(at path: [String]) -> JSONValue {
    var value = self
    for part in path {
      let index = Int(part) ?? -1
      if let inner = value[part] {
        value = inner
      } else if value.elements.indices.contains(index) {
        value = value.elements[index]
      } else if value.members.indices.contains(index) {
        value = value.members[index].value
      }
    }
    return value
  }

  fileprivate var isFalse: Bool { bool == false }
}
