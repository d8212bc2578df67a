internal import Diagnostics
internal import Model
internal import ToolReports
internal import XML

/// Reads xUnit.net XML: versions 2 and 3, and version 1 with a single assembly as its root.
struct XUnitImporter: ~Copyable {
  private var reader: XMLReader
  private let context: ImportContext
  private var report: ImportedReport
  private var times = RunTimes()
  /// The path of the current assembly.
  private var assembly: String?
  private var claims = ReportClaims()
  /// The open assembly and collection.
  private var parts: [ReportClaims] = []
  private var unknownOutcomes: Set<String> = []

  init(_ reader: consuming XMLReader, _ context: ImportContext) {
    self.reader = reader
    self.context = context
    report = ImportedReport(context)
    report.holdsTests = true
  }

  consuming func read() -> (report: ImportedReport, log: DiagnosticLog) {
    while let event = reader.next() {
      if event == .end, !reader.hasFailed,
        ["assembly", "collection", "class"].contains(reader.name)
      {
        closePart()
      }
      guard event == .start else { continue }
      if reader.depth == 1, reader.hasWrongRoot("assemblies", "assembly") {
        return (report, reader.finish())
      }
      switch reader.name {
      case "assemblies", "errors": break
      case "collection", "class": openPart()
      case "assembly": openAssembly()
      case "error": readError()
      case "test": readTest()
      default: report.skipUnknown(&reader, holding: Self.parts)
      }
    }
    report.finishTests()
    report.compareTests(with: claims, &reader)
    report.finish(times, &reader)
    return (report, reader.finish())
  }

  /// The elements that describe tests.
  private static let parts: Set<String> = [
    "assembly", "collection", "class", "test", "failure", "error",
  ]

  // MARK: Assemblies

  /// Opens an assembly, a collection of it, or a class of version 1.
  private mutating func openPart() {
    var part = ReportClaims(part: reader.attribute("name").flatMap(DotNetTest.fileName))
    part.tests = reader.count("total", &report.unread)
    part.skipped = sum("skipped", "not-run")
    part.failed = sum("failed", "errors")
    parts.append(part)
  }

  /// The sum of two counts; nil if both are absent.
  private mutating func sum(_ first: StaticString, _ second: StaticString) -> Int? {
    let counts = [first, second].compactMap { reader.count($0, &report.unread) }
    return counts.isEmpty ? nil : counts.reduce(0, +)
  }

  private mutating func closePart() {
    guard var part = parts.popLast() else { return }
    part.noteUnshown(at: context.mark(1), &report)
    if let last = parts.indices.last { return parts[last].add(part) }
    claims.add(part)
    claims.tests = (claims.tests ?? 0) + (part.tests ?? part.shownTests)
  }

  private mutating func openAssembly() {
    assembly = reader.attribute("name")
    readEnvironment()
    openPart()
    let start = reader.attribute("start-rtf")
    if let begin = times.time(start, &reader) {
      times.note(begin, end: times.time(reader.attribute("finish-rtf"), &reader))
    } else if let date = reader.attribute("run-date"), let time = reader.attribute("run-time"),
      let begin = ReportedTime.time("\(date) \(time)")
    {
      times.note(begin, seconds: times.seconds(reader.attribute("time"), &reader))
    }
  }

  /// Reads the runtime, such as `64-bit .NET 8.0.1 [collection-per-class]`, and the framework, such
  /// as `xUnit.net 2.4.1.0`.
  private mutating func readEnvironment() {
    for given in [reader.attribute("environment"), reader.attribute("test-framework")] {
      let words = (given ?? "").split(separator: " ").map { String($0) }
      let number = words.firstIndex { $0.first?.isNumber ?? false && !$0.hasSuffix("-bit") }
      guard let number, number > 0 else { continue }
      let name = words[..<number].filter { !$0.hasSuffix("-bit") }.joined(separator: " ")
      report.environmentFacts.add(program: name, words[number])
    }
  }

  /// Reads a failure outside of the tests: a fixture that could not be disposed of, or an assembly
  /// that could not be run.
  private mutating func readError() {
    var test = DotNetTest()
    test.source = context.mark(reader.position)
    let kind = reader.attribute("type")
    let name = reader.attribute("name")
    (test.assembly, test.outcome) = (assembly, .failed)
    readChildren(of: &test)
    if let last = parts.indices.last { parts[last].shownFailures += 1 }
    var made = test.testCase(context)
    let names = [kind, name].compactMap { $0?.isEmpty == false ? $0 : nil }
    if !names.isEmpty { made.title = names.joined(separator: ": ") }
    (made.identity, made.problem) = ([], ["error"] + names)
    report.ending = .failed
    report.reason = report.reason ?? made.text.map { "\(made.title): \($0)" } ?? made.title
    report.addProblem(made)
  }

  // MARK: Tests

  private mutating func readTest() {
    var test = DotNetTest()
    (test.assembly, test.source) = (assembly, context.mark(reader.position))
    test.name = reader.attribute("name") ?? reader.attribute("method")
    test.className = reader.attribute("type")
    test.outcome = outcome(reader.attribute("result"))
    test.seconds = times.seconds(reader.attribute("time"), &reader)
    test.time = times.time(reader.attribute("start-rtf"), &reader)
    test.file = reader.attribute("source-file")
    test.line = reader.attribute("source-line").flatMap { Int($0) }
    readChildren(of: &test)
    if let last = parts.indices.last {
      parts[last].shownTests += 1
      if test.outcome == .failed { parts[last].shownFailures += 1 }
      if test.outcome == .skipped { parts[last].shownSkipped += 1 }
    }
    report.add(test.testCase(context))
  }

  /// An outcome that is unknown or absent never counts as passed.
  private mutating func outcome(_ word: String?) -> TestCase.Outcome {
    switch word {
    case "Pass": return .passed
    case "Fail": return .failed
    case "Skip", "NotRun": return .skipped
    default:
      if unknownOutcomes.insert(word ?? "").inserted {
        let what = word.map { "the result \(VisibleText.quoted($0))" } ?? "a test without 'result'"
        reader.report(
          .warning, "unknown-test-status", at: reader.position, "\(what) counts as skipped")
      }
      report.unread.add("result=\"\(word ?? "")\"", line: reader.position.line)
      return .skipped
    }
  }

  private mutating func readChildren(of test: inout DotNetTest) {
    let inside = reader.depth
    while reader.depth >= inside, let event = reader.next() {
      guard event == .start else { continue }
      switch reader.name {
      case "failure":
        var problem = JUnitProblem(type: reader.attribute("exception-type"))
        problem.readParts(&reader, context)
        test.problem = [problem]
        // A described failure has happened, even if the result says "Pass".
        if test.outcome == .passed { test.outcome = .failed }
      case "reason": test.problem = [JUnitProblem(message: reader.readExcerpt(context).text)]
      case "output": test.outputs.append(reader.readExcerpt(context))
      case "warnings": break
      case "warning":
        let warning = reader.readExcerpt(context)
        test.hasWarning = test.outcome == .passed
        if test.hasWarning, test.problem.isEmpty {
          test.problem = [JUnitProblem(message: warning.text)]
        } else {
          test.outputs.append(warning)
        }
      default: report.skipUnknown(&reader, holding: Self.parts)
      }
    }
  }
}
