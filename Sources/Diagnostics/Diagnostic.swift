/// A place in a file that somebody wrote: what an editor jumps to.
package struct SourceLocation: Sendable, Hashable {
  /// The path as it was given; `-` is standard input.
  package var file: String
  /// The line, from 1; 0 when the whole file is meant.
  package var line: Int
  /// The column in Unicode scalars, from 1; 0 when the whole line is meant.
  package var column: Int

  package init(file: String, line: Int = 0, column: Int = 0) {
    self.file = file
    self.line = line
    self.column = column
  }
}

/// How bad a finding is.
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

/// Something that a person should know about what they gave, as a plain value; the writers say it.
package struct Diagnostic: Sendable, Hashable {
  package var severity: Severity
  /// The name of the kind of finding, `unknown-urgency`: stable, so that it can be searched for.
  package var id: String
  /// One sentence without a full stop, in lower case.
  package var summary: String
  package var location: SourceLocation?
  /// What could be done, each a sentence fragment such as "did you mean 'error'?".
  package var help: [String]
  /// How many findings it stands for: more than one in the note that takes the place of those that
  /// were left out.
  package var count = 1
  /// What of a report it speaks of, as far as it is listed.
  package var findings: [Finding] = []
  /// How many more there are.
  package var moreFindings = 0

  /// A message of a report that a diagnostic speaks of.
  package struct Finding: Sendable, Hashable {
    package var severity: Severity
    package var title: String
    /// What is special about it, such as "new error".
    package var label: String
    package var location: SourceLocation?

    package init(
      _ severity: Severity, _ title: String, label: String, at location: SourceLocation?
    ) {
      self.severity = severity
      self.title = title
      self.label = label
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

  /// The note in place of findings in a file that were left out.
  package static func more(_ count: Int, in file: String?) -> Diagnostic {
    var note = Diagnostic(
      .note, moreID, "and \(count) more \(count == 1 ? "problem" : "problems")",
      at: file.map { SourceLocation(file: $0) })
    note.count = count
    return note
  }

  static let moreID = "more-problems"
}
