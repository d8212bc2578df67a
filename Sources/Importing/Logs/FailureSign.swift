internal import Basics
internal import JSON
internal import Model

/// What a line says of a failure: a line that the format of a report does not explain.
enum FailureSign {
  /// A process was killed, or ended by a signal.
  case death
  /// A tool, a test or a build failed, or a logger has written an error.
  case failure

  private static let longestLine = 2_000

  /// nil if the line says nothing of that kind.
  init?(_ line: Substring) {
    let line = PlainText.trimmedLine(line)
    if Self.isPassed(line) { return nil }
    if line.utf8.first == UInt8(ascii: "{"), line.utf8.last == UInt8(ascii: "}") {
      guard Self.isFailure(object: String(line)) else { return nil }
      self = .failure
      return
    }
    let bytes = Array(line.utf8.prefix(Self.longestLine))
    let found = bytes.withUnsafeBufferPointer { FailureScan($0).sign }
    guard let found else { return nil }
    self = found
  }

  /// Whether it is the title of a test that passed, or a question of a configuration: `✓ returns 1 error`,
  /// `-- Looking for sigsegv`.
  private static func isPassed(_ line: Substring) -> Bool {
    ["✓", "✔", "√", "-- Looking for ", "-- Performing Test ", "checking for "]
      .contains { line.utf8.starts(with: $0.utf8) }
  }

  // MARK: Objects

  /// The names of what says how something ended.
  static let results = [
    "Action", "action", "event", "status", "outcome", "result", "state", "conclusion", "urgency",
  ]
  /// The words for an outcome that is a failure.
  static let failures: Set<String> = [
    "fail", "failed", "failure", "error", "errored", "broken", "crashed", "timedout", "timeout",
  ]
  private static let totals = [
    "failed", "failures", "errors", "exit_code", "exitCode", "errorCount", "fatalErrorCount",
    "failureCount", "numFailedTests",
  ]
  private static let successes = ["success", "ok", "passed"]

  /// Whether a JSON object is the record of an error, or the event of a failure.
  private static func isFailure(object text: String) -> Bool {
    guard let object = JSONValue.parse(text, file: "", limits: .ofReports).0 else { return false }
    if LogLevel(LogRecord(object)).urgency == .error { return true }
    if object["message"]?["level"]?.string == "error" { return true }
    return results.contains { failures.contains(object[$0]?.string?.lowercased() ?? "") }
      || totals.contains { object[$0]?.number.map { $0 > 0 } ?? false }
      || successes.contains { object[$0]?.bool == false }
  }
}

/// The lines of a report that its format does not explain and that say failure, or that could not be read.
struct FailureSigns {
  private struct Lines {
    var count = 0
    var number = 0
    var text = ""
  }

  private var deaths = Lines()
  private var failures = Lines()
  private var unread = UnreadParts()

  /// Takes a line; the beginning of the first one of each kind is kept.
  mutating func take(_ line: Substring, number: Int) {
    switch FailureSign(line) {
    case .death?: Self.add(line, number, to: &deaths)
    case .failure?: Self.add(line, number, to: &failures)
    case nil: break
    }
  }

  /// Takes a line that had to be read and could not be, so that what it says is lost.
  mutating func take(unread line: Substring, number: Int) {
    if FailureSign(line) == nil {
      unread.add(String(line), line: number)
    } else {
      take(line, number: number)
    }
  }

  /// Takes a line that is known to say failure.
  mutating func take(failure line: Substring, number: Int) {
    Self.add(line, number, to: &failures)
  }

  /// Takes a line that is known to say that a program died.
  mutating func take(death line: Substring, number: Int) {
    Self.add(line, number, to: &deaths)
  }

  private static func add(_ line: Substring, _ number: Int, to lines: inout Lines) {
    if lines.count == 0 || number < lines.number {
      (lines.number, lines.text) = (number, String(line.prefix(4_096)))
    }
    lines.count += 1
  }

  /// Says in a report what the lines say. A report that shows errors explains its failures, and not
  /// why a process died.
  func report(in report: inout ImportedReport, showsErrors: Bool) {
    for shortfall in shortfalls(report.context, &report.identity.redactor, showsErrors) {
      report.addShortfall(shortfall)
    }
  }

  /// - Parameter redactor: Hides secrets before a line is cut.
  func shortfalls(
    _ context: ImportContext, _ redactor: inout Redactor, _ showsErrors: Bool
  ) -> [String] {
    var texts: [String] = []
    for lines in showsErrors ? [deaths] : [deaths, failures] where lines.count > 0 {
      let text = redactor.redacted(String(PlainText.trimmedLine(lines.text[...])))
      texts.append(
        context.locale.count(
          .linesSayFailure, lines.count,
          [
            "line": context.locale.number(lines.number),
            "text": MessageMaker.shortened(text, to: Self.longestText),
          ]))
    }
    if let sentence = unread.sentence(context.locale, &redactor) { texts.append(sentence) }
    return texts
  }

  private static let longestText = 160
}
