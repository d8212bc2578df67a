internal import Diagnostics
internal import Inputs
internal import JSON
internal import Localization
internal import Model
internal import Time
internal import ToolReports

/// Reads the JSON of Cucumber and related tools: a list of features with their scenarios.
struct CucumberImporter: ~Copyable {
  private var reader: JSONReader
  private let context: ImportContext
  private var report: ImportedReport
  private var fields = TestFields([:])
  private var pictures = EmbeddedPictures()

  /// A feature. Its tests are added at its end because its keys may be in any order.
  private struct Feature {
    var name = ""
    var uri: String?
    /// The location of the feature in a report of Behave.
    var location: String?
    /// Tests without the name and file of the feature, with durations in the unit of the report.
    var scenarios: [(test: TestCase, duration: JSONValue?, scenario: CucumberScenario?)] = []
    /// The status that Behave writes if the feature failed.
    var failure: String?
    /// The background of the next scenario.
    var background: JSONValue?
    /// Where it ran, as some programs that write or merge reports note.
    var environment: String?
  }

  init(_ reader: consuming JSONReader, _ context: ImportContext) {
    self.reader = reader
    self.context = context
    report = ImportedReport(context)
  }

  consuming func read() -> (report: ImportedReport, log: DiagnosticLog) {
    guard reader.isReport(.array, "a list") else { return (report, reader.log) }
    report.holdsTests = true
    reader.enterArray()
    while reader.nextElement() {
      guard reader.isReport(.object, "a list of features") else { return (report, reader.log) }
      readFeature()
    }
    reader.finish()
    report.finish(ReportClaims(), &reader)
    return (report, reader.log)
  }

  private mutating func readFeature() {
    var feature = Feature()
    reader.enterObject()
    while reader.nextKey() {
      switch (reader.textString, reader.peek()) {
      case ("name", .string): feature.name = reader.readString()
      case ("uri", .string): feature.uri = reader.readString()
      case ("location", .string): feature.location = reader.readString()
      case ("status", .string):
        let word = reader.readString()
        if CucumberScenario.Status(word.lowercased()) == .failed { feature.failure = word }
      case ("metadata", .object), ("metadata", .array):
        let metadata = reader.readTree()
        feature.environment = Self.environment(metadata)
        for key in ["browser", "device", "platform"] {
          report.environmentFacts.add(key, Self.text(metadata, key))
        }
      case ("elements", .array):
        reader.enterArray()
        while reader.nextElement() {
          let element = reader.readTree()
          // Behave nests the scenarios of a rule in the rule.
          let inner = element["elements"]?.elements ?? [element]
          for element in inner { read(element, into: &feature) }
        }
        // A failed background stops the feature before its first scenario.
        if let background = feature.background, CucumberScenario([background]).isBad {
          add([background], to: &feature)
        }
        feature.background = nil
      default: reader.skipValue()
      }
    }
    add(feature)
  }

  private mutating func read(_ element: JSONValue, into feature: inout Feature) {
    guard case .object = element.kind else { return }
    if element["type"]?.string == "background" {
      feature.background = element
    } else {
      add([feature.background, element].compactMap { $0 }, to: &feature)
      feature.background = nil
    }
  }

  /// Adds the tests of a complete feature.
  private mutating func add(_ feature: Feature) {
    // Behave writes durations in seconds, all other tools in nanoseconds.
    let unit: Double = feature.uri == nil && feature.location != nil ? 1 : 1e9
    let place = feature.uri ?? feature.location.map(Self.withoutLine)
    for (test, duration, scenario) in feature.scenarios {
      var test = test
      if let scenario { test.steps = scenario.steps(unit: unit) }
      test.suites = [feature.name]
      test.environment = feature.environment
      test.title = [feature.name, test.title].filter { !$0.isEmpty }.joined(separator: " › ")
      test.seconds = fields.seconds(duration, unit: unit, &reader.log)
      if test.isProblem { test.file = place.map(Self.path) }
      report.add(test)
    }
    var claims = ReportClaims(part: feature.name)
    claims.failure = feature.failure
    claims.shownFailures = feature.scenarios.count { $0.test.isProblem }
    claims.noteUnshown(at: SourceMark(), &report)
  }

  /// The path without the scheme of Java's class path.
  private static func path(_ uri: String) -> String {
    uri.hasPrefix("classpath:") ? String(uri.dropFirst("classpath:".count)) : uri
  }

  private static func withoutLine(_ location: String) -> String {
    guard let colon = location.lastIndex(of: ":"), Int(location[colon...].dropFirst()) != nil else {
      return location
    }
    return String(location[..<colon])
  }

  /// Browser, device and platform of the metadata: an object, or a list of names and values.
  private static func environment(_ metadata: JSONValue) -> String? {
    EnvironmentName.joined(
      ["browser", "device", "platform", "app"].map {
        text(metadata, $0) { EnvironmentName.short($0) }
      })
  }

