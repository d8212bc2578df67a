import Templating
import Testing

@Suite struct InterpolationTests {
  @Test func valuesAreEscapedUnlessRaw() {
    let outcome = render(
      "{{a}} {{{a}}} {{&a}} {{ a }}", data: .json(#"{"a": "<b> & \"c\""}"#))
    let escaped = "&lt;b&gt; &amp; &quot;c&quot;"
    #expect(outcome.text == "\(escaped) <b> & \"c\" <b> & \"c\" \(escaped)")
  }

  @Test func tagsInValuesAreNotInterpreted() {
    #expect(render("{{a}}", data: .json(#"{"a": "{{b}}", "b": "c"}"#)).text == "{{b}}")
  }

  @Test func numbersAreWrittenInDecimal() {
    #expect(
      render("{{a}} {{b}} {{c}}", data: .json(#"{"a": 85, "b": 1.21, "c": 0}"#)).text
        == "85 1.21 0")
  }

  @Test func dottedNamesAreResolvedFromTheirFirstPart() {
    let data = Value.json(#"{"a": {"b": {}}, "b": {"c": "wrong"}, "a.b": "wrong"}"#)
    #expect(render("[{{a.b.c}}]{{#a}}[{{b.c}}]{{/a}}", data: data).text == "[][]")
    #expect(render("{{a.b.c}}", data: .json(#"{"a": {"b": {"c": 1}}}"#)).text == "1")
  }

  @Test func sectionsSeeNamesOfOuterContexts() {
    let data = Value.json(#"{"x": "outer", "y": 2, "list": [{"x": "inner"}, {}]}"#)
    #expect(render("{{#list}}{{x}}{{y}} {{/list}}", data: data).text == "inner2 outer2 ")
  }

  @Test func commentsAreNotRendered() {
    #expect(render("a{{! no }}b\n {{! no\n  no }} \nc{{!}}").text == "ab\nc")
  }

  @Test func delimitersChangeForOneTemplateOnly() {
    let outcome = render(
      "{{=<% %>=}}<%a%> {{a}} <%>p%> <%={{ }}=%>{{a}}", partials: ["p": "{{a}}<%a%>"],
      data: .json(#"{"a": 1}"#))
    #expect(outcome.text == "1 {{a}} 1<%a%> 1")
  }

  @Test func aByteOrderMarkOfATemplateIsSkipped() {
    #expect(render("\u{FEFF}{{#a}}\nx\n{{/a}}", data: .json(#"{"a": true}"#)).text == "x\n")
  }
}

@Suite struct SectionTests {
  @Test(arguments: [
    ("true", "yes"), ("false", "no"), ("null", "no"), ("[]", "no"), ("[1, 2]", "yesyes"),
    ("{}", "yes"), ("\"\"", "no"), ("\"a\"", "yes"), ("0", "no"), ("7", "yes"),
  ])
  func sectionsAreRenderedForTrueValues(value: String, expected: String) {
    let outcome = render("{{#a}}yes{{/a}}{{^a}}no{{/a}}", data: .json("{\"a\": \(value)}"))
    #expect(outcome.text == expected)
  }

  @Test func sectionsIterateOverNestedLists() {
    let data = Value.json(#"{"a": [["x", "y"], [], ["<"]]}"#)
    #expect(render("{{#a}}({{#.}}{{.}},{{/.}}){{/a}}", data: data).text == "(x,y,)()(&lt;,)")
  }

  @Test func linesOfStandaloneTagsAreRemoved() {
    let data = Value.json(#"{"a": true, "b": false}"#)
    #expect(
      render("1\n  {{#a}} \n2\n{{^b}}\r\n3\r\n {{/b}}\r\n\t{{/a}}\n4", data: data).text
        == "1\n2\n3\r\n4")
    #expect(render("1 {{#a}}\n2{{/a}}\n", data: data).text == "1 \n2\n")
    #expect(render("{{#a}}{{/a}}\n", data: data).text == "\n")
  }

  @Test func unknownAndAbsentNamesRenderNothing() {
    #expect(
      render("[{{#x}}a{{/x}}][{{y}}][{{y.z}}]", data: .json(#"{"y": null}"#)).text == "[][][]")
  }
}
