package import Diagnostics
internal import Inputs
package import JSON
internal import Model
package import Time

/// Reads the common fields of tests in JSON reports. Reports unreadable values once for each file.
package struct TestFields {
  /// The outcomes by the words of the format.
  package let outcomes: [String: TestCase.Outcome]
  private var reported: Set<String> = []

  package init(_ outcomes: [String: TestCase.Outcome]) {
    self.outcomes = outcomes
  }

  /// Whether something is reported for the first time in this file.
  package mutating func isFirst(_ what: String) -> Bool { reported.insert(what).inserted }

  /// The outcome of a word. A test with an unknown word or without a word counts as skipped, never
  /// as passed.
  package mutating func outcome(
    _ word: String?, at location: SourceLocation, _ report: inout ImportedReport,
    _ log: inout DiagnosticLog
  ) -> TestCase.Outcome {
    if let outcome = word.flatMap({ outcomes[$0] }) { return outcome }
    report.unread.add("status: \(word ?? "null")", line: location.line)
    if isFirst("status " + (word ?? "")) {
      let what = word.map { "the status \(VisibleText.quoted($0))" } ?? "a test without 'status'"
      log.add(
        Diagnostic(.warning, "unknown-test-status", "\(what) counts as skipped", at: location))
    }
    return .skipped
  }

  /// A duration in seconds.
  ///
  /// - Parameter unit: The number of the report's units in a second.
  package mutating func seconds(
    _ duration: JSONValue?, unit: Double, _ log: inout DiagnosticLog
  ) -> Double? {
    guard let duration, let number = duration.number else { return nil }
    let seconds = ReportedDuration.seconds(number / unit)
    if seconds == nil, isFirst("duration") {
      log.add(
        Diagnostic(
          .note, "unreadable-duration", ReportedDuration.summary(duration.written ?? ""),
          at: duration.location))
    }
    return seconds
  }

  package static func time(_ value: JSONValue?) -> TimePoint? {
    value?.written.flatMap(ReportedTime.time)
  }
}

extension TestCase {
  /// The suite of a test file: the last two components of its path. The components before them
  /// differ between machines.
  package static func suite(ofFile path: String) -> String {
    path.split { $0 == "/" || $0 == "\\" }.suffix(2).joined(separator: "/")
  }

  /// Takes a runner's texts. The first paragraph becomes the text, the rest the details.
  ///
  /// - Parameter opening: The beginning of the text.
  package mutating func describe(
    _ parts: [String], opening: String? = nil, _ context: ImportContext
  ) {
    var excerpt = context.excerpt
    for part in parts {
      colors.add(part)
      var part = PlainText.trimmed(TerminalText.plain(part))
      if text == nil, let (first, rest) = PlainText.split(part) { (text, part) = (first, rest) }
      if !part.isEmpty { excerpt.append(part, separator: "\n\n") }
    }
    if let opening { text = text.map { opening + "\n" + $0 } ?? opening }
    details = excerpt.isEmpty ? nil : excerpt.text
  }
}

extension JSONReader {
  /// Whether a report is of a kind. Otherwise reports an error with `noun` for the expected kind.
  package mutating func isReport(_ kind: Kind, _ noun: String) -> Bool {
    if peek() == kind { return true }
    report(.error, "wrong-type", at: valuePosition, "the report is not \(noun)")
    return false
  }
}

extension JSONValue {
  /// A whole number, such as the number of a line.
  package var whole: Int? { number.flatMap { Int(exactly: $0) } }
}
