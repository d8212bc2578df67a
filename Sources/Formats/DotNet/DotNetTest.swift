internal import Localization
internal import Model
internal import Time
internal import ToolReports

/// A test in the formats of .NET.
struct DotNetTest {
  /// The path of its assembly.
  var assembly: String?
  /// The class with its namespaces.
  var className: String?
  /// The name, with or without the class in front of it.
  var name: String?
  var outcome = TestCase.Outcome.passed
  var hasWarning = false
  /// The problem; at most one.
  var problem: [JUnitProblem] = []
  var outputs: [Excerpt] = []
  var attachments: [Message.Attachment] = []
  var seconds: Double?
  var time: TimePoint?
  /// The place of the test's declaration.
  var file: String?
  var line: Int?
  var source = SourceMark()

  /// The test in the form that all formats share.
  func testCase(_ context: ImportContext) -> TestCase {
    let className = className.flatMap { $0.isEmpty ? nil : $0 }
    let name = Self.name(self.name ?? "", in: className)
    let title = Self.title(className: className, name: name)
    var test = TestCase(title: title.isEmpty ? context.locale.string(.unnamedTest) : title)
    test.suites = assembly.flatMap(Self.fileName).map { [$0] } ?? []
    test.identity = [className ?? "", name]
    (test.outcome, test.hasWarning) = (outcome, hasWarning)
    (test.seconds, test.time, test.source) = (seconds, time, source)
    if outcome == .skipped { test.reason = problem.first?.message ?? outputs.first?.text }
    guard test.isProblem else { return test }
    (test.attachments, test.file, test.line) = (attachments, file, line)
    describe(&test, context)
    return test
  }

  private func describe(_ test: inout TestCase, _ context: ImportContext) {
    var parts = Excerpt(limit: 0)
    if let problem = problem.first {
      let said = problem.described(for: name)
      test.colors.add(problem.message)
      test.colors.add(problem.content)
      test.text = said.text
      if let details = said.details { parts.append(details) }
      if let place = DotNetTrace.place(in: problem.content.text) {
        let led = className.flatMap { DotNetTrace.test(in: problem.content.text, ofClass: $0) }
        test.setPlace(place, by: led)
      }
    }
    let output = test.addOutput(outputs)
    test.text = test.text ?? PlainText.lastLines(of: output)
    if !output.isEmpty {
      parts.append(
        context.locale.string(.outputHeading) + "\n" + output, separator: "\n\n")
    }
    test.details = parts.isEmpty ? nil : parts.text
  }

  // MARK: Names

  /// The last part of a path.
  static func fileName(_ path: String) -> String? {
    path.split { $0 == "/" || $0 == "\\" }.last.map(String.init)
  }

  private static func name(_ name: String, in className: String?) -> String {
    guard let className, name.hasPrefix(className + "."), name.utf8.count > className.utf8.count + 1
    else { return name }
    return String(name.dropFirst(className.count + 1))
  }

  /// The class without its namespaces, and the name.
  private static func title(className: String?, name: String) -> String {
    guard let className else { return name }
    // Generic classes and fixtures with arguments have dots after their names.
    let head = className.prefix { !"(<[`".contains($0) }
    guard !head.contains(where: \.isWhitespace) else {
      return name.isEmpty ? className : "\(className) › \(name)"
    }
    let last = head.split { $0 == "." || $0 == "+" }.last ?? head
    let short = last + className.dropFirst(head.count)
    return name.isEmpty ? String(short) : "\(short).\(name)"
  }
}
