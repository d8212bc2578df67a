internal import Diagnostics
internal import Inputs
internal import JSON
internal import Localization
internal import Model
internal import Text
internal import ToolReports

/// Reads the tests of a report.
extension CTRFImporter {
  mutating func readTest() {
    let value = reader.readTree()
    guard case .object = value.kind else { return }
    let name = value["name"]?.string ?? ""
    var test = TestCase(title: name.isEmpty ? context.locale.string(.unnamedTest) : name)
    test.outcome = fields.outcome(value["status"]?.string, at: value.location, &report, &reader.log)
    readRawStatus(of: value, &test)
    let isFlaky =
      value["flaky"]?.bool == true
      || Self.failedTries(value, value["retryAttempts"]?.elements ?? []) > 0
    if isFlaky { flaky.shown += 1 }
    test.isFlaky = test.outcome == .passed && isFlaky
    (test.suites, test.identity) = (Self.suites(value["suite"]), [name])
    test.seconds = fields.seconds(value["duration"], unit: 1_000, &reader.log)
    test.time = Self.time(value["start"])
    let environment = ["browser", "device"].compactMap { value[$0]?.string }
      .map(PlainText.trimmed).filter { !$0.isEmpty }
    test.environment = environment.isEmpty ? nil : environment.joined(separator: " ")
    test.source = context.mark(value.location)
    if value["screenshot"]?.string?.isEmpty == false, fields.isFirst("screenshot") {
      reader.log.add(
        Diagnostic(
          .note, "screenshot-left-out", "pictures inside a report are left out",
          at: value.location, help: ["write them to files and name these in 'attachments'"]))
    }
    if test.outcome == .skipped { test.reason = value["message"]?.string }
    if test.isProblem { describe(&test, value) }
    if test.outcome != .skipped {
      report.workers.add(value["threadId"]?.written, test.title, seconds: test.seconds)
    }
    report.add(test)
  }

  private static func failedTries(_ value: JSONValue, _ attempts: [JSONValue]) -> Int {
    let failed = attempts.count { $0["status"]?.string == "failed" }
    return max(failed, value["retries"]?.number.flatMap { Int(exactly: $0) } ?? 0)
  }

  /// Statuses of other tools for tests that are skipped on purpose.
  private static let leftOut: Set<String> = [
    "other", "skipped", "skip", "pending", "todo", "disabled", "ignored", "excluded", "focused",
  ]

  /// Reads the tool's own status of a test. A test that failed according to its tool has failed,
  /// regardless of its status. Of a test with the status `other`, a word that is not in `leftOut` is
  /// unread.
  private mutating func readRawStatus(of value: JSONValue, _ test: inout TestCase) {
    guard let raw = value["rawStatus"]?.string, !raw.isEmpty else { return }
    let word = raw.lowercased()
    if value["status"]?.string != "other" {
      if FailureSign.failures.contains(word.filter(\.isLetter)) { test.outcome = .failed }
    } else if !Self.leftOut.contains(word) {
      report.unread.add("rawStatus: \(raw)", line: value.location.line)
    }
  }

  /// The suites of a test: a list, or in older reports one string joined with ` > `.
  private static func suites(_ value: JSONValue?) -> [String] {
    if let joined = value?.string {
      return joined.replacing(" > ", with: "\u{1F}").split(separator: "\u{1F}").map(String.init)
    }
    return value?.elements.compactMap(\.string) ?? []
  }

  private func describe(_ test: inout TestCase, _ value: JSONValue) {
    let attempts = value["retryAttempts"]?.elements ?? []
    let message = PlainText.split(TerminalText.plain(value["message"]?.string ?? ""))
    var trace = PlainText.trimmed(TerminalText.plain(value["trace"]?.string ?? ""))
    if let said = message?.first { trace = PlainText.rest(of: trace, behind: said) ?? trace }
    var text = message?.first ?? PlainText.firstLine(of: trace)
    if test.isFlaky, let tries = tries(value, attempts) {
      test.failedTries = Self.failedTries(value, attempts)
      text = text.map { tries + "\n" + $0 } ?? tries
    }
    test.text = text
    let excerpt = details(of: value, [message?.rest ?? "", trace], attempts)
    for key in ["message", "trace"] { test.colors.add(value[key]?.string) }
    test.colors.add(excerpt)
    test.details = excerpt.isEmpty ? nil : excerpt.text
    test.file = (value["filePath"] ?? value["file_path"])?.string
    test.line = value["line"]?.number.flatMap { Int(exactly: $0) }
    if let found = TraceInText(TerminalText.plain(value["trace"]?.string ?? "")) {
      if let file = test.file {
        if let led = found.raised(in: file) { test.setPlace(led.place, by: led.test) }
      } else {
        test.setPlace(from: found)
      }
    }
    test.steps = Self.steps(value["steps"])
    test.attachments = (value["attachments"]?.elements ?? []).compactMap {
      $0["path"]?.string.map { Message.Attachment(path: $0) }
    }
  }

  private static func steps(_ value: JSONValue?) -> [Message.Step] {
    (value?.elements ?? []).compactMap { step in
      guard let name = step["name"]?.string, !name.isEmpty else { return nil }
      let status: Message.Step.Status =
        switch step["status"]?.string {
        case "passed": .passed
        case "failed": .failed
        case "skipped", "pending": .skipped
        default: .unknown
        }
      return Message.Step(title: name, status: status)
    }
  }

  /// The number of failed tries of a flaky test in words; nil for 0 or an implausible number.
  private func tries(_ value: JSONValue, _ attempts: [JSONValue]) -> String? {
    let count = Self.failedTries(value, attempts)
    guard 1..<1_000_000 ~= count else { return nil }
    return context.locale.failedTries(count, of: count + 1)
  }

  private func details(
    of value: JSONValue, _ beginning: [String], _ attempts: [JSONValue]
  ) -> Excerpt {
    var excerpt = context.excerpt
    func add(_ text: String) {
      let text = PlainText.trimmed(text)
      if !text.isEmpty { excerpt.append(text, separator: "\n\n") }
    }
    for part in beginning { add(part) }
    if let snippet = value["snippet"]?.string { add(snippet) }
    for (index, attempt) in attempts.enumerated() {
      let said = [attempt["message"]?.string, attempt["trace"]?.string].compactMap { $0 }
      if !said.isEmpty {
        add(([context.locale.tryHeading(index + 1)] + said).joined(separator: "\n"))
      }
    }
    let output = ["stdout", "stderr"].flatMap { value[$0]?.elements ?? [] }.compactMap(\.string)
    if !output.isEmpty {
      add(([context.locale.string(.outputHeading)] + output).joined(separator: "\n"))
    }
    if let advice = value["ai"]?.string {
      add(context.locale.string(.modelSuggestion) + "\n" + advice)
    }
    return excerpt
  }
}
