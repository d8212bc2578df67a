import Composing
import Diagnostics
import Model
import Testing

@testable import Rendering

/// Diagnostics for authors of templates.
@Suite struct DocumentProblemTests {
  private static let document = "Templates/default/report.md"

  private func problems(
    _ document: String, to target: OutputFormat = .page, _ more: [String: String] = [:]
  ) throws -> [Diagnostic] {
    let files = [Self.document: document].merging(more) { $1 }
    let night = try report(dataset([message(.error, "a"), message(.warning, "b")]))
    return Self.problems(of: night, target, files)
  }

  private static func problems(
    of night: Report, _ target: OutputFormat, _ files: [String: String]
  ) -> [Diagnostic] {
    RenderingTests.problems(rendering: night, to: target, with: files)
  }

  @Test(arguments: [
    ("# A\n\n<div>x</div>\n", "raw-html"), ("# A\n\nwords <b>bold</b>\n", "raw-html"),
    ("# A\n\n<!-- x -->\n", "raw-html"), ("# A\n\n{{> run}} and words\n", "component-in-paragraph"),
    ("# A\n\n{{> run}}\n{{> overview}}\n", "component-in-paragraph"),
    ("# A\n\n{{> run}}\n---\n", "component-underlined"),
    ("# A {{> run}}\n", "component-in-heading"), ("# A\n\n- {{> run}}\n", "component-in-container"),
    ("# A\n\n> {{> run}}\n", "component-in-container"),
    ("# A\n\n*{{> run}}*\n", "component-in-paragraph"),
    ("# A\n\n```\n{{> run}}\n```\n", "component-in-code"),
    ("# A\n\n<{{title}}>\n", "tag-in-angle-brackets"),
  ])
  func documentFindingsAreErrorsInEveryTarget(document: String, id: String) throws {
    for target in [OutputFormat.page, .markdown, .text] {
      let found = try problems(document, to: target)
      #expect(found.map(\.id).contains(id), "\(target)")
      #expect(found.allSatisfy { $0.location?.file == Self.document })
      #expect(found.contains { $0.severity == .error && !$0.help.isEmpty })
    }
  }

  @Test func anImageInADocumentIsAWarning() throws {
    let found = try problems("# A\n\n![words](a.png)\n")
    #expect(found.map(\.severity) == [.warning])
    #expect(found.map(\.id) == ["image"])
  }

  @Test func anUnknownNameIsReportedAtItsLocationWithASuggestion() throws {
    let found = try problems("# {{title}}\n\nAnd {{subtitel}}.\n")
    #expect(found.map(\.id) == ["unknown-name"])
    #expect(found.first?.location == SourceLocation(file: Self.document, line: 3, column: 5))
    #expect(found.first?.help == ["did you mean 'subtitle'?"])
    #expect(found.first?.severity == .error)
  }

  @Test func anUnknownNameInAComponentIsReportedThere() throws {
    let path = "Templates/default/components/notes.page"
    let found = try problems(
      "# A\n\n{{> notes}}\n", to: .page, [path: "<p>\n  {{strings.timelin}}</p>\n"])
    #expect(found.map(\.id) == ["unknown-name"])
    #expect(found.first?.location == SourceLocation(file: path, line: 2, column: 3))
  }

  @Test func anUnknownPartialIsAWarningWithASuggestion() throws {
    let found = try problems("# A\n\n{{> bannerz}}\n")
    #expect(found.map(\.id) == ["unknown-partial"])
    #expect(found.first?.location == SourceLocation(file: Self.document, line: 3, column: 1))
    #expect(found.first?.help.first?.contains("banner") == true)
  }

  @Test func aComponentMissingForATargetNamesTheFile() throws {
    let mail = "Templates/default/components/contact.mail"
    let found = try problems("# A\n\n{{> contact}}\n", to: .text, [mail: "<p>us</p>\n"])
    #expect(found.map(\.id) == ["missing-form"])
    #expect(found.first?.summary == "missing 'contact.text' beside 'contact.mail'")
    #expect(found.first?.location == SourceLocation(file: Self.document, line: 3, column: 1))
  }

  @Test func anUnclosedSectionIsAnErrorAtItsLocation() throws {
    let found = try problems("# A\n\n{{#run}}\n")
    #expect(found.contains { $0.severity == .error && $0.location?.line == 3 })
  }

  @Test func nothingIsWrittenAfterATemplateError() throws {
    let night = try report(dataset([message(.error, "a")]))
    for target in [OutputFormat.page, .markdown, .text] {
      let renderer = ReportRenderer(night, store: overlay([Self.document: "# A\n\n<b>\n"]))
      let (_, problems) = renderer.string(target)
      #expect(problems.contains { $0.severity == .error }, "\(target)")
    }
  }

  @Test func valuesInADocumentAreNotParsedAsMarkdown() throws {
    var night = dataset([message(.error, "a")])
    night.title = "</title><b>*x*</b> {{> run}}"
    night.url = "javascript:alert(1)"
    let store = overlay([
      Self.document: "# {{title}}\n\n`{{title}}` [*{{title}}*]({{url}} \"{{title}}\")\n"
    ])
    let page = try render(try report(night), to: .page, in: store)
    let tags = try PageReader.tags(of: page)
    // The link to the verdict is the template's own.
    let links = tags.filter { $0.name == "a" && $0["href"] != nil && $0["href"] != "#overview" }
    #expect(links.isEmpty && !tags.contains { $0.name == "b" })
    #expect(tags.contains { $0.name == "em" } && tags.contains { $0.name == "code" })
  }
}
