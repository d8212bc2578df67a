import Diagnostics
import Templating
import Testing

@Suite struct MistakeTests {
  @Test(arguments: [
    ("a\n {{b", ["2:2 unclosed-tag"]),
    ("{{a {{b}}", ["1:1 unclosed-tag"]),
    ("{{{a}} {{b}}", ["1:1 unclosed-tag"]),
    ("{{! a", ["1:1 unclosed-tag"]),
    ("{{#a}}x", ["1:1 unclosed-section"]),
    ("{{#a}}{{#b}}{{/a}}", ["1:7 unclosed-section"]),
    ("{{#a}}{{/b}}", ["1:7 wrong-close"]),
    ("é{{/b}}", ["1:2 stray-close"]),
    ("{{<a}}{{$b}}{{/a}}", ["1:7 unclosed-section"]),
    ("{{<*a}}{{/a}}", ["1:8 wrong-close"]),
    (
      "{{}} {{#}} {{>}}",
      ["1:1 empty-tag", "1:6 empty-tag", "1:12 empty-tag"]
    ),
    ("{{a b}}", ["1:3 bad-name"]),
    ("{{a..b}} {{.a}} {{a.}} {{.}}", ["1:3 bad-name", "1:12 bad-name", "1:19 bad-name"]),
    ("{{=a=}}", ["1:1 bad-delimiters"]),
    ("{{=a b c=}}", ["1:1 bad-delimiters"]),
    ("{{== ==}}", ["1:1 bad-delimiters"]),
    ("{{=<% %>}}", ["1:1 bad-delimiters"]),
    ("{{=<% %>=", ["1:1 unclosed-tag"]),
    ("{{a b}}\n{{#c}}\n{{d {{/e}}", ["1:3 bad-name", "3:1 unclosed-tag", "3:5 wrong-close"]),
  ])
  func everyTemplateMistakeIsReportedAtItsLocation(source: String, expected: [String]) {
    #expect(problems(source) == expected)
  }

  @Test func anUnclosedSectionHasHelp() {
    var vocabulary = Vocabulary()
    let (_, diagnostics) = Template.parse(
      "{{#list}}{{/lists}}", name: "main", file: "a.page", vocabulary: &vocabulary)
    #expect(
      diagnostics == [
        Diagnostic(
          .error, "wrong-close", "'lists' is closed where 'list' is open",
          at: SourceLocation(file: "a.page", line: 1, column: 10), help: ["write '{{/list}}'"])
      ])
  }

  @Test func invalidUTF8InATemplateIsReportedAtItsLocation() {
    var vocabulary = Vocabulary()
    let (template, diagnostics) = Template.parse(
      Array("é\né".utf8) + [0xFF], name: "main", file: "a.page", vocabulary: &vocabulary)
    #expect(template == nil)
    #expect(diagnostics.map(\.location?.line) == [2])
    #expect(diagnostics.map(\.location?.column) == [2])
  }

  @Test func unknownNamesAreReportedOnceWithASuggestion() throws {
    let outcome = render(
      "{{#list}}\n{{titel}}{{/list}}{{title}}{{text}}",
      data: .json(#"{"list": [1, 2], "text": null}"#),
      known: ["list", "title", "text"])
    #expect(outcome.ids == ["unknown-name", "unknown-name"])
    let first = try #require(outcome.diagnostics.first)
    #expect(first.severity == .error)
    #expect(first.summary == "unknown name 'titel'")
    #expect(first.help == ["did you mean 'title'?"])
    #expect(first.location == SourceLocation(file: "main.mustache", line: 2, column: 1))
    #expect(outcome.diagnostics.last?.summary == "unknown name 'title' in this section")
  }

  @Test func unknownNamesAreFoundWithoutRendering() {
    var vocabulary = Vocabulary(["a", "b"])
    let template = Template.parse(
      "{{#a}}{{c.b}}{{>p}}{{>*d}}{{/a}}{{b}}", name: "main", file: "main",
      vocabulary: &vocabulary
    ).0
    let library = TemplateLibrary(template.map { [$0] } ?? [], vocabulary: vocabulary)
    #expect(
      library.findings.diagnostics(in: library).map(\.summary) == [
        "unknown name 'c.b'", "unknown partial 'p'", "unknown name 'd'",
      ])
  }
}
