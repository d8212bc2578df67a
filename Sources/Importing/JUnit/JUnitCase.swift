internal import Basics
internal import Model
internal import XML

/// A suite that is open.
struct JUnitSuite {
  let position: XMLPosition
  /// Whether it is the element around all suites.
  var isOuter = false
  var name: String?
  var file: String?
  /// Whether lines count from 0.
  var isPytest = false
  /// How many failures and errors its attributes claim, and how many it holds.
  var claimed = 0
  var found = 0

  init(position: XMLPosition) {
    self.position = position
  }
}

/// A `failure`, `error` or one of their relatives.
struct JUnitProblem {
  var message: String?
  var type: String?
  var file: String?
  var line: String?
  var content = Excerpt()

  /// Messages and types that say nothing.
  private static let emptyWords: Set<String> = [
    "", "failure", "failed", "test failure", "error", "assertionerror", "testcodefailure",
    "junit.framework.assertionfailederror",
  ]

  /// The message's first paragraph, else the first line of the content, with a telling type.
  var text: String? {
    var text = message.map(TerminalText.plain).flatMap(PlainText.firstParagraph)
    if let known = text, Self.emptyWords.contains(known.lowercased()) { text = nil }
    text = text ?? PlainText.firstLine(of: content.text)
    guard let type = type.flatMap(JUnitNames.filled),
      !Self.emptyWords.contains(type.lowercased()), text?.contains(type) != true
    else { return text }
    return text.map { "\($0) (\(type))" } ?? type
  }

  /// The content, with what else the message says in front of it.
  var details: String? {
    let content = PlainText.trimmed(content.text)
    let message = message.map(TerminalText.plain).map(PlainText.trimmed) ?? ""
    let rest = message == text || content.contains(message) ? "" : message
    let details = rest.isEmpty ? content : content.isEmpty ? rest : rest + "\n\n" + content
    return details.isEmpty || details == text ? nil : details
  }
}

/// A `testcase` with all its children.
struct JUnitCase {
  var name: String?
  var className: String?
  var status: String?
  var result: String?
  var file: String?
  var line: String?
  var seconds: Double?
  var time: TimePoint?
  var errors: [JUnitProblem] = []
  var failures: [JUnitProblem] = []
  var isSkipped = false
  var skipReason: (type: String?, message: String?) = (nil, nil)
  var flakyTries: [JUnitProblem] = []
  var reruns: [JUnitProblem] = []
  var outputs: [Excerpt] = []

  init(name: String?, className: String?, status: String?, result: String?) {
    self.name = JUnitNames.filled(name)
    self.className = className.flatMap { $0.isEmpty ? nil : $0 }
    self.status = status
    self.result = result
  }

  private var problems: [JUnitProblem] { errors + failures }

  /// pytest could not even collect the tests of a file.
  var isBrokenCollection: Bool { errors.contains { $0.message == "collection failure" } }

  private var isMarkedSkipped: Bool {
    isSkipped || ["notrun", "disabled", "skipped", "ignored"].contains(status?.lowercased() ?? "")
      || ["suppressed", "skipped"].contains(result?.lowercased() ?? "")
  }

  /// Whether a failure beside `skipped` was expected: node's todo, Catch2's `!mayfail`.
  private var isExpectedFailure: Bool {
    isSkipped
      && (skipReason.type?.lowercased() == "todo"
        || skipReason.message == "TEST_CASE tagged with !mayfail")
  }

  func made(in suites: [JUnitSuite], _ locale: Locale) -> TestCase {
    let suiteNames = suites.compactMap(\.name)
    let source = file ?? suites.last?.file
    let outer = className.flatMap { className -> String? in
      let isRepeated =
        className == name || className == "test" || className == source
        || suiteNames.contains(className) && className == suiteNames.last && suites.count > 1
      return isRepeated ? nil : className
    }
    var test = TestCase(
      title: JUnitNames.title(className: outer, name: name) ?? locale.string(.unnamedTest))
    (test.suites, test.identity) = (suiteNames, [className ?? "", name ?? ""])
    if className == nil, let source { test.identity.append(source) }
    (test.seconds, test.time) = (seconds, time)
    if !problems.isEmpty {
      test.outcome = isExpectedFailure ? .todo : errors.isEmpty ? .failed : .error
    } else if isMarkedSkipped {
      test.outcome = isExpectedFailure ? .todo : .skipped
    } else if !flakyTries.isEmpty {
      test.isFlaky = true
    }
    guard test.isProblem else { return test }
    describe(&test, isPytest: suites.contains(where: \.isPytest), source, locale)
    return test
  }

  private func describe(
    _ test: inout TestCase, isPytest: Bool, _ source: String?, _ locale: Locale
  ) {
    let told = test.isFlaky ? flakyTries : problems
    var texts = told.compactMap(\.text)
    if test.isFlaky { texts.insert(locale.failedTries(told.count, of: told.count + 1), at: 0) }
    test.text = texts.isEmpty ? nil : texts.joined(separator: "\n")
    var parts = told.compactMap(\.details)
    for (index, rerun) in reruns.enumerated() {
      if let details = rerun.details ?? rerun.text {
        parts.append(locale.tryHeading(index + 2) + "\n" + details)
      }
    }
    let outputs = outputs.compactMap { output -> String? in
      let (text, found) = JUnitNames.withoutAttachments(output.text)
      test.attachments += found
      let trimmed = PlainText.trimmed(text)
      return trimmed.isEmpty ? nil : trimmed
    }
    if !outputs.isEmpty {
      parts.append(locale.string(.outputHeading) + "\n" + outputs.joined(separator: "\n"))
    }
    test.details = parts.isEmpty ? nil : parts.joined(separator: "\n\n")
    locate(&test, isPytest: isPytest, source, told)
  }

  private func locate(
    _ test: inout TestCase, isPytest: Bool, _ source: String?, _ problems: [JUnitProblem]
  ) {
    let own = problems.first { $0.file != nil }
    if let path = own?.file ?? source, !path.isEmpty {
      test.file = path
      test.line = (own?.line ?? line).flatMap { Int($0) }
      if own == nil, isPytest, path.hasSuffix(".py") { test.line = test.line.map { $0 &+ 1 } }
      return
    }
    for problem in problems {
      if let found = PlaceInText.first(in: problem.content.text) {
        (test.file, test.line) = (found.path, found.line)
        return
      }
    }
  }
}
