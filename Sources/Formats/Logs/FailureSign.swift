internal import JSON
internal import Localization
internal import Model
package import ToolReports

/// The sign of a failure in a line that the format of a report does not explain.
enum FailureSign {
  /// A process was killed, or ended by a signal.
  case death
  /// A tool, a test or a build failed, or a logger reported an error.
  case failure

  private static let longestLine = 2_000

  /// nil if the line has no sign of a failure.
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

  /// Whether it is the title of a passed test, or a check by a configuration script:
  /// `✓ returns 1 error`, `-- Looking for sigsegv`.
  private static func isPassed(_ line: Substring) -> Bool {
    ["✓", "✔", "√", "-- Looking for ", "-- Performing Test ", "checking for "]
      .contains { line.utf8.starts(with: $0.utf8) }
  }

  // MARK: Objects

  /// The keys for an outcome.
  static let results = [
    "Action", "action", "event", "status", "outcome", "result", "state", "conclusion", "urgency",
  ]
  /// The words for a failed outcome.
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

/// The unexplained lines of a report that are signs of failure or that could not be read.
package struct FailureSigns {
  private struct Lines {
    var count = 0
    var number = 0
    var text = ""
  }

  private var deaths = Lines()
  private var failures = Lines()
  private var unread = UnreadParts()

  /// Examines a line. The beginning of the first line of each kind is stored.
  package mutating func examine(_ line: Substring, number: Int) {
    switch FailureSign(line) {
    case .death?: Self.add(line, number, to: &deaths)
    case .failure?: Self.add(line, number, to: &failures)
    case nil: break
    }
  }

  /// Adds a line that must be read but could not be, so that its information is lost.
  package mutating func addUnread(_ line: Substring, number: Int) {
    if FailureSign(line) == nil {
      unread.add(String(line), line: number)
    } else {
      examine(line, number: number)
    }
  }

  /// Adds a line that is known to report a failure.
  mutating func addFailure(_ line: Substring, number: Int) {
    Self.add(line, number, to: &failures)
  }

  /// Adds a line that is known to report the death of a program.
  mutating func addDeath(_ line: Substring, number: Int) {
    Self.add(line, number, to: &deaths)
  }

  private static func add(_ line: Substring, _ number: Int, to lines: inout Lines) {
    if lines.count == 0 || number < lines.number {
      (lines.number, lines.text) = (number, String(line.prefix(4_096)))
    }
    lines.count += 1
  }

  /// Adds the signs to a report. Errors in the report explain its failures, but not the death of a
  /// process.
  package func report(in report: inout ImportedReport, showsErrors: Bool) {
    for shortfall in shortfalls(report.context, &report.identity.redactor, showsErrors) {
      report.addShortfall(shortfall)
    }
  }

  /// - Parameter redactor: Hides secrets before a line is shortened.
  package func shortfalls(
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