  /// The name and the version of a part of the metadata.
  private static func text(
    _ metadata: JSONValue, _ key: String, version: (String) -> String = { $0 }
  ) -> String {
    let value =
      metadata[key] ?? metadata.elements.first { $0["name"]?.string?.lowercased() == key }?["value"]
    if let text = value?.string { return text }
    let given = (value?["version"]).flatMap { $0.string ?? $0.written }.map(version)
    return [value?["name"]?.string, given].compactMap { $0 }.filter { !$0.isEmpty }.joined(
      separator: " ")
  }

  // MARK: Scenarios

  /// - Parameter elements: The background, if any, then the scenario.
  private mutating func add(_ elements: [JSONValue], to feature: inout Feature) {
    guard let element = elements.last else { return }
    let scenario = CucumberScenario(elements)
    let name = element["name"]?.string ?? ""
    var test = TestCase(title: name.isEmpty ? context.locale.string(.unnamedTest) : name)
    test.identity = [name]
    setOutcome(&test, scenario, at: element)
    test.time = TestFields.time(element["start_timestamp"])
    note(test.time)
    test.source = context.mark(element.location)
    if test.isProblem { describe(&test, scenario, element) }
    let duration = scenario.duration.map { JSONValue(.number($0, "\($0)"), at: element.location) }
    feature.scenarios.append((test, duration, test.isProblem ? scenario : nil))
  }

  /// Sets the start of the run to the earliest start of a scenario.
  private mutating func note(_ time: TimePoint?) {
    guard case .instant(let start)? = time else { return }
    if case .instant(let first)? = report.started, first.seconds <= start.seconds { return }
    report.started = time
  }

  /// Sets the outcome. A pending, undefined or ambiguous step is a warning unless `--severity` sets
  /// another urgency. A scenario without steps is skipped.
  private mutating func setOutcome(
    _ test: inout TestCase, _ scenario: CucumberScenario, at element: JSONValue
  ) {
    let word = scenario.worst?.word ?? "skipped"
    switch scenario.worst?.status ?? .skipped {
    case .passed: test.outcome = .passed
    case .skipped: (test.outcome, test.reason) = (.skipped, scenario.worst?.error)
    case .failed: test.outcome = .failed
    case .unknown: test.outcome = fields.outcome(word, at: element.location, &report, &reader.log)
    case .pending, .undefined, .ambiguous:
      let urgency = context.options.severities.urgency(
        word, tool: "Cucumber", format: context.format)
      test.outcome = urgency == .error ? .failed : .skipped
      test.hasWarning = (urgency ?? .warning) == .warning
    }
  }

  private mutating func describe(
    _ test: inout TestCase, _ scenario: CucumberScenario, _ element: JSONValue
  ) {
    var parts: [String] = []
    if let step = scenario.worst {
      // A failure has an error message; any other status is explained by its step.
      if step.error.utf8.contains(where: { $0 > 0x20 }) {
        parts = [step.error, step.name]
      } else {
        parts = [step.name.isEmpty ? "" : "\(step.word): \(step.name)"]
      }
    }
    var written: [String] = []
    var attachments: [Message.Attachment] = []
    scenario.forEachStep { step, _ in
      written += (step["output"]?.elements ?? []).compactMap(\.string)
      for embedded in step["embeddings"]?.elements ?? [] {
        addEmbedding(embedded, &written, &attachments)
      }
    }
    if !written.isEmpty {
      parts.append(
        ([context.locale.string(.outputHeading)] + written).joined(separator: "\n"))
    }
    test.describe(parts, context)
    test.attachments = attachments
    test.line = scenario.worst?.line ?? CucumberScenario.line(of: element)
  }

  private mutating func addEmbedding(
    _ embedded: JSONValue, _ written: inout [String], _ attachments: inout [Message.Attachment]
  ) {
    guard let data = embedded["data"] else { return }
    let type = embedded["mime_type"]?.string ?? embedded["media"]?["type"]?.string ?? ""
    if type.hasPrefix("text/"), !type.hasPrefix("text/html") {
      written.append(data.string.map(Self.text) ?? data.written ?? "")
    } else {
      let title = embedded["name"]?.string ?? embedded["fileName"]?.string ?? type
      if let picture = pictures.attachment(data, title: title, &reader.log) {
        attachments.append(picture)
      }
    }
  }

  /// Decodes Base64. Returns other text unchanged, because some versions do not encode it.
  private static func text(_ data: String) -> String {
    guard data.utf8.count % 4 == 0, let bytes = EmbeddedPictures.bytes(data), !bytes.contains(0),
      let text = String(validating: bytes, as: UTF8.self)
    else { return data }
    return text
  }
}
