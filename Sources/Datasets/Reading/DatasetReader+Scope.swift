import Diagnostics
internal import Inputs
internal import JSON
internal import Model
internal import ToolReports

extension DatasetReader {
  mutating func readScope(_ reader: inout JSONReader) {
    guard reader.beginArray("scope") else { return }
    var parts: [RunScope.Part] = []
    while reader.nextElement() {
      guard var fields = Fields(DatasetShapes.scope, in: &reader) else { continue }
      var part = RunScope.Part()
      while let key = fields.next(&reader) {
        switch key {
        case .kind: part.kind = DatasetChoices.scopeKind.read(&reader, name: "kind")
        case .categories: part.categories = reader.strings("categories")
        case .files: part.files = reader.strings("files")
        case .tests: readTests(&reader, into: &part.tests)
        case .testDigests: readDigests(&reader, "testDigests", into: &part.tests)
        case .digestsWithoutValues:
          readDigests(&reader, "digestsWithoutValues", into: &part.testsWithoutValues)
        case .except: part.isExcept = reader.boolean("except") ?? false
        case .environment: part.environment = reader.string("environment")
        case .skipped: part.isSkipped = reader.boolean("skipped") ?? false
        }
      }
      if part.isExcept || part.isSkipped, part.tests == nil {
        let key = part.isExcept ? "except" : "skipped"
        reader.report(
          .error, "invalid-value", at: fields.start, "'\(key)' without 'tests'",
          help: ["list the tests that did not run"])
      }
      if parts.count <= JoinedScope.mostParts { parts.append(part) }
    }
    contents.scope = parts
  }

  private mutating func readTests(_ reader: inout JSONReader, into tests: inout TestDigests?) {
    guard reader.beginArray("tests") else { return }
    var digests = TestDigests()
    while reader.nextElement() {
      guard reader.peek() == .string else {
        reader.rejectType("a string", name: nil, noun: "an element of 'tests'")
        continue
      }
      reader.scanStringValue()
      digests.insert(TestDigests.digest(of: reader.textString))
      contents.dataset.testNames.insert(reader.text)
    }
    tests = tests ?? TestDigests()
    tests?.insert(digests)
  }

  private func readDigests(
    _ reader: inout JSONReader, _ key: String, into tests: inout TestDigests?
  ) {
    guard reader.beginArray(key) else { return }
    var digests = TestDigests()
    while reader.nextElement() {
      guard reader.peek() == .string else {
        reader.rejectType("a string", name: nil, noun: "an element of '\(key)'")
        continue
      }
      let position = reader.valuePosition
      reader.scanStringValue()
      if !digests.insert(packed: reader.text) {
        reader.rejectValue(
          at: position, "an element of '\(key)' is damaged",
          help: ["'\(key)' is written by 'tidemark convert'; write 'tests' instead"])
      }
    }
    tests = tests ?? TestDigests()
    tests?.insert(digests)
  }

  /// Reads the earlier run that covered more; nil if the value is no object.
  func readReference(_ reader: inout JSONReader) -> CoverageReference? {
    guard var fields = Fields(DatasetShapes.reference, in: &reader) else { return nil }
    let counts = 0...1_000_000_000
    var reference = CoverageReference()
    while let key = fields.next(&reader) {
      switch key {
      case .date: reference.date = reader.date("date")
      case .laterRuns: reference.laterRuns = reader.integer("laterRuns", counts) ?? 0
      case .testsRun: reference.testsRun = reader.integer("testsRun", counts)
      case .tests: reference.tests = reader.integer("tests", counts) ?? 0
      case .removed:
        reference.removed = reader.integer("removed", -counts.upperBound...counts.upperBound) ?? 0
      case .reports: reference.reports = readReports(&reader)
      case .tools: reference.tools = readTools(&reader)
      }
    }
    return reference
  }

  /// Reads the reports that a run read.
  func readReports(_ reader: inout JSONReader) -> [ReadReport] {
    guard reader.beginArray("reports") else { return [] }
    var reports: [ReadReport] = []
    while reader.nextElement() {
      guard var fields = Fields(DatasetShapes.report, in: &reader) else { continue }
      var report = ReadReport(input: "")
      var tests: TestDigests?
      while let key = fields.next(&reader) {
        switch key {
        case .input: report.input = reader.string("input") ?? ""
        case .tool: report.tool = reader.string("tool")
        case .testDigests: readDigests(&reader, "testDigests", into: &tests)
        case .repeats: report.repeats = reader.integer("repeats", 0...1_000_000_000) ?? 0
        case .alike: report.isAlike = reader.boolean("alike") ?? false
        }
      }
      report.tests = tests ?? TestDigests()
      reports.append(report)
    }
    return reports
  }

  private func readTools(_ reader: inout JSONReader) -> [CoverageReference.Tool] {
    guard reader.beginArray("tools") else { return [] }
    var tools: [CoverageReference.Tool] = []
    while reader.nextElement() {
      guard var fields = Fields(DatasetShapes.category, in: &reader) else { continue }
      var tool = CoverageReference.Tool(id: "", title: "")
      while let key = fields.next(&reader) {
        switch key {
        case .id: tool.id = reader.string("id") ?? ""
        case .title: tool.title = reader.string("title") ?? ""
        }
      }
      tools.append(tool)
    }
    return tools
  }
}
