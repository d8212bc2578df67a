/// The reference of all diagnostics: for each id what causes it and what mends it.
///
/// `docs/diagnostics.md` is written from it. A test holds it to the ids that the sources emit.
package enum DiagnosticCatalog {
  package struct Entry: Sendable {
    package var id: String
    /// The severities that it can have.
    package var severities: [Severity]
    /// One or two sentences, in Markdown.
    package var cause: String
    /// What a user can do, one or two sentences in Markdown.
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
