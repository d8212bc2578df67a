/// A location in a source file.
package struct SourceLocation: Sendable, Hashable {
  /// The path as given; `-` for standard input.
  package var file: String
  /// The line, from 1; 0 for the whole file.
  package var line: Int
  /// The column in Unicode scalars, from 1; 0 for the whole line.
  package var column: Int

  package init(file: String, line: Int = 0, column: Int = 0) {
    self.file = file
    self.line = line
    self.column = column
  }
}

/// The severity of a diagnostic.
package enum Severity: String, Sendable, Hashable, Comparable, CaseIterable {
  case note, warning, error

  package static func < (left: Severity, right: Severity) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// A problem or note for the user, as a plain value. Separate writers format it.
package struct Diagnostic: Sendable, Hashable {
  package var severity: Severity
  /// The stable, searchable identifier of the problem: `unknown-urgency`.
  package var id: String
  /// One sentence in lower case without a full stop.
  package var summary: String
  package var location: SourceLocation?
  /// Remedies, each a sentence fragment such as "did you mean 'error'?".
  package var help: [String]
  /// The number of problems in this diagnostic; more than one for the note that replaces omitted
  /// problems.
  package var count = 1
  /// The messages of a report that the diagnostic lists, up to a limit.
  package var findings: [Finding] = []
  /// The number of further messages.
  package var moreFindings = 0

  /// A message of a report, listed by a diagnostic.
  package struct Finding: Sendable, Hashable {
    package var severity: Severity
    package var title: String
    /// The reason for listing it, such as "new error".
    package var label: String
    /// The line that says why it failed.
    package var cause: String?
    package var location: SourceLocation?

    package init(
      _ severity: Severity, _ title: String, label: String, cause: String? = nil,
      at location: SourceLocation?
    ) {
      self.severity = severity
      self.title = title
      self.label = label
      self.cause = cause
      self.location = location
    }
  }

  package init(
    _ severity: Severity, _ id: String, _ summary: String, at location: SourceLocation? = nil,
    help: [String] = []
  ) {
    self.severity = severity
    self.id = id
    self.summary = summary
    self.location = location
    self.help = help
  }

  /// The note that replaces omitted problems of a file.
  package static func more(_ count: Int, in file: String?) -> Diagnostic {
    var note = Diagnostic(
      .note, moreID, "and \(count) more \(count == 1 ? "problem" : "problems")",
      at: file.map { SourceLocation(file: $0) })
    note.count = count
    return note
  }

  static let moreID = "more-problems"
}
