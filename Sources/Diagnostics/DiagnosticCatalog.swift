/// The reference of all diagnostics: cause and remedy of each id.
///
/// `docs/diagnostics.md` is generated from it. A test compares it with the ids that the sources
/// use.
package enum DiagnosticCatalog {
  package struct Entry: Sendable {
    package var id: String
    /// The possible severities.
    package var severities: [Severity]
    /// One or two sentences, in Markdown.
    package var cause: String
    /// The user's remedy, in one or two sentences of Markdown.
    package var remedy: String

    init(_ id: String, _ severities: [Severity], _ cause: String, _ remedy: String) {
      self.id = id
      self.severities = severities
      self.cause = cause
      self.remedy = remedy
    }
  }

  /// Diagnostics about the same subject, sorted by id.
  package struct Topic: Sendable {
    package var title: String
    package var entries: [Entry]

    init(_ title: String, _ entries: [Entry]) {
      self.title = title
      self.entries = entries
    }
  }

  package static let topics = [
    commandLine, inputs, files, dataset, known, imports, reportLines, calendars, reports, mail,
    templates,
    themes, site,
  ]

  package static var entries: [Entry] { topics.flatMap(\.entries) }
}
