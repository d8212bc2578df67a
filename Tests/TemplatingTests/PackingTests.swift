import Testing

@testable import Templating

@Suite struct PackingTests {
  @Test(arguments: [
    "", "text alone\n", "{{a}} {{{b.c}}} {{&d}} {{.}}", "  {{> part}}\n{{>*kind}}\n",
    "{{#a}}\n  {{b}}\n{{/a}}\n{{^a}}none{{/a}}", "{{=<% %>=}}<% a %> {{b}}",
    "{{<page}}\n  {{$title}}\n    {{a}}\n  {{/title}}\n{{/page}}\n",
    "{{! a comment }}\n\u{FEFF}ü {{ö}}",
    "\u{FEFF}{{a}}\n\n   {{#a.b.c}}{{.}}{{/a.b.c}}", String(repeating: "{{a}}é\r\n", count: 2_000),
  ])
  func aPackedTemplateIsTheParsedOne(source: String) throws {
    var (first, second) = (Vocabulary(["c", "a"]), Vocabulary(["c", "a"]))
    let parsed = try #require(
      Template.parse(source, name: "part", file: "part.page", vocabulary: &first).0)
    let template = Template(
      packed: parsed.packed, source: source, name: "part", file: "part.page", vocabulary: &second)
    #expect(String(reflecting: template) == String(reflecting: Optional(parsed)))
    #expect(first.names == second.names)
  }

  @Test func otherTextIsNoTemplate() {
    var vocabulary = Vocabulary()
    for text in ["", "a\nb", "\n\n1 2", "\n\n99 0 0 0 0 0 0 0 0 0"] {
      let template = Template(
        packed: text, source: "", name: "", file: "", vocabulary: &vocabulary)
      #expect(template == nil)
    }
  }
}
